; ModuleID = 'calc.c'
source_filename = "calc.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Parser = type { ptr, ptr, i32, [512 x %struct.Node] }
%struct.Node = type { i32, i32, i64, ptr, ptr, ptr }
%struct.Program = type { i32, [1024 x %struct.Instruction] }
%struct.Instruction = type { i32, i64 }
%struct.anon = type { ptr, i32, i32 }

@main.parser = internal global %struct.Parser zeroinitializer, align 8
@main.program = internal global %struct.Program zeroinitializer, align 8
@main.text = internal global [1024 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [14 x i8] c"1 + 2 * 3 - 4\00", align 1
@.str.1 = private unnamed_addr constant [17 x i8] c"a * (b + c) % 10\00", align 1
@.str.2 = private unnamed_addr constant [24 x i8] c"d < c ? 1 / 0 : !0 << 4\00", align 1
@.str.3 = private unnamed_addr constant [21 x i8] c"0 && 1 / 0 || b == 5\00", align 1
@.str.4 = private unnamed_addr constant [11 x i8] c"(1 + ) * 2\00", align 1
@.str.5 = private unnamed_addr constant [8 x i8] c"%s: %s\0A\00", align 1
@.str.6 = private unnamed_addr constant [18 x i8] c"disagreement: %s\0A\00", align 1
@.str.7 = private unnamed_addr constant [75 x i8] c"2000 expressions, %d instructions, %d without an answer, checksum %08x %s\0A\00", align 1
@.str.8 = private unnamed_addr constant [3 x i8] c"ok\00", align 1
@.str.9 = private unnamed_addr constant [7 x i8] c"BROKEN\00", align 1
@CheckValue.parser = internal global %struct.Parser zeroinitializer, align 8
@CheckValue.program = internal global %struct.Program zeroinitializer, align 8
@__const.CheckValue.variables = private unnamed_addr constant [4 x i64] [i64 3, i64 5, i64 7, i64 11], align 16
@.str.10 = private unnamed_addr constant [12 x i8] c"wrong value\00", align 1
@.str.11 = private unnamed_addr constant [26 x i8] c"text after the expression\00", align 1
@.str.12 = private unnamed_addr constant [2 x i8] c"?\00", align 1
@.str.13 = private unnamed_addr constant [2 x i8] c":\00", align 1
@.str.14 = private unnamed_addr constant [10 x i8] c"missing :\00", align 1
@operators = internal constant [10 x %struct.anon] [%struct.anon { ptr @.str.21, i32 9, i32 1 }, %struct.anon { ptr @.str.22, i32 8, i32 2 }, %struct.anon { ptr @.str.23, i32 7, i32 3 }, %struct.anon { ptr @.str.24, i32 5, i32 5 }, %struct.anon { ptr @.str.25, i32 6, i32 4 }, %struct.anon { ptr @.str.26, i32 0, i32 6 }, %struct.anon { ptr @.str.15, i32 1, i32 6 }, %struct.anon { ptr @.str.27, i32 2, i32 7 }, %struct.anon { ptr @.str.28, i32 3, i32 7 }, %struct.anon { ptr @.str.29, i32 4, i32 7 }], align 16
@.str.15 = private unnamed_addr constant [2 x i8] c"-\00", align 1
@.str.16 = private unnamed_addr constant [2 x i8] c"!\00", align 1
@.str.17 = private unnamed_addr constant [2 x i8] c"(\00", align 1
@.str.18 = private unnamed_addr constant [2 x i8] c")\00", align 1
@.str.19 = private unnamed_addr constant [10 x i8] c"missing )\00", align 1
@.str.20 = private unnamed_addr constant [35 x i8] c"a number, a variable or ( expected\00", align 1
@.str.21 = private unnamed_addr constant [3 x i8] c"||\00", align 1
@.str.22 = private unnamed_addr constant [3 x i8] c"&&\00", align 1
@.str.23 = private unnamed_addr constant [3 x i8] c"==\00", align 1
@.str.24 = private unnamed_addr constant [3 x i8] c"<<\00", align 1
@.str.25 = private unnamed_addr constant [2 x i8] c"<\00", align 1
@.str.26 = private unnamed_addr constant [2 x i8] c"+\00", align 1
@.str.27 = private unnamed_addr constant [2 x i8] c"*\00", align 1
@.str.28 = private unnamed_addr constant [2 x i8] c"/\00", align 1
@.str.29 = private unnamed_addr constant [2 x i8] c"%\00", align 1
@.str.30 = private unnamed_addr constant [20 x i8] c"expression too long\00", align 1
@random_state = internal global i32 88172645, align 4
@.str.31 = private unnamed_addr constant [3 x i8] c"%u\00", align 1
@.str.32 = private unnamed_addr constant [3 x i8] c" !\00", align 1
@.str.33 = private unnamed_addr constant [4 x i8] c" ? \00", align 1
@.str.34 = private unnamed_addr constant [4 x i8] c" : \00", align 1
@.str.35 = private unnamed_addr constant [2 x i8] c" \00", align 1

; Function Attrs: nounwind uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca [4 x i64], align 16
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i32, align 4
  %12 = alloca ptr, align 8
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %2) #9
  store i32 -2128831035, ptr %2, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %3) #9
  store i32 0, ptr %3, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %4) #9
  store i32 0, ptr %4, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %5) #9
  %15 = call i32 @CheckValue(ptr noundef @.str, i64 noundef 3)
  %16 = call i32 @CheckValue(ptr noundef @.str.1, i64 noundef 6)
  %17 = and i32 %15, %16
  %18 = call i32 @CheckValue(ptr noundef @.str.2, i64 noundef 16)
  %19 = and i32 %17, %18
  %20 = call i32 @CheckValue(ptr noundef @.str.3, i64 noundef 1)
  %21 = and i32 %19, %20
  store i32 %21, ptr %5, align 4, !tbaa !5
  %22 = call ptr @Parse(ptr noundef @main.parser, ptr noundef @.str.4)
  %23 = icmp eq ptr %22, null
  %24 = zext i1 %23 to i32
  %25 = load i32, ptr %5, align 4, !tbaa !5
  %26 = and i32 %25, %24
  store i32 %26, ptr %5, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #9
  store i32 0, ptr %6, align 4, !tbaa !5
  br label %27

27:                                               ; preds = %95, %0
  %28 = load i32, ptr %6, align 4, !tbaa !5
  %29 = icmp slt i32 %28, 2000
  br i1 %29, label %31, label %30

30:                                               ; preds = %27
  store i32 2, ptr %7, align 4
  br label %98

31:                                               ; preds = %27
  call void @llvm.lifetime.start.p0(i64 32, ptr %8) #9
  call void @llvm.lifetime.start.p0(i64 8, ptr %9) #9
  store i64 0, ptr %9, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 8, ptr %10) #9
  store i64 0, ptr %10, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %11) #9
  store i32 0, ptr %11, align 4, !tbaa !5
  br label %32

32:                                               ; preds = %43, %31
  %33 = load i32, ptr %11, align 4, !tbaa !5
  %34 = icmp slt i32 %33, 4
  br i1 %34, label %36, label %35

35:                                               ; preds = %32
  store i32 5, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %11) #9
  br label %46

36:                                               ; preds = %32
  %37 = call i32 @Random(i32 noundef 50)
  %38 = zext i32 %37 to i64
  %39 = sub nsw i64 %38, 10
  %40 = load i32, ptr %11, align 4, !tbaa !5
  %41 = sext i32 %40 to i64
  %42 = getelementptr inbounds [4 x i64], ptr %8, i64 0, i64 %41
  store i64 %39, ptr %42, align 8, !tbaa !9
  br label %43

43:                                               ; preds = %36
  %44 = load i32, ptr %11, align 4, !tbaa !5
  %45 = add nsw i32 %44, 1
  store i32 %45, ptr %11, align 4, !tbaa !5
  br label %32, !llvm.loop !11

46:                                               ; preds = %35
  %47 = call ptr @Generate(ptr noundef @main.text, i32 noundef 4)
  store i8 0, ptr %47, align 1, !tbaa !14
  call void @llvm.lifetime.start.p0(i64 8, ptr %12) #9
  %48 = call ptr @Parse(ptr noundef @main.parser, ptr noundef @main.text)
  store ptr %48, ptr %12, align 8, !tbaa !15
  %49 = load ptr, ptr %12, align 8, !tbaa !15
  %50 = icmp ne ptr %49, null
  br i1 %50, label %54, label %51

51:                                               ; preds = %46
  %52 = load ptr, ptr getelementptr inbounds (%struct.Parser, ptr @main.parser, i32 0, i32 1), align 8, !tbaa !17
  %53 = call i32 (ptr, ...) @printf(ptr noundef @.str.5, ptr noundef @main.text, ptr noundef %52)
  store i32 1, ptr %1, align 4
  store i32 1, ptr %7, align 4
  br label %92

54:                                               ; preds = %46
  %55 = load ptr, ptr %12, align 8, !tbaa !15
  call void @CompileProgram(ptr noundef %55, ptr noundef @main.program)
  call void @llvm.lifetime.start.p0(i64 4, ptr %13) #9
  %56 = getelementptr inbounds [4 x i64], ptr %8, i64 0, i64 0
  %57 = call i32 @Execute(ptr noundef @main.program, ptr noundef %56, ptr noundef %9)
  store i32 %57, ptr %13, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %14) #9
  %58 = load ptr, ptr %12, align 8, !tbaa !15
  %59 = getelementptr inbounds [4 x i64], ptr %8, i64 0, i64 0
  %60 = call i32 @Walk(ptr noundef %58, ptr noundef %59, ptr noundef %10)
  store i32 %60, ptr %14, align 4, !tbaa !5
  %61 = load i32, ptr %13, align 4, !tbaa !5
  %62 = load i32, ptr %14, align 4, !tbaa !5
  %63 = icmp ne i32 %61, %62
  br i1 %63, label %71, label %64

64:                                               ; preds = %54
  %65 = load i32, ptr %14, align 4, !tbaa !5
  %66 = icmp ne i32 %65, 0
  br i1 %66, label %67, label %73

67:                                               ; preds = %64
  %68 = load i64, ptr %9, align 8, !tbaa !9
  %69 = load i64, ptr %10, align 8, !tbaa !9
  %70 = icmp ne i64 %68, %69
  br i1 %70, label %71, label %73

71:                                               ; preds = %67, %54
  %72 = call i32 (ptr, ...) @printf(ptr noundef @.str.6, ptr noundef @main.text)
  store i32 0, ptr %5, align 4, !tbaa !5
  br label %73

73:                                               ; preds = %71, %67, %64
  %74 = load i32, ptr %2, align 4, !tbaa !5
  %75 = load i64, ptr %10, align 8, !tbaa !9
  %76 = trunc i64 %75 to i32
  %77 = xor i32 %74, %76
  %78 = load i64, ptr %10, align 8, !tbaa !9
  %79 = lshr i64 %78, 32
  %80 = trunc i64 %79 to i32
  %81 = xor i32 %77, %80
  %82 = mul i32 %81, 16777619
  store i32 %82, ptr %2, align 4, !tbaa !5
  %83 = load i32, ptr %14, align 4, !tbaa !5
  %84 = icmp ne i32 %83, 0
  %85 = xor i1 %84, true
  %86 = zext i1 %85 to i32
  %87 = load i32, ptr %3, align 4, !tbaa !5
  %88 = add nsw i32 %87, %86
  store i32 %88, ptr %3, align 4, !tbaa !5
  %89 = load i32, ptr @main.program, align 8, !tbaa !19
  %90 = load i32, ptr %4, align 4, !tbaa !5
  %91 = add nsw i32 %90, %89
  store i32 %91, ptr %4, align 4, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 4, ptr %14) #9
  call void @llvm.lifetime.end.p0(i64 4, ptr %13) #9
  store i32 0, ptr %7, align 4
  br label %92

92:                                               ; preds = %73, %51
  call void @llvm.lifetime.end.p0(i64 8, ptr %12) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr %10) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr %9) #9
  call void @llvm.lifetime.end.p0(i64 32, ptr %8) #9
  %93 = load i32, ptr %7, align 4
  switch i32 %93, label %98 [
    i32 0, label %94
  ]

94:                                               ; preds = %92
  br label %95

95:                                               ; preds = %94
  %96 = load i32, ptr %6, align 4, !tbaa !5
  %97 = add nsw i32 %96, 1
  store i32 %97, ptr %6, align 4, !tbaa !5
  br label %27, !llvm.loop !21

98:                                               ; preds = %92, %30
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #9
  %99 = load i32, ptr %7, align 4
  switch i32 %99, label %113 [
    i32 2, label %100
  ]

