; ModuleID = 'waves.c'
source_filename = "waves.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Complex = type { double, double }
%struct.Section = type { [3 x float], [2 x float], [2 x float] }

@.str = private unnamed_addr constant [28 x i8] c"round %d: value %d differs\0A\00", align 1
@.str.1 = private unnamed_addr constant [40 x i8] c"round %d: the equations are not solved\0A\00", align 1
@.str.2 = private unnamed_addr constant [22 x i8] c"waves %08x, %d peaks\0A\00", align 1
@Fill.waves = internal constant [3 x ptr] [ptr @Saw, ptr @Square, ptr @Triangle], align 16
@random_state = internal global i32 12345, align 4
@__const.Transform.turn = private unnamed_addr constant %struct.Complex { double 1.000000e+00, double 0.000000e+00 }, align 8
@__const.Root.root = private unnamed_addr constant %struct.Complex { double -1.000000e+00, double 0.000000e+00 }, align 8
@__const.Peaks.sections = private unnamed_addr constant [3 x %struct.Section] [%struct.Section { [3 x float] [float 0x3FC99999A0000000, float 0x3FD99999A0000000, float 0x3FC99999A0000000], [2 x float] [float 0xBFD3333340000000, float 0x3FB99999A0000000], [2 x float] zeroinitializer }, %struct.Section { [3 x float] [float 5.000000e-01, float 0.000000e+00, float -5.000000e-01], [2 x float] [float 0xBFECCCCCC0000000, float 0x3FD3333340000000], [2 x float] zeroinitializer }, %struct.Section { [3 x float] [float 0x3FD3333340000000, float 0x3FD3333340000000, float 0.000000e+00], [2 x float] [float 0xBFD99999A0000000, float 0.000000e+00], [2 x float] zeroinitializer }], align 16

; Function Attrs: nounwind uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca [256 x double], align 16
  %3 = alloca [24 x double], align 16
  %4 = alloca [256 x double], align 16
  %5 = alloca [256 x double], align 16
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  call void @llvm.lifetime.start.p0(i64 2048, ptr %2) #5
  call void @llvm.lifetime.start.p0(i64 192, ptr %3) #5
  call void @llvm.lifetime.start.p0(i64 2048, ptr %4) #5
  call void @llvm.lifetime.start.p0(i64 2048, ptr %5) #5
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #5
  store i32 0, ptr %6, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #5
  store i32 0, ptr %7, align 4, !tbaa !5
  br label %11

11:                                               ; preds = %77, %0
  %12 = load i32, ptr %7, align 4, !tbaa !5
  %13 = icmp slt i32 %12, 8
  br i1 %13, label %15, label %14

14:                                               ; preds = %11
  store i32 2, ptr %8, align 4
  br label %80

15:                                               ; preds = %11
  %16 = getelementptr inbounds [256 x double], ptr %2, i64 0, i64 0
  call void @Fill(ptr noundef %16, i32 noundef 256)
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #5
  store i32 0, ptr %9, align 4, !tbaa !5
  br label %17

17:                                               ; preds = %30, %15
  %18 = load i32, ptr %9, align 4, !tbaa !5
  %19 = icmp slt i32 %18, 24
  br i1 %19, label %21, label %20

20:                                               ; preds = %17
  store i32 5, ptr %8, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #5
  br label %33

21:                                               ; preds = %17
  %22 = call double @Noise()
  %23 = load i32, ptr %9, align 4, !tbaa !5
  %24 = add nsw i32 %23, 1
  %25 = sitofp i32 %24 to double
  %26 = fdiv double %22, %25
  %27 = load i32, ptr %9, align 4, !tbaa !5
  %28 = sext i32 %27 to i64
  %29 = getelementptr inbounds [24 x double], ptr %3, i64 0, i64 %28
  store double %26, ptr %29, align 8, !tbaa !9
  br label %30

30:                                               ; preds = %21
  %31 = load i32, ptr %9, align 4, !tbaa !5
  %32 = add nsw i32 %31, 1
  store i32 %32, ptr %9, align 4, !tbaa !5
  br label %17, !llvm.loop !11

33:                                               ; preds = %20
  %34 = getelementptr inbounds [256 x double], ptr %2, i64 0, i64 0
  %35 = getelementptr inbounds [24 x double], ptr %3, i64 0, i64 0
  %36 = getelementptr inbounds [256 x double], ptr %4, i64 0, i64 0
  call void @ConvolveDirectly(ptr noundef %34, ptr noundef %35, ptr noundef %36)
  %37 = getelementptr inbounds [256 x double], ptr %2, i64 0, i64 0
  %38 = getelementptr inbounds [24 x double], ptr %3, i64 0, i64 0
  %39 = getelementptr inbounds [256 x double], ptr %5, i64 0, i64 0
  call void @ConvolveByTransform(ptr noundef %37, ptr noundef %38, ptr noundef %39)
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #5
  store i32 0, ptr %10, align 4, !tbaa !5
  br label %40

40:                                               ; preds = %61, %33
  %41 = load i32, ptr %10, align 4, !tbaa !5
  %42 = icmp slt i32 %41, 256
  br i1 %42, label %44, label %43

43:                                               ; preds = %40
  store i32 8, ptr %8, align 4
  br label %64

44:                                               ; preds = %40
  %45 = load i32, ptr %10, align 4, !tbaa !5
  %46 = sext i32 %45 to i64
  %47 = getelementptr inbounds [256 x double], ptr %4, i64 0, i64 %46
  %48 = load double, ptr %47, align 8, !tbaa !9
  %49 = load i32, ptr %10, align 4, !tbaa !5
  %50 = sext i32 %49 to i64
  %51 = getelementptr inbounds [256 x double], ptr %5, i64 0, i64 %50
  %52 = load double, ptr %51, align 8, !tbaa !9
  %53 = fsub double %48, %52
  %54 = call double @Size(double noundef %53)
  %55 = fcmp ogt double %54, 1.000000e-09
  br i1 %55, label %56, label %60

56:                                               ; preds = %44
  %57 = load i32, ptr %7, align 4, !tbaa !5
  %58 = load i32, ptr %10, align 4, !tbaa !5
  %59 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %57, i32 noundef %58)
  store i32 1, ptr %1, align 4
  store i32 1, ptr %8, align 4
  br label %64

60:                                               ; preds = %44
  br label %61

61:                                               ; preds = %60
  %62 = load i32, ptr %10, align 4, !tbaa !5
  %63 = add nsw i32 %62, 1
  store i32 %63, ptr %10, align 4, !tbaa !5
  br label %40, !llvm.loop !14

64:                                               ; preds = %56, %43
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #5
  %65 = load i32, ptr %8, align 4
  switch i32 %65, label %80 [
    i32 8, label %66
  ]

66:                                               ; preds = %64
  %67 = getelementptr inbounds [256 x double], ptr %4, i64 0, i64 0
  %68 = call i32 @Peaks(ptr noundef %67, float noundef 0x3FA99999A0000000)
  %69 = load i32, ptr %6, align 4, !tbaa !5
  %70 = add nsw i32 %69, %68
  store i32 %70, ptr %6, align 4, !tbaa !5
  %71 = call i32 @Solves()
  %72 = icmp ne i32 %71, 0
  br i1 %72, label %76, label %73

73:                                               ; preds = %66
  %74 = load i32, ptr %7, align 4, !tbaa !5
  %75 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i32 noundef %74)
  store i32 1, ptr %1, align 4
  store i32 1, ptr %8, align 4
  br label %80

76:                                               ; preds = %66
  br label %77

77:                                               ; preds = %76
  %78 = load i32, ptr %7, align 4, !tbaa !5
  %79 = add nsw i32 %78, 1
  store i32 %79, ptr %7, align 4, !tbaa !5
  br label %11, !llvm.loop !15

80:                                               ; preds = %73, %64, %14
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #5
  %81 = load i32, ptr %8, align 4
  switch i32 %81, label %91 [
    i32 2, label %82
  ]

82:                                               ; preds = %80
  %83 = getelementptr inbounds [256 x double], ptr %4, i64 0, i64 0
  %84 = call i32 @Digest(ptr noundef %83)
  %85 = load i32, ptr %6, align 4, !tbaa !5
  %86 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, i32 noundef %84, i32 noundef %85)
  %87 = load i32, ptr %6, align 4, !tbaa !5
  %88 = icmp sgt i32 %87, 0
  %89 = zext i1 %88 to i64
  %90 = select i1 %88, i32 0, i32 1
  store i32 %90, ptr %1, align 4
  store i32 1, ptr %8, align 4
  br label %91

91:                                               ; preds = %82, %80
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #5
  call void @llvm.lifetime.end.p0(i64 2048, ptr %5) #5
  call void @llvm.lifetime.end.p0(i64 2048, ptr %4) #5
  call void @llvm.lifetime.end.p0(i64 192, ptr %3) #5
  call void @llvm.lifetime.end.p0(i64 2048, ptr %2) #5
  %92 = load i32, ptr %1, align 4
  ret i32 %92
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind uwtable
define internal void @Fill(ptr noundef %0, i32 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %3, align 8, !tbaa !16
  store i32 %1, ptr %4, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %5) #5
  store i32 0, ptr %5, align 4, !tbaa !5
  br label %8

8:                                                ; preds = %47, %2
  %9 = load i32, ptr %5, align 4, !tbaa !5
  %10 = load i32, ptr %4, align 4, !tbaa !5
  %11 = icmp slt i32 %9, %10
  br i1 %11, label %13, label %12

12:                                               ; preds = %8
  store i32 2, ptr %6, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %5) #5
  br label %50

13:                                               ; preds = %8
  %14 = call double @Noise()
  %15 = fmul double 1.000000e-01, %14
  %16 = load ptr, ptr %3, align 8, !tbaa !16
  %17 = load i32, ptr %5, align 4, !tbaa !5
  %18 = sext i32 %17 to i64
  %19 = getelementptr inbounds double, ptr %16, i64 %18
  store double %15, ptr %19, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #5
  store i32 0, ptr %7, align 4, !tbaa !5
  br label %20

20:                                               ; preds = %43, %13
  %21 = load i32, ptr %7, align 4, !tbaa !5
  %22 = icmp slt i32 %21, 3
  br i1 %22, label %24, label %23

23:                                               ; preds = %20
  store i32 5, ptr %6, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #5
  br label %46

