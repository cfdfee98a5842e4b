#include "dataset/published_sets.h"

namespace autotune {

namespace {

#define COMPILER_GYM_URL(file) \
  "https://dl.fbaipublicfiles.com/compiler_gym/llvm_bitcodes-10.0.0-" file ".tar.bz2"

constexpr PublishedSet kSets[] = {
    {"blas-v0", COMPILER_GYM_URL("blas-v0"),
     "e724a8114709f8480adeb9873d48e426e8d9444b00cddce48e342b9f0f2b096d", "BSD 3-Clause",
     "basic linear algebra kernels"},
    {"cbench-v1", COMPILER_GYM_URL("cBench-v1-linux"),
     "601fff3944c866f6617e653b6eb5c1521382c935f56ca1f36a9f5cf1a49f3de5", "BSD 3-Clause",
     "23 runnable C programs"},
    {"github-v0", COMPILER_GYM_URL("github-v0"),
     "880269dd7a5c2508ea222a2e54c318c38c8090eb105c0a87c595e9dd31720764", "CC BY 4.0",
     "C and C++ objects from GitHub"},
    {"linux-v0", COMPILER_GYM_URL("linux-v0"),
     "a1ae5c376af30ab042c9e54dc432f89ce75f9ebaee953bc19c08aff070f12566", "GPL-2.0",
     "objects of the Linux kernel"},
    {"mibench-v0", COMPILER_GYM_URL("mibench-v0"),
     "128c090c40b955b99fdf766da167a5f642018fb35c16a1d082f63be2e977eb13", "BSD 3-Clause",
     "C programs for embedded systems"},
    {"npb-v0", COMPILER_GYM_URL("npb-v0"),
     "793ac2e7a4f4ed83709e8a270371e65b724da09eaa0095c52e7f4209f63bb1f2",
     "NASA Open Source Agreement v1.3", "NAS parallel benchmarks"},
    {"opencv-v0", COMPILER_GYM_URL("opencv-v0"),
     "003df853bd58df93572862ca2f934c7b129db2a3573bcae69a2e59431037205c", "Apache 2.0",
     "C++ objects of OpenCV"},
    {"tensorflow-v0", COMPILER_GYM_URL("tensorflow-v0"),
     "f77dd1988c772e8359e1303cc9aba0d73d5eb27e0c98415ac3348076ab94efd1", "Apache 2.0",
     "C++ objects of TensorFlow"},
};

#undef COMPILER_GYM_URL

}  // namespace

std::span<const PublishedSet> PublishedSets() { return kSets; }

}  // namespace autotune
