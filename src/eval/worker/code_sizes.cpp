#include "eval/worker/code_sizes.h"

#include <algorithm>
#include <memory>
#include <span>
#include <unordered_set>
#include <utility>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "eval/worker/code_generator.h"
#include "eval/worker/ir_hash.h"
#include "eval/worker/lone_function.h"
#include "eval/worker/object_size.h"

namespace autotune::worker {
namespace {

using llvm::Expected;
using llvm::StringRef;

/// Maximum number of parts remembered, some hundred bytes each.
constexpr std::size_t kMaxParts = 200'000;

/// Bytes of an unwind entry before its instructions, none of which is padding.
constexpr std::uint64_t kMinFrameEntry = 17;

/// Parts that functions are divided into to find those with constants.
constexpr std::size_t kSplit = 8;

/// Functions that others stand for can't be declarations.
llvm::SmallPtrSet<const llvm::GlobalObject*, 8> Aliased(const llvm::Module& module) {
  llvm::SmallPtrSet<const llvm::GlobalObject*, 8> aliased;
  for (const llvm::GlobalAlias& alias : module.aliases()) aliased.insert(alias.getAliaseeObject());
  for (const llvm::GlobalIFunc& ifunc : module.ifuncs()) {
    aliased.insert(ifunc.getResolverFunction());
  }
  return aliased;
}

/// Returns the bytes of a last unwind entry were it not the last: only that one is padded to the
/// alignment of the section, and others to four bytes.
std::uint64_t UnpaddedFrame(StringRef entry) {
  const bool padded =
      entry.size() >= kMinFrameEntry + 4 && entry.take_back(4) == StringRef("\0\0\0\0", 4);
  return entry.size() - (padded ? 4 : 0);
}

/// True for a section that an object has once, however many functions it has: the rest has it.
bool IsOfWholeObject(StringRef section) {
  return section.starts_with(".note.") || section == ".reginfo" || section == ".MIPS.abiflags" ||
         section == ".MIPS.options";
}

/// An entry of an `.eh_frame` section.
struct FrameEntry {
  StringRef text;
  std::uint64_t size = 0;             ///< bytes, were it not the last
  std::optional<StringRef> shared{};  ///< the entry that it shares with others; none: it is one
};

std::vector<FrameEntry> FrameEntries(StringRef contents, std::uint64_t align, bool little_endian) {
  const auto order = little_endian ? llvm::endianness::little : llvm::endianness::big;
  const auto text_at = [&](std::uint64_t at) {
    const auto size = std::uint64_t{llvm::support::endian::read32(contents.data() + at, order)} + 4;
    return contents.substr(at, size);
  };
  std::vector<FrameEntry> entries;
  for (std::uint64_t at = 0; at + 8 <= contents.size(); at += entries.back().text.size()) {
    FrameEntry entry;
    entry.text = text_at(at);
    const bool is_last = at + entry.text.size() == contents.size() && align > 4;
    const std::uint64_t back = llvm::support::endian::read32(contents.data() + at + 4, order);
    if (back != 0 && back <= at + 4) entry.shared = text_at(at + 4 - back);
    entry.size = is_last && entry.shared ? UnpaddedFrame(entry.text) : entry.text.size();
    entries.push_back(entry);
  }
  return entries;
}

/// Returns the names of all personality functions. Unwind entries with different ones may have
/// equal bytes, since addresses are filled in later.
std::string Personalities(const llvm::Module& module) {
  std::string names;
  for (const llvm::Function& function : module) {
    if (function.hasPersonalityFn()) names += function.getPersonalityFn()->getName();
  }
  return names;
}

}  // namespace

/// The functions of an object file that was generated of some, each in sections of its own.
class CodeSizes::Together {
 public:
  Together(const llvm::object::ObjectFile& object,
           std::span<const llvm::Function* const> functions);

  /// Returns what each function adds to an object file but for constants in sections that they
  /// share.
  const llvm::StringMap<Part>& parts() const { return parts_; }
  /// Returns the functions whose code refers to such constants. Others may have some, too, which
  /// code generation made and did not use.
  const llvm::StringSet<>& with_constants() const { return with_constants_; }
  /// Returns the bytes of all of them.
  std::uint64_t constants() const { return constant_bytes_; }

 private:
  /// Returns the function that a section is for; empty if there is none.
  StringRef OwnerOf(StringRef section) const;
  void AddSection(const llvm::object::SectionRef& section);
  void AddReferences(const llvm::object::SectionRef& section,
                     const llvm::object::SectionRef& relocations);
  void AddFrames(const llvm::object::SectionRef& section);