24:                                               ; preds = %20
  %25 = load i32, ptr %7, align 4, !tbaa !5
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds [3 x ptr], ptr @Fill.waves, i64 0, i64 %26
  %28 = load ptr, ptr %27, align 8, !tbaa !16
  %29 = load i32, ptr %5, align 4, !tbaa !5
  %30 = load i32, ptr %7, align 4, !tbaa !5
  %31 = shl i32 16, %30
  %32 = call double %28(i32 noundef %29, i32 noundef %31)
  %33 = load i32, ptr %7, align 4, !tbaa !5
  %34 = add nsw i32 %33, 1
  %35 = sitofp i32 %34 to double
  %36 = fdiv double %32, %35
  %37 = load ptr, ptr %3, align 8, !tbaa !16
  %38 = load i32, ptr %5, align 4, !tbaa !5
  %39 = sext i32 %38 to i64
  %40 = getelementptr inbounds double, ptr %37, i64 %39
  %41 = load double, ptr %40, align 8, !tbaa !9
  %42 = fadd double %41, %36
  store double %42, ptr %40, align 8, !tbaa !9
  br label %43

43:                                               ; preds = %24
  %44 = load i32, ptr %7, align 4, !tbaa !5
  %45 = add nsw i32 %44, 1
  store i32 %45, ptr %7, align 4, !tbaa !5
  br label %20, !llvm.loop !18

46:                                               ; preds = %23
  br label %47

47:                                               ; preds = %46
  %48 = load i32, ptr %5, align 4, !tbaa !5
  %49 = add nsw i32 %48, 1
  store i32 %49, ptr %5, align 4, !tbaa !5
  br label %8, !llvm.loop !19

50:                                               ; preds = %12
  ret void
}

; Function Attrs: nounwind uwtable
define internal double @Noise() #0 {
  %1 = load i32, ptr @random_state, align 4, !tbaa !5
  %2 = mul i32 %1, 1664525
  %3 = add i32 %2, 1013904223
  store i32 %3, ptr @random_state, align 4, !tbaa !5
  %4 = load i32, ptr @random_state, align 4, !tbaa !5
  %5 = lshr i32 %4, 8
  %6 = uitofp i32 %5 to double
  %7 = fdiv double %6, 0x4170000000000000
  %8 = fsub double %7, 5.000000e-01
  ret double %8
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind uwtable
define internal void @ConvolveDirectly(ptr noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !16
  store ptr %1, ptr %5, align 8, !tbaa !16
  store ptr %2, ptr %6, align 8, !tbaa !16
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #5
  store i32 0, ptr %7, align 4, !tbaa !5
  br label %10

10:                                               ; preds = %48, %3
  %11 = load i32, ptr %7, align 4, !tbaa !5
  %12 = icmp slt i32 %11, 256
  br i1 %12, label %14, label %13

13:                                               ; preds = %10
  store i32 2, ptr %8, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #5
  br label %51

14:                                               ; preds = %10
  %15 = load ptr, ptr %6, align 8, !tbaa !16
  %16 = load i32, ptr %7, align 4, !tbaa !5
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds double, ptr %15, i64 %17
  store double 0.000000e+00, ptr %18, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #5
  store i32 0, ptr %9, align 4, !tbaa !5
  br label %19

19:                                               ; preds = %44, %14
  %20 = load i32, ptr %9, align 4, !tbaa !5
  %21 = icmp slt i32 %20, 24
  br i1 %21, label %23, label %22

22:                                               ; preds = %19
  store i32 5, ptr %8, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #5
  br label %47

23:                                               ; preds = %19
  %24 = load ptr, ptr %5, align 8, !tbaa !16
  %25 = load i32, ptr %9, align 4, !tbaa !5
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds double, ptr %24, i64 %26
  %28 = load double, ptr %27, align 8, !tbaa !9
  %29 = load ptr, ptr %4, align 8, !tbaa !16
  %30 = load i32, ptr %7, align 4, !tbaa !5
  %31 = load i32, ptr %9, align 4, !tbaa !5
  %32 = sub nsw i32 %30, %31
  %33 = add nsw i32 %32, 256
  %34 = srem i32 %33, 256
  %35 = sext i32 %34 to i64
  %36 = getelementptr inbounds double, ptr %29, i64 %35
  %37 = load double, ptr %36, align 8, !tbaa !9
  %38 = load ptr, ptr %6, align 8, !tbaa !16
  %39 = load i32, ptr %7, align 4, !tbaa !5
  %40 = sext i32 %39 to i64
  %41 = getelementptr inbounds double, ptr %38, i64 %40
  %42 = load double, ptr %41, align 8, !tbaa !9
  %43 = call double @llvm.fmuladd.f64(double %28, double %37, double %42)
  store double %43, ptr %41, align 8, !tbaa !9
  br label %44

44:                                               ; preds = %23
  %45 = load i32, ptr %9, align 4, !tbaa !5
  %46 = add nsw i32 %45, 1
  store i32 %46, ptr %9, align 4, !tbaa !5
  br label %19, !llvm.loop !20

47:                                               ; preds = %22
  br label %48

48:                                               ; preds = %47
  %49 = load i32, ptr %7, align 4, !tbaa !5
  %50 = add nsw i32 %49, 1
  store i32 %50, ptr %7, align 4, !tbaa !5
  br label %10, !llvm.loop !21

51:                                               ; preds = %13
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @ConvolveByTransform(ptr noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca [256 x %struct.Complex], align 16
  %8 = alloca [256 x %struct.Complex], align 16
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca %struct.Complex, align 8
  %12 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !16
  store ptr %1, ptr %5, align 8, !tbaa !16
  store ptr %2, ptr %6, align 8, !tbaa !16
  call void @llvm.lifetime.start.p0(i64 4096, ptr %7) #5
  call void @llvm.lifetime.start.p0(i64 4096, ptr %8) #5
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #5
  store i32 0, ptr %9, align 4, !tbaa !5
  br label %13

13:                                               ; preds = %50, %3
  %14 = load i32, ptr %9, align 4, !tbaa !5
  %15 = icmp slt i32 %14, 256
  br i1 %15, label %17, label %16

16:                                               ; preds = %13
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #5
  br label %53

17:                                               ; preds = %13
  %18 = load ptr, ptr %4, align 8, !tbaa !16
  %19 = load i32, ptr %9, align 4, !tbaa !5
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds double, ptr %18, i64 %20
  %22 = load double, ptr %21, align 8, !tbaa !9
  %23 = load i32, ptr %9, align 4, !tbaa !5
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds [256 x %struct.Complex], ptr %7, i64 0, i64 %24
  %26 = getelementptr inbounds %struct.Complex, ptr %25, i32 0, i32 0
  store double %22, ptr %26, align 16, !tbaa !22
  %27 = load i32, ptr %9, align 4, !tbaa !5
  %28 = icmp slt i32 %27, 24
  br i1 %28, label %29, label %35

29:                                               ; preds = %17
  %30 = load ptr, ptr %5, align 8, !tbaa !16
  %31 = load i32, ptr %9, align 4, !tbaa !5
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds double, ptr %30, i64 %32
  %34 = load double, ptr %33, align 8, !tbaa !9
  br label %36

35:                                               ; preds = %17
  br label %36

36:                                               ; preds = %35, %29
  %37 = phi double [ %34, %29 ], [ 0.000000e+00, %35 ]
  %38 = load i32, ptr %9, align 4, !tbaa !5
  %39 = sext i32 %38 to i64
  %40 = getelementptr inbounds [256 x %struct.Complex], ptr %8, i64 0, i64 %39
  %41 = getelementptr inbounds %struct.Complex, ptr %40, i32 0, i32 0
  store double %37, ptr %41, align 16, !tbaa !22
  %42 = load i32, ptr %9, align 4, !tbaa !5
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds [256 x %struct.Complex], ptr %8, i64 0, i64 %43
  %45 = getelementptr inbounds %struct.Complex, ptr %44, i32 0, i32 1
  store double 0.000000e+00, ptr %45, align 8, !tbaa !24
  %46 = load i32, ptr %9, align 4, !tbaa !5
  %47 = sext i32 %46 to i64
  %48 = getelementptr inbounds [256 x %struct.Complex], ptr %7, i64 0, i64 %47
  %49 = getelementptr inbounds %struct.Complex, ptr %48, i32 0, i32 1
  store double 0.000000e+00, ptr %49, align 8, !tbaa !24
  br label %50

50:                                               ; preds = %36
  %51 = load i32, ptr %9, align 4, !tbaa !5
  %52 = add nsw i32 %51, 1
  store i32 %52, ptr %9, align 4, !tbaa !5
  br label %13, !llvm.loop !25

53:                                               ; preds = %16
  %54 = getelementptr inbounds [256 x %struct.Complex], ptr %7, i64 0, i64 0
  call void @Transform(ptr noundef %54, i32 noundef 256, i32 noundef 0)
  %55 = getelementptr inbounds [256 x %struct.Complex], ptr %8, i64 0, i64 0
  call void @Transform(ptr noundef %55, i32 noundef 256, i32 noundef 0)
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #5
  store i32 0, ptr %10, align 4, !tbaa !5
  br label %56

56:                                               ; preds = %83, %53
  %57 = load i32, ptr %10, align 4, !tbaa !5
  %58 = icmp slt i32 %57, 256
  br i1 %58, label %60, label %59

59:                                               ; preds = %56
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #5
  br label %86

60:                                               ; preds = %56
  %61 = load i32, ptr %10, align 4, !tbaa !5
  %62 = sext i32 %61 to i64
  %63 = getelementptr inbounds [256 x %struct.Complex], ptr %7, i64 0, i64 %62
  call void @llvm.lifetime.start.p0(i64 16, ptr %11) #5
  %64 = load i32, ptr %10, align 4, !tbaa !5
  %65 = sext i32 %64 to i64
  %66 = getelementptr inbounds [256 x %struct.Complex], ptr %7, i64 0, i64 %65
  %67 = load i32, ptr %10, align 4, !tbaa !5
  %68 = sext i32 %67 to i64
  %69 = getelementptr inbounds [256 x %struct.Complex], ptr %8, i64 0, i64 %68
  %70 = getelementptr inbounds { double, double }, ptr %66, i32 0, i32 0
  %71 = load double, ptr %70, align 16
  %72 = getelementptr inbounds { double, double }, ptr %66, i32 0, i32 1
  %73 = load double, ptr %72, align 8
  %74 = getelementptr inbounds { double, double }, ptr %69, i32 0, i32 0
  %75 = load double, ptr %74, align 16
  %76 = getelementptr inbounds { double, double }, ptr %69, i32 0, i32 1
  %77 = load double, ptr %76, align 8
  %78 = call { double, double } @Times(double %71, double %73, double %75, double %77)
  %79 = getelementptr inbounds { double, double }, ptr %11, i32 0, i32 0
  %80 = extractvalue { double, double } %78, 0
  store double %80, ptr %79, align 8
  %81 = getelementptr inbounds { double, double }, ptr %11, i32 0, i32 1
  %82 = extractvalue { double, double } %78, 1
  store double %82, ptr %81, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %63, ptr align 8 %11, i64 16, i1 false), !tbaa.struct !26
  call void @llvm.lifetime.end.p0(i64 16, ptr %11) #5
  br label %83

83:                                               ; preds = %60
  %84 = load i32, ptr %10, align 4, !tbaa !5
  %85 = add nsw i32 %84, 1
  store i32 %85, ptr %10, align 4, !tbaa !5
  br label %56, !llvm.loop !27

86:                                               ; preds = %59
  %87 = getelementptr inbounds [256 x %struct.Complex], ptr %7, i64 0, i64 0
  call void @Transform(ptr noundef %87, i32 noundef 256, i32 noundef 1)
  call void @llvm.lifetime.start.p0(i64 4, ptr %12) #5
  store i32 0, ptr %12, align 4, !tbaa !5
  br label %88

88:                                               ; preds = %102, %86
  %89 = load i32, ptr %12, align 4, !tbaa !5
  %90 = icmp slt i32 %89, 256
  br i1 %90, label %92, label %91

91:                                               ; preds = %88
  call void @llvm.lifetime.end.p0(i64 4, ptr %12) #5
  br label %105

92:                                               ; preds = %88
  %93 = load i32, ptr %12, align 4, !tbaa !5
  %94 = sext i32 %93 to i64
  %95 = getelementptr inbounds [256 x %struct.Complex], ptr %7, i64 0, i64 %94
  %96 = getelementptr inbounds %struct.Complex, ptr %95, i32 0, i32 0
  %97 = load double, ptr %96, align 16, !tbaa !22
  %98 = load ptr, ptr %6, align 8, !tbaa !16
  %99 = load i32, ptr %12, align 4, !tbaa !5
  %100 = sext i32 %99 to i64
  %101 = getelementptr inbounds double, ptr %98, i64 %100
  store double %97, ptr %101, align 8, !tbaa !9
  br label %102

102:                                              ; preds = %92
  %103 = load i32, ptr %12, align 4, !tbaa !5
  %104 = add nsw i32 %103, 1
  store i32 %104, ptr %12, align 4, !tbaa !5
  br label %88, !llvm.loop !28

105:                                              ; preds = %91
  call void @llvm.lifetime.end.p0(i64 4096, ptr %8) #5
  call void @llvm.lifetime.end.p0(i64 4096, ptr %7) #5
  ret void
}