100:                                              ; preds = %98
  %101 = load i32, ptr %4, align 4, !tbaa !5
  %102 = load i32, ptr %3, align 4, !tbaa !5
  %103 = load i32, ptr %2, align 4, !tbaa !5
  %104 = load i32, ptr %5, align 4, !tbaa !5
  %105 = icmp ne i32 %104, 0
  %106 = zext i1 %105 to i64
  %107 = select i1 %105, ptr @.str.8, ptr @.str.9
  %108 = call i32 (ptr, ...) @printf(ptr noundef @.str.7, i32 noundef %101, i32 noundef %102, i32 noundef %103, ptr noundef %107)
  %109 = load i32, ptr %5, align 4, !tbaa !5
  %110 = icmp ne i32 %109, 0
  %111 = zext i1 %110 to i64
  %112 = select i1 %110, i32 0, i32 1
  store i32 %112, ptr %1, align 4
  store i32 1, ptr %7, align 4
  br label %113

113:                                              ; preds = %100, %98
  call void @llvm.lifetime.end.p0(i64 4, ptr %5) #9
  call void @llvm.lifetime.end.p0(i64 4, ptr %4) #9
  call void @llvm.lifetime.end.p0(i64 4, ptr %3) #9
  call void @llvm.lifetime.end.p0(i64 4, ptr %2) #9
  %114 = load i32, ptr %1, align 4
  ret i32 %114
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind uwtable
define internal i32 @CheckValue(ptr noundef %0, i64 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca [4 x i64], align 16
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !15
  store i64 %1, ptr %5, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 32, ptr %6) #9
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %6, ptr align 16 @__const.CheckValue.variables, i64 32, i1 false)
  call void @llvm.lifetime.start.p0(i64 8, ptr %7) #9
  store i64 0, ptr %7, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 8, ptr %8) #9
  %10 = load ptr, ptr %4, align 8, !tbaa !15
  %11 = call ptr @Parse(ptr noundef @CheckValue.parser, ptr noundef %10)
  store ptr %11, ptr %8, align 8, !tbaa !15
  %12 = load ptr, ptr %8, align 8, !tbaa !15
  %13 = icmp ne ptr %12, null
  br i1 %13, label %14, label %16

14:                                               ; preds = %2
  %15 = load ptr, ptr %8, align 8, !tbaa !15
  call void @CompileProgram(ptr noundef %15, ptr noundef @CheckValue.program)
  br label %16

16:                                               ; preds = %14, %2
  %17 = load ptr, ptr %8, align 8, !tbaa !15
  %18 = icmp ne ptr %17, null
  br i1 %18, label %19, label %28

19:                                               ; preds = %16
  %20 = getelementptr inbounds [4 x i64], ptr %6, i64 0, i64 0
  %21 = call i32 @Execute(ptr noundef @CheckValue.program, ptr noundef %20, ptr noundef %7)
  %22 = icmp ne i32 %21, 0
  br i1 %22, label %23, label %28

23:                                               ; preds = %19
  %24 = load i64, ptr %7, align 8, !tbaa !9
  %25 = load i64, ptr %5, align 8, !tbaa !9
  %26 = icmp eq i64 %24, %25
  br i1 %26, label %27, label %28

27:                                               ; preds = %23
  store i32 1, ptr %3, align 4
  store i32 1, ptr %9, align 4
  br label %38

28:                                               ; preds = %23, %19, %16
  %29 = load ptr, ptr %4, align 8, !tbaa !15
  %30 = load ptr, ptr %8, align 8, !tbaa !15
  %31 = icmp ne ptr %30, null
  br i1 %31, label %32, label %33

32:                                               ; preds = %28
  br label %35

33:                                               ; preds = %28
  %34 = load ptr, ptr getelementptr inbounds (%struct.Parser, ptr @CheckValue.parser, i32 0, i32 1), align 8, !tbaa !17
  br label %35

35:                                               ; preds = %33, %32
  %36 = phi ptr [ @.str.10, %32 ], [ %34, %33 ]
  %37 = call i32 (ptr, ...) @printf(ptr noundef @.str.5, ptr noundef %29, ptr noundef %36)
  store i32 0, ptr %3, align 4
  store i32 1, ptr %9, align 4
  br label %38

38:                                               ; preds = %35, %27
  call void @llvm.lifetime.end.p0(i64 8, ptr %8) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr %7) #9
  call void @llvm.lifetime.end.p0(i64 32, ptr %6) #9
  %39 = load i32, ptr %3, align 4
  ret i32 %39
}

; Function Attrs: nounwind uwtable
define internal ptr @Parse(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !15
  store ptr %1, ptr %4, align 8, !tbaa !15
  %6 = load ptr, ptr %4, align 8, !tbaa !15
  %7 = load ptr, ptr %3, align 8, !tbaa !15
  %8 = getelementptr inbounds %struct.Parser, ptr %7, i32 0, i32 0
  store ptr %6, ptr %8, align 8, !tbaa !22
  %9 = load ptr, ptr %3, align 8, !tbaa !15
  %10 = getelementptr inbounds %struct.Parser, ptr %9, i32 0, i32 1
  store ptr null, ptr %10, align 8, !tbaa !17
  %11 = load ptr, ptr %3, align 8, !tbaa !15
  %12 = getelementptr inbounds %struct.Parser, ptr %11, i32 0, i32 2
  store i32 0, ptr %12, align 8, !tbaa !23
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #9
  %13 = load ptr, ptr %3, align 8, !tbaa !15
  %14 = call ptr @ParseConditional(ptr noundef %13)
  store ptr %14, ptr %5, align 8, !tbaa !15
  %15 = load ptr, ptr %3, align 8, !tbaa !15
  call void @SkipSpace(ptr noundef %15)
  %16 = load ptr, ptr %3, align 8, !tbaa !15
  %17 = getelementptr inbounds %struct.Parser, ptr %16, i32 0, i32 0
  %18 = load ptr, ptr %17, align 8, !tbaa !22
  %19 = load i8, ptr %18, align 1, !tbaa !14
  %20 = sext i8 %19 to i32
  %21 = icmp ne i32 %20, 0
  br i1 %21, label %22, label %24

22:                                               ; preds = %2
  %23 = load ptr, ptr %3, align 8, !tbaa !15
  call void @Fail(ptr noundef %23, ptr noundef @.str.11)
  br label %24

24:                                               ; preds = %22, %2
  %25 = load ptr, ptr %3, align 8, !tbaa !15
  %26 = getelementptr inbounds %struct.Parser, ptr %25, i32 0, i32 1
  %27 = load ptr, ptr %26, align 8, !tbaa !17
  %28 = icmp ne ptr %27, null
  br i1 %28, label %29, label %30

29:                                               ; preds = %24
  br label %32

30:                                               ; preds = %24
  %31 = load ptr, ptr %5, align 8, !tbaa !15
  br label %32

32:                                               ; preds = %30, %29
  %33 = phi ptr [ null, %29 ], [ %31, %30 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #9
  ret ptr %33
}

; Function Attrs: nounwind uwtable
define internal i32 @Random(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4, !tbaa !5
  %3 = load i32, ptr @random_state, align 4, !tbaa !5
  %4 = mul i32 %3, 1664525
  %5 = add i32 %4, 1013904223
  store i32 %5, ptr @random_state, align 4, !tbaa !5
  %6 = load i32, ptr @random_state, align 4, !tbaa !5
  %7 = lshr i32 %6, 8
  %8 = load i32, ptr %2, align 4, !tbaa !5
  %9 = urem i32 %7, %8
  ret i32 %9
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind uwtable
define internal ptr @Generate(ptr noundef %0, i32 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca [16 x i8], align 16
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !15
  store i32 %1, ptr %5, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 16, ptr %6) #9
  %8 = load i32, ptr %5, align 4, !tbaa !5
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %13, label %10

10:                                               ; preds = %2
  %11 = call i32 @Random(i32 noundef 6)
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %30

13:                                               ; preds = %10, %2
  %14 = call i32 @Random(i32 noundef 2)
  %15 = icmp ne i32 %14, 0
  br i1 %15, label %16, label %23

16:                                               ; preds = %13
  %17 = call i32 @Random(i32 noundef 4)
  %18 = add i32 97, %17
  %19 = trunc i32 %18 to i8
  %20 = load ptr, ptr %4, align 8, !tbaa !15
  %21 = getelementptr inbounds i8, ptr %20, i32 1
  store ptr %21, ptr %4, align 8, !tbaa !15
  store i8 %19, ptr %20, align 1, !tbaa !14
  %22 = load ptr, ptr %4, align 8, !tbaa !15
  store ptr %22, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %79

23:                                               ; preds = %13
  %24 = getelementptr inbounds [16 x i8], ptr %6, i64 0, i64 0
  %25 = call i32 @Random(i32 noundef 100)
  %26 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %24, i64 noundef 16, ptr noundef @.str.31, i32 noundef %25) #9
  %27 = load ptr, ptr %4, align 8, !tbaa !15
  %28 = getelementptr inbounds [16 x i8], ptr %6, i64 0, i64 0
  %29 = call ptr @Append(ptr noundef %27, ptr noundef %28)
  store ptr %29, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %79

30:                                               ; preds = %10
  %31 = call i32 @Random(i32 noundef 6)
  switch i32 %31, label %60 [
    i32 0, label %32
    i32 1, label %42
  ]

32:                                               ; preds = %30
  %33 = load ptr, ptr %4, align 8, !tbaa !15
  %34 = call i32 @Random(i32 noundef 2)
  %35 = icmp ne i32 %34, 0
  %36 = zext i1 %35 to i64
  %37 = select i1 %35, ptr @.str.15, ptr @.str.32
  %38 = call ptr @Append(ptr noundef %33, ptr noundef %37)
  %39 = load i32, ptr %5, align 4, !tbaa !5
  %40 = sub nsw i32 %39, 1
  %41 = call ptr @Generate(ptr noundef %38, i32 noundef %40)
  store ptr %41, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %79

42:                                               ; preds = %30
  %43 = load ptr, ptr %4, align 8, !tbaa !15
  %44 = call ptr @Append(ptr noundef %43, ptr noundef @.str.17)
  %45 = load i32, ptr %5, align 4, !tbaa !5
  %46 = sub nsw i32 %45, 1
  %47 = call ptr @Generate(ptr noundef %44, i32 noundef %46)
  store ptr %47, ptr %4, align 8, !tbaa !15
  %48 = load ptr, ptr %4, align 8, !tbaa !15
  %49 = call ptr @Append(ptr noundef %48, ptr noundef @.str.33)
  %50 = load i32, ptr %5, align 4, !tbaa !5
  %51 = sub nsw i32 %50, 1
  %52 = call ptr @Generate(ptr noundef %49, i32 noundef %51)
  store ptr %52, ptr %4, align 8, !tbaa !15
  %53 = load ptr, ptr %4, align 8, !tbaa !15
  %54 = call ptr @Append(ptr noundef %53, ptr noundef @.str.34)
  %55 = load i32, ptr %5, align 4, !tbaa !5
  %56 = sub nsw i32 %55, 1
  %57 = call ptr @Generate(ptr noundef %54, i32 noundef %56)
  store ptr %57, ptr %4, align 8, !tbaa !15
  %58 = load ptr, ptr %4, align 8, !tbaa !15
  %59 = call ptr @Append(ptr noundef %58, ptr noundef @.str.18)
  store ptr %59, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %79

60:                                               ; preds = %30
  %61 = load ptr, ptr %4, align 8, !tbaa !15
  %62 = call ptr @Append(ptr noundef %61, ptr noundef @.str.17)
  %63 = load i32, ptr %5, align 4, !tbaa !5
  %64 = sub nsw i32 %63, 1
  %65 = call ptr @Generate(ptr noundef %62, i32 noundef %64)
  store ptr %65, ptr %4, align 8, !tbaa !15
  %66 = load ptr, ptr %4, align 8, !tbaa !15
  %67 = call i32 @Random(i32 noundef 10)
  %68 = zext i32 %67 to i64
  %69 = getelementptr inbounds [10 x %struct.anon], ptr @operators, i64 0, i64 %68
  %70 = getelementptr inbounds %struct.anon, ptr %69, i32 0, i32 0
  %71 = load ptr, ptr %70, align 16, !tbaa !24
  %72 = call ptr @Append(ptr noundef %66, ptr noundef %71)
  store ptr %72, ptr %4, align 8, !tbaa !15
  %73 = load ptr, ptr %4, align 8, !tbaa !15
  %74 = call ptr @Append(ptr noundef %73, ptr noundef @.str.35)
  %75 = load i32, ptr %5, align 4, !tbaa !5
  %76 = sub nsw i32 %75, 1
  %77 = call ptr @Generate(ptr noundef %74, i32 noundef %76)
  %78 = call ptr @Append(ptr noundef %77, ptr noundef @.str.18)
  store ptr %78, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %79

79:                                               ; preds = %60, %42, %32, %23, %16
  call void @llvm.lifetime.end.p0(i64 16, ptr %6) #9
  %80 = load ptr, ptr %3, align 8
  ret ptr %80
}

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: nounwind uwtable
define internal void @CompileProgram(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !15
  store ptr %1, ptr %4, align 8, !tbaa !15
  %5 = load ptr, ptr %4, align 8, !tbaa !15
  %6 = getelementptr inbounds %struct.Program, ptr %5, i32 0, i32 0
  store i32 0, ptr %6, align 8, !tbaa !19
  %7 = load ptr, ptr %3, align 8, !tbaa !15
  %8 = load ptr, ptr %4, align 8, !tbaa !15
  call void @Compile(ptr noundef %7, ptr noundef %8)
  %9 = load ptr, ptr %4, align 8, !tbaa !15
  %10 = call i32 @Emit(ptr noundef %9, i32 noundef 8, i64 noundef 0)
  ret void
}