  const llvm::object::ObjectFile& object_;
  llvm::StringSet<> names_;
  llvm::DenseMap<std::uint64_t, StringRef> owners_;  ///< by the section's index
  llvm::DenseSet<std::uint64_t> constants_;          ///< indices of sections that functions share
  std::uint64_t constant_bytes_ = 0;                 ///< in these
  llvm::DenseMap<std::uint64_t, StringRef> framed_;  ///< by the place that names it in `.eh_frame`
  llvm::StringMap<Part> parts_;
  llvm::StringSet<> with_constants_;
};

constexpr StringRef kFrames = ".eh_frame";

CodeSizes::Together::Together(const llvm::object::ObjectFile& object,
                              std::span<const llvm::Function* const> functions)
    : object_(object) {
  for (const llvm::Function* const function : functions) names_.insert(function->getName());
  std::optional<llvm::object::SectionRef> frames;
  for (const llvm::object::SectionRef& section : object.sections()) {
    if (!IsLoaded(object, section) || section.getSize() == 0) continue;
    const StringRef name = llvm::cantFail(section.getName());
    if (name == kFrames) {
      frames = section;
    } else if (!IsOfWholeObject(name)) {
      AddSection(section);
    }
  }
  for (const llvm::object::SectionRef& relocations : object.sections()) {
    auto section = relocations.getRelocatedSection();
    if (section && *section != object.section_end()) AddReferences(**section, relocations);
    if (!section) llvm::consumeError(section.takeError());
  }
  if (frames) AddFrames(*frames);
}

StringRef CodeSizes::Together::OwnerOf(StringRef section) const {
  for (std::size_t dot = section.find('.', 1); dot != StringRef::npos;
       dot = section.find('.', dot + 1)) {
    const auto name = names_.find(section.drop_front(dot + 1));
    if (name != names_.end()) return name->first();
  }
  return {};
}

void CodeSizes::Together::AddSection(const llvm::object::SectionRef& section) {
  const StringRef name = llvm::cantFail(section.getName());
  const StringRef owner = OwnerOf(name);
  if (owner.empty()) {
    constants_.insert(section.getIndex());
    constant_bytes_ += section.getSize();
    return;
  }
  owners_[section.getIndex()] = owner;
  parts_[owner].sections.push_back(
      {name.str(), section.getSize(), section.getAlignment().value(), section.isText()});
}

void CodeSizes::Together::AddReferences(const llvm::object::SectionRef& section,
                                        const llvm::object::SectionRef& relocations) {
  const bool is_frames = llvm::cantFail(section.getName()) == kFrames;
  const StringRef owner = owners_.lookup(section.getIndex());
  for (const llvm::object::RelocationRef& relocation : relocations.relocations()) {
    const auto symbol = relocation.getSymbol();
    if (symbol == object_.symbol_end()) continue;
    auto target = symbol->getSection();
    if (!target) {
      llvm::consumeError(target.takeError());
      continue;
    }
    if (*target == object_.section_end()) continue;
    const std::uint64_t index = (*target)->getIndex();
    if (is_frames) {
      framed_[relocation.getOffset()] = owners_.lookup(index);
    } else if (!owner.empty() && constants_.contains(index)) {
      with_constants_.insert(owner);
    }
  }
}

void CodeSizes::Together::AddFrames(const llvm::object::SectionRef& section) {
  const StringRef contents = llvm::cantFail(section.getContents());
  const std::uint64_t align = section.getAlignment().value();
  for (const FrameEntry& entry : FrameEntries(contents, align, object_.isLittleEndian())) {
    if (!entry.shared) continue;
    // The place of the function's address.
    const StringRef owner = framed_.lookup(entry.text.data() - contents.data() + 8);
    if (owner.empty()) continue;
    Part& part = parts_[owner];
    part.frames_align = align;
    part.frames += entry.size;
    part.shared_frames.emplace_back(HashBytes(entry.shared->str()), entry.shared->size());
  }
}

/// Puts parts one after the other, as an object file holds them.
class CodeSizes::Sum {
 public:
  void Add(const Part& part) {
    for (const Section& section : part.sections) {
      auto& [size, text] = sections_[section.name];
      size = llvm::alignTo(size, section.align) + section.size;
      text = section.text;
    }
    for (const auto& [frame, size] : part.shared_frames) {
      if (shared_frames_.insert(frame).second) frames_ += size;
    }
    frames_ += part.frames;
    frames_align_ = std::max(frames_align_, part.frames_align);
  }