; Function Attrs: nounwind uwtable
define internal double @Size(double noundef %0) #0 {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8, !tbaa !9
  %3 = load double, ptr %2, align 8, !tbaa !9
  %4 = fcmp olt double %3, 0.000000e+00
  br i1 %4, label %5, label %8

5:                                                ; preds = %1
  %6 = load double, ptr %2, align 8, !tbaa !9
  %7 = fneg double %6
  br label %10

8:                                                ; preds = %1
  %9 = load double, ptr %2, align 8, !tbaa !9
  br label %10

10:                                               ; preds = %8, %5
  %11 = phi double [ %7, %5 ], [ %9, %8 ]
  ret double %11
}

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: nounwind uwtable
define internal i32 @Peaks(ptr noundef %0, float noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca float, align 4
  %5 = alloca [3 x %struct.Section], align 16
  %6 = alloca float, align 4
  %7 = alloca float, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca float, align 4
  store ptr %0, ptr %3, align 8, !tbaa !16
  store float %1, ptr %4, align 4, !tbaa !29
  call void @llvm.lifetime.start.p0(i64 84, ptr %5) #5
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %5, ptr align 16 @__const.Peaks.sections, i64 84, i1 false)
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #5
  store float 0.000000e+00, ptr %6, align 4, !tbaa !29
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #5
  store float 0.000000e+00, ptr %7, align 4, !tbaa !29
  call void @llvm.lifetime.start.p0(i64 4, ptr %8) #5
  store i32 0, ptr %8, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #5
  store i32 0, ptr %9, align 4, !tbaa !5
  br label %11

11:                                               ; preds = %41, %2
  %12 = load i32, ptr %9, align 4, !tbaa !5
  %13 = icmp slt i32 %12, 256
  br i1 %13, label %15, label %14

14:                                               ; preds = %11
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #5
  br label %44

15:                                               ; preds = %11
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #5
  %16 = getelementptr inbounds [3 x %struct.Section], ptr %5, i64 0, i64 0
  %17 = load ptr, ptr %3, align 8, !tbaa !16
  %18 = load i32, ptr %9, align 4, !tbaa !5
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds double, ptr %17, i64 %19
  %21 = load double, ptr %20, align 8, !tbaa !9
  %22 = fptrunc double %21 to float
  %23 = call float @Filter(ptr noundef %16, i32 noundef 3, float noundef %22)
  store float %23, ptr %10, align 4, !tbaa !29
  %24 = load float, ptr %7, align 4, !tbaa !29
  %25 = load float, ptr %4, align 4, !tbaa !29
  %26 = fcmp ogt float %24, %25
  br i1 %26, label %27, label %38

27:                                               ; preds = %15
  %28 = load float, ptr %7, align 4, !tbaa !29
  %29 = load float, ptr %6, align 4, !tbaa !29
  %30 = fcmp ogt float %28, %29
  br i1 %30, label %31, label %38

31:                                               ; preds = %27
  %32 = load float, ptr %7, align 4, !tbaa !29
  %33 = load float, ptr %10, align 4, !tbaa !29
  %34 = fcmp oge float %32, %33
  br i1 %34, label %35, label %38

35:                                               ; preds = %31
  %36 = load i32, ptr %8, align 4, !tbaa !5
  %37 = add nsw i32 %36, 1
  store i32 %37, ptr %8, align 4, !tbaa !5
  br label %38

38:                                               ; preds = %35, %31, %27, %15
  %39 = load float, ptr %7, align 4, !tbaa !29
  store float %39, ptr %6, align 4, !tbaa !29
  %40 = load float, ptr %10, align 4, !tbaa !29
  store float %40, ptr %7, align 4, !tbaa !29
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #5
  br label %41

41:                                               ; preds = %38
  %42 = load i32, ptr %9, align 4, !tbaa !5
  %43 = add nsw i32 %42, 1
  store i32 %43, ptr %9, align 4, !tbaa !5
  br label %11, !llvm.loop !31

44:                                               ; preds = %14
  %45 = load i32, ptr %8, align 4, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 4, ptr %8) #5
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #5
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #5
  call void @llvm.lifetime.end.p0(i64 84, ptr %5) #5
  ret i32 %45
}

; Function Attrs: nounwind uwtable
define internal i32 @Solves() #0 {
  %1 = alloca i32, align 4
  %2 = alloca [12 x [12 x double]], align 16
  %3 = alloca [12 x double], align 16
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 1152, ptr %2) #5
  call void @llvm.lifetime.start.p0(i64 96, ptr %3) #5
  call void @llvm.lifetime.start.p0(i64 4, ptr %4) #5
  store i32 0, ptr %4, align 4, !tbaa !5
  br label %8

8:                                                ; preds = %47, %0
  %9 = load i32, ptr %4, align 4, !tbaa !5
  %10 = icmp slt i32 %9, 12
  br i1 %10, label %12, label %11

11:                                               ; preds = %8
  store i32 2, ptr %5, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %4) #5
  br label %50

12:                                               ; preds = %8
  %13 = load i32, ptr %4, align 4, !tbaa !5
  %14 = sext i32 %13 to i64
  %15 = getelementptr inbounds [12 x double], ptr %3, i64 0, i64 %14
  store double 0.000000e+00, ptr %15, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #5
  store i32 0, ptr %6, align 4, !tbaa !5
  br label %16

16:                                               ; preds = %43, %12
  %17 = load i32, ptr %6, align 4, !tbaa !5
  %18 = icmp slt i32 %17, 12
  br i1 %18, label %20, label %19

19:                                               ; preds = %16
  store i32 5, ptr %5, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #5
  br label %46

20:                                               ; preds = %16
  %21 = call double @Noise()
  %22 = load i32, ptr %4, align 4, !tbaa !5
  %23 = sext i32 %22 to i64
  %24 = getelementptr inbounds [12 x [12 x double]], ptr %2, i64 0, i64 %23
  %25 = load i32, ptr %6, align 4, !tbaa !5
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds [12 x double], ptr %24, i64 0, i64 %26
  store double %21, ptr %27, align 8, !tbaa !9
  %28 = load i32, ptr %4, align 4, !tbaa !5
  %29 = sext i32 %28 to i64
  %30 = getelementptr inbounds [12 x [12 x double]], ptr %2, i64 0, i64 %29
  %31 = load i32, ptr %6, align 4, !tbaa !5
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds [12 x double], ptr %30, i64 0, i64 %32
  %34 = load double, ptr %33, align 8, !tbaa !9
  %35 = load i32, ptr %6, align 4, !tbaa !5
  %36 = add nsw i32 %35, 1
  %37 = sitofp i32 %36 to double
  %38 = load i32, ptr %4, align 4, !tbaa !5
  %39 = sext i32 %38 to i64
  %40 = getelementptr inbounds [12 x double], ptr %3, i64 0, i64 %39
  %41 = load double, ptr %40, align 8, !tbaa !9
  %42 = call double @llvm.fmuladd.f64(double %34, double %37, double %41)
  store double %42, ptr %40, align 8, !tbaa !9
  br label %43

43:                                               ; preds = %20
  %44 = load i32, ptr %6, align 4, !tbaa !5
  %45 = add nsw i32 %44, 1
  store i32 %45, ptr %6, align 4, !tbaa !5
  br label %16, !llvm.loop !32

46:                                               ; preds = %19
  br label %47

47:                                               ; preds = %46
  %48 = load i32, ptr %4, align 4, !tbaa !5
  %49 = add nsw i32 %48, 1
  store i32 %49, ptr %4, align 4, !tbaa !5
  br label %8, !llvm.loop !33

50:                                               ; preds = %11
  %51 = getelementptr inbounds [12 x [12 x double]], ptr %2, i64 0, i64 0
  %52 = getelementptr inbounds [12 x double], ptr %3, i64 0, i64 0
  %53 = call i32 @Solve(ptr noundef %51, ptr noundef %52)
  %54 = icmp ne i32 %53, 0
  br i1 %54, label %56, label %55

55:                                               ; preds = %50
  store i32 0, ptr %1, align 4
  store i32 1, ptr %5, align 4
  br label %80

56:                                               ; preds = %50
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #5
  store i32 0, ptr %7, align 4, !tbaa !5
  br label %57

57:                                               ; preds = %74, %56
  %58 = load i32, ptr %7, align 4, !tbaa !5
  %59 = icmp slt i32 %58, 12
  br i1 %59, label %61, label %60

60:                                               ; preds = %57
  store i32 8, ptr %5, align 4
  br label %77

