#pragma once

namespace llvm {
class PassBuilder;
}

namespace autotune {

/// Makes `autotune-plan<FILE>` an element of module pipelines, which applies the plan in FILE
/// (docs/plans.md). `autotune-plan` alone takes the file that AUTOTUNE_PLAN names. A plan that
/// can't be read is a warning on stderr, and `default<Oz>` is run; with `;strict` behind its name,
/// it is an error. `builder` must outlive the pipelines.
void RegisterPlanPass(llvm::PassBuilder& builder);

/// Does the same. If there is such a variable, the default pipelines, clang's among them, also
/// apply its plan at their start, except those in plans. Only required passes of the rest of such a
/// pipeline run then.
void RegisterPlans(llvm::PassBuilder& builder);

}  // namespace autotune
