#include "cli/textual_ir.h"

#include <fmt/format.h>

#include "cli/output_file.h"
#include "eval/subprocess.h"
#include "eval/temp_directory.h"

namespace autotune {

namespace {

Result<std::string> ReproduceAsText(const TuneOptions& options, const Reproduction& proved,
                                    WorkerPool& pool) {
  const Result<TempDirectory> folder =
      TempDirectory::Create(std::filesystem::temp_directory_path());
  if (!folder) return folder.error();
  const std::string name = "output.ll";
  const Budget no_limit{Budget::Limits{}};
  // Even behind `--` opt reads more options from a file that is named by a word such as `@this`.
  const std::string name_given = options.program.string();
  const std::string program = (name_given.starts_with('@') ? "./" : "") + name_given;
  std::vector<std::string> arguments = {options.opt_program};
  arguments.insert(arguments.end(), proved.opt_flags.begin(), proved.opt_flags.end());
  arguments.insert(arguments.end(), {"-passes=" + proved.pipeline, "-o", folder->path() / name,
                                     "-S", "--", program});
  const Result<SubprocessResult> run =
      RunSubprocess(arguments, {.time_limit = std::chrono::minutes(10)}, no_limit);
  if (!run) return run.error();
  if (!run->Succeeded()) {
    return Error{ErrorCode::kIo, fmt::format("'{} -S' could not write the result as text: {}",
                                             options.opt_program, run->error_output)};
  }
  Result<std::string> text = folder->Read(name);
  if (!text) return text;
  const Result<ProgramInfo> measured = pool.Measure(name, *text, {});
  if (!measured) return measured.error();
  if (measured->root.next.ir != proved.ir) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("'{} -S' wrote another module than without -S", options.opt_program)};
  }
  return text;
}

}  // namespace

bool IsTextualIr(const std::filesystem::path& file) { return file.extension() == ".ll"; }

Status WriteModule(const TuneOptions& options, const Reproduction& proved, WorkerPool& pool) {
  if (options.output.empty()) return {};
  const Result<std::string> contents = IsTextualIr(options.output)
                                           ? ReproduceAsText(options, proved, pool)
                                           : Result<std::string>(proved.bitcode);
  if (!contents) return contents.error();
  return WriteAtomically(options.output, *contents);
}

}  // namespace autotune