61:                                               ; preds = %57
  %62 = load i32, ptr %7, align 4, !tbaa !5
  %63 = sext i32 %62 to i64
  %64 = getelementptr inbounds [12 x double], ptr %3, i64 0, i64 %63
  %65 = load double, ptr %64, align 8, !tbaa !9
  %66 = load i32, ptr %7, align 4, !tbaa !5
  %67 = add nsw i32 %66, 1
  %68 = sitofp i32 %67 to double
  %69 = fsub double %65, %68
  %70 = call double @Size(double noundef %69)
  %71 = fcmp ogt double %70, 0x3EB0C6F7A0B5ED8D
  br i1 %71, label %72, label %73

72:                                               ; preds = %61
  store i32 0, ptr %1, align 4
  store i32 1, ptr %5, align 4
  br label %77

73:                                               ; preds = %61
  br label %74

74:                                               ; preds = %73
  %75 = load i32, ptr %7, align 4, !tbaa !5
  %76 = add nsw i32 %75, 1
  store i32 %76, ptr %7, align 4, !tbaa !5
  br label %57, !llvm.loop !34

77:                                               ; preds = %72, %60
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #5
  %78 = load i32, ptr %5, align 4
  switch i32 %78, label %80 [
    i32 8, label %79
  ]

79:                                               ; preds = %77
  store i32 1, ptr %1, align 4
  store i32 1, ptr %5, align 4
  br label %80

80:                                               ; preds = %79, %77, %55
  call void @llvm.lifetime.end.p0(i64 96, ptr %3) #5
  call void @llvm.lifetime.end.p0(i64 1152, ptr %2) #5
  %81 = load i32, ptr %1, align 4
  ret i32 %81
}

; Function Attrs: nounwind uwtable
define internal i32 @Digest(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store ptr %0, ptr %2, align 8, !tbaa !16
  call void @llvm.lifetime.start.p0(i64 4, ptr %3) #5
  store i32 -2128831035, ptr %3, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %4) #5
  store i32 0, ptr %4, align 4, !tbaa !5
  br label %5

5:                                                ; preds = %20, %1
  %6 = load i32, ptr %4, align 4, !tbaa !5
  %7 = icmp slt i32 %6, 256
  br i1 %7, label %9, label %8

8:                                                ; preds = %5
  call void @llvm.lifetime.end.p0(i64 4, ptr %4) #5
  br label %23

9:                                                ; preds = %5
  %10 = load i32, ptr %3, align 4, !tbaa !5
  %11 = load ptr, ptr %2, align 8, !tbaa !16
  %12 = load i32, ptr %4, align 4, !tbaa !5
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds double, ptr %11, i64 %13
  %15 = load double, ptr %14, align 8, !tbaa !9
  %16 = fmul double %15, 1.000000e+03
  %17 = fptosi double %16 to i32
  %18 = xor i32 %10, %17
  %19 = mul i32 %18, 16777619
  store i32 %19, ptr %3, align 4, !tbaa !5
  br label %20

20:                                               ; preds = %9
  %21 = load i32, ptr %4, align 4, !tbaa !5
  %22 = add nsw i32 %21, 1
  store i32 %22, ptr %4, align 4, !tbaa !5
  br label %5, !llvm.loop !35

23:                                               ; preds = %8
  %24 = load i32, ptr %3, align 4, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 4, ptr %3) #5
  ret i32 %24
}

; Function Attrs: nounwind uwtable
define internal double @Saw(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4, !tbaa !5
  store i32 %1, ptr %4, align 4, !tbaa !5
  %5 = load i32, ptr %3, align 4, !tbaa !5
  %6 = load i32, ptr %4, align 4, !tbaa !5
  %7 = srem i32 %5, %6
  %8 = sitofp i32 %7 to double
  %9 = fmul double 2.000000e+00, %8
  %10 = load i32, ptr %4, align 4, !tbaa !5
  %11 = sitofp i32 %10 to double
  %12 = fdiv double %9, %11
  %13 = fsub double %12, 1.000000e+00
  ret double %13
}

; Function Attrs: nounwind uwtable
define internal double @Square(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4, !tbaa !5
  store i32 %1, ptr %4, align 4, !tbaa !5
  %5 = load i32, ptr %3, align 4, !tbaa !5
  %6 = load i32, ptr %4, align 4, !tbaa !5
  %7 = srem i32 %5, %6
  %8 = load i32, ptr %4, align 4, !tbaa !5
  %9 = sdiv i32 %8, 2
  %10 = icmp slt i32 %7, %9
  %11 = zext i1 %10 to i64
  %12 = select i1 %10, i32 1, i32 -1
  %13 = sitofp i32 %12 to double
  ret double %13
}

; Function Attrs: nounwind uwtable
define internal double @Triangle(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca double, align 8
  store i32 %0, ptr %3, align 4, !tbaa !5
  store i32 %1, ptr %4, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #5
  %6 = load i32, ptr %3, align 4, !tbaa !5
  %7 = load i32, ptr %4, align 4, !tbaa !5
  %8 = call double @Saw(i32 noundef %6, i32 noundef %7)
  store double %8, ptr %5, align 8, !tbaa !9
  %9 = load double, ptr %5, align 8, !tbaa !9
  %10 = fcmp olt double %9, 0.000000e+00
  br i1 %10, label %11, label %14

11:                                               ; preds = %2
  %12 = load double, ptr %5, align 8, !tbaa !9
  %13 = call double @llvm.fmuladd.f64(double -2.000000e+00, double %12, double -1.000000e+00)
  br label %17

14:                                               ; preds = %2
  %15 = load double, ptr %5, align 8, !tbaa !9
  %16 = call double @llvm.fmuladd.f64(double 2.000000e+00, double %15, double -1.000000e+00)
  br label %17

17:                                               ; preds = %14, %11
  %18 = phi double [ %13, %11 ], [ %16, %14 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #5
  ret double %18
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #3

; Function Attrs: nounwind uwtable
define internal void @Transform(ptr noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca %struct.Complex, align 8
  %10 = alloca %struct.Complex, align 8
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca %struct.Complex, align 8
  %14 = alloca %struct.Complex, align 8
  %15 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !16
  store i32 %1, ptr %5, align 4, !tbaa !5
  store i32 %2, ptr %6, align 4, !tbaa !5
  %16 = load ptr, ptr %4, align 8, !tbaa !16
  %17 = load i32, ptr %5, align 4, !tbaa !5
  call void @Shuffle(ptr noundef %16, i32 noundef %17)
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #5
  store i32 1, ptr %7, align 4, !tbaa !5
  br label %18

18:                                               ; preds = %143, %3
  %19 = load i32, ptr %7, align 4, !tbaa !5
  %20 = load i32, ptr %5, align 4, !tbaa !5
  %21 = icmp slt i32 %19, %20
  br i1 %21, label %23, label %22

22:                                               ; preds = %18
  store i32 2, ptr %8, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #5
  br label %146

23:                                               ; preds = %18
  call void @llvm.lifetime.start.p0(i64 16, ptr %9) #5
  %24 = load i32, ptr %7, align 4, !tbaa !5
  %25 = call { double, double } @Root(i32 noundef %24)
  %26 = getelementptr inbounds { double, double }, ptr %9, i32 0, i32 0
  %27 = extractvalue { double, double } %25, 0
  store double %27, ptr %26, align 8
  %28 = getelementptr inbounds { double, double }, ptr %9, i32 0, i32 1
  %29 = extractvalue { double, double } %25, 1
  store double %29, ptr %28, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr %10) #5
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %10, ptr align 8 @__const.Transform.turn, i64 16, i1 false)
  %30 = load i32, ptr %6, align 4, !tbaa !5
  %31 = icmp ne i32 %30, 0
  br i1 %31, label %32, label %37

32:                                               ; preds = %23
  %33 = getelementptr inbounds %struct.Complex, ptr %9, i32 0, i32 1
  %34 = load double, ptr %33, align 8, !tbaa !24
  %35 = fneg double %34
  %36 = getelementptr inbounds %struct.Complex, ptr %9, i32 0, i32 1
  store double %35, ptr %36, align 8, !tbaa !24
  br label %37

37:                                               ; preds = %32, %23
  call void @llvm.lifetime.start.p0(i64 4, ptr %11) #5
  store i32 0, ptr %11, align 4, !tbaa !5
  br label %38

38:                                               ; preds = %139, %37
  %39 = load i32, ptr %11, align 4, !tbaa !5
  %40 = load i32, ptr %7, align 4, !tbaa !5
  %41 = icmp slt i32 %39, %40
  br i1 %41, label %43, label %42

42:                                               ; preds = %38
  store i32 5, ptr %8, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %11) #5
  br label %142

43:                                               ; preds = %38
  call void @llvm.lifetime.start.p0(i64 4, ptr %12) #5
  %44 = load i32, ptr %11, align 4, !tbaa !5
  store i32 %44, ptr %12, align 4, !tbaa !5
  br label %45

45:                                               ; preds = %120, %43
  %46 = load i32, ptr %12, align 4, !tbaa !5
  %47 = load i32, ptr %5, align 4, !tbaa !5
  %48 = icmp slt i32 %46, %47
  br i1 %48, label %50, label %49

49:                                               ; preds = %45
  store i32 8, ptr %8, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %12) #5
  br label %125