  ObjectSize size() const {
    ObjectSize total;
    for (const auto& [name, section] : sections_) {
      (section.second ? total.text : total.data) += section.first;
    }
    total.data += llvm::alignTo(frames_, frames_align_);
    return total;
  }

 private:
  std::unordered_map<std::string, std::pair<std::uint64_t, bool>> sections_;
  std::unordered_set<Hash128> shared_frames_;
  std::uint64_t frames_ = 0;
  std::uint64_t frames_align_ = 1;
};

bool CodeSizes::IsDivisible(const llvm::Module& module, const CodeModel& model) {
  if (divisible_) return *divisible_;
  auto machine = MakeCodeGenerator(module, model);
  divisible_ = machine && (*machine)->getTargetTriple().isOSBinFormatELF();
  if (!machine) llvm::consumeError(machine.takeError());
  return *divisible_;
}

Expected<ObjectSize> CodeSizes::Measure(const llvm::Module& module, const CodeModel& model) {
  if (!IsDivisible(module, model)) return MeasureObjectSize(module, model);
  if (parts_.size() > kMaxParts) parts_.clear();
  const CodeHash hash = HashCode(module);
  const auto aliased = Aliased(module);
  std::vector<const llvm::Function*> alone;
  llvm::SmallPtrSet<const llvm::GlobalValue*, 8> rest;
  std::vector<Hash128> rest_key = {hash.data};
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasAvailableExternallyLinkage()) continue;
    if (CanBeAlone(function) && !aliased.contains(&function)) {
      alone.push_back(&function);
    } else {
      rest.insert(&function);
      rest_key.push_back(hash.bodies.at(&function));
    }
  }
  Sum sum;
  const auto add = [&](const Hash128& key, const llvm::Function* function,
                       const auto& make) -> llvm::Error {
    auto known = parts_.find(key);
    if (known == parts_.end()) {
      auto part = Generate(*make(), function, model);
      if (!part) return part.takeError();
      if (function && part->constants > 0) with_constants_.insert(function->getName());
      known = parts_.emplace(key, *std::move(part)).first;
    }
    sum.Add(known->second);
    return llvm::Error::success();
  };
  llvm::ValueToValueMapTy values;
  const auto copy_rest = [&] {
    return llvm::CloneModule(module, values, [&rest](const llvm::GlobalValue* global) {
      return !llvm::isa<llvm::Function>(global) || rest.contains(global);
    });
  };
  if (llvm::Error error = add(HashBytes(std::as_bytes(std::span(rest_key))), nullptr, copy_rest)) {
    return error;
  }
  std::vector<const llvm::Function*> unknown;
  for (const llvm::Function* const function : alone) {
    const bool known = parts_.contains(hash.bodies.at(function));
    if (!known && CanBeTogether(*function) && !with_constants_.contains(function->getName())) {
      unknown.push_back(function);
    }
  }
  Remember(unknown, hash, model);
  for (const llvm::Function* const function : alone) {
    const auto copy = [function] { return TakeForCode(*function); };
    if (llvm::Error error = add(hash.bodies.at(function), function, copy)) return error;
  }
  return sum.size();
}

Expected<std::uint64_t> CodeSizes::MeasureAlone(const llvm::Module& code,
                                                const llvm::Function& function,
                                                const CodeModel& model) {
  if (!IsDivisible(code, model)) {
    return llvm::createStringError("the code of functions can't be measured one by one");
  }
  auto part = Generate(code, &function, model);
  if (!part) return part.takeError();
  return part->bytes();
}

bool CodeSizes::CanBeTogether(const llvm::Function& function) {
  return CanBeAlone(function) && !function.hasPersonalityFn() && !function.hasSection() &&
         !function.hasComdat();
}

std::vector<std::optional<std::uint64_t>> CodeSizes::MeasureTogether(
    const llvm::Module& code, std::span<const llvm::Function* const> functions,
    const CodeModel& model) {
  std::vector<std::optional<std::uint64_t>> all(functions.size());
  if (!IsDivisible(code, model)) return all;
  const auto parts = GenerateTogether(code, functions, model);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i]) all[i] = parts[i]->bytes();
  }
  return all;
}

std::uint64_t CodeSizes::Part::bytes() const {
  std::uint64_t bytes = frames;
  for (const Section& section : sections) bytes += llvm::alignTo(section.size, section.align);
  return bytes;
}

