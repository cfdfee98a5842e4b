#include "plugin/conventions_pass.h"

#include <cstddef>
#include <cstdint>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/TargetParser/Triple.h>

namespace autotune {
namespace {

using llvm::Function;

/// Alignment of the stack that calls keep.
constexpr std::uint64_t kStackAlignment = 16;

/// So many parameters are in registers that no prologue changes. Probes of the stack change the
/// last two that LLVM passes parameters in.
constexpr std::size_t kMostParameters = 8;

bool IsScalar(const llvm::Type& type) {
  return type.isPointerTy() || type.isFloatTy() || type.isDoubleTy() ||
         (type.isIntegerTy() && type.getIntegerBitWidth() <= 64);
}

/// True for parameters with a place of their own, which another convention may not have.
bool HasOwnPlace(const llvm::AttributeList& attributes, unsigned parameter) {
  using llvm::Attribute;
  return llvm::any_of(
      llvm::ArrayRef({Attribute::ByVal, Attribute::InAlloca, Attribute::InReg, Attribute::Nest,
                      Attribute::Preallocated, Attribute::StructRet, Attribute::SwiftAsync,
                      Attribute::SwiftError, Attribute::SwiftSelf}),
      [&](Attribute::AttrKind kind) { return attributes.hasParamAttr(parameter, kind); });
}

bool HasUsualPlaces(const llvm::AttributeList& attributes, std::size_t parameters) {
  return llvm::none_of(llvm::seq<std::size_t>(0, parameters), [&](std::size_t i) {
    return HasOwnPlace(attributes, static_cast<unsigned>(i));
  });
}

bool HasUsualParameters(const Function& function) {
  return !function.isVarArg() && function.arg_size() <= kMostParameters &&
         llvm::all_of(function.getFunctionType()->params(),
                      [](const llvm::Type* type) { return IsScalar(*type); }) &&
         HasUsualPlaces(function.getAttributes(), function.arg_size());
}

bool HasUsualConvention(const Function& function) {
  switch (function.getCallingConv()) {
    case llvm::CallingConv::C:
    case llvm::CallingConv::Fast:
    case llvm::CallingConv::PreserveNone:
      return !function.hasFnAttribute(llvm::Attribute::Naked) &&
             !function.hasFnAttribute("interrupt");
    default: return false;
  }
}

bool ChangesStackPointer(const llvm::CallBase& call) {
  if (call.countOperandBundlesOfType(llvm::LLVMContext::OB_preallocated) > 0) return true;
  const auto* const assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  return assembly && llvm::StringRef(assembly->getConstraintString()).contains("sp}");
}

/// True if code generation may address the function's stack by a base pointer, which calls that
/// preserve no register lose, or if its calls have to have its own convention.
bool IsSpecialCaller(const Function& function) {
  if (function.hasOptNone() || function.hasFnAttribute("stackrealign") ||
      function.hasFnAttribute(llvm::Attribute::StackAlignment)) {
    return true;
  }
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    if (const auto* const place = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      return !place->isStaticAlloca() || place->getAlign().value() > kStackAlignment;
    }
    if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (call->isMustTailCall() || ChangesStackPointer(*call)) return true;
    }
    const llvm::Type* const type = instruction.getType();  // may be spilled to an aligned place
    return type->isVectorTy() &&
           (type->isScalableTy() || type->getPrimitiveSizeInBits() > 8 * kStackAlignment);
  });
}

bool IsPlainCall(const llvm::Use& use, const Function& function) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  return call && call->isCallee(&use) && call->getFunctionType() == function.getFunctionType() &&
         call->getCallingConv() == function.getCallingConv() && !call->hasOperandBundles() &&
         HasUsualPlaces(call->getAttributes(), call->arg_size()) &&
         !IsSpecialCaller(*call->getFunction());
}

class ConventionsPass : public llvm::PassInfoMixin<ConventionsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    GiveNamedConventions(module);
    return llvm::PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }  // NOLINT: LLVM's name
};

}  // namespace

bool MayChangeConvention(const Function& function) {
  const llvm::Triple target(function.getParent()->getTargetTriple());
  return target.getArch() == llvm::Triple::x86_64 && target.isOSBinFormatELF() &&
         !function.isDeclaration() && function.hasLocalLinkage() && HasUsualParameters(function) &&
         HasUsualConvention(function) && !IsSpecialCaller(function) &&
         llvm::all_of(function.uses(),
                      [&](const llvm::Use& use) { return IsPlainCall(use, function); });
}

void GiveConvention(Function& function, llvm::CallingConv::ID convention) {
  function.setCallingConv(convention);
  for (llvm::User* const user : function.users()) {
    llvm::cast<llvm::CallBase>(user)->setCallingConv(convention);
  }
}

void GiveNamedConventions(llvm::Module& module) {
  for (Function& function : module) {
    const bool is_named =
        function.getFnAttribute(kConventionAttribute).getValueAsString() == kPreserveNone;
    function.removeFnAttr(kConventionAttribute);
    if (is_named && MayChangeConvention(function)) {
      GiveConvention(function, llvm::CallingConv::PreserveNone);
    }
  }
}

void RegisterConventionsPass(llvm::PassBuilder& builder) {
  builder.registerPipelineParsingCallback([](llvm::StringRef element,
                                             llvm::ModulePassManager& passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
    if (element != "autotune-conventions") return false;
    passes.addPass(ConventionsPass());
    return true;
  });
}

}  // namespace autotune