; Function Attrs: nounwind uwtable
define internal i32 @Execute(ptr noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca [64 x i64], align 16
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca %struct.Instruction, align 8
  %12 = alloca i32, align 4
  store ptr %0, ptr %5, align 8, !tbaa !15
  store ptr %1, ptr %6, align 8, !tbaa !15
  store ptr %2, ptr %7, align 8, !tbaa !15
  call void @llvm.lifetime.start.p0(i64 512, ptr %8) #9
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #9
  store i32 0, ptr %9, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #9
  store i32 0, ptr %10, align 4, !tbaa !5
  br label %13

13:                                               ; preds = %127, %3
  call void @llvm.lifetime.start.p0(i64 16, ptr %11) #9
  %14 = load ptr, ptr %5, align 8, !tbaa !15
  %15 = getelementptr inbounds %struct.Program, ptr %14, i32 0, i32 1
  %16 = load i32, ptr %10, align 4, !tbaa !5
  %17 = add nsw i32 %16, 1
  store i32 %17, ptr %10, align 4, !tbaa !5
  %18 = sext i32 %16 to i64
  %19 = getelementptr inbounds [1024 x %struct.Instruction], ptr %15, i64 0, i64 %18
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %11, ptr align 8 %19, i64 16, i1 false), !tbaa.struct !26
  %20 = load i32, ptr %9, align 4, !tbaa !5
  %21 = icmp eq i32 %20, 64
  br i1 %21, label %22, label %23

22:                                               ; preds = %13
  store i32 0, ptr %4, align 4
  store i32 1, ptr %12, align 4
  br label %125

23:                                               ; preds = %13
  %24 = getelementptr inbounds %struct.Instruction, ptr %11, i32 0, i32 0
  %25 = load i32, ptr %24, align 8, !tbaa !27
  switch i32 %25, label %124 [
    i32 0, label %26
    i32 1, label %33
    i32 2, label %43
    i32 3, label %54
    i32 7, label %68
    i32 6, label %81
    i32 5, label %85
    i32 4, label %97
    i32 8, label %120
  ]

26:                                               ; preds = %23
  %27 = getelementptr inbounds %struct.Instruction, ptr %11, i32 0, i32 1
  %28 = load i64, ptr %27, align 8, !tbaa !29
  %29 = load i32, ptr %9, align 4, !tbaa !5
  %30 = add nsw i32 %29, 1
  store i32 %30, ptr %9, align 4, !tbaa !5
  %31 = sext i32 %29 to i64
  %32 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %31
  store i64 %28, ptr %32, align 8, !tbaa !9
  br label %124

33:                                               ; preds = %23
  %34 = load ptr, ptr %6, align 8, !tbaa !15
  %35 = getelementptr inbounds %struct.Instruction, ptr %11, i32 0, i32 1
  %36 = load i64, ptr %35, align 8, !tbaa !29
  %37 = getelementptr inbounds i64, ptr %34, i64 %36
  %38 = load i64, ptr %37, align 8, !tbaa !9
  %39 = load i32, ptr %9, align 4, !tbaa !5
  %40 = add nsw i32 %39, 1
  store i32 %40, ptr %9, align 4, !tbaa !5
  %41 = sext i32 %39 to i64
  %42 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %41
  store i64 %38, ptr %42, align 8, !tbaa !9
  br label %124

43:                                               ; preds = %23
  %44 = load i32, ptr %9, align 4, !tbaa !5
  %45 = sub nsw i32 %44, 1
  %46 = sext i32 %45 to i64
  %47 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %46
  %48 = load i64, ptr %47, align 8, !tbaa !9
  %49 = sub i64 0, %48
  %50 = load i32, ptr %9, align 4, !tbaa !5
  %51 = sub nsw i32 %50, 1
  %52 = sext i32 %51 to i64
  %53 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %52
  store i64 %49, ptr %53, align 8, !tbaa !9
  br label %124

54:                                               ; preds = %23
  %55 = load i32, ptr %9, align 4, !tbaa !5
  %56 = sub nsw i32 %55, 1
  %57 = sext i32 %56 to i64
  %58 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %57
  %59 = load i64, ptr %58, align 8, !tbaa !9
  %60 = icmp ne i64 %59, 0
  %61 = xor i1 %60, true
  %62 = zext i1 %61 to i32
  %63 = sext i32 %62 to i64
  %64 = load i32, ptr %9, align 4, !tbaa !5
  %65 = sub nsw i32 %64, 1
  %66 = sext i32 %65 to i64
  %67 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %66
  store i64 %63, ptr %67, align 8, !tbaa !9
  br label %124

68:                                               ; preds = %23
  %69 = load i32, ptr %9, align 4, !tbaa !5
  %70 = sub nsw i32 %69, 1
  %71 = sext i32 %70 to i64
  %72 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %71
  %73 = load i64, ptr %72, align 8, !tbaa !9
  %74 = icmp ne i64 %73, 0
  %75 = zext i1 %74 to i32
  %76 = sext i32 %75 to i64
  %77 = load i32, ptr %9, align 4, !tbaa !5
  %78 = sub nsw i32 %77, 1
  %79 = sext i32 %78 to i64
  %80 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %79
  store i64 %76, ptr %80, align 8, !tbaa !9
  br label %124

81:                                               ; preds = %23
  %82 = getelementptr inbounds %struct.Instruction, ptr %11, i32 0, i32 1
  %83 = load i64, ptr %82, align 8, !tbaa !29
  %84 = trunc i64 %83 to i32
  store i32 %84, ptr %10, align 4, !tbaa !5
  br label %124

85:                                               ; preds = %23
  %86 = load i32, ptr %9, align 4, !tbaa !5
  %87 = add nsw i32 %86, -1
  store i32 %87, ptr %9, align 4, !tbaa !5
  %88 = sext i32 %87 to i64
  %89 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %88
  %90 = load i64, ptr %89, align 8, !tbaa !9
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %92, label %96

92:                                               ; preds = %85
  %93 = getelementptr inbounds %struct.Instruction, ptr %11, i32 0, i32 1
  %94 = load i64, ptr %93, align 8, !tbaa !29
  %95 = trunc i64 %94 to i32
  store i32 %95, ptr %10, align 4, !tbaa !5
  br label %96

96:                                               ; preds = %92, %85
  br label %124

97:                                               ; preds = %23
  %98 = load i32, ptr %9, align 4, !tbaa !5
  %99 = add nsw i32 %98, -1
  store i32 %99, ptr %9, align 4, !tbaa !5
  %100 = getelementptr inbounds %struct.Instruction, ptr %11, i32 0, i32 1
  %101 = load i64, ptr %100, align 8, !tbaa !29
  %102 = trunc i64 %101 to i32
  %103 = load i32, ptr %9, align 4, !tbaa !5
  %104 = sub nsw i32 %103, 1
  %105 = sext i32 %104 to i64
  %106 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %105
  %107 = load i64, ptr %106, align 8, !tbaa !9
  %108 = load i32, ptr %9, align 4, !tbaa !5
  %109 = sext i32 %108 to i64
  %110 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %109
  %111 = load i64, ptr %110, align 8, !tbaa !9
  %112 = load i32, ptr %9, align 4, !tbaa !5
  %113 = sub nsw i32 %112, 1
  %114 = sext i32 %113 to i64
  %115 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 %114
  %116 = call i32 @Compute(i32 noundef %102, i64 noundef %107, i64 noundef %111, ptr noundef %115)
  %117 = icmp ne i32 %116, 0
  br i1 %117, label %119, label %118

118:                                              ; preds = %97
  store i32 0, ptr %4, align 4
  store i32 1, ptr %12, align 4
  br label %125

119:                                              ; preds = %97
  br label %124

120:                                              ; preds = %23
  %121 = getelementptr inbounds [64 x i64], ptr %8, i64 0, i64 0
  %122 = load i64, ptr %121, align 16, !tbaa !9
  %123 = load ptr, ptr %7, align 8, !tbaa !15
  store i64 %122, ptr %123, align 8, !tbaa !9
  store i32 1, ptr %4, align 4
  store i32 1, ptr %12, align 4
  br label %125

124:                                              ; preds = %23, %119, %96, %81, %68, %54, %43, %33, %26
  store i32 0, ptr %12, align 4
  br label %125

125:                                              ; preds = %124, %120, %118, %22
  call void @llvm.lifetime.end.p0(i64 16, ptr %11) #9
  %126 = load i32, ptr %12, align 4
  switch i32 %126, label %128 [
    i32 0, label %127
  ]

127:                                              ; preds = %125
  br label %13, !llvm.loop !30

128:                                              ; preds = %125
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #9
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #9
  call void @llvm.lifetime.end.p0(i64 512, ptr %8) #9
  %129 = load i32, ptr %4, align 4
  ret i32 %129
}