/// Generates the code of a module that holds one part. `function` is null for the rest.
Expected<CodeSizes::Part> CodeSizes::Generate(const llvm::Module& code,
                                              const llvm::Function* function,
                                              const CodeModel& model) {
  CodeModel its = model;
  // The alignment of a section of its own is that of the function.
  if (function) its.function_sections = true;
  auto bytes = EmitObject(code, its, Outliner::kNone);
  if (!bytes) return bytes.takeError();
  ++generated_;
  auto object = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef({bytes->data(), bytes->size()}, code.getName()));
  if (!object) return object.takeError();
  const bool shares =
      function && !function->hasSection() && !function->hasComdat() && !model.function_sections;
  const std::string own_suffix = shares ? ("." + function->getName()).str() : "";
  Part part;
  for (const llvm::object::SectionRef& section : (*object)->sections()) {
    if (!IsLoaded(**object, section) || section.getSize() == 0) continue;
    auto name = section.getName();
    if (!name) return name.takeError();
    if (function && IsOfWholeObject(*name)) continue;
    const std::uint64_t align = section.getAlignment().value();
    if (*name == kFrames) {
      auto contents = section.getContents();
      if (!contents) return contents.takeError();
      part.frames_align = align;
      const std::string personalities = Personalities(code);
      for (const FrameEntry& entry : FrameEntries(*contents, align, (*object)->isLittleEndian())) {
        if (entry.shared) {
          part.frames += entry.size;
        } else {
          const Hash128 hash = HashBytes(personalities + entry.text.str());
          part.shared_frames.emplace_back(hash, entry.size);
        }
      }
    } else {
      const bool is_own = function && name->ends_with(("." + function->getName()).str());
      if (function && !is_own) part.constants += section.getSize();
      // A section of its own follows those of other functions if they share one in the program.
      name->consume_back(own_suffix);
      part.sections.push_back({name->str(), section.getSize(), align, section.isText()});
    }
  }
  return part;
}

std::vector<std::optional<CodeSizes::Part>> CodeSizes::GenerateTogether(
    const llvm::Module& code, std::span<const llvm::Function* const> functions,
    const CodeModel& model) {
  std::vector<std::optional<Part>> parts(functions.size());
  CodeModel its = model;
  its.function_sections = true;
  auto bytes = EmitObject(code, its, Outliner::kNone);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());  // alone, one of them is at fault
    return parts;
  }
  auto object = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef({bytes->data(), bytes->size()}, code.getName()));
  if (!object) {
    llvm::consumeError(object.takeError());
    return parts;
  }
  const Together together(**object, functions);
  std::uint64_t constants = 0;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const StringRef name = functions[i]->getName();
    if (!together.with_constants().contains(name)) continue;
    const auto alone = TakeForCode(*functions[i]);
    auto part = Generate(*alone, alone->getFunction(name), model);
    if (!part) {
      llvm::consumeError(part.takeError());
      return parts;
    }
    constants += part->constants;
    parts[i] = *std::move(part);
  }
  // Else some of the others have constants that nothing refers to.
  if (constants != together.constants()) return parts;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (parts[i]) continue;
    const StringRef name = functions[i]->getName();
    parts[i] = together.parts().lookup(name);
    const std::size_t suffix = model.function_sections ? 0 : 1 + name.size();
    for (Section& section : parts[i]->sections) section.name.resize(section.name.size() - suffix);
    ++generated_;
  }
  return parts;
}

void CodeSizes::Remember(std::span<const llvm::Function* const> functions, const CodeHash& hash,
                         const CodeModel& model) {
  if (functions.size() < 2) return;
  const std::unique_ptr<llvm::Module> code = TakeForCode(functions);
  std::vector<const llvm::Function*> copies;
  for (const llvm::Function* const function : functions) {
    copies.push_back(code->getFunction(function->getName()));
  }
  auto parts = GenerateTogether(*code, copies, model);
  std::vector<const llvm::Function*> others;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (!parts[i]) {
      others.push_back(functions[i]);
      continue;
    }
    if (parts[i]->constants > 0) with_constants_.insert(functions[i]->getName());
    parts_.emplace(hash.bodies.at(functions[i]), *std::move(parts[i]));
  }
  const std::size_t size = (others.size() + kSplit - 1) / kSplit;
  for (std::size_t begin = 0; begin < others.size(); begin += size) {
    Remember(std::span(others).subspan(begin, std::min(size, others.size() - begin)), hash, model);
  }
}

}  // namespace autotune::worker