50:                                               ; preds = %45
  call void @llvm.lifetime.start.p0(i64 16, ptr %13) #5
  %51 = load ptr, ptr %4, align 8, !tbaa !16
  %52 = load i32, ptr %12, align 4, !tbaa !5
  %53 = load i32, ptr %7, align 4, !tbaa !5
  %54 = add nsw i32 %52, %53
  %55 = sext i32 %54 to i64
  %56 = getelementptr inbounds %struct.Complex, ptr %51, i64 %55
  %57 = getelementptr inbounds { double, double }, ptr %56, i32 0, i32 0
  %58 = load double, ptr %57, align 8
  %59 = getelementptr inbounds { double, double }, ptr %56, i32 0, i32 1
  %60 = load double, ptr %59, align 8
  %61 = getelementptr inbounds { double, double }, ptr %10, i32 0, i32 0
  %62 = load double, ptr %61, align 8
  %63 = getelementptr inbounds { double, double }, ptr %10, i32 0, i32 1
  %64 = load double, ptr %63, align 8
  %65 = call { double, double } @Times(double %58, double %60, double %62, double %64)
  %66 = getelementptr inbounds { double, double }, ptr %13, i32 0, i32 0
  %67 = extractvalue { double, double } %65, 0
  store double %67, ptr %66, align 8
  %68 = getelementptr inbounds { double, double }, ptr %13, i32 0, i32 1
  %69 = extractvalue { double, double } %65, 1
  store double %69, ptr %68, align 8
  %70 = load ptr, ptr %4, align 8, !tbaa !16
  %71 = load i32, ptr %12, align 4, !tbaa !5
  %72 = sext i32 %71 to i64
  %73 = getelementptr inbounds %struct.Complex, ptr %70, i64 %72
  %74 = getelementptr inbounds %struct.Complex, ptr %73, i32 0, i32 0
  %75 = load double, ptr %74, align 8, !tbaa !22
  %76 = getelementptr inbounds %struct.Complex, ptr %13, i32 0, i32 0
  %77 = load double, ptr %76, align 8, !tbaa !22
  %78 = fsub double %75, %77
  %79 = load ptr, ptr %4, align 8, !tbaa !16
  %80 = load i32, ptr %12, align 4, !tbaa !5
  %81 = load i32, ptr %7, align 4, !tbaa !5
  %82 = add nsw i32 %80, %81
  %83 = sext i32 %82 to i64
  %84 = getelementptr inbounds %struct.Complex, ptr %79, i64 %83
  %85 = getelementptr inbounds %struct.Complex, ptr %84, i32 0, i32 0
  store double %78, ptr %85, align 8, !tbaa !22
  %86 = load ptr, ptr %4, align 8, !tbaa !16
  %87 = load i32, ptr %12, align 4, !tbaa !5
  %88 = sext i32 %87 to i64
  %89 = getelementptr inbounds %struct.Complex, ptr %86, i64 %88
  %90 = getelementptr inbounds %struct.Complex, ptr %89, i32 0, i32 1
  %91 = load double, ptr %90, align 8, !tbaa !24
  %92 = getelementptr inbounds %struct.Complex, ptr %13, i32 0, i32 1
  %93 = load double, ptr %92, align 8, !tbaa !24
  %94 = fsub double %91, %93
  %95 = load ptr, ptr %4, align 8, !tbaa !16
  %96 = load i32, ptr %12, align 4, !tbaa !5
  %97 = load i32, ptr %7, align 4, !tbaa !5
  %98 = add nsw i32 %96, %97
  %99 = sext i32 %98 to i64
  %100 = getelementptr inbounds %struct.Complex, ptr %95, i64 %99
  %101 = getelementptr inbounds %struct.Complex, ptr %100, i32 0, i32 1
  store double %94, ptr %101, align 8, !tbaa !24
  %102 = getelementptr inbounds %struct.Complex, ptr %13, i32 0, i32 0
  %103 = load double, ptr %102, align 8, !tbaa !22
  %104 = load ptr, ptr %4, align 8, !tbaa !16
  %105 = load i32, ptr %12, align 4, !tbaa !5
  %106 = sext i32 %105 to i64
  %107 = getelementptr inbounds %struct.Complex, ptr %104, i64 %106
  %108 = getelementptr inbounds %struct.Complex, ptr %107, i32 0, i32 0
  %109 = load double, ptr %108, align 8, !tbaa !22
  %110 = fadd double %109, %103
  store double %110, ptr %108, align 8, !tbaa !22
  %111 = getelementptr inbounds %struct.Complex, ptr %13, i32 0, i32 1
  %112 = load double, ptr %111, align 8, !tbaa !24
  %113 = load ptr, ptr %4, align 8, !tbaa !16
  %114 = load i32, ptr %12, align 4, !tbaa !5
  %115 = sext i32 %114 to i64
  %116 = getelementptr inbounds %struct.Complex, ptr %113, i64 %115
  %117 = getelementptr inbounds %struct.Complex, ptr %116, i32 0, i32 1
  %118 = load double, ptr %117, align 8, !tbaa !24
  %119 = fadd double %118, %112
  store double %119, ptr %117, align 8, !tbaa !24
  call void @llvm.lifetime.end.p0(i64 16, ptr %13) #5
  br label %120

120:                                              ; preds = %50
  %121 = load i32, ptr %7, align 4, !tbaa !5
  %122 = mul nsw i32 2, %121
  %123 = load i32, ptr %12, align 4, !tbaa !5
  %124 = add nsw i32 %123, %122
  store i32 %124, ptr %12, align 4, !tbaa !5
  br label %45, !llvm.loop !36

125:                                              ; preds = %49
  call void @llvm.lifetime.start.p0(i64 16, ptr %14) #5
  %126 = getelementptr inbounds { double, double }, ptr %10, i32 0, i32 0
  %127 = load double, ptr %126, align 8
  %128 = getelementptr inbounds { double, double }, ptr %10, i32 0, i32 1
  %129 = load double, ptr %128, align 8
  %130 = getelementptr inbounds { double, double }, ptr %9, i32 0, i32 0
  %131 = load double, ptr %130, align 8
  %132 = getelementptr inbounds { double, double }, ptr %9, i32 0, i32 1
  %133 = load double, ptr %132, align 8
  %134 = call { double, double } @Times(double %127, double %129, double %131, double %133)
  %135 = getelementptr inbounds { double, double }, ptr %14, i32 0, i32 0
  %136 = extractvalue { double, double } %134, 0
  store double %136, ptr %135, align 8
  %137 = getelementptr inbounds { double, double }, ptr %14, i32 0, i32 1
  %138 = extractvalue { double, double } %134, 1
  store double %138, ptr %137, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %10, ptr align 8 %14, i64 16, i1 false), !tbaa.struct !26
  call void @llvm.lifetime.end.p0(i64 16, ptr %14) #5
  br label %139

139:                                              ; preds = %125
  %140 = load i32, ptr %11, align 4, !tbaa !5
  %141 = add nsw i32 %140, 1
  store i32 %141, ptr %11, align 4, !tbaa !5
  br label %38, !llvm.loop !37

142:                                              ; preds = %42
  call void @llvm.lifetime.end.p0(i64 16, ptr %10) #5
  call void @llvm.lifetime.end.p0(i64 16, ptr %9) #5
  br label %143

143:                                              ; preds = %142
  %144 = load i32, ptr %7, align 4, !tbaa !5
  %145 = mul nsw i32 %144, 2
  store i32 %145, ptr %7, align 4, !tbaa !5
  br label %18, !llvm.loop !38

146:                                              ; preds = %22
  call void @llvm.lifetime.start.p0(i64 4, ptr %15) #5
  store i32 0, ptr %15, align 4, !tbaa !5
  br label %147

147:                                              ; preds = %176, %146
  %148 = load i32, ptr %6, align 4, !tbaa !5
  %149 = icmp ne i32 %148, 0
  br i1 %149, label %150, label %154

150:                                              ; preds = %147
  %151 = load i32, ptr %15, align 4, !tbaa !5
  %152 = load i32, ptr %5, align 4, !tbaa !5
  %153 = icmp slt i32 %151, %152
  br label %154

154:                                              ; preds = %150, %147
  %155 = phi i1 [ false, %147 ], [ %153, %150 ]
  br i1 %155, label %157, label %156

156:                                              ; preds = %154
  store i32 11, ptr %8, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %15) #5
  br label %179

157:                                              ; preds = %154
  %158 = load i32, ptr %5, align 4, !tbaa !5
  %159 = sitofp i32 %158 to double
  %160 = load ptr, ptr %4, align 8, !tbaa !16
  %161 = load i32, ptr %15, align 4, !tbaa !5
  %162 = sext i32 %161 to i64
  %163 = getelementptr inbounds %struct.Complex, ptr %160, i64 %162
  %164 = getelementptr inbounds %struct.Complex, ptr %163, i32 0, i32 0
  %165 = load double, ptr %164, align 8, !tbaa !22
  %166 = fdiv double %165, %159
  store double %166, ptr %164, align 8, !tbaa !22
  %167 = load i32, ptr %5, align 4, !tbaa !5
  %168 = sitofp i32 %167 to double
  %169 = load ptr, ptr %4, align 8, !tbaa !16
  %170 = load i32, ptr %15, align 4, !tbaa !5
  %171 = sext i32 %170 to i64
  %172 = getelementptr inbounds %struct.Complex, ptr %169, i64 %171
  %173 = getelementptr inbounds %struct.Complex, ptr %172, i32 0, i32 1
  %174 = load double, ptr %173, align 8, !tbaa !24
  %175 = fdiv double %174, %168
  store double %175, ptr %173, align 8, !tbaa !24
  br label %176

176:                                              ; preds = %157
  %177 = load i32, ptr %15, align 4, !tbaa !5
  %178 = add nsw i32 %177, 1
  store i32 %178, ptr %15, align 4, !tbaa !5
  br label %147, !llvm.loop !39

179:                                              ; preds = %156
  ret void
}

; Function Attrs: nounwind uwtable
define internal { double, double } @Times(double %0, double %1, double %2, double %3) #0 {
  %5 = alloca %struct.Complex, align 8
  %6 = alloca %struct.Complex, align 8
  %7 = alloca %struct.Complex, align 8
  %8 = getelementptr inbounds { double, double }, ptr %6, i32 0, i32 0
  store double %0, ptr %8, align 8
  %9 = getelementptr inbounds { double, double }, ptr %6, i32 0, i32 1
  store double %1, ptr %9, align 8
  %10 = getelementptr inbounds { double, double }, ptr %7, i32 0, i32 0
  store double %2, ptr %10, align 8
  %11 = getelementptr inbounds { double, double }, ptr %7, i32 0, i32 1
  store double %3, ptr %11, align 8
  %12 = getelementptr inbounds %struct.Complex, ptr %5, i32 0, i32 0
  %13 = getelementptr inbounds %struct.Complex, ptr %6, i32 0, i32 0
  %14 = load double, ptr %13, align 8, !tbaa !22
  %15 = getelementptr inbounds %struct.Complex, ptr %7, i32 0, i32 0
  %16 = load double, ptr %15, align 8, !tbaa !22
  %17 = getelementptr inbounds %struct.Complex, ptr %6, i32 0, i32 1
  %18 = load double, ptr %17, align 8, !tbaa !24
  %19 = getelementptr inbounds %struct.Complex, ptr %7, i32 0, i32 1
  %20 = load double, ptr %19, align 8, !tbaa !24
  %21 = fmul double %18, %20
  %22 = fneg double %21
  %23 = call double @llvm.fmuladd.f64(double %14, double %16, double %22)
  store double %23, ptr %12, align 8, !tbaa !22
  %24 = getelementptr inbounds %struct.Complex, ptr %5, i32 0, i32 1
  %25 = getelementptr inbounds %struct.Complex, ptr %6, i32 0, i32 0
  %26 = load double, ptr %25, align 8, !tbaa !22
  %27 = getelementptr inbounds %struct.Complex, ptr %7, i32 0, i32 1
  %28 = load double, ptr %27, align 8, !tbaa !24
  %29 = getelementptr inbounds %struct.Complex, ptr %6, i32 0, i32 1
  %30 = load double, ptr %29, align 8, !tbaa !24
  %31 = getelementptr inbounds %struct.Complex, ptr %7, i32 0, i32 0
  %32 = load double, ptr %31, align 8, !tbaa !22
  %33 = fmul double %30, %32
  %34 = call double @llvm.fmuladd.f64(double %26, double %28, double %33)
  store double %34, ptr %24, align 8, !tbaa !24
  %35 = load { double, double }, ptr %5, align 8
  ret { double, double } %35
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