; Function Attrs: nounwind uwtable
define internal i32 @Walk(ptr noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i32, align 4
  store ptr %0, ptr %5, align 8, !tbaa !15
  store ptr %1, ptr %6, align 8, !tbaa !15
  store ptr %2, ptr %7, align 8, !tbaa !15
  call void @llvm.lifetime.start.p0(i64 8, ptr %8) #9
  call void @llvm.lifetime.start.p0(i64 8, ptr %9) #9
  %11 = load ptr, ptr %5, align 8, !tbaa !15
  %12 = getelementptr inbounds %struct.Node, ptr %11, i32 0, i32 0
  %13 = load i32, ptr %12, align 8, !tbaa !31
  switch i32 %13, label %122 [
    i32 0, label %14
    i32 1, label %19
    i32 2, label %27
    i32 3, label %39
    i32 5, label %54
    i32 4, label %78
  ]

14:                                               ; preds = %3
  %15 = load ptr, ptr %5, align 8, !tbaa !15
  %16 = getelementptr inbounds %struct.Node, ptr %15, i32 0, i32 2
  %17 = load i64, ptr %16, align 8, !tbaa !33
  %18 = load ptr, ptr %7, align 8, !tbaa !15
  store i64 %17, ptr %18, align 8, !tbaa !9
  store i32 1, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

19:                                               ; preds = %3
  %20 = load ptr, ptr %6, align 8, !tbaa !15
  %21 = load ptr, ptr %5, align 8, !tbaa !15
  %22 = getelementptr inbounds %struct.Node, ptr %21, i32 0, i32 2
  %23 = load i64, ptr %22, align 8, !tbaa !33
  %24 = getelementptr inbounds i64, ptr %20, i64 %23
  %25 = load i64, ptr %24, align 8, !tbaa !9
  %26 = load ptr, ptr %7, align 8, !tbaa !15
  store i64 %25, ptr %26, align 8, !tbaa !9
  store i32 1, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

27:                                               ; preds = %3
  %28 = load ptr, ptr %5, align 8, !tbaa !15
  %29 = getelementptr inbounds %struct.Node, ptr %28, i32 0, i32 3
  %30 = load ptr, ptr %29, align 8, !tbaa !34
  %31 = load ptr, ptr %6, align 8, !tbaa !15
  %32 = call i32 @Walk(ptr noundef %30, ptr noundef %31, ptr noundef %8)
  %33 = icmp ne i32 %32, 0
  br i1 %33, label %35, label %34

34:                                               ; preds = %27
  store i32 0, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

35:                                               ; preds = %27
  %36 = load i64, ptr %8, align 8, !tbaa !9
  %37 = sub i64 0, %36
  %38 = load ptr, ptr %7, align 8, !tbaa !15
  store i64 %37, ptr %38, align 8, !tbaa !9
  store i32 1, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

39:                                               ; preds = %3
  %40 = load ptr, ptr %5, align 8, !tbaa !15
  %41 = getelementptr inbounds %struct.Node, ptr %40, i32 0, i32 3
  %42 = load ptr, ptr %41, align 8, !tbaa !34
  %43 = load ptr, ptr %6, align 8, !tbaa !15
  %44 = call i32 @Walk(ptr noundef %42, ptr noundef %43, ptr noundef %8)
  %45 = icmp ne i32 %44, 0
  br i1 %45, label %47, label %46

46:                                               ; preds = %39
  store i32 0, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

47:                                               ; preds = %39
  %48 = load i64, ptr %8, align 8, !tbaa !9
  %49 = icmp ne i64 %48, 0
  %50 = xor i1 %49, true
  %51 = zext i1 %50 to i32
  %52 = sext i32 %51 to i64
  %53 = load ptr, ptr %7, align 8, !tbaa !15
  store i64 %52, ptr %53, align 8, !tbaa !9
  store i32 1, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

54:                                               ; preds = %3
  %55 = load ptr, ptr %5, align 8, !tbaa !15
  %56 = getelementptr inbounds %struct.Node, ptr %55, i32 0, i32 3
  %57 = load ptr, ptr %56, align 8, !tbaa !34
  %58 = load ptr, ptr %6, align 8, !tbaa !15
  %59 = call i32 @Walk(ptr noundef %57, ptr noundef %58, ptr noundef %8)
  %60 = icmp ne i32 %59, 0
  br i1 %60, label %62, label %61

61:                                               ; preds = %54
  store i32 0, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

62:                                               ; preds = %54
  %63 = load i64, ptr %8, align 8, !tbaa !9
  %64 = icmp ne i64 %63, 0
  br i1 %64, label %65, label %69

65:                                               ; preds = %62
  %66 = load ptr, ptr %5, align 8, !tbaa !15
  %67 = getelementptr inbounds %struct.Node, ptr %66, i32 0, i32 4
  %68 = load ptr, ptr %67, align 8, !tbaa !35
  br label %73

69:                                               ; preds = %62
  %70 = load ptr, ptr %5, align 8, !tbaa !15
  %71 = getelementptr inbounds %struct.Node, ptr %70, i32 0, i32 5
  %72 = load ptr, ptr %71, align 8, !tbaa !36
  br label %73

73:                                               ; preds = %69, %65
  %74 = phi ptr [ %68, %65 ], [ %72, %69 ]
  %75 = load ptr, ptr %6, align 8, !tbaa !15
  %76 = load ptr, ptr %7, align 8, !tbaa !15
  %77 = call i32 @Walk(ptr noundef %74, ptr noundef %75, ptr noundef %76)
  store i32 %77, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

78:                                               ; preds = %3
  %79 = load ptr, ptr %5, align 8, !tbaa !15
  %80 = getelementptr inbounds %struct.Node, ptr %79, i32 0, i32 3
  %81 = load ptr, ptr %80, align 8, !tbaa !34
  %82 = load ptr, ptr %6, align 8, !tbaa !15
  %83 = call i32 @Walk(ptr noundef %81, ptr noundef %82, ptr noundef %8)
  %84 = icmp ne i32 %83, 0
  br i1 %84, label %86, label %85

85:                                               ; preds = %78
  store i32 0, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

86:                                               ; preds = %78
  %87 = load ptr, ptr %5, align 8, !tbaa !15
  %88 = getelementptr inbounds %struct.Node, ptr %87, i32 0, i32 1
  %89 = load i32, ptr %88, align 4, !tbaa !37
  %90 = icmp eq i32 %89, 8
  br i1 %90, label %91, label %96

91:                                               ; preds = %86
  %92 = load i64, ptr %8, align 8, !tbaa !9
  %93 = icmp ne i64 %92, 0
  br i1 %93, label %96, label %94

94:                                               ; preds = %91
  %95 = load ptr, ptr %7, align 8, !tbaa !15
  store i64 0, ptr %95, align 8, !tbaa !9
  store i32 1, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

96:                                               ; preds = %91, %86
  %97 = load ptr, ptr %5, align 8, !tbaa !15
  %98 = getelementptr inbounds %struct.Node, ptr %97, i32 0, i32 1
  %99 = load i32, ptr %98, align 4, !tbaa !37
  %100 = icmp eq i32 %99, 9
  br i1 %100, label %101, label %106

101:                                              ; preds = %96
  %102 = load i64, ptr %8, align 8, !tbaa !9
  %103 = icmp ne i64 %102, 0
  br i1 %103, label %104, label %106

104:                                              ; preds = %101
  %105 = load ptr, ptr %7, align 8, !tbaa !15
  store i64 1, ptr %105, align 8, !tbaa !9
  store i32 1, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

106:                                              ; preds = %101, %96
  %107 = load ptr, ptr %5, align 8, !tbaa !15
  %108 = getelementptr inbounds %struct.Node, ptr %107, i32 0, i32 4
  %109 = load ptr, ptr %108, align 8, !tbaa !35
  %110 = load ptr, ptr %6, align 8, !tbaa !15
  %111 = call i32 @Walk(ptr noundef %109, ptr noundef %110, ptr noundef %9)
  %112 = icmp ne i32 %111, 0
  br i1 %112, label %114, label %113

113:                                              ; preds = %106
  store i32 0, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

114:                                              ; preds = %106
  %115 = load ptr, ptr %5, align 8, !tbaa !15
  %116 = getelementptr inbounds %struct.Node, ptr %115, i32 0, i32 1
  %117 = load i32, ptr %116, align 4, !tbaa !37
  %118 = load i64, ptr %8, align 8, !tbaa !9
  %119 = load i64, ptr %9, align 8, !tbaa !9
  %120 = load ptr, ptr %7, align 8, !tbaa !15
  %121 = call i32 @Compute(i32 noundef %117, i64 noundef %118, i64 noundef %119, ptr noundef %120)
  store i32 %121, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

122:                                              ; preds = %3
  store i32 0, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %123

123:                                              ; preds = %122, %114, %113, %104, %94, %85, %73, %61, %47, %46, %35, %34, %19, %14
  call void @llvm.lifetime.end.p0(i64 8, ptr %9) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr %8) #9
  %124 = load i32, ptr %4, align 4
  ret i32 %124
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

; Function Attrs: nounwind uwtable
define internal ptr @ParseConditional(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !15
  call void @llvm.lifetime.start.p0(i64 8, ptr %4) #9
  %7 = load ptr, ptr %3, align 8, !tbaa !15
  %8 = call ptr @ParseBinary(ptr noundef %7, i32 noundef 1)
  store ptr %8, ptr %4, align 8, !tbaa !15
  %9 = load ptr, ptr %3, align 8, !tbaa !15
  %10 = call i32 @Accept(ptr noundef %9, ptr noundef @.str.12)
  %11 = icmp ne i32 %10, 0
  br i1 %11, label %14, label %12

12:                                               ; preds = %1
  %13 = load ptr, ptr %4, align 8, !tbaa !15
  store ptr %13, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %35

14:                                               ; preds = %1
  call void @llvm.lifetime.start.p0(i64 8, ptr %6) #9
  %15 = load ptr, ptr %3, align 8, !tbaa !15
  %16 = call ptr @NewNode(ptr noundef %15, i32 noundef 5)
  store ptr %16, ptr %6, align 8, !tbaa !15
  %17 = load ptr, ptr %4, align 8, !tbaa !15
  %18 = load ptr, ptr %6, align 8, !tbaa !15
  %19 = getelementptr inbounds %struct.Node, ptr %18, i32 0, i32 3
  store ptr %17, ptr %19, align 8, !tbaa !34
  %20 = load ptr, ptr %3, align 8, !tbaa !15
  %21 = call ptr @ParseConditional(ptr noundef %20)
  %22 = load ptr, ptr %6, align 8, !tbaa !15
  %23 = getelementptr inbounds %struct.Node, ptr %22, i32 0, i32 4
  store ptr %21, ptr %23, align 8, !tbaa !35
  %24 = load ptr, ptr %3, align 8, !tbaa !15
  %25 = call i32 @Accept(ptr noundef %24, ptr noundef @.str.13)
  %26 = icmp ne i32 %25, 0
  br i1 %26, label %29, label %27

27:                                               ; preds = %14
  %28 = load ptr, ptr %3, align 8, !tbaa !15
  call void @Fail(ptr noundef %28, ptr noundef @.str.14)
  br label %29

29:                                               ; preds = %27, %14
  %30 = load ptr, ptr %3, align 8, !tbaa !15
  %31 = call ptr @ParseConditional(ptr noundef %30)
  %32 = load ptr, ptr %6, align 8, !tbaa !15
  %33 = getelementptr inbounds %struct.Node, ptr %32, i32 0, i32 5
  store ptr %31, ptr %33, align 8, !tbaa !36
  %34 = load ptr, ptr %6, align 8, !tbaa !15
  store ptr %34, ptr %2, align 8
  store i32 1, ptr %5, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr %6) #9
  br label %35

35:                                               ; preds = %29, %12
  call void @llvm.lifetime.end.p0(i64 8, ptr %4) #9
  %36 = load ptr, ptr %2, align 8
  ret ptr %36
}

; Function Attrs: nounwind uwtable
define internal void @SkipSpace(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !15
  br label %3

3:                                                ; preds = %17, %1
  %4 = call ptr @__ctype_b_loc() #10
  %5 = load ptr, ptr %4, align 8, !tbaa !15
  %6 = load ptr, ptr %2, align 8, !tbaa !15
  %7 = getelementptr inbounds %struct.Parser, ptr %6, i32 0, i32 0
  %8 = load ptr, ptr %7, align 8, !tbaa !22
  %9 = load i8, ptr %8, align 1, !tbaa !14
  %10 = zext i8 %9 to i32
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds i16, ptr %5, i64 %11
  %13 = load i16, ptr %12, align 2, !tbaa !38
  %14 = zext i16 %13 to i32
  %15 = and i32 %14, 8192
  %16 = icmp ne i32 %15, 0
  br i1 %16, label %17, label %22

17:                                               ; preds = %3
  %18 = load ptr, ptr %2, align 8, !tbaa !15
  %19 = getelementptr inbounds %struct.Parser, ptr %18, i32 0, i32 0
  %20 = load ptr, ptr %19, align 8, !tbaa !22
  %21 = getelementptr inbounds i8, ptr %20, i32 1
  store ptr %21, ptr %19, align 8, !tbaa !22
  br label %3, !llvm.loop !40

22:                                               ; preds = %3
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @Fail(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !15
  store ptr %1, ptr %4, align 8, !tbaa !15
  %5 = load ptr, ptr %3, align 8, !tbaa !15
  %6 = getelementptr inbounds %struct.Parser, ptr %5, i32 0, i32 1
  %7 = load ptr, ptr %6, align 8, !tbaa !17
  %8 = icmp ne ptr %7, null
  br i1 %8, label %13, label %9

9:                                                ; preds = %2
  %10 = load ptr, ptr %4, align 8, !tbaa !15
  %11 = load ptr, ptr %3, align 8, !tbaa !15
  %12 = getelementptr inbounds %struct.Parser, ptr %11, i32 0, i32 1
  store ptr %10, ptr %12, align 8, !tbaa !17
  br label %13

13:                                               ; preds = %9, %2
  ret void
}

; Function Attrs: nounwind uwtable
define internal ptr @ParseBinary(ptr noundef %0, i32 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8, !tbaa !15
  store i32 %1, ptr %5, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 8, ptr %6) #9
  %11 = load ptr, ptr %4, align 8, !tbaa !15
  %12 = call ptr @ParseUnary(ptr noundef %11)
  store ptr %12, ptr %6, align 8, !tbaa !15
  br label %13

13:                                               ; preds = %92, %2
  call void @llvm.lifetime.start.p0(i64 8, ptr %7) #9
  store i64 0, ptr %7, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 8, ptr %8) #9
  store i64 10, ptr %8, align 8, !tbaa !9
  %14 = load ptr, ptr %4, align 8, !tbaa !15
  call void @SkipSpace(ptr noundef %14)
  br label %15

15:                                               ; preds = %45, %13
  %16 = load i64, ptr %7, align 8, !tbaa !9
  %17 = load i64, ptr %8, align 8, !tbaa !9
  %18 = icmp ult i64 %16, %17
  br i1 %18, label %19, label %43

