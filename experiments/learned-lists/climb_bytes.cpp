// Makes a list better for several modules at once, by instructions and by bytes: climb.py inside
// one process, which keeps the state after each pass of the best list. Prints each improvement.
//
// c++ -O2 -std=c++20 -fno-rtti $(llvm-config-19 --cppflags) climb_bytes.cpp
//   $(llvm-config-19 --ldflags --libs) -o climb_bytes
//
// usage: climb_bytes SECONDS SEED COST BYTES PASSES LIST MODULE...
//
// COST is what a list may take longer by, in times of -Oz, for each logarithm of what it leaves.
// BYTES is the weight of the logarithm of text + data; that of instructions is 1. PASSES is a file
// of passes to draw from, one a line. LIST is a file with the list to begin with in its last line.
// The lean list was made with 1200 1 0.01 0.7, in 480 changes.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace {

using Passes = std::vector<std::string>;

constexpr double kMostTimes = 6;     // of -Oz that a list may take
constexpr double kMostWorse = 0.15;  // logarithm by which a module may have more instructions
constexpr double kSlack = 0.004;     // by which the first third of the modules may be worse
constexpr double kLeastGain = 2e-5;

double Seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

Passes Elements(const std::string& list) {
  Passes passes(1);
  int depth = 0;
  for (const char c : list) {
    depth += (c == '(' || c == '<') - (c == ')' || c == '>');
    if (c == ',' && depth == 0) {
      passes.emplace_back();
    } else {
      passes.back() += c;
    }
  }
  return passes;
}

/// A module, what -Oz makes of it, and the states along the best list.
struct Program {
  std::unique_ptr<llvm::LLVMContext> context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::TargetMachine> target;
  std::unique_ptr<llvm::Module> module;
  double oz_instructions = 0;
  double oz_bytes = 0;
  double oz_seconds = 0;
  std::vector<std::unique_ptr<llvm::Module>> states;  // after each pass, the input first
  std::vector<double> seconds;                        // until each state
};

/// Returns the time of a pass; a negative one if there is no such pass.
double Apply(Program& program, llvm::Module& module, const std::string& pass) {
  const double begin = Seconds(CLOCK_PROCESS_CPUTIME_ID);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(program.target.get());
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  llvm::ModulePassManager manager;
  if (llvm::Error error = builder.parsePassPipeline(manager, pass)) {
    llvm::consumeError(std::move(error));
    return -1;
  }
  manager.run(module, modules);
  return Seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
}

/// Returns the bytes of the object file's sections that are loaded.
double Bytes(Program& program, const llvm::Module& module) {
  const auto copy = llvm::CloneModule(module);
  llvm::SmallVector<char, 0> object;
  {
    llvm::raw_svector_ostream stream(object);
    llvm::legacy::PassManager passes;
    program.target->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile);
    passes.run(*copy);
  }
  const llvm::SmallVectorMemoryBuffer buffer(std::move(object), "object", false);
  auto file = llvm::object::ObjectFile::createObjectFile(buffer.getMemBufferRef());
  if (!file) std::exit(1);
  std::uint64_t bytes = 0;
  for (const llvm::object::ELFSectionRef section : (*file)->sections()) {
    const bool loaded = section.getFlags() & llvm::ELF::SHF_ALLOC;
    if (loaded && section.getType() != llvm::ELF::SHT_NOBITS) bytes += section.getSize();
  }
  return static_cast<double>(bytes);
}

class Climb {
 public:
  Climb(unsigned seed, double cost, double bytes, Passes pool, Passes best)
      : random_(seed), cost_(cost), bytes_(bytes), pool_(std::move(pool)), best_(std::move(best)) {}

  void Add(const std::string& file) {
    Program program;
    llvm::SMDiagnostic message;
    program.module = llvm::parseIRFile(file, message, *program.context);
    if (!program.module) return message.print("climb_bytes", llvm::errs());
    const std::string triple = program.module->getTargetTriple();
    std::string error;
    const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (!target) std::exit(1);
    program.target.reset(target->createTargetMachine(triple, "", "", {}, llvm::Reloc::PIC_));
    const auto copy = llvm::CloneModule(*program.module);
    program.oz_seconds = Apply(program, *copy, "default<Oz>");
    program.oz_instructions = copy->getInstructionCount();
    program.oz_bytes = Bytes(program, *copy);
    programs_.push_back(std::move(program));
  }

  void Run(double seconds) {
    Follow(0);
    Say(0);
    std::set<Passes> seen;
    const double end = Seconds(CLOCK_MONOTONIC) + seconds;
    for (int tried = 0; Seconds(CLOCK_MONOTONIC) < end;) {
      Passes passes = best_;
      const std::size_t from = Edit(passes);
      if (passes == best_ || !seen.insert(passes).second) continue;
      ++tried;
      if (Value(passes, from) > value_ - kLeastGain) continue;
      const double before = value_;
      std::swap(best_, passes);
      Follow(from);  // measures the time once more
      if (value_ < before - kLeastGain) {
        Say(tried);
      } else {
        std::swap(best_, passes);
        Follow(from);
      }
    }
  }

