#pragma once

namespace autotune {

/// Keeps torch and its linear algebra on the calling thread, in the whole process. Networks of this
/// size gain nothing from threads: they would wait longer than they work, and the other cores have
/// work of their own. Thread-safe.
void UseOneThread();

}  // namespace autotune