; Function Attrs: nounwind uwtable
define internal void @Shuffle(ptr noundef %0, i32 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca %struct.Complex, align 8
  store ptr %0, ptr %3, align 8, !tbaa !16
  store i32 %1, ptr %4, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %5) #5
  store i32 1, ptr %5, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #5
  store i32 0, ptr %6, align 4, !tbaa !5
  br label %9

9:                                                ; preds = %54, %2
  %10 = load i32, ptr %5, align 4, !tbaa !5
  %11 = load i32, ptr %4, align 4, !tbaa !5
  %12 = icmp slt i32 %10, %11
  br i1 %12, label %14, label %13

13:                                               ; preds = %9
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #5
  call void @llvm.lifetime.end.p0(i64 4, ptr %5) #5
  br label %57

14:                                               ; preds = %9
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #5
  %15 = load i32, ptr %4, align 4, !tbaa !5
  %16 = ashr i32 %15, 1
  store i32 %16, ptr %7, align 4, !tbaa !5
  br label %17

17:                                               ; preds = %26, %14
  %18 = load i32, ptr %6, align 4, !tbaa !5
  %19 = load i32, ptr %7, align 4, !tbaa !5
  %20 = and i32 %18, %19
  %21 = icmp ne i32 %20, 0
  br i1 %21, label %22, label %29

22:                                               ; preds = %17
  %23 = load i32, ptr %7, align 4, !tbaa !5
  %24 = load i32, ptr %6, align 4, !tbaa !5
  %25 = xor i32 %24, %23
  store i32 %25, ptr %6, align 4, !tbaa !5
  br label %26

26:                                               ; preds = %22
  %27 = load i32, ptr %7, align 4, !tbaa !5
  %28 = ashr i32 %27, 1
  store i32 %28, ptr %7, align 4, !tbaa !5
  br label %17, !llvm.loop !40

29:                                               ; preds = %17
  %30 = load i32, ptr %7, align 4, !tbaa !5
  %31 = load i32, ptr %6, align 4, !tbaa !5
  %32 = or i32 %31, %30
  store i32 %32, ptr %6, align 4, !tbaa !5
  %33 = load i32, ptr %5, align 4, !tbaa !5
  %34 = load i32, ptr %6, align 4, !tbaa !5
  %35 = icmp slt i32 %33, %34
  br i1 %35, label %36, label %53

36:                                               ; preds = %29
  call void @llvm.lifetime.start.p0(i64 16, ptr %8) #5
  %37 = load ptr, ptr %3, align 8, !tbaa !16
  %38 = load i32, ptr %5, align 4, !tbaa !5
  %39 = sext i32 %38 to i64
  %40 = getelementptr inbounds %struct.Complex, ptr %37, i64 %39
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %8, ptr align 8 %40, i64 16, i1 false), !tbaa.struct !26
  %41 = load ptr, ptr %3, align 8, !tbaa !16
  %42 = load i32, ptr %5, align 4, !tbaa !5
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds %struct.Complex, ptr %41, i64 %43
  %45 = load ptr, ptr %3, align 8, !tbaa !16
  %46 = load i32, ptr %6, align 4, !tbaa !5
  %47 = sext i32 %46 to i64
  %48 = getelementptr inbounds %struct.Complex, ptr %45, i64 %47
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %44, ptr align 8 %48, i64 16, i1 false), !tbaa.struct !26
  %49 = load ptr, ptr %3, align 8, !tbaa !16
  %50 = load i32, ptr %6, align 4, !tbaa !5
  %51 = sext i32 %50 to i64
  %52 = getelementptr inbounds %struct.Complex, ptr %49, i64 %51
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %52, ptr align 8 %8, i64 16, i1 false), !tbaa.struct !26
  call void @llvm.lifetime.end.p0(i64 16, ptr %8) #5
  br label %53

53:                                               ; preds = %36, %29
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #5
  br label %54

54:                                               ; preds = %53
  %55 = load i32, ptr %5, align 4, !tbaa !5
  %56 = add nsw i32 %55, 1
  store i32 %56, ptr %5, align 4, !tbaa !5
  br label %9, !llvm.loop !41

57:                                               ; preds = %13
  ret void
}

; Function Attrs: nounwind uwtable
define internal { double, double } @Root(i32 noundef %0) #0 {
  %2 = alloca %struct.Complex, align 8
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4, !tbaa !5
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %2, ptr align 8 @__const.Root.root, i64 16, i1 false)
  %4 = load i32, ptr %3, align 4, !tbaa !5
  %5 = icmp eq i32 %4, 1
  br i1 %5, label %6, label %7

6:                                                ; preds = %1
  br label %30

7:                                                ; preds = %1
  %8 = getelementptr inbounds %struct.Complex, ptr %2, i32 0, i32 0
  store double 0.000000e+00, ptr %8, align 8, !tbaa !22
  %9 = getelementptr inbounds %struct.Complex, ptr %2, i32 0, i32 1
  store double 1.000000e+00, ptr %9, align 8, !tbaa !24
  br label %10

10:                                               ; preds = %26, %7
  %11 = load i32, ptr %3, align 4, !tbaa !5
  %12 = icmp sgt i32 %11, 2
  br i1 %12, label %13, label %29

13:                                               ; preds = %10
  %14 = getelementptr inbounds %struct.Complex, ptr %2, i32 0, i32 0
  %15 = load double, ptr %14, align 8, !tbaa !22
  %16 = fadd double 1.000000e+00, %15
  %17 = fdiv double %16, 2.000000e+00
  %18 = call double @SquareRoot(double noundef %17)
  %19 = getelementptr inbounds %struct.Complex, ptr %2, i32 0, i32 0
  store double %18, ptr %19, align 8, !tbaa !22
  %20 = getelementptr inbounds %struct.Complex, ptr %2, i32 0, i32 0
  %21 = load double, ptr %20, align 8, !tbaa !22
  %22 = fmul double 2.000000e+00, %21
  %23 = getelementptr inbounds %struct.Complex, ptr %2, i32 0, i32 1
  %24 = load double, ptr %23, align 8, !tbaa !24
  %25 = fdiv double %24, %22
  store double %25, ptr %23, align 8, !tbaa !24
  br label %26

26:                                               ; preds = %13
  %27 = load i32, ptr %3, align 4, !tbaa !5
  %28 = sdiv i32 %27, 2
  store i32 %28, ptr %3, align 4, !tbaa !5
  br label %10, !llvm.loop !42

29:                                               ; preds = %10
  br label %30

30:                                               ; preds = %29, %6
  %31 = load { double, double }, ptr %2, align 8
  ret { double, double } %31
}

; Function Attrs: nounwind uwtable
define internal double @SquareRoot(double noundef %0) #0 {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = alloca i32, align 4
  store double %0, ptr %2, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 8, ptr %3) #5
  store double 1.000000e+00, ptr %3, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %4) #5
  store i32 0, ptr %4, align 4, !tbaa !5
  br label %5

5:                                                ; preds = %21, %1
  %6 = load double, ptr %2, align 8, !tbaa !9
  %7 = fcmp ogt double %6, 0.000000e+00
  br i1 %7, label %8, label %11

8:                                                ; preds = %5
  %9 = load i32, ptr %4, align 4, !tbaa !5
  %10 = icmp slt i32 %9, 40
  br label %11

11:                                               ; preds = %8, %5
  %12 = phi i1 [ false, %5 ], [ %10, %8 ]
  br i1 %12, label %14, label %13

13:                                               ; preds = %11
  call void @llvm.lifetime.end.p0(i64 4, ptr %4) #5
  br label %24

14:                                               ; preds = %11
  %15 = load double, ptr %3, align 8, !tbaa !9
  %16 = load double, ptr %2, align 8, !tbaa !9
  %17 = load double, ptr %3, align 8, !tbaa !9
  %18 = fdiv double %16, %17
  %19 = fadd double %15, %18
  %20 = fdiv double %19, 2.000000e+00
  store double %20, ptr %3, align 8, !tbaa !9
  br label %21

21:                                               ; preds = %14
  %22 = load i32, ptr %4, align 4, !tbaa !5
  %23 = add nsw i32 %22, 1
  store i32 %23, ptr %4, align 4, !tbaa !5
  br label %5, !llvm.loop !43

24:                                               ; preds = %13
  %25 = load double, ptr %2, align 8, !tbaa !9
  %26 = fcmp ogt double %25, 0.000000e+00
  br i1 %26, label %27, label %29

27:                                               ; preds = %24
  %28 = load double, ptr %3, align 8, !tbaa !9
  br label %30

29:                                               ; preds = %24
  br label %30

30:                                               ; preds = %29, %27
  %31 = phi double [ %28, %27 ], [ 0.000000e+00, %29 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr %3) #5
  ret double %31
}