 private:
  std::size_t Draw(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }

  /// Makes one to three changes. Returns the first place that differs.
  std::size_t Edit(Passes& passes) {
    std::size_t first = best_.size();
    const std::size_t draw = Draw(20);
    for (std::size_t edits = draw == 0 ? 3 : draw < 6 ? 2 : 1; edits > 0; --edits) {
      const std::size_t kind = passes.empty() ? 0 : Draw(20);
      std::size_t at = Draw(passes.size() + (kind < 8 ? 1 : 0));
      const auto place = passes.begin() + static_cast<std::ptrdiff_t>(at);
      if (kind < 8) {
        passes.insert(place, pool_[Draw(pool_.size())]);
      } else if (kind < 12) {
        passes.erase(place);
      } else if (kind < 17) {
        *place = pool_[Draw(pool_.size())];
      } else {
        const std::size_t other = Draw(passes.size());
        std::swap(passes[at], passes[other]);
        at = std::min(at, other);
      }
      first = std::min(first, at);
    }
    return first;
  }

  double Worth(Program& program, const llvm::Module& module, double seconds) const {
    const double instructions = std::log(module.getInstructionCount() / program.oz_instructions);
    if (instructions > kMostWorse) return INFINITY;
    const double bytes = bytes_ > 0 ? std::log(Bytes(program, module) / program.oz_bytes) : 0;
    return instructions + bytes_ * bytes + cost_ * seconds / program.oz_seconds;
  }

  /// Returns the mean over the programs; infinity if the first third is clearly worse.
  double Value(const Passes& passes, std::size_t from) {
    double sum = 0;
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      Program& program = programs_[i];
      const auto module = llvm::CloneModule(*program.states[from]);
      double seconds = program.seconds[from];
      for (std::size_t at = from; at < passes.size(); ++at) {
        const double its = Apply(program, *module, passes[at]);
        seconds += its;
        if (its < 0 || seconds > kMostTimes * program.oz_seconds + 1) return INFINITY;
      }
      sum += Worth(program, *module, seconds);
      const std::size_t done = i + 1;
      if (done == programs_.size() / 3 && sum / done > third_ + kSlack) return INFINITY;
    }
    return sum / static_cast<double>(programs_.size());
  }

  /// Makes the states along the best list from a place on.
  void Follow(std::size_t from) {
    value_ = 0;
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      Program& program = programs_[i];
      if (program.states.empty()) {
        program.states.push_back(llvm::CloneModule(*program.module));
        program.seconds.push_back(0);
      }
      program.states.resize(from + 1);
      program.seconds.resize(from + 1);
      for (std::size_t at = from; at < best_.size(); ++at) {
        auto next = llvm::CloneModule(*program.states.back());
        const double its = Apply(program, *next, best_[at]);
        if (its < 0) {
          std::fprintf(stderr, "no pass: %s\n", best_[at].c_str());
          std::exit(1);
        }
        program.seconds.push_back(program.seconds.back() + its);
        program.states.push_back(std::move(next));
      }
      value_ += Worth(program, *program.states.back(), program.seconds.back());
      const std::size_t done = i + 1;
      if (done == programs_.size() / 3) third_ = value_ / static_cast<double>(done);
    }
    value_ /= static_cast<double>(programs_.size());
  }

  void Say(int tried) {
    double instructions = 0;
    double bytes = 0;
    double seconds = 0;
    for (Program& program : programs_) {
      const llvm::Module& module = *program.states.back();
      instructions += std::log(module.getInstructionCount() / program.oz_instructions);
      bytes += std::log(Bytes(program, module) / program.oz_bytes);
      seconds += program.seconds.back() / program.oz_seconds;
    }
    const auto count = static_cast<double>(programs_.size());
    std::printf("%d: instructions %+.2f %%, bytes %+.2f %%, %.2f of -Oz\n", tried,
                100 * instructions / count, 100 * bytes / count, seconds / count);
    for (std::size_t i = 0; i < best_.size(); ++i) {
      std::printf("%s%s", i == 0 ? "" : ",", best_[i].c_str());
    }
    std::printf("\n");
    std::fflush(stdout);
  }

  std::mt19937 random_;
  const double cost_;
  const double bytes_;
  const Passes pool_;
  Passes best_;
  std::vector<Program> programs_;
  double value_ = 0;  // of the best list, the lower the better
  double third_ = 0;  // the same on the first third of the programs
};

}  // namespace

int main(int count, char** words) {
  if (count < 8) {
    std::fprintf(stderr, "usage: %s SECONDS SEED COST BYTES PASSES LIST MODULE...\n", words[0]);
    return 2;
  }
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  Passes pool;
  std::string line;
  for (std::ifstream file(words[5]); std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') pool.push_back(line);
  }
  Passes start;
  for (std::ifstream file(words[6]); std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') start = Elements(line);
  }
  Climb climb(static_cast<unsigned>(std::atoi(words[2])), std::atof(words[3]), std::atof(words[4]),
              std::move(pool), std::move(start));
  for (int i = 7; i < count; ++i) climb.Add(words[i]);
  climb.Run(std::atof(words[1]));
}
