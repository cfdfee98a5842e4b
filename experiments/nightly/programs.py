"""Modules that the parts are run on: csmith programs, the repository's own, and many linked to one."""
import pathlib
import random
import subprocess
import threading

from harness import CLANG, REPOSITORY, count_instructions

CSMITH_INCLUDE = "/usr/include/csmith"
CSMITH_SECONDS = 5
# As the front end leaves it, with nothing that keeps passes away.
UNOPTIMISED = ["-O1", "-Xclang", "-disable-llvm-passes", "-w"]
# A division of integers so wide that a code generator or a pass may take minutes for it.
WIDE_DIVISION = """target triple = "x86_64-pc-linux-gnu"
define void @divide(ptr %a, ptr %b) {
  %x = load i1048576, ptr %a
  %y = load i1048576, ptr %b
  %q = udiv i1048576 %x, %y
  store i1048576 %q, ptr %a
  ret void
}
define i32 @main() {
  ret i32 0
}
"""


class Programs:
    """Makes modules when they are first asked for, and keeps them in a folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = threading.RLock()

    def _made(self, name, make):
        """The file `name`, made by `make(path)` under another name and moved when it is whole."""
        path = self.folder / name
        with self.lock:
            if not path.exists():
                part = path.with_name("part-" + name)
                try:
                    make(part)
                    part.rename(path)
                finally:
                    part.unlink(missing_ok=True)
        return path

    def source(self, seed, functions):
        def make(path):
            # Some seeds don't end: they are cut off by processor time, whatever else the machine does.
            with open(path, "w") as out:
                subprocess.run(["prlimit", f"--cpu={CSMITH_SECONDS}", "csmith", "--seed", str(seed),
                                "--max-funcs", str(functions), "--no-volatiles"], stdout=out,
                               check=True, cwd=self.folder)  # it leaves a file there
        return self._made(f"csmith-{functions}-{seed}.c", make)

    def compile(self, source, name, *flags):
        def make(path):
            subprocess.run([CLANG, *UNOPTIMISED, "-I", CSMITH_INCLUDE, *flags, "-emit-llvm", "-c",
                            source, "-o", path], check=True, capture_output=True, timeout=300)
        return self._made(name, make)

    def csmith(self, seed, functions=10):
        return self.compile(self.source(seed, functions), f"csmith-{functions}-{seed}.bc")

    def examples(self):
        return sorted((REPOSITORY / "examples").glob("*.ll"))

    def kernels(self):
        return [self.compile(source, f"kernel-{source.stem}.bc")
                for source in sorted((REPOSITORY / "experiments/datasets/kernels").glob("*.c"))]

    def linked(self, instructions, variant=0):
        """A module of about so many instructions: csmith programs under names of their own."""
        # The smallest csmith program has some hundreds: small modules are met less exactly.
        least, most = (0.7, 1.4) if instructions < 5_000 else (0.95, 1.1)

        def make(path):
            rng = random.Random(f"{instructions}/{variant}")
            parts, total = [], 0
            while total < least * instructions:
                left = instructions - total
                functions = 40 if left > 20_000 else 10 if left > 4_000 else 2
                part = self._part(rng.randrange(1, 1_000_000), functions)
                size = part and count_instructions(part)
                if size and total + size <= most * instructions:
                    parts.append(part)
                    total += size
                elif part:
                    part.unlink()
            subprocess.run(["llvm-link-19", *parts, "-o", path], check=True, capture_output=True,
                           timeout=600)
            for part in parts:
                part.unlink()
        return self._made(f"linked-{instructions}-{variant}.bc", make)

    def _part(self, seed, functions):
        """A csmith program whose `main` has a name of its own; None where csmith takes too long."""
        try:
            source = self.source(seed, functions)
        except subprocess.CalledProcessError:
            return None
        part = self.compile(source, f"unit-{functions}-{seed}.bc", f"-Dmain=main_{seed}")
        source.unlink()
        return part

    def text(self, module):
        """The module as textual IR."""
        def make(path):
            subprocess.run(["llvm-dis-19", module, "-o", path], check=True, timeout=600)
        return self._made(module.stem + ".ll", make)

    def wide_division(self):
        return self._made("wide-division.ll", lambda path: path.write_text(WIDE_DIVISION))

    def tiny(self):
        """A module of less than a kilobyte."""
        text = ('target triple = "x86_64-pc-linux-gnu"\n'
                "define i32 @main(i32 %n) {\n  %a = alloca i32\n  store i32 %n, ptr %a\n"
                "  %b = load i32, ptr %a\n  %c = add i32 %b, 0\n  %d = mul i32 %c, 2\n"
                "  ret i32 %d\n}\n")
        return self._made("tiny.ll", lambda path: path.write_text(text))

    def sizes(self, largest):
        """Modules from 1 kB to `largest` bytes, smallest first."""
        yield 1_000, self.tiny()
        for size, instructions in ((10_000, 600), (100_000, 6_000), (1_000_000, 65_000),
                                   (3_000_000, 195_000), (10_000_000, 660_000)):
            if size <= largest:
                yield size, self.linked(instructions)