19:                                               ; preds = %15
  %20 = load i64, ptr %7, align 8, !tbaa !9
  %21 = getelementptr inbounds [10 x %struct.anon], ptr @operators, i64 0, i64 %20
  %22 = getelementptr inbounds %struct.anon, ptr %21, i32 0, i32 2
  %23 = load i32, ptr %22, align 4, !tbaa !41
  %24 = load i32, ptr %5, align 4, !tbaa !5
  %25 = icmp slt i32 %23, %24
  br i1 %25, label %41, label %26

26:                                               ; preds = %19
  %27 = load ptr, ptr %4, align 8, !tbaa !15
  %28 = getelementptr inbounds %struct.Parser, ptr %27, i32 0, i32 0
  %29 = load ptr, ptr %28, align 8, !tbaa !22
  %30 = load i64, ptr %7, align 8, !tbaa !9
  %31 = getelementptr inbounds [10 x %struct.anon], ptr @operators, i64 0, i64 %30
  %32 = getelementptr inbounds %struct.anon, ptr %31, i32 0, i32 0
  %33 = load ptr, ptr %32, align 16, !tbaa !24
  %34 = load i64, ptr %7, align 8, !tbaa !9
  %35 = getelementptr inbounds [10 x %struct.anon], ptr @operators, i64 0, i64 %34
  %36 = getelementptr inbounds %struct.anon, ptr %35, i32 0, i32 0
  %37 = load ptr, ptr %36, align 16, !tbaa !24
  %38 = call i64 @strlen(ptr noundef %37) #11
  %39 = call i32 @strncmp(ptr noundef %29, ptr noundef %33, i64 noundef %38) #11
  %40 = icmp ne i32 %39, 0
  br label %41

41:                                               ; preds = %26, %19
  %42 = phi i1 [ true, %19 ], [ %40, %26 ]
  br label %43

43:                                               ; preds = %41, %15
  %44 = phi i1 [ false, %15 ], [ %42, %41 ]
  br i1 %44, label %45, label %48

45:                                               ; preds = %43
  %46 = load i64, ptr %7, align 8, !tbaa !9
  %47 = add i64 %46, 1
  store i64 %47, ptr %7, align 8, !tbaa !9
  br label %15, !llvm.loop !42

48:                                               ; preds = %43
  %49 = load i64, ptr %7, align 8, !tbaa !9
  %50 = load i64, ptr %8, align 8, !tbaa !9
  %51 = icmp eq i64 %49, %50
  br i1 %51, label %57, label %52

52:                                               ; preds = %48
  %53 = load ptr, ptr %4, align 8, !tbaa !15
  %54 = getelementptr inbounds %struct.Parser, ptr %53, i32 0, i32 1
  %55 = load ptr, ptr %54, align 8, !tbaa !17
  %56 = icmp ne ptr %55, null
  br i1 %56, label %57, label %59

57:                                               ; preds = %52, %48
  %58 = load ptr, ptr %6, align 8, !tbaa !15
  store ptr %58, ptr %3, align 8
  store i32 1, ptr %9, align 4
  br label %90

59:                                               ; preds = %52
  %60 = load i64, ptr %7, align 8, !tbaa !9
  %61 = getelementptr inbounds [10 x %struct.anon], ptr @operators, i64 0, i64 %60
  %62 = getelementptr inbounds %struct.anon, ptr %61, i32 0, i32 0
  %63 = load ptr, ptr %62, align 16, !tbaa !24
  %64 = call i64 @strlen(ptr noundef %63) #11
  %65 = load ptr, ptr %4, align 8, !tbaa !15
  %66 = getelementptr inbounds %struct.Parser, ptr %65, i32 0, i32 0
  %67 = load ptr, ptr %66, align 8, !tbaa !22
  %68 = getelementptr inbounds i8, ptr %67, i64 %64
  store ptr %68, ptr %66, align 8, !tbaa !22
  call void @llvm.lifetime.start.p0(i64 8, ptr %10) #9
  %69 = load ptr, ptr %4, align 8, !tbaa !15
  %70 = call ptr @NewNode(ptr noundef %69, i32 noundef 4)
  store ptr %70, ptr %10, align 8, !tbaa !15
  %71 = load i64, ptr %7, align 8, !tbaa !9
  %72 = getelementptr inbounds [10 x %struct.anon], ptr @operators, i64 0, i64 %71
  %73 = getelementptr inbounds %struct.anon, ptr %72, i32 0, i32 1
  %74 = load i32, ptr %73, align 8, !tbaa !43
  %75 = load ptr, ptr %10, align 8, !tbaa !15
  %76 = getelementptr inbounds %struct.Node, ptr %75, i32 0, i32 1
  store i32 %74, ptr %76, align 4, !tbaa !37
  %77 = load ptr, ptr %6, align 8, !tbaa !15
  %78 = load ptr, ptr %10, align 8, !tbaa !15
  %79 = getelementptr inbounds %struct.Node, ptr %78, i32 0, i32 3
  store ptr %77, ptr %79, align 8, !tbaa !34
  %80 = load ptr, ptr %4, align 8, !tbaa !15
  %81 = load i64, ptr %7, align 8, !tbaa !9
  %82 = getelementptr inbounds [10 x %struct.anon], ptr @operators, i64 0, i64 %81
  %83 = getelementptr inbounds %struct.anon, ptr %82, i32 0, i32 2
  %84 = load i32, ptr %83, align 4, !tbaa !41
  %85 = add nsw i32 %84, 1
  %86 = call ptr @ParseBinary(ptr noundef %80, i32 noundef %85)
  %87 = load ptr, ptr %10, align 8, !tbaa !15
  %88 = getelementptr inbounds %struct.Node, ptr %87, i32 0, i32 4
  store ptr %86, ptr %88, align 8, !tbaa !35
  %89 = load ptr, ptr %10, align 8, !tbaa !15
  store ptr %89, ptr %6, align 8, !tbaa !15
  call void @llvm.lifetime.end.p0(i64 8, ptr %10) #9
  store i32 0, ptr %9, align 4
  br label %90

90:                                               ; preds = %59, %57
  call void @llvm.lifetime.end.p0(i64 8, ptr %8) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr %7) #9
  %91 = load i32, ptr %9, align 4
  switch i32 %91, label %93 [
    i32 0, label %92
  ]

92:                                               ; preds = %90
  br label %13, !llvm.loop !44

93:                                               ; preds = %90
  call void @llvm.lifetime.end.p0(i64 8, ptr %6) #9
  %94 = load ptr, ptr %3, align 8
  ret ptr %94
}

; Function Attrs: nounwind uwtable
define internal i32 @Accept(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !15
  store ptr %1, ptr %5, align 8, !tbaa !15
  %8 = load ptr, ptr %4, align 8, !tbaa !15
  call void @SkipSpace(ptr noundef %8)
  call void @llvm.lifetime.start.p0(i64 8, ptr %6) #9
  %9 = load ptr, ptr %5, align 8, !tbaa !15
  %10 = call i64 @strlen(ptr noundef %9) #11
  store i64 %10, ptr %6, align 8, !tbaa !9
  %11 = load ptr, ptr %4, align 8, !tbaa !15
  %12 = getelementptr inbounds %struct.Parser, ptr %11, i32 0, i32 0
  %13 = load ptr, ptr %12, align 8, !tbaa !22
  %14 = load ptr, ptr %5, align 8, !tbaa !15
  %15 = load i64, ptr %6, align 8, !tbaa !9
  %16 = call i32 @strncmp(ptr noundef %13, ptr noundef %14, i64 noundef %15) #11
  %17 = icmp ne i32 %16, 0
  br i1 %17, label %18, label %19

18:                                               ; preds = %2
  store i32 0, ptr %3, align 4
  store i32 1, ptr %7, align 4
  br label %25

19:                                               ; preds = %2
  %20 = load i64, ptr %6, align 8, !tbaa !9
  %21 = load ptr, ptr %4, align 8, !tbaa !15
  %22 = getelementptr inbounds %struct.Parser, ptr %21, i32 0, i32 0
  %23 = load ptr, ptr %22, align 8, !tbaa !22
  %24 = getelementptr inbounds i8, ptr %23, i64 %20
  store ptr %24, ptr %22, align 8, !tbaa !22
  store i32 1, ptr %3, align 4
  store i32 1, ptr %7, align 4
  br label %25

25:                                               ; preds = %19, %18
  call void @llvm.lifetime.end.p0(i64 8, ptr %6) #9
  %26 = load i32, ptr %3, align 4
  ret i32 %26
}

; Function Attrs: nounwind uwtable
define internal ptr @NewNode(ptr noundef %0, i32 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !15
  store i32 %1, ptr %4, align 4, !tbaa !5
  %6 = load ptr, ptr %3, align 8, !tbaa !15
  %7 = getelementptr inbounds %struct.Parser, ptr %6, i32 0, i32 2
  %8 = load i32, ptr %7, align 8, !tbaa !23
  %9 = icmp eq i32 %8, 512
  br i1 %9, label %10, label %14

10:                                               ; preds = %2
  %11 = load ptr, ptr %3, align 8, !tbaa !15
  call void @Fail(ptr noundef %11, ptr noundef @.str.30)
  %12 = load ptr, ptr %3, align 8, !tbaa !15
  %13 = getelementptr inbounds %struct.Parser, ptr %12, i32 0, i32 2
  store i32 0, ptr %13, align 8, !tbaa !23
  br label %14

14:                                               ; preds = %10, %2
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #9
  %15 = load ptr, ptr %3, align 8, !tbaa !15
  %16 = getelementptr inbounds %struct.Parser, ptr %15, i32 0, i32 3
  %17 = load ptr, ptr %3, align 8, !tbaa !15
  %18 = getelementptr inbounds %struct.Parser, ptr %17, i32 0, i32 2
  %19 = load i32, ptr %18, align 8, !tbaa !23
  %20 = add nsw i32 %19, 1
  store i32 %20, ptr %18, align 8, !tbaa !23
  %21 = sext i32 %19 to i64
  %22 = getelementptr inbounds [512 x %struct.Node], ptr %16, i64 0, i64 %21
  store ptr %22, ptr %5, align 8, !tbaa !15
  %23 = load ptr, ptr %5, align 8, !tbaa !15
  call void @llvm.memset.p0.i64(ptr align 8 %23, i8 0, i64 40, i1 false)
  %24 = load i32, ptr %4, align 4, !tbaa !5
  %25 = load ptr, ptr %5, align 8, !tbaa !15
  %26 = getelementptr inbounds %struct.Node, ptr %25, i32 0, i32 0
  store i32 %24, ptr %26, align 8, !tbaa !31
  %27 = load ptr, ptr %5, align 8, !tbaa !15
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #9
  ret ptr %27
}

; Function Attrs: nounwind uwtable
define internal ptr @ParseUnary(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !15
  %6 = load ptr, ptr %3, align 8, !tbaa !15
  %7 = call i32 @Accept(ptr noundef %6, ptr noundef @.str.15)
  %8 = icmp ne i32 %7, 0
  br i1 %8, label %9, label %17

9:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(i64 8, ptr %4) #9
  %10 = load ptr, ptr %3, align 8, !tbaa !15
  %11 = call ptr @NewNode(ptr noundef %10, i32 noundef 2)
  store ptr %11, ptr %4, align 8, !tbaa !15
  %12 = load ptr, ptr %3, align 8, !tbaa !15
  %13 = call ptr @ParseUnary(ptr noundef %12)
  %14 = load ptr, ptr %4, align 8, !tbaa !15
  %15 = getelementptr inbounds %struct.Node, ptr %14, i32 0, i32 3
  store ptr %13, ptr %15, align 8, !tbaa !34
  %16 = load ptr, ptr %4, align 8, !tbaa !15
  store ptr %16, ptr %2, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr %4) #9
  br label %32

17:                                               ; preds = %1
  %18 = load ptr, ptr %3, align 8, !tbaa !15
  %19 = call i32 @Accept(ptr noundef %18, ptr noundef @.str.16)
  %20 = icmp ne i32 %19, 0
  br i1 %20, label %21, label %29

21:                                               ; preds = %17
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #9
  %22 = load ptr, ptr %3, align 8, !tbaa !15
  %23 = call ptr @NewNode(ptr noundef %22, i32 noundef 3)
  store ptr %23, ptr %5, align 8, !tbaa !15
  %24 = load ptr, ptr %3, align 8, !tbaa !15
  %25 = call ptr @ParseUnary(ptr noundef %24)
  %26 = load ptr, ptr %5, align 8, !tbaa !15
  %27 = getelementptr inbounds %struct.Node, ptr %26, i32 0, i32 3
  store ptr %25, ptr %27, align 8, !tbaa !34
  %28 = load ptr, ptr %5, align 8, !tbaa !15
  store ptr %28, ptr %2, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #9
  br label %32