; Function Attrs: nounwind uwtable
define internal float @Filter(ptr noundef %0, i32 noundef %1, float noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca float, align 4
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  %9 = alloca float, align 4
  store ptr %0, ptr %4, align 8, !tbaa !16
  store i32 %1, ptr %5, align 4, !tbaa !5
  store float %2, ptr %6, align 4, !tbaa !29
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #5
  store i32 0, ptr %7, align 4, !tbaa !5
  br label %10

10:                                               ; preds = %68, %3
  %11 = load i32, ptr %7, align 4, !tbaa !5
  %12 = load i32, ptr %5, align 4, !tbaa !5
  %13 = icmp slt i32 %11, %12
  br i1 %13, label %15, label %14

14:                                               ; preds = %10
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #5
  br label %71

15:                                               ; preds = %10
  call void @llvm.lifetime.start.p0(i64 8, ptr %8) #5
  %16 = load ptr, ptr %4, align 8, !tbaa !16
  %17 = load i32, ptr %7, align 4, !tbaa !5
  %18 = sext i32 %17 to i64
  %19 = getelementptr inbounds %struct.Section, ptr %16, i64 %18
  store ptr %19, ptr %8, align 8, !tbaa !16
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #5
  %20 = load ptr, ptr %8, align 8, !tbaa !16
  %21 = getelementptr inbounds %struct.Section, ptr %20, i32 0, i32 0
  %22 = getelementptr inbounds [3 x float], ptr %21, i64 0, i64 0
  %23 = load float, ptr %22, align 4, !tbaa !29
  %24 = load float, ptr %6, align 4, !tbaa !29
  %25 = load ptr, ptr %8, align 8, !tbaa !16
  %26 = getelementptr inbounds %struct.Section, ptr %25, i32 0, i32 2
  %27 = getelementptr inbounds [2 x float], ptr %26, i64 0, i64 0
  %28 = load float, ptr %27, align 4, !tbaa !29
  %29 = call float @llvm.fmuladd.f32(float %23, float %24, float %28)
  store float %29, ptr %9, align 4, !tbaa !29
  %30 = load ptr, ptr %8, align 8, !tbaa !16
  %31 = getelementptr inbounds %struct.Section, ptr %30, i32 0, i32 0
  %32 = getelementptr inbounds [3 x float], ptr %31, i64 0, i64 1
  %33 = load float, ptr %32, align 4, !tbaa !29
  %34 = load float, ptr %6, align 4, !tbaa !29
  %35 = load ptr, ptr %8, align 8, !tbaa !16
  %36 = getelementptr inbounds %struct.Section, ptr %35, i32 0, i32 1
  %37 = getelementptr inbounds [2 x float], ptr %36, i64 0, i64 0
  %38 = load float, ptr %37, align 4, !tbaa !29
  %39 = load float, ptr %9, align 4, !tbaa !29
  %40 = fmul float %38, %39
  %41 = fneg float %40
  %42 = call float @llvm.fmuladd.f32(float %33, float %34, float %41)
  %43 = load ptr, ptr %8, align 8, !tbaa !16
  %44 = getelementptr inbounds %struct.Section, ptr %43, i32 0, i32 2
  %45 = getelementptr inbounds [2 x float], ptr %44, i64 0, i64 1
  %46 = load float, ptr %45, align 4, !tbaa !29
  %47 = fadd float %42, %46
  %48 = load ptr, ptr %8, align 8, !tbaa !16
  %49 = getelementptr inbounds %struct.Section, ptr %48, i32 0, i32 2
  %50 = getelementptr inbounds [2 x float], ptr %49, i64 0, i64 0
  store float %47, ptr %50, align 4, !tbaa !29
  %51 = load ptr, ptr %8, align 8, !tbaa !16
  %52 = getelementptr inbounds %struct.Section, ptr %51, i32 0, i32 0
  %53 = getelementptr inbounds [3 x float], ptr %52, i64 0, i64 2
  %54 = load float, ptr %53, align 4, !tbaa !29
  %55 = load float, ptr %6, align 4, !tbaa !29
  %56 = load ptr, ptr %8, align 8, !tbaa !16
  %57 = getelementptr inbounds %struct.Section, ptr %56, i32 0, i32 1
  %58 = getelementptr inbounds [2 x float], ptr %57, i64 0, i64 1
  %59 = load float, ptr %58, align 4, !tbaa !29
  %60 = load float, ptr %9, align 4, !tbaa !29
  %61 = fmul float %59, %60
  %62 = fneg float %61
  %63 = call float @llvm.fmuladd.f32(float %54, float %55, float %62)
  %64 = load ptr, ptr %8, align 8, !tbaa !16
  %65 = getelementptr inbounds %struct.Section, ptr %64, i32 0, i32 2
  %66 = getelementptr inbounds [2 x float], ptr %65, i64 0, i64 1
  store float %63, ptr %66, align 4, !tbaa !29
  %67 = load float, ptr %9, align 4, !tbaa !29
  store float %67, ptr %6, align 4, !tbaa !29
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #5
  call void @llvm.lifetime.end.p0(i64 8, ptr %8) #5
  br label %68

68:                                               ; preds = %15
  %69 = load i32, ptr %7, align 4, !tbaa !5
  %70 = add nsw i32 %69, 1
  store i32 %70, ptr %7, align 4, !tbaa !5
  br label %10, !llvm.loop !44

71:                                               ; preds = %14
  %72 = load float, ptr %6, align 4, !tbaa !29
  ret float %72
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #3

; Function Attrs: nounwind uwtable
define internal i32 @Solve(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca double, align 8
  %14 = alloca i32, align 4
  %15 = alloca double, align 8
  %16 = alloca i32, align 4
  %17 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !16
  store ptr %1, ptr %5, align 8, !tbaa !16
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #5
  store i32 0, ptr %6, align 4, !tbaa !5
  br label %18

18:                                               ; preds = %201, %2
  %19 = load i32, ptr %6, align 4, !tbaa !5
  %20 = icmp slt i32 %19, 12
  br i1 %20, label %22, label %21

21:                                               ; preds = %18
  store i32 2, ptr %7, align 4
  br label %204

22:                                               ; preds = %18
  call void @llvm.lifetime.start.p0(i64 4, ptr %8) #5
  %23 = load i32, ptr %6, align 4, !tbaa !5
  store i32 %23, ptr %8, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #5
  %24 = load i32, ptr %6, align 4, !tbaa !5
  %25 = add nsw i32 %24, 1
  store i32 %25, ptr %9, align 4, !tbaa !5
  br label %26

26:                                               ; preds = %53, %22
  %27 = load i32, ptr %9, align 4, !tbaa !5
  %28 = icmp slt i32 %27, 12
  br i1 %28, label %30, label %29

29:                                               ; preds = %26
  store i32 5, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #5
  br label %56

30:                                               ; preds = %26
  %31 = load ptr, ptr %4, align 8, !tbaa !16
  %32 = load i32, ptr %9, align 4, !tbaa !5
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds [12 x double], ptr %31, i64 %33
  %35 = load i32, ptr %6, align 4, !tbaa !5
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds [12 x double], ptr %34, i64 0, i64 %36
  %38 = load double, ptr %37, align 8, !tbaa !9
  %39 = call double @Size(double noundef %38)
  %40 = load ptr, ptr %4, align 8, !tbaa !16
  %41 = load i32, ptr %8, align 4, !tbaa !5
  %42 = sext i32 %41 to i64
  %43 = getelementptr inbounds [12 x double], ptr %40, i64 %42
  %44 = load i32, ptr %6, align 4, !tbaa !5
  %45 = sext i32 %44 to i64
  %46 = getelementptr inbounds [12 x double], ptr %43, i64 0, i64 %45
  %47 = load double, ptr %46, align 8, !tbaa !9
  %48 = call double @Size(double noundef %47)
  %49 = fcmp ogt double %39, %48
  br i1 %49, label %50, label %52

50:                                               ; preds = %30
  %51 = load i32, ptr %9, align 4, !tbaa !5
  store i32 %51, ptr %8, align 4, !tbaa !5
  br label %52

52:                                               ; preds = %50, %30
  br label %53

53:                                               ; preds = %52
  %54 = load i32, ptr %9, align 4, !tbaa !5
  %55 = add nsw i32 %54, 1
  store i32 %55, ptr %9, align 4, !tbaa !5
  br label %26, !llvm.loop !45

56:                                               ; preds = %29
  %57 = load ptr, ptr %4, align 8, !tbaa !16
  %58 = load i32, ptr %8, align 4, !tbaa !5
  %59 = sext i32 %58 to i64
  %60 = getelementptr inbounds [12 x double], ptr %57, i64 %59
  %61 = load i32, ptr %6, align 4, !tbaa !5
  %62 = sext i32 %61 to i64
  %63 = getelementptr inbounds [12 x double], ptr %60, i64 0, i64 %62
  %64 = load double, ptr %63, align 8, !tbaa !9
  %65 = call double @Size(double noundef %64)
  %66 = fcmp olt double %65, 0x3D719799812DEA11
  br i1 %66, label %67, label %68

67:                                               ; preds = %56
  store i32 0, ptr %3, align 4
  store i32 1, ptr %7, align 4
  br label %198

68:                                               ; preds = %56
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #5
  store i32 0, ptr %10, align 4, !tbaa !5
  br label %69

69:                                               ; preds = %121, %68
  %70 = load i32, ptr %8, align 4, !tbaa !5
  %71 = load i32, ptr %6, align 4, !tbaa !5
  %72 = icmp ne i32 %70, %71
  br i1 %72, label %73, label %76

73:                                               ; preds = %69
  %74 = load i32, ptr %10, align 4, !tbaa !5
  %75 = icmp sle i32 %74, 12
  br label %76

76:                                               ; preds = %73, %69
  %77 = phi i1 [ false, %69 ], [ %75, %73 ]
  br i1 %77, label %79, label %78

78:                                               ; preds = %76
  store i32 8, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #5
  br label %124

79:                                               ; preds = %76
  call void @llvm.lifetime.start.p0(i64 8, ptr %11) #5
  %80 = load i32, ptr %10, align 4, !tbaa !5
  %81 = icmp slt i32 %80, 12
  br i1 %81, label %82, label %90

82:                                               ; preds = %79
  %83 = load ptr, ptr %4, align 8, !tbaa !16
  %84 = load i32, ptr %6, align 4, !tbaa !5
  %85 = sext i32 %84 to i64
  %86 = getelementptr inbounds [12 x double], ptr %83, i64 %85
  %87 = load i32, ptr %10, align 4, !tbaa !5
  %88 = sext i32 %87 to i64
  %89 = getelementptr inbounds [12 x double], ptr %86, i64 0, i64 %88
  br label %95

90:                                               ; preds = %79
  %91 = load ptr, ptr %5, align 8, !tbaa !16
  %92 = load i32, ptr %6, align 4, !tbaa !5
  %93 = sext i32 %92 to i64
  %94 = getelementptr inbounds double, ptr %91, i64 %93
  br label %95

95:                                               ; preds = %90, %82
  %96 = phi ptr [ %89, %82 ], [ %94, %90 ]
  store ptr %96, ptr %11, align 8, !tbaa !16
  call void @llvm.lifetime.start.p0(i64 8, ptr %12) #5
  %97 = load i32, ptr %10, align 4, !tbaa !5
  %98 = icmp slt i32 %97, 12
  br i1 %98, label %99, label %107

99:                                               ; preds = %95
  %100 = load ptr, ptr %4, align 8, !tbaa !16
  %101 = load i32, ptr %8, align 4, !tbaa !5
  %102 = sext i32 %101 to i64
  %103 = getelementptr inbounds [12 x double], ptr %100, i64 %102
  %104 = load i32, ptr %10, align 4, !tbaa !5
  %105 = sext i32 %104 to i64
  %106 = getelementptr inbounds [12 x double], ptr %103, i64 0, i64 %105
  br label %112

107:                                              ; preds = %95
  %108 = load ptr, ptr %5, align 8, !tbaa !16
  %109 = load i32, ptr %8, align 4, !tbaa !5
  %110 = sext i32 %109 to i64
  %111 = getelementptr inbounds double, ptr %108, i64 %110
  br label %112

112:                                              ; preds = %107, %99
  %113 = phi ptr [ %106, %99 ], [ %111, %107 ]
  store ptr %113, ptr %12, align 8, !tbaa !16
  call void @llvm.lifetime.start.p0(i64 8, ptr %13) #5
  %114 = load ptr, ptr %11, align 8, !tbaa !16
  %115 = load double, ptr %114, align 8, !tbaa !9
  store double %115, ptr %13, align 8, !tbaa !9
  %116 = load ptr, ptr %12, align 8, !tbaa !16
  %117 = load double, ptr %116, align 8, !tbaa !9
  %118 = load ptr, ptr %11, align 8, !tbaa !16
  store double %117, ptr %118, align 8, !tbaa !9
  %119 = load double, ptr %13, align 8, !tbaa !9
  %120 = load ptr, ptr %12, align 8, !tbaa !16
  store double %119, ptr %120, align 8, !tbaa !9
  call void @llvm.lifetime.end.p0(i64 8, ptr %13) #5
  call void @llvm.lifetime.end.p0(i64 8, ptr %12) #5
  call void @llvm.lifetime.end.p0(i64 8, ptr %11) #5
  br label %121

121:                                              ; preds = %112
  %122 = load i32, ptr %10, align 4, !tbaa !5
  %123 = add nsw i32 %122, 1
  store i32 %123, ptr %10, align 4, !tbaa !5
  br label %69, !llvm.loop !46

124:                                              ; preds = %78
  call void @llvm.lifetime.start.p0(i64 4, ptr %14) #5
  store i32 0, ptr %14, align 4, !tbaa !5
  br label %125

125:                                              ; preds = %194, %124
  %126 = load i32, ptr %14, align 4, !tbaa !5
  %127 = icmp slt i32 %126, 12
  br i1 %127, label %129, label %128

128:                                              ; preds = %125
  store i32 11, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %14) #5
  br label %197

129:                                              ; preds = %125
  %130 = load i32, ptr %14, align 4, !tbaa !5
  %131 = load i32, ptr %6, align 4, !tbaa !5
  %132 = icmp eq i32 %130, %131
  br i1 %132, label %133, label %134

133:                                              ; preds = %129
  br label %194

134:                                              ; preds = %129
  call void @llvm.lifetime.start.p0(i64 8, ptr %15) #5
  %135 = load ptr, ptr %4, align 8, !tbaa !16
  %136 = load i32, ptr %14, align 4, !tbaa !5
  %137 = sext i32 %136 to i64
  %138 = getelementptr inbounds [12 x double], ptr %135, i64 %137
  %139 = load i32, ptr %6, align 4, !tbaa !5
  %140 = sext i32 %139 to i64
  %141 = getelementptr inbounds [12 x double], ptr %138, i64 0, i64 %140
  %142 = load double, ptr %141, align 8, !tbaa !9
  %143 = load ptr, ptr %4, align 8, !tbaa !16
  %144 = load i32, ptr %6, align 4, !tbaa !5
  %145 = sext i32 %144 to i64
  %146 = getelementptr inbounds [12 x double], ptr %143, i64 %145
  %147 = load i32, ptr %6, align 4, !tbaa !5
  %148 = sext i32 %147 to i64
  %149 = getelementptr inbounds [12 x double], ptr %146, i64 0, i64 %148
  %150 = load double, ptr %149, align 8, !tbaa !9
  %151 = fdiv double %142, %150
  store double %151, ptr %15, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %16) #5
  %152 = load i32, ptr %6, align 4, !tbaa !5
  store i32 %152, ptr %16, align 4, !tbaa !5
  br label %153

