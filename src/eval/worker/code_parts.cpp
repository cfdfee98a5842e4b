#include "eval/worker/code_parts.h"

#include <algorithm>
#include <memory>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/MathExtras.h>

#include "eval/worker/object_size.h"

namespace autotune::worker {
namespace {

using llvm::Expected;
using llvm::StringRef;

constexpr StringRef kFrames = ".eh_frame";

/// Bytes of an unwind entry before its instructions, none of which is padding.
constexpr std::uint64_t kMinFrameEntry = 17;

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

/// Reads the parts of several functions.
class PartsReader {
 public:
  PartsReader(const llvm::object::ObjectFile& object,
              std::span<const llvm::Function* const> functions);

  FunctionParts Take() { return std::move(found_); }

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
  llvm::DenseMap<std::uint64_t, StringRef> framed_;  ///< by the place that names it in `.eh_frame`
  FunctionParts found_;
};

PartsReader::PartsReader(const llvm::object::ObjectFile& object,
                         std::span<const llvm::Function* const> functions)
    : object_(object) {
  for (const llvm::Function* const function : functions) names_.insert(function->getName());
  std::optional<llvm::object::SectionRef> frames;
  for (const llvm::object::SectionRef& section : object.sections()) {
    if (!IsLoaded(object, section)) continue;
    const StringRef name = llvm::cantFail(section.getName());
    if (section.getSize() == 0) {
      // A function without code may have unwind entries.
      if (const StringRef owner = OwnerOf(name); !owner.empty()) {
        owners_[section.getIndex()] = owner;
      }
    } else if (name == kFrames) {
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

StringRef PartsReader::OwnerOf(StringRef section) const {
  for (std::size_t dot = section.find('.', 1); dot != StringRef::npos;
       dot = section.find('.', dot + 1)) {
    const auto name = names_.find(section.drop_front(dot + 1));
    if (name != names_.end()) return name->first();
  }
  return {};
}

void PartsReader::AddSection(const llvm::object::SectionRef& section) {
  const StringRef name = llvm::cantFail(section.getName());
  const StringRef owner = OwnerOf(name);
  if (owner.empty()) {
    constants_.insert(section.getIndex());
    found_.constants += section.getSize();
    return;
  }
  owners_[section.getIndex()] = owner;
  found_.parts[owner].sections.push_back(
      {name.str(), section.getSize(), section.getAlignment().value(), section.isText()});
}

void PartsReader::AddReferences(const llvm::object::SectionRef& section,
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
      found_.with_constants.insert(owner);
    }
  }
}

void PartsReader::AddFrames(const llvm::object::SectionRef& section) {
  const StringRef contents = llvm::cantFail(section.getContents());
  const std::uint64_t align = section.getAlignment().value();
  for (const FrameEntry& entry : FrameEntries(contents, align, object_.isLittleEndian())) {
    if (!entry.shared) continue;
    // The place of the function's address.
    const StringRef owner = framed_.lookup(entry.text.data() - contents.data() + 8);
    if (owner.empty()) continue;
    CodePart& part = found_.parts[owner];
    part.frames_align = align;
    part.frames += entry.size;
    part.shared_frames.emplace_back(HashBytes(entry.shared->str()), entry.shared->size());
  }
}

}  // namespace

std::uint64_t CodePart::bytes() const {
  std::uint64_t bytes = frames;
  for (const Section& section : sections) bytes += llvm::alignTo(section.size, section.align);
  return bytes;
}

Expected<CodePart> ReadPart(StringRef object, const llvm::Module& code,
                            const llvm::Function* function, bool function_sections) {
  auto file =
      llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, code.getName()));
  if (!file) return file.takeError();
  const bool shares =
      function && !function->hasSection() && !function->hasComdat() && !function_sections;
  const std::string own_suffix = shares ? ("." + function->getName()).str() : "";
  CodePart part;
  for (const llvm::object::SectionRef& section : (*file)->sections()) {
    if (!IsLoaded(**file, section) || section.getSize() == 0) continue;
    auto name = section.getName();
    if (!name) return name.takeError();
    if (function && IsOfWholeObject(*name)) continue;
    const std::uint64_t align = section.getAlignment().value();
    if (*name == kFrames) {
      auto contents = section.getContents();
      if (!contents) return contents.takeError();
      part.frames_align = align;
      const std::string personalities = Personalities(code);
      for (const FrameEntry& entry : FrameEntries(*contents, align, (*file)->isLittleEndian())) {
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

std::optional<FunctionParts> ReadParts(StringRef object,
                                       std::span<const llvm::Function* const> functions) {
  auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, ""));
  if (file) return PartsReader(**file, functions).Take();
  llvm::consumeError(file.takeError());
  return std::nullopt;
}

}  // namespace autotune::worker