29:                                               ; preds = %17
  %30 = load ptr, ptr %3, align 8, !tbaa !15
  %31 = call ptr @ParsePrimary(ptr noundef %30)
  store ptr %31, ptr %2, align 8
  br label %32

32:                                               ; preds = %29, %21, %9
  %33 = load ptr, ptr %2, align 8
  ret ptr %33
}

; Function Attrs: nounwind willreturn memory(read)
declare i32 @strncmp(ptr noundef, ptr noundef, i64 noundef) #4

; Function Attrs: nounwind willreturn memory(read)
declare i64 @strlen(ptr noundef) #4

; Function Attrs: nounwind uwtable
define internal ptr @ParsePrimary(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !15
  %8 = load ptr, ptr %3, align 8, !tbaa !15
  call void @SkipSpace(ptr noundef %8)
  %9 = load ptr, ptr %3, align 8, !tbaa !15
  %10 = call i32 @Accept(ptr noundef %9, ptr noundef @.str.17)
  %11 = icmp ne i32 %10, 0
  br i1 %11, label %12, label %22

12:                                               ; preds = %1
  call void @llvm.lifetime.start.p0(i64 8, ptr %4) #9
  %13 = load ptr, ptr %3, align 8, !tbaa !15
  %14 = call ptr @ParseConditional(ptr noundef %13)
  store ptr %14, ptr %4, align 8, !tbaa !15
  %15 = load ptr, ptr %3, align 8, !tbaa !15
  %16 = call i32 @Accept(ptr noundef %15, ptr noundef @.str.18)
  %17 = icmp ne i32 %16, 0
  br i1 %17, label %20, label %18

18:                                               ; preds = %12
  %19 = load ptr, ptr %3, align 8, !tbaa !15
  call void @Fail(ptr noundef %19, ptr noundef @.str.19)
  br label %20

20:                                               ; preds = %18, %12
  %21 = load ptr, ptr %4, align 8, !tbaa !15
  store ptr %21, ptr %2, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr %4) #9
  br label %102

22:                                               ; preds = %1
  %23 = call ptr @__ctype_b_loc() #10
  %24 = load ptr, ptr %23, align 8, !tbaa !15
  %25 = load ptr, ptr %3, align 8, !tbaa !15
  %26 = getelementptr inbounds %struct.Parser, ptr %25, i32 0, i32 0
  %27 = load ptr, ptr %26, align 8, !tbaa !22
  %28 = load i8, ptr %27, align 1, !tbaa !14
  %29 = zext i8 %28 to i32
  %30 = sext i32 %29 to i64
  %31 = getelementptr inbounds i16, ptr %24, i64 %30
  %32 = load i16, ptr %31, align 2, !tbaa !38
  %33 = zext i16 %32 to i32
  %34 = and i32 %33, 2048
  %35 = icmp ne i32 %34, 0
  br i1 %35, label %36, label %70

36:                                               ; preds = %22
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #9
  %37 = load ptr, ptr %3, align 8, !tbaa !15
  %38 = call ptr @NewNode(ptr noundef %37, i32 noundef 0)
  store ptr %38, ptr %5, align 8, !tbaa !15
  call void @llvm.lifetime.start.p0(i64 8, ptr %6) #9
  store i64 0, ptr %6, align 8, !tbaa !9
  br label %39

39:                                               ; preds = %53, %36
  %40 = call ptr @__ctype_b_loc() #10
  %41 = load ptr, ptr %40, align 8, !tbaa !15
  %42 = load ptr, ptr %3, align 8, !tbaa !15
  %43 = getelementptr inbounds %struct.Parser, ptr %42, i32 0, i32 0
  %44 = load ptr, ptr %43, align 8, !tbaa !22
  %45 = load i8, ptr %44, align 1, !tbaa !14
  %46 = zext i8 %45 to i32
  %47 = sext i32 %46 to i64
  %48 = getelementptr inbounds i16, ptr %41, i64 %47
  %49 = load i16, ptr %48, align 2, !tbaa !38
  %50 = zext i16 %49 to i32
  %51 = and i32 %50, 2048
  %52 = icmp ne i32 %51, 0
  br i1 %52, label %53, label %65

53:                                               ; preds = %39
  %54 = load i64, ptr %6, align 8, !tbaa !9
  %55 = mul i64 %54, 10
  %56 = load ptr, ptr %3, align 8, !tbaa !15
  %57 = getelementptr inbounds %struct.Parser, ptr %56, i32 0, i32 0
  %58 = load ptr, ptr %57, align 8, !tbaa !22
  %59 = getelementptr inbounds i8, ptr %58, i32 1
  store ptr %59, ptr %57, align 8, !tbaa !22
  %60 = load i8, ptr %58, align 1, !tbaa !14
  %61 = sext i8 %60 to i32
  %62 = sub nsw i32 %61, 48
  %63 = sext i32 %62 to i64
  %64 = add i64 %55, %63
  store i64 %64, ptr %6, align 8, !tbaa !9
  br label %39, !llvm.loop !45

65:                                               ; preds = %39
  %66 = load i64, ptr %6, align 8, !tbaa !9
  %67 = load ptr, ptr %5, align 8, !tbaa !15
  %68 = getelementptr inbounds %struct.Node, ptr %67, i32 0, i32 2
  store i64 %66, ptr %68, align 8, !tbaa !33
  %69 = load ptr, ptr %5, align 8, !tbaa !15
  store ptr %69, ptr %2, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr %6) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #9
  br label %102

70:                                               ; preds = %22
  %71 = load ptr, ptr %3, align 8, !tbaa !15
  %72 = getelementptr inbounds %struct.Parser, ptr %71, i32 0, i32 0
  %73 = load ptr, ptr %72, align 8, !tbaa !22
  %74 = load i8, ptr %73, align 1, !tbaa !14
  %75 = sext i8 %74 to i32
  %76 = icmp sge i32 %75, 97
  br i1 %76, label %77, label %98

77:                                               ; preds = %70
  %78 = load ptr, ptr %3, align 8, !tbaa !15
  %79 = getelementptr inbounds %struct.Parser, ptr %78, i32 0, i32 0
  %80 = load ptr, ptr %79, align 8, !tbaa !22
  %81 = load i8, ptr %80, align 1, !tbaa !14
  %82 = sext i8 %81 to i32
  %83 = icmp slt i32 %82, 101
  br i1 %83, label %84, label %98

84:                                               ; preds = %77
  call void @llvm.lifetime.start.p0(i64 8, ptr %7) #9
  %85 = load ptr, ptr %3, align 8, !tbaa !15
  %86 = call ptr @NewNode(ptr noundef %85, i32 noundef 1)
  store ptr %86, ptr %7, align 8, !tbaa !15
  %87 = load ptr, ptr %3, align 8, !tbaa !15
  %88 = getelementptr inbounds %struct.Parser, ptr %87, i32 0, i32 0
  %89 = load ptr, ptr %88, align 8, !tbaa !22
  %90 = getelementptr inbounds i8, ptr %89, i32 1
  store ptr %90, ptr %88, align 8, !tbaa !22
  %91 = load i8, ptr %89, align 1, !tbaa !14
  %92 = sext i8 %91 to i32
  %93 = sub nsw i32 %92, 97
  %94 = sext i32 %93 to i64
  %95 = load ptr, ptr %7, align 8, !tbaa !15
  %96 = getelementptr inbounds %struct.Node, ptr %95, i32 0, i32 2
  store i64 %94, ptr %96, align 8, !tbaa !33
  %97 = load ptr, ptr %7, align 8, !tbaa !15
  store ptr %97, ptr %2, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr %7) #9
  br label %102

98:                                               ; preds = %77, %70
  %99 = load ptr, ptr %3, align 8, !tbaa !15
  call void @Fail(ptr noundef %99, ptr noundef @.str.20)
  %100 = load ptr, ptr %3, align 8, !tbaa !15
  %101 = call ptr @NewNode(ptr noundef %100, i32 noundef 0)
  store ptr %101, ptr %2, align 8
  br label %102

102:                                              ; preds = %98, %84, %65, %20
  %103 = load ptr, ptr %2, align 8
  ret ptr %103
}

; Function Attrs: nounwind willreturn memory(none)
declare ptr @__ctype_b_loc() #5

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #6

; Function Attrs: nounwind
declare i32 @snprintf(ptr noundef, i64 noundef, ptr noundef, ...) #7

; Function Attrs: nounwind uwtable
define internal ptr @Append(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !15
  store ptr %1, ptr %4, align 8, !tbaa !15
  br label %5

5:                                                ; preds = %9, %2
  %6 = load ptr, ptr %4, align 8, !tbaa !15
  %7 = load i8, ptr %6, align 1, !tbaa !14
  %8 = icmp ne i8 %7, 0
  br i1 %8, label %9, label %15

9:                                                ; preds = %5
  %10 = load ptr, ptr %4, align 8, !tbaa !15
  %11 = getelementptr inbounds i8, ptr %10, i32 1
  store ptr %11, ptr %4, align 8, !tbaa !15
  %12 = load i8, ptr %10, align 1, !tbaa !14
  %13 = load ptr, ptr %3, align 8, !tbaa !15
  %14 = getelementptr inbounds i8, ptr %13, i32 1
  store ptr %14, ptr %3, align 8, !tbaa !15
  store i8 %12, ptr %13, align 1, !tbaa !14
  br label %5, !llvm.loop !46

15:                                               ; preds = %5
  %16 = load ptr, ptr %3, align 8, !tbaa !15
  ret ptr %16
}

