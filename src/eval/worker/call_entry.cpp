#include "eval/worker/call_entry.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "core/ir_tokens.h"
#include "core/words.h"

namespace autotune::worker {
namespace {

using llvm::dyn_cast;
using llvm::isa;

// The order is part of the meaning of stored weights: `kIrTokensVersion`.
enum Entry : std::uint8_t {
  kAsm = kFirstCallEntry,
  kAsmWithEffects,
  kIndirectCall,
  kRecursiveCall,
  kOnlyCall,                      // the only use of the function; callee of one block, of more
  kLocalCall = kOnlyCall + 2,     // callee that no other module sees
  kDefinedCall = kLocalCall + 2,  // another callee with a body
  kAllocateCall = kDefinedCall + 2,
  kFreeCall,
  kStringCall,
  kPrintCall,
  kFileCall,
  kMathCall,
  kConvertCall,
  kExceptionCall,
  kNoReturnCall,
  kPureCall,  // callee declared to write nothing
  kExternalCall,
  kInvokeIndirect,
  kInvokeDefined,
  kInvokeDeclared,
  // Intrinsics
  kMemCpy,  // of a constant length, of other lengths
  kMemMove = kMemCpy + 2,
  kMemSet = kMemMove + 2,
  kLifetimeStart = kMemSet + 2,
  kLifetimeEnd,
  kAssume,
  kExpect,
  kNoAliasScope,
  kMinMax,
  kAbs,
  kCompare3,
  kOverflow,
  kSaturate,
  kFixedPoint,
  kByteSwap,
  kPopCount,
  kCountZeros,
  kFunnelShift,
  kFAbs,
  kSqrt,
  kFma,
  kFMinMax,
  kFSign,
  kFRound,
  kFTranscendental,
  kFClass,
  kConstrained,
  kVarArgs,
  kStackSave,
  kTrap,
  kFoldable,  // objectsize, is.constant
  kInvariant,
  kPrefetch,
  kReduce,
  kMasked,
  kVectorPredicated,
  kVectorShuffle,
  kExceptionIntrinsic,
  kCoroutine,
  kFrame,
  kThreadLocal,
  kClock,
  kAnnotation,
  kProfile,
  kTargetIntrinsic,
  kOtherIntrinsic,
  kEntries,
};
static_assert(kEntries <= kTokenVocabulary[static_cast<std::size_t>(TokenField::kOpcode)]);

std::uint8_t Plus(unsigned base, bool next) { return static_cast<std::uint8_t>(base + next); }

struct Family {
  Entry entry;
  std::string_view names;  ///< separated by single spaces
};

/// Families by the rest of the name after "llvm."; the first that fits counts.
constexpr Family kIntrinsicFamilies[] = {
    {kMemCpy, "memcpy"},
    {kMemMove, "memmove"},
    {kMemSet, "memset"},
    {kLifetimeStart, "lifetime.start"},
    {kLifetimeEnd, "lifetime.end"},
    {kAssume, "assume"},
    {kExpect, "expect"},
    {kNoAliasScope, "experimental.noalias.scope"},
    {kConstrained, "experimental.constrained."},
    {kReduce, "vector.reduce."},
    {kVectorPredicated, "experimental.vp. vp."},
    {kVectorShuffle, "experimental.vector. vector. vscale"},
    {kOtherIntrinsic, "experimental."},
    {kMinMax, "smax smin umax umin"},
    {kAbs, "abs"},
    {kCompare3, "scmp ucmp"},
    {kOverflow, "sadd.with uadd.with ssub.with usub.with smul.with umul.with"},
    {kSaturate, "sadd.sat uadd.sat ssub.sat usub.sat sshl.sat ushl.sat fptosi.sat fptoui.sat"},
    {kFixedPoint, "smul.fix umul.fix sdiv.fix udiv.fix"},
    {kByteSwap, "bswap bitreverse"},
    {kPopCount, "ctpop"},
    {kCountZeros, "ctlz cttz"},
    {kFunnelShift, "fsh"},
    {kFAbs, "fabs"},
    {kSqrt, "sqrt"},
    {kFma, "fma fmuladd"},
    {kFMinMax, "minnum maxnum minimum maximum"},
    {kFSign, "copysign"},
    {kFClass, "is.fpclass canonicalize"},
    {kFRound, "floor ceil trunc rint nearbyint round lround llround lrint llrint"},
    {kFTranscendental, "sin cos tan asin acos atan pow exp log ldexp frexp"},
    {kVarArgs, "va_"},
    {kStackSave, "stacksave stackrestore"},
    {kTrap, "trap debugtrap ubsantrap"},
    {kFoldable, "objectsize is.constant"},
    {kInvariant, "invariant. launder. strip."},
    {kPrefetch, "prefetch"},
    {kMasked, "masked."},
    {kExceptionIntrinsic, "eh."},
    {kCoroutine, "coro."},
    {kFrame,
     "returnaddress frameaddress addressofreturnaddress sponentry localescape localrecover"},
    {kThreadLocal, "threadlocal.address thread.pointer"},
    {kClock, "readcyclecounter readsteadycounter"},
    {kAnnotation, "annotation var.annotation ptr.annotation"},
    {kProfile, "instrprof."},
};

std::uint8_t IntrinsicEntry(const llvm::CallBase& call, const llvm::Function& callee) {
  if (callee.isTargetIntrinsic()) return kTargetIntrinsic;
  const std::string_view name = std::string_view(callee.getName()).substr(sizeof "llvm." - 1);
  const auto* family = std::ranges::find_if(kIntrinsicFamilies, [&](const Family& candidate) {
    const auto begins = [&](std::string_view prefix) { return name.starts_with(prefix); };
    return !FindWord(candidate.names, begins).empty();
  });
  if (family == std::end(kIntrinsicFamilies)) return kOtherIntrinsic;
  const bool copies = family->entry >= kMemCpy && family->entry < kLifetimeStart;
  return Plus(family->entry, copies && !isa<llvm::ConstantInt>(call.getArgOperand(2)));
}

/// Functions of the C and C++ libraries that passes know or that are common.
constexpr Family kLibraryFamilies[] = {
    {kAllocateCall, "malloc calloc realloc strdup _Znwm _Znam"},
    {kFreeCall, "free _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm"},
    {kStringCall,
     "strlen strcmp strncmp strcpy strncpy strcat strchr strrchr strstr memcmp memchr memcpy "
     "memset memmove strncat strcasecmp strspn strcspn bcmp"},
    {kPrintCall,
     "printf fprintf sprintf snprintf puts putchar fputs fputc putc fwrite vfprintf vsnprintf "
     "perror __printf_chk __fprintf_chk __sprintf_chk __snprintf_chk"},
    {kFileCall,
     "fopen fclose fread fgets fgetc getc fflush fseek scanf sscanf fscanf __isoc99_scanf "
     "__isoc99_sscanf open close read write feof ferror __isoc99_fscanf"},
    {kMathCall,
     "sin cos tan atan atan2 exp log pow sqrt floor ceil fabs fmod sqrtf powf expf logf sinf cosf "
     "log10 asin acos floorf ceilf abs"},
    {kConvertCall,
     "atoi atol atof strtol strtoul strtod toupper tolower isalpha isdigit isspace __ctype_b_loc"},
};

/// Returns the entry of a library function, 0 if the name is in no family.
std::uint8_t LibraryEntry(std::string_view name) {
  if (name.starts_with("__cxa_")) return kExceptionCall;
  const auto* family = std::ranges::find_if(
      kLibraryFamilies, [&](const Family& candidate) { return HasWord(candidate.names, name); });
  return family == std::end(kLibraryFamilies) ? 0 : family->entry;
}

}  // namespace

std::uint8_t CallEntry(const llvm::CallBase& call) {
  const bool invoke = isa<llvm::InvokeInst>(call);
  if (const auto* assembly = dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    return assembly->hasSideEffects() ? kAsmWithEffects : kAsm;
  }
  // This also covers calls with a type other than the function's.
  const auto* callee =
      dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!callee) return invoke ? kInvokeIndirect : kIndirectCall;
  if (callee->isIntrinsic()) return IntrinsicEntry(call, *callee);
  if (!callee->isDeclaration()) {
    if (invoke) return kInvokeDefined;
    if (callee == call.getFunction()) return kRecursiveCall;
    const bool one_block = std::next(callee->begin()) == callee->end();
    const unsigned kind = !callee->hasLocalLinkage() ? kDefinedCall
                          : callee->hasOneUse()      ? kOnlyCall
                                                     : kLocalCall;
    return Plus(kind, !one_block);
  }
  if (invoke) return kInvokeDeclared;
  if (const std::uint8_t known = LibraryEntry(callee->getName())) return known;
  if (call.doesNotReturn()) return kNoReturnCall;
  return call.onlyReadsMemory() ? kPureCall : kExternalCall;
}

}  // namespace autotune::worker
