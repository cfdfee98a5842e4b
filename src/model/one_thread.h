#pragma once

namespace autotune {

/// Makes torch and its linear algebra stay on the calling thread, in the whole process. Networks of
/// this size have nothing to share out: threads would wait for each other longer than they work,
/// and the other cores have work of their own. Thread-safe.
void UseOneThread();

}  // namespace autotune