; Function Attrs: nounwind uwtable
define internal void @Compile(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  store ptr %0, ptr %3, align 8, !tbaa !15
  store ptr %1, ptr %4, align 8, !tbaa !15
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #9
  %11 = load ptr, ptr %3, align 8, !tbaa !15
  %12 = call i32 @IsConstant(ptr noundef %11)
  %13 = icmp ne i32 %12, 0
  br i1 %13, label %14, label %22

14:                                               ; preds = %2
  %15 = load ptr, ptr %3, align 8, !tbaa !15
  %16 = call i32 @Walk(ptr noundef %15, ptr noundef null, ptr noundef %5)
  %17 = icmp ne i32 %16, 0
  br i1 %17, label %18, label %22

18:                                               ; preds = %14
  %19 = load ptr, ptr %4, align 8, !tbaa !15
  %20 = load i64, ptr %5, align 8, !tbaa !9
  %21 = call i32 @Emit(ptr noundef %19, i32 noundef 0, i64 noundef %20)
  store i32 1, ptr %6, align 4
  br label %162

22:                                               ; preds = %14, %2
  %23 = load ptr, ptr %3, align 8, !tbaa !15
  %24 = getelementptr inbounds %struct.Node, ptr %23, i32 0, i32 0
  %25 = load i32, ptr %24, align 8, !tbaa !31
  switch i32 %25, label %161 [
    i32 0, label %26
    i32 1, label %32
    i32 2, label %38
    i32 3, label %38
    i32 5, label %51
    i32 4, label %88
  ]

26:                                               ; preds = %22
  %27 = load ptr, ptr %4, align 8, !tbaa !15
  %28 = load ptr, ptr %3, align 8, !tbaa !15
  %29 = getelementptr inbounds %struct.Node, ptr %28, i32 0, i32 2
  %30 = load i64, ptr %29, align 8, !tbaa !33
  %31 = call i32 @Emit(ptr noundef %27, i32 noundef 0, i64 noundef %30)
  br label %161

32:                                               ; preds = %22
  %33 = load ptr, ptr %4, align 8, !tbaa !15
  %34 = load ptr, ptr %3, align 8, !tbaa !15
  %35 = getelementptr inbounds %struct.Node, ptr %34, i32 0, i32 2
  %36 = load i64, ptr %35, align 8, !tbaa !33
  %37 = call i32 @Emit(ptr noundef %33, i32 noundef 1, i64 noundef %36)
  br label %161

38:                                               ; preds = %22, %22
  %39 = load ptr, ptr %3, align 8, !tbaa !15
  %40 = getelementptr inbounds %struct.Node, ptr %39, i32 0, i32 3
  %41 = load ptr, ptr %40, align 8, !tbaa !34
  %42 = load ptr, ptr %4, align 8, !tbaa !15
  call void @Compile(ptr noundef %41, ptr noundef %42)
  %43 = load ptr, ptr %4, align 8, !tbaa !15
  %44 = load ptr, ptr %3, align 8, !tbaa !15
  %45 = getelementptr inbounds %struct.Node, ptr %44, i32 0, i32 0
  %46 = load i32, ptr %45, align 8, !tbaa !31
  %47 = icmp eq i32 %46, 3
  %48 = zext i1 %47 to i64
  %49 = select i1 %47, i32 3, i32 2
  %50 = call i32 @Emit(ptr noundef %43, i32 noundef %49, i64 noundef 0)
  br label %161

51:                                               ; preds = %22
  %52 = load ptr, ptr %3, align 8, !tbaa !15
  %53 = getelementptr inbounds %struct.Node, ptr %52, i32 0, i32 3
  %54 = load ptr, ptr %53, align 8, !tbaa !34
  %55 = load ptr, ptr %4, align 8, !tbaa !15
  call void @Compile(ptr noundef %54, ptr noundef %55)
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #9
  %56 = load ptr, ptr %4, align 8, !tbaa !15
  %57 = call i32 @Emit(ptr noundef %56, i32 noundef 5, i64 noundef 0)
  store i32 %57, ptr %7, align 4, !tbaa !5
  %58 = load ptr, ptr %3, align 8, !tbaa !15
  %59 = getelementptr inbounds %struct.Node, ptr %58, i32 0, i32 4
  %60 = load ptr, ptr %59, align 8, !tbaa !35
  %61 = load ptr, ptr %4, align 8, !tbaa !15
  call void @Compile(ptr noundef %60, ptr noundef %61)
  call void @llvm.lifetime.start.p0(i64 4, ptr %8) #9
  %62 = load ptr, ptr %4, align 8, !tbaa !15
  %63 = call i32 @Emit(ptr noundef %62, i32 noundef 6, i64 noundef 0)
  store i32 %63, ptr %8, align 4, !tbaa !5
  %64 = load ptr, ptr %4, align 8, !tbaa !15
  %65 = getelementptr inbounds %struct.Program, ptr %64, i32 0, i32 0
  %66 = load i32, ptr %65, align 8, !tbaa !19
  %67 = sext i32 %66 to i64
  %68 = load ptr, ptr %4, align 8, !tbaa !15
  %69 = getelementptr inbounds %struct.Program, ptr %68, i32 0, i32 1
  %70 = load i32, ptr %7, align 4, !tbaa !5
  %71 = sext i32 %70 to i64
  %72 = getelementptr inbounds [1024 x %struct.Instruction], ptr %69, i64 0, i64 %71
  %73 = getelementptr inbounds %struct.Instruction, ptr %72, i32 0, i32 1
  store i64 %67, ptr %73, align 8, !tbaa !29
  %74 = load ptr, ptr %3, align 8, !tbaa !15
  %75 = getelementptr inbounds %struct.Node, ptr %74, i32 0, i32 5
  %76 = load ptr, ptr %75, align 8, !tbaa !36
  %77 = load ptr, ptr %4, align 8, !tbaa !15
  call void @Compile(ptr noundef %76, ptr noundef %77)
  %78 = load ptr, ptr %4, align 8, !tbaa !15
  %79 = getelementptr inbounds %struct.Program, ptr %78, i32 0, i32 0
  %80 = load i32, ptr %79, align 8, !tbaa !19
  %81 = sext i32 %80 to i64
  %82 = load ptr, ptr %4, align 8, !tbaa !15
  %83 = getelementptr inbounds %struct.Program, ptr %82, i32 0, i32 1
  %84 = load i32, ptr %8, align 4, !tbaa !5
  %85 = sext i32 %84 to i64
  %86 = getelementptr inbounds [1024 x %struct.Instruction], ptr %83, i64 0, i64 %85
  %87 = getelementptr inbounds %struct.Instruction, ptr %86, i32 0, i32 1
  store i64 %81, ptr %87, align 8, !tbaa !29
  store i32 2, ptr %6, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %8) #9
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #9
  br label %161

88:                                               ; preds = %22
  %89 = load ptr, ptr %3, align 8, !tbaa !15
  %90 = getelementptr inbounds %struct.Node, ptr %89, i32 0, i32 3
  %91 = load ptr, ptr %90, align 8, !tbaa !34
  %92 = load ptr, ptr %4, align 8, !tbaa !15
  call void @Compile(ptr noundef %91, ptr noundef %92)
  %93 = load ptr, ptr %3, align 8, !tbaa !15
  %94 = getelementptr inbounds %struct.Node, ptr %93, i32 0, i32 1
  %95 = load i32, ptr %94, align 4, !tbaa !37
  %96 = icmp eq i32 %95, 8
  br i1 %96, label %102, label %97

97:                                               ; preds = %88
  %98 = load ptr, ptr %3, align 8, !tbaa !15
  %99 = getelementptr inbounds %struct.Node, ptr %98, i32 0, i32 1
  %100 = load i32, ptr %99, align 4, !tbaa !37
  %101 = icmp eq i32 %100, 9
  br i1 %101, label %102, label %149

102:                                              ; preds = %97, %88
  %103 = load ptr, ptr %3, align 8, !tbaa !15
  %104 = getelementptr inbounds %struct.Node, ptr %103, i32 0, i32 1
  %105 = load i32, ptr %104, align 4, !tbaa !37
  %106 = icmp eq i32 %105, 9
  br i1 %106, label %107, label %110

107:                                              ; preds = %102
  %108 = load ptr, ptr %4, align 8, !tbaa !15
  %109 = call i32 @Emit(ptr noundef %108, i32 noundef 3, i64 noundef 0)
  br label %110

110:                                              ; preds = %107, %102
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #9
  %111 = load ptr, ptr %4, align 8, !tbaa !15
  %112 = call i32 @Emit(ptr noundef %111, i32 noundef 5, i64 noundef 0)
  store i32 %112, ptr %9, align 4, !tbaa !5
  %113 = load ptr, ptr %3, align 8, !tbaa !15
  %114 = getelementptr inbounds %struct.Node, ptr %113, i32 0, i32 4
  %115 = load ptr, ptr %114, align 8, !tbaa !35
  %116 = load ptr, ptr %4, align 8, !tbaa !15
  call void @Compile(ptr noundef %115, ptr noundef %116)
  %117 = load ptr, ptr %4, align 8, !tbaa !15
  %118 = call i32 @Emit(ptr noundef %117, i32 noundef 7, i64 noundef 0)
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #9
  %119 = load ptr, ptr %4, align 8, !tbaa !15
  %120 = call i32 @Emit(ptr noundef %119, i32 noundef 6, i64 noundef 0)
  store i32 %120, ptr %10, align 4, !tbaa !5
  %121 = load ptr, ptr %4, align 8, !tbaa !15
  %122 = getelementptr inbounds %struct.Program, ptr %121, i32 0, i32 0
  %123 = load i32, ptr %122, align 8, !tbaa !19
  %124 = sext i32 %123 to i64
  %125 = load ptr, ptr %4, align 8, !tbaa !15
  %126 = getelementptr inbounds %struct.Program, ptr %125, i32 0, i32 1
  %127 = load i32, ptr %9, align 4, !tbaa !5
  %128 = sext i32 %127 to i64
  %129 = getelementptr inbounds [1024 x %struct.Instruction], ptr %126, i64 0, i64 %128
  %130 = getelementptr inbounds %struct.Instruction, ptr %129, i32 0, i32 1
  store i64 %124, ptr %130, align 8, !tbaa !29
  %131 = load ptr, ptr %4, align 8, !tbaa !15
  %132 = load ptr, ptr %3, align 8, !tbaa !15
  %133 = getelementptr inbounds %struct.Node, ptr %132, i32 0, i32 1
  %134 = load i32, ptr %133, align 4, !tbaa !37
  %135 = icmp eq i32 %134, 9
  %136 = zext i1 %135 to i32
  %137 = sext i32 %136 to i64
  %138 = call i32 @Emit(ptr noundef %131, i32 noundef 0, i64 noundef %137)
  %139 = load ptr, ptr %4, align 8, !tbaa !15
  %140 = getelementptr inbounds %struct.Program, ptr %139, i32 0, i32 0
  %141 = load i32, ptr %140, align 8, !tbaa !19
  %142 = sext i32 %141 to i64
  %143 = load ptr, ptr %4, align 8, !tbaa !15
  %144 = getelementptr inbounds %struct.Program, ptr %143, i32 0, i32 1
  %145 = load i32, ptr %10, align 4, !tbaa !5
  %146 = sext i32 %145 to i64
  %147 = getelementptr inbounds [1024 x %struct.Instruction], ptr %144, i64 0, i64 %146
  %148 = getelementptr inbounds %struct.Instruction, ptr %147, i32 0, i32 1
  store i64 %142, ptr %148, align 8, !tbaa !29
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #9
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #9
  br label %160

149:                                              ; preds = %97
  %150 = load ptr, ptr %3, align 8, !tbaa !15
  %151 = getelementptr inbounds %struct.Node, ptr %150, i32 0, i32 4
  %152 = load ptr, ptr %151, align 8, !tbaa !35
  %153 = load ptr, ptr %4, align 8, !tbaa !15
  call void @Compile(ptr noundef %152, ptr noundef %153)
  %154 = load ptr, ptr %4, align 8, !tbaa !15
  %155 = load ptr, ptr %3, align 8, !tbaa !15
  %156 = getelementptr inbounds %struct.Node, ptr %155, i32 0, i32 1
  %157 = load i32, ptr %156, align 4, !tbaa !37
  %158 = zext i32 %157 to i64
  %159 = call i32 @Emit(ptr noundef %154, i32 noundef 4, i64 noundef %158)
  br label %160

160:                                              ; preds = %149, %110
  br label %161

161:                                              ; preds = %22, %160, %51, %38, %32, %26
  store i32 0, ptr %6, align 4
  br label %162

162:                                              ; preds = %161, %18
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #9
  %163 = load i32, ptr %6, align 4
  switch i32 %163, label %165 [
    i32 0, label %164
    i32 1, label %164
  ]

164:                                              ; preds = %162, %162
  ret void

165:                                              ; preds = %162
  unreachable
}

; Function Attrs: nounwind uwtable
define internal i32 @Emit(ptr noundef %0, i32 noundef %1, i64 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8, !tbaa !15
  store i32 %1, ptr %5, align 4, !tbaa !5
  store i64 %2, ptr %6, align 8, !tbaa !9
  %7 = load ptr, ptr %4, align 8, !tbaa !15
  %8 = getelementptr inbounds %struct.Program, ptr %7, i32 0, i32 0
  %9 = load i32, ptr %8, align 8, !tbaa !19
  %10 = icmp eq i32 %9, 1024
  br i1 %10, label %11, label %12

11:                                               ; preds = %3
  call void @abort() #12
  unreachable

12:                                               ; preds = %3
  %13 = load i32, ptr %5, align 4, !tbaa !5
  %14 = load ptr, ptr %4, align 8, !tbaa !15
  %15 = getelementptr inbounds %struct.Program, ptr %14, i32 0, i32 1
  %16 = load ptr, ptr %4, align 8, !tbaa !15
  %17 = getelementptr inbounds %struct.Program, ptr %16, i32 0, i32 0
  %18 = load i32, ptr %17, align 8, !tbaa !19
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds [1024 x %struct.Instruction], ptr %15, i64 0, i64 %19
  %21 = getelementptr inbounds %struct.Instruction, ptr %20, i32 0, i32 0
  store i32 %13, ptr %21, align 8, !tbaa !27
  %22 = load i64, ptr %6, align 8, !tbaa !9
  %23 = load ptr, ptr %4, align 8, !tbaa !15
  %24 = getelementptr inbounds %struct.Program, ptr %23, i32 0, i32 1
  %25 = load ptr, ptr %4, align 8, !tbaa !15
  %26 = getelementptr inbounds %struct.Program, ptr %25, i32 0, i32 0
  %27 = load i32, ptr %26, align 8, !tbaa !19
  %28 = sext i32 %27 to i64
  %29 = getelementptr inbounds [1024 x %struct.Instruction], ptr %24, i64 0, i64 %28
  %30 = getelementptr inbounds %struct.Instruction, ptr %29, i32 0, i32 1
  store i64 %22, ptr %30, align 8, !tbaa !29
  %31 = load ptr, ptr %4, align 8, !tbaa !15
  %32 = getelementptr inbounds %struct.Program, ptr %31, i32 0, i32 0
  %33 = load i32, ptr %32, align 8, !tbaa !19
  %34 = add nsw i32 %33, 1
  store i32 %34, ptr %32, align 8, !tbaa !19
  ret i32 %33
}