153:                                              ; preds = %177, %134
  %154 = load i32, ptr %16, align 4, !tbaa !5
  %155 = icmp slt i32 %154, 12
  br i1 %155, label %157, label %156

156:                                              ; preds = %153
  store i32 14, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %16) #5
  br label %180

157:                                              ; preds = %153
  %158 = load double, ptr %15, align 8, !tbaa !9
  %159 = load ptr, ptr %4, align 8, !tbaa !16
  %160 = load i32, ptr %6, align 4, !tbaa !5
  %161 = sext i32 %160 to i64
  %162 = getelementptr inbounds [12 x double], ptr %159, i64 %161
  %163 = load i32, ptr %16, align 4, !tbaa !5
  %164 = sext i32 %163 to i64
  %165 = getelementptr inbounds [12 x double], ptr %162, i64 0, i64 %164
  %166 = load double, ptr %165, align 8, !tbaa !9
  %167 = load ptr, ptr %4, align 8, !tbaa !16
  %168 = load i32, ptr %14, align 4, !tbaa !5
  %169 = sext i32 %168 to i64
  %170 = getelementptr inbounds [12 x double], ptr %167, i64 %169
  %171 = load i32, ptr %16, align 4, !tbaa !5
  %172 = sext i32 %171 to i64
  %173 = getelementptr inbounds [12 x double], ptr %170, i64 0, i64 %172
  %174 = load double, ptr %173, align 8, !tbaa !9
  %175 = fneg double %158
  %176 = call double @llvm.fmuladd.f64(double %175, double %166, double %174)
  store double %176, ptr %173, align 8, !tbaa !9
  br label %177

177:                                              ; preds = %157
  %178 = load i32, ptr %16, align 4, !tbaa !5
  %179 = add nsw i32 %178, 1
  store i32 %179, ptr %16, align 4, !tbaa !5
  br label %153, !llvm.loop !47

180:                                              ; preds = %156
  %181 = load double, ptr %15, align 8, !tbaa !9
  %182 = load ptr, ptr %5, align 8, !tbaa !16
  %183 = load i32, ptr %6, align 4, !tbaa !5
  %184 = sext i32 %183 to i64
  %185 = getelementptr inbounds double, ptr %182, i64 %184
  %186 = load double, ptr %185, align 8, !tbaa !9
  %187 = load ptr, ptr %5, align 8, !tbaa !16
  %188 = load i32, ptr %14, align 4, !tbaa !5
  %189 = sext i32 %188 to i64
  %190 = getelementptr inbounds double, ptr %187, i64 %189
  %191 = load double, ptr %190, align 8, !tbaa !9
  %192 = fneg double %181
  %193 = call double @llvm.fmuladd.f64(double %192, double %186, double %191)
  store double %193, ptr %190, align 8, !tbaa !9
  call void @llvm.lifetime.end.p0(i64 8, ptr %15) #5
  br label %194

194:                                              ; preds = %180, %133
  %195 = load i32, ptr %14, align 4, !tbaa !5
  %196 = add nsw i32 %195, 1
  store i32 %196, ptr %14, align 4, !tbaa !5
  br label %125, !llvm.loop !48

197:                                              ; preds = %128
  store i32 0, ptr %7, align 4
  br label %198

198:                                              ; preds = %197, %67
  call void @llvm.lifetime.end.p0(i64 4, ptr %8) #5
  %199 = load i32, ptr %7, align 4
  switch i32 %199, label %204 [
    i32 0, label %200
  ]

200:                                              ; preds = %198
  br label %201

201:                                              ; preds = %200
  %202 = load i32, ptr %6, align 4, !tbaa !5
  %203 = add nsw i32 %202, 1
  store i32 %203, ptr %6, align 4, !tbaa !5
  br label %18, !llvm.loop !49

204:                                              ; preds = %198, %21
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #5
  %205 = load i32, ptr %7, align 4
  switch i32 %205, label %232 [
    i32 2, label %206
    i32 1, label %230
  ]

206:                                              ; preds = %204
  call void @llvm.lifetime.start.p0(i64 4, ptr %17) #5
  store i32 0, ptr %17, align 4, !tbaa !5
  br label %207

207:                                              ; preds = %226, %206
  %208 = load i32, ptr %17, align 4, !tbaa !5
  %209 = icmp slt i32 %208, 12
  br i1 %209, label %211, label %210

210:                                              ; preds = %207
  store i32 17, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %17) #5
  br label %229

211:                                              ; preds = %207
  %212 = load ptr, ptr %4, align 8, !tbaa !16
  %213 = load i32, ptr %17, align 4, !tbaa !5
  %214 = sext i32 %213 to i64
  %215 = getelementptr inbounds [12 x double], ptr %212, i64 %214
  %216 = load i32, ptr %17, align 4, !tbaa !5
  %217 = sext i32 %216 to i64
  %218 = getelementptr inbounds [12 x double], ptr %215, i64 0, i64 %217
  %219 = load double, ptr %218, align 8, !tbaa !9
  %220 = load ptr, ptr %5, align 8, !tbaa !16
  %221 = load i32, ptr %17, align 4, !tbaa !5
  %222 = sext i32 %221 to i64
  %223 = getelementptr inbounds double, ptr %220, i64 %222
  %224 = load double, ptr %223, align 8, !tbaa !9
  %225 = fdiv double %224, %219
  store double %225, ptr %223, align 8, !tbaa !9
  br label %226

226:                                              ; preds = %211
  %227 = load i32, ptr %17, align 4, !tbaa !5
  %228 = add nsw i32 %227, 1
  store i32 %228, ptr %17, align 4, !tbaa !5
  br label %207, !llvm.loop !50

229:                                              ; preds = %210
  store i32 1, ptr %3, align 4
  br label %230

230:                                              ; preds = %229, %204
  %231 = load i32, ptr %3, align 4
  ret i32 %231

232:                                              ; preds = %204
  unreachable
}

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !10, i64 0}
!10 = !{!"double", !7, i64 0}
!11 = distinct !{!11, !12, !13}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!"llvm.loop.unroll.disable"}
!14 = distinct !{!14, !12, !13}
!15 = distinct !{!15, !12, !13}
!16 = !{!17, !17, i64 0}
!17 = !{!"any pointer", !7, i64 0}
!18 = distinct !{!18, !12, !13}
!19 = distinct !{!19, !12, !13}
!20 = distinct !{!20, !12, !13}
!21 = distinct !{!21, !12, !13}
!22 = !{!23, !10, i64 0}
!23 = !{!"", !10, i64 0, !10, i64 8}
!24 = !{!23, !10, i64 8}
!25 = distinct !{!25, !12, !13}
!26 = !{i64 0, i64 8, !9, i64 8, i64 8, !9}
!27 = distinct !{!27, !12, !13}
!28 = distinct !{!28, !12, !13}
!29 = !{!30, !30, i64 0}
!30 = !{!"float", !7, i64 0}
!31 = distinct !{!31, !12, !13}
!32 = distinct !{!32, !12, !13}
!33 = distinct !{!33, !12, !13}
!34 = distinct !{!34, !12, !13}
!35 = distinct !{!35, !12, !13}
!36 = distinct !{!36, !12, !13}
!37 = distinct !{!37, !12, !13}
!38 = distinct !{!38, !12, !13}
!39 = distinct !{!39, !12, !13}
!40 = distinct !{!40, !12, !13}
!41 = distinct !{!41, !12, !13}
!42 = distinct !{!42, !12, !13}
!43 = distinct !{!43, !12, !13}
!44 = distinct !{!44, !12, !13}
!45 = distinct !{!45, !12, !13}
!46 = distinct !{!46, !12, !13}
!47 = distinct !{!47, !12, !13}
!48 = distinct !{!48, !12, !13}
!49 = distinct !{!49, !12, !13}
!50 = distinct !{!50, !12, !13}
