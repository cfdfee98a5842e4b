#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace autotune::worker {

using Counts = std::map<std::string_view, std::uint32_t>;  ///< features that aren't 0, by name

/// The module, which has to be valid.
inline std::unique_ptr<llvm::Module> Parse(llvm::LLVMContext& context, std::string_view ir) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(ir, diagnostic, context);
  if (!module) {
    ADD_FAILURE() << diagnostic.getLineNo() << ": " << diagnostic.getMessage().str();
    return std::make_unique<llvm::Module>("empty", context);
  }
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  return module;
}

Counts NonZero(const auto& names, const auto& vector) {
  Counts counts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (vector[i] != 0) counts[names[i]] = vector[i];
  }
  return counts;
}

}  // namespace autotune::worker