; Function Attrs: nounwind uwtable
define internal i32 @IsConstant(ptr noundef %0) #0 {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !15
  %4 = load ptr, ptr %3, align 8, !tbaa !15
  %5 = getelementptr inbounds %struct.Node, ptr %4, i32 0, i32 0
  %6 = load i32, ptr %5, align 8, !tbaa !31
  switch i32 %6, label %50 [
    i32 0, label %7
    i32 1, label %8
    i32 2, label %9
    i32 3, label %9
    i32 4, label %14
    i32 5, label %29
  ]

7:                                                ; preds = %1
  store i32 1, ptr %2, align 4
  br label %51

8:                                                ; preds = %1
  store i32 0, ptr %2, align 4
  br label %51

9:                                                ; preds = %1, %1
  %10 = load ptr, ptr %3, align 8, !tbaa !15
  %11 = getelementptr inbounds %struct.Node, ptr %10, i32 0, i32 3
  %12 = load ptr, ptr %11, align 8, !tbaa !34
  %13 = call i32 @IsConstant(ptr noundef %12)
  store i32 %13, ptr %2, align 4
  br label %51

14:                                               ; preds = %1
  %15 = load ptr, ptr %3, align 8, !tbaa !15
  %16 = getelementptr inbounds %struct.Node, ptr %15, i32 0, i32 3
  %17 = load ptr, ptr %16, align 8, !tbaa !34
  %18 = call i32 @IsConstant(ptr noundef %17)
  %19 = icmp ne i32 %18, 0
  br i1 %19, label %20, label %26

20:                                               ; preds = %14
  %21 = load ptr, ptr %3, align 8, !tbaa !15
  %22 = getelementptr inbounds %struct.Node, ptr %21, i32 0, i32 4
  %23 = load ptr, ptr %22, align 8, !tbaa !35
  %24 = call i32 @IsConstant(ptr noundef %23)
  %25 = icmp ne i32 %24, 0
  br label %26

26:                                               ; preds = %20, %14
  %27 = phi i1 [ false, %14 ], [ %25, %20 ]
  %28 = zext i1 %27 to i32
  store i32 %28, ptr %2, align 4
  br label %51

29:                                               ; preds = %1
  %30 = load ptr, ptr %3, align 8, !tbaa !15
  %31 = getelementptr inbounds %struct.Node, ptr %30, i32 0, i32 3
  %32 = load ptr, ptr %31, align 8, !tbaa !34
  %33 = call i32 @IsConstant(ptr noundef %32)
  %34 = icmp ne i32 %33, 0
  br i1 %34, label %35, label %47

35:                                               ; preds = %29
  %36 = load ptr, ptr %3, align 8, !tbaa !15
  %37 = getelementptr inbounds %struct.Node, ptr %36, i32 0, i32 4
  %38 = load ptr, ptr %37, align 8, !tbaa !35
  %39 = call i32 @IsConstant(ptr noundef %38)
  %40 = icmp ne i32 %39, 0
  br i1 %40, label %41, label %47

41:                                               ; preds = %35
  %42 = load ptr, ptr %3, align 8, !tbaa !15
  %43 = getelementptr inbounds %struct.Node, ptr %42, i32 0, i32 5
  %44 = load ptr, ptr %43, align 8, !tbaa !36
  %45 = call i32 @IsConstant(ptr noundef %44)
  %46 = icmp ne i32 %45, 0
  br label %47

47:                                               ; preds = %41, %35, %29
  %48 = phi i1 [ false, %35 ], [ false, %29 ], [ %46, %41 ]
  %49 = zext i1 %48 to i32
  store i32 %49, ptr %2, align 4
  br label %51

50:                                               ; preds = %1
  store i32 0, ptr %2, align 4
  br label %51

51:                                               ; preds = %50, %47, %26, %9, %8, %7
  %52 = load i32, ptr %2, align 4
  ret i32 %52
}

; Function Attrs: noreturn nounwind
declare void @abort() #8

; Function Attrs: nounwind uwtable
define internal i32 @Compute(i32 noundef %0, i64 noundef %1, i64 noundef %2, ptr noundef %3) #0 {
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i32, align 4
  store i32 %0, ptr %6, align 4, !tbaa !5
  store i64 %1, ptr %7, align 8, !tbaa !9
  store i64 %2, ptr %8, align 8, !tbaa !9
  store ptr %3, ptr %9, align 8, !tbaa !15
  call void @llvm.lifetime.start.p0(i64 8, ptr %10) #9
  %13 = load i64, ptr %7, align 8, !tbaa !9
  store i64 %13, ptr %10, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 8, ptr %11) #9
  %14 = load i64, ptr %8, align 8, !tbaa !9
  store i64 %14, ptr %11, align 8, !tbaa !9
  %15 = load i32, ptr %6, align 4, !tbaa !5
  switch i32 %15, label %97 [
    i32 0, label %16
    i32 1, label %21
    i32 2, label %26
    i32 5, label %31
    i32 6, label %37
    i32 7, label %44
    i32 8, label %51
    i32 9, label %62
    i32 3, label %73
    i32 4, label %73
  ]

16:                                               ; preds = %4
  %17 = load i64, ptr %10, align 8, !tbaa !9
  %18 = load i64, ptr %11, align 8, !tbaa !9
  %19 = add i64 %17, %18
  %20 = load ptr, ptr %9, align 8, !tbaa !15
  store i64 %19, ptr %20, align 8, !tbaa !9
  store i32 1, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %98

21:                                               ; preds = %4
  %22 = load i64, ptr %10, align 8, !tbaa !9
  %23 = load i64, ptr %11, align 8, !tbaa !9
  %24 = sub i64 %22, %23
  %25 = load ptr, ptr %9, align 8, !tbaa !15
  store i64 %24, ptr %25, align 8, !tbaa !9
  store i32 1, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %98

26:                                               ; preds = %4
  %27 = load i64, ptr %10, align 8, !tbaa !9
  %28 = load i64, ptr %11, align 8, !tbaa !9
  %29 = mul i64 %27, %28
  %30 = load ptr, ptr %9, align 8, !tbaa !15
  store i64 %29, ptr %30, align 8, !tbaa !9
  store i32 1, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %98

31:                                               ; preds = %4
  %32 = load i64, ptr %10, align 8, !tbaa !9
  %33 = load i64, ptr %11, align 8, !tbaa !9
  %34 = and i64 %33, 63
  %35 = shl i64 %32, %34
  %36 = load ptr, ptr %9, align 8, !tbaa !15
  store i64 %35, ptr %36, align 8, !tbaa !9
  store i32 1, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %98

37:                                               ; preds = %4
  %38 = load i64, ptr %7, align 8, !tbaa !9
  %39 = load i64, ptr %8, align 8, !tbaa !9
  %40 = icmp slt i64 %38, %39
  %41 = zext i1 %40 to i32
  %42 = sext i32 %41 to i64
  %43 = load ptr, ptr %9, align 8, !tbaa !15
  store i64 %42, ptr %43, align 8, !tbaa !9
  store i32 1, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %98

44:                                               ; preds = %4
  %45 = load i64, ptr %7, align 8, !tbaa !9
  %46 = load i64, ptr %8, align 8, !tbaa !9
  %47 = icmp eq i64 %45, %46
  %48 = zext i1 %47 to i32
  %49 = sext i32 %48 to i64
  %50 = load ptr, ptr %9, align 8, !tbaa !15
  store i64 %49, ptr %50, align 8, !tbaa !9
  store i32 1, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %98

51:                                               ; preds = %4
  %52 = load i64, ptr %7, align 8, !tbaa !9
  %53 = icmp ne i64 %52, 0
  br i1 %53, label %54, label %57

54:                                               ; preds = %51
  %55 = load i64, ptr %8, align 8, !tbaa !9
  %56 = icmp ne i64 %55, 0
  br label %57

57:                                               ; preds = %54, %51
  %58 = phi i1 [ false, %51 ], [ %56, %54 ]
  %59 = zext i1 %58 to i32
  %60 = sext i32 %59 to i64
  %61 = load ptr, ptr %9, align 8, !tbaa !15
  store i64 %60, ptr %61, align 8, !tbaa !9
  store i32 1, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %98

62:                                               ; preds = %4
  %63 = load i64, ptr %7, align 8, !tbaa !9
  %64 = icmp ne i64 %63, 0
  br i1 %64, label %68, label %65

65:                                               ; preds = %62
  %66 = load i64, ptr %8, align 8, !tbaa !9
  %67 = icmp ne i64 %66, 0
  br label %68

68:                                               ; preds = %65, %62
  %69 = phi i1 [ true, %62 ], [ %67, %65 ]
  %70 = zext i1 %69 to i32
  %71 = sext i32 %70 to i64
  %72 = load ptr, ptr %9, align 8, !tbaa !15
  store i64 %71, ptr %72, align 8, !tbaa !9
  store i32 1, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %98

73:                                               ; preds = %4, %4
  %74 = load i64, ptr %8, align 8, !tbaa !9
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %82, label %76

76:                                               ; preds = %73
  %77 = load i64, ptr %7, align 8, !tbaa !9
  %78 = icmp eq i64 %77, -9223372036854775808
  br i1 %78, label %79, label %83

79:                                               ; preds = %76
  %80 = load i64, ptr %8, align 8, !tbaa !9
  %81 = icmp eq i64 %80, -1
  br i1 %81, label %82, label %83

82:                                               ; preds = %79, %73
  store i32 0, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %98

83:                                               ; preds = %79, %76
  %84 = load i32, ptr %6, align 4, !tbaa !5
  %85 = icmp eq i32 %84, 3
  br i1 %85, label %86, label %90

86:                                               ; preds = %83
  %87 = load i64, ptr %7, align 8, !tbaa !9
  %88 = load i64, ptr %8, align 8, !tbaa !9
  %89 = sdiv i64 %87, %88
  br label %94

90:                                               ; preds = %83
  %91 = load i64, ptr %7, align 8, !tbaa !9
  %92 = load i64, ptr %8, align 8, !tbaa !9
  %93 = srem i64 %91, %92
  br label %94

94:                                               ; preds = %90, %86
  %95 = phi i64 [ %89, %86 ], [ %93, %90 ]
  %96 = load ptr, ptr %9, align 8, !tbaa !15
  store i64 %95, ptr %96, align 8, !tbaa !9
  store i32 1, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %98

97:                                               ; preds = %4
  store i32 0, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %98

98:                                               ; preds = %97, %94, %82, %68, %57, %44, %37, %31, %26, %21, %16
  call void @llvm.lifetime.end.p0(i64 8, ptr %11) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr %10) #9
  %99 = load i32, ptr %5, align 4
  ret i32 %99
}

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nounwind willreturn memory(read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #7 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nounwind }
attributes #10 = { nounwind willreturn memory(none) }
attributes #11 = { nounwind willreturn memory(read) }
attributes #12 = { noreturn nounwind }

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
!10 = !{!"long", !7, i64 0}
!11 = distinct !{!11, !12, !13}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!"llvm.loop.unroll.disable"}
!14 = !{!7, !7, i64 0}
!15 = !{!16, !16, i64 0}
!16 = !{!"any pointer", !7, i64 0}
!17 = !{!18, !16, i64 8}
!18 = !{!"", !16, i64 0, !16, i64 8, !6, i64 16, !7, i64 24}
!19 = !{!20, !6, i64 0}
!20 = !{!"", !6, i64 0, !7, i64 8}
!21 = distinct !{!21, !12, !13}
!22 = !{!18, !16, i64 0}
!23 = !{!18, !6, i64 16}
!24 = !{!25, !16, i64 0}
!25 = !{!"", !16, i64 0, !6, i64 8, !6, i64 12}
!26 = !{i64 0, i64 4, !5, i64 8, i64 8, !9}
!27 = !{!28, !6, i64 0}
!28 = !{!"", !6, i64 0, !10, i64 8}
!29 = !{!28, !10, i64 8}
!30 = distinct !{!30, !13}
!31 = !{!32, !6, i64 0}
!32 = !{!"Node", !6, i64 0, !6, i64 4, !10, i64 8, !16, i64 16, !16, i64 24, !16, i64 32}
!33 = !{!32, !10, i64 8}
!34 = !{!32, !16, i64 16}
!35 = !{!32, !16, i64 24}
!36 = !{!32, !16, i64 32}
!37 = !{!32, !6, i64 4}
!38 = !{!39, !39, i64 0}
!39 = !{!"short", !7, i64 0}
!40 = distinct !{!40, !12, !13}
!41 = !{!25, !6, i64 12}
!42 = distinct !{!42, !12, !13}
!43 = !{!25, !6, i64 8}
!44 = distinct !{!44, !13}
!45 = distinct !{!45, !12, !13}
!46 = distinct !{!46, !12, !13}
