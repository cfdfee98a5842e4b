; ModuleID = 'lzpack.c'
source_filename = "lzpack.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Matcher = type { ptr, i64, i64, [4096 x i32], [4096 x i32] }
%struct.Buffer = type { ptr, i64, i64 }
%struct.ItemWriter = type { ptr, i64, i32 }
%struct.Match = type { i64, i64 }

@.str = private unnamed_addr constant [10 x i8] c"123456789\00", align 1
@.str.1 = private unnamed_addr constant [4 x i8] c"log\00", align 1
@.str.2 = private unnamed_addr constant [9 x i8] c"gradient\00", align 1
@.str.3 = private unnamed_addr constant [6 x i8] c"noise\00", align 1
@.str.4 = private unnamed_addr constant [29 x i8] c"%-8s %zu -> %zu crc %08x %s\0A\00", align 1
@.str.5 = private unnamed_addr constant [3 x i8] c"ok\00", align 1
@.str.6 = private unnamed_addr constant [7 x i8] c"BROKEN\00", align 1
@Pack.matcher = internal global %struct.Matcher zeroinitializer, align 8
@.str.7 = private unnamed_addr constant [15 x i8] c"out of memory\0A\00", align 1
@stderr = external global ptr, align 8
@MakeLog.templates = internal constant [5 x ptr] [ptr @.str.8, ptr @.str.9, ptr @.str.10, ptr @.str.11, ptr @.str.12], align 16
@.str.8 = private unnamed_addr constant [26 x i8] c"open file %u for reading\0A\00", align 1
@.str.9 = private unnamed_addr constant [23 x i8] c"request %u took %u ms\0A\00", align 1
@.str.10 = private unnamed_addr constant [27 x i8] c"cache: %u hits, %u misses\0A\00", align 1
@.str.11 = private unnamed_addr constant [30 x i8] c"connection %u closed by peer\0A\00", align 1
@.str.12 = private unnamed_addr constant [16 x i8] c"worker %u idle\0A\00", align 1

; Function Attrs: nounwind uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %2) #9
  %3 = call i32 @Crc32(ptr noundef @.str, i64 noundef 9)
  %4 = icmp eq i32 %3, -873187034
  %5 = zext i1 %4 to i32
  store i32 %5, ptr %2, align 4, !tbaa !5
  %6 = call i32 @RoundTrip(ptr noundef @.str.1, ptr noundef @MakeLog, i32 noundef 1)
  %7 = load i32, ptr %2, align 4, !tbaa !5
  %8 = and i32 %7, %6
  store i32 %8, ptr %2, align 4, !tbaa !5
  %9 = call i32 @RoundTrip(ptr noundef @.str.2, ptr noundef @MakeGradient, i32 noundef 16)
  %10 = load i32, ptr %2, align 4, !tbaa !5
  %11 = and i32 %10, %9
  store i32 %11, ptr %2, align 4, !tbaa !5
  %12 = call i32 @RoundTrip(ptr noundef @.str.3, ptr noundef @MakeNoise, i32 noundef -1831433054)
  %13 = load i32, ptr %2, align 4, !tbaa !5
  %14 = and i32 %13, %12
  store i32 %14, ptr %2, align 4, !tbaa !5
  %15 = load i32, ptr %2, align 4, !tbaa !5
  %16 = icmp ne i32 %15, 0
  %17 = zext i1 %16 to i64
  %18 = select i1 %16, i32 0, i32 1
  call void @llvm.lifetime.end.p0(i64 4, ptr %2) #9
  ret i32 %18
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind uwtable
define internal i32 @Crc32(ptr noundef %0, i64 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca [16 x i32], align 16
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i64, align 8
  store ptr %0, ptr %3, align 8, !tbaa !9
  store i64 %1, ptr %4, align 8, !tbaa !11
  call void @llvm.lifetime.start.p0(i64 64, ptr %5) #9
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #9
  store i32 0, ptr %6, align 4, !tbaa !5
  br label %12

12:                                               ; preds = %43, %2
  %13 = load i32, ptr %6, align 4, !tbaa !5
  %14 = icmp ult i32 %13, 16
  br i1 %14, label %16, label %15

15:                                               ; preds = %12
  store i32 2, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #9
  br label %46

16:                                               ; preds = %12
  call void @llvm.lifetime.start.p0(i64 4, ptr %8) #9
  %17 = load i32, ptr %6, align 4, !tbaa !5
  store i32 %17, ptr %8, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #9
  store i32 0, ptr %9, align 4, !tbaa !5
  br label %18

18:                                               ; preds = %35, %16
  %19 = load i32, ptr %9, align 4, !tbaa !5
  %20 = icmp slt i32 %19, 4
  br i1 %20, label %22, label %21

21:                                               ; preds = %18
  store i32 5, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #9
  br label %38

22:                                               ; preds = %18
  %23 = load i32, ptr %8, align 4, !tbaa !5
  %24 = and i32 %23, 1
  %25 = icmp ne i32 %24, 0
  br i1 %25, label %26, label %30

26:                                               ; preds = %22
  %27 = load i32, ptr %8, align 4, !tbaa !5
  %28 = lshr i32 %27, 1
  %29 = xor i32 %28, -306674912
  br label %33

30:                                               ; preds = %22
  %31 = load i32, ptr %8, align 4, !tbaa !5
  %32 = lshr i32 %31, 1
  br label %33

33:                                               ; preds = %30, %26
  %34 = phi i32 [ %29, %26 ], [ %32, %30 ]
  store i32 %34, ptr %8, align 4, !tbaa !5
  br label %35

35:                                               ; preds = %33
  %36 = load i32, ptr %9, align 4, !tbaa !5
  %37 = add nsw i32 %36, 1
  store i32 %37, ptr %9, align 4, !tbaa !5
  br label %18, !llvm.loop !13

38:                                               ; preds = %21
  %39 = load i32, ptr %8, align 4, !tbaa !5
  %40 = load i32, ptr %6, align 4, !tbaa !5
  %41 = zext i32 %40 to i64
  %42 = getelementptr inbounds [16 x i32], ptr %5, i64 0, i64 %41
  store i32 %39, ptr %42, align 4, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 4, ptr %8) #9
  br label %43

43:                                               ; preds = %38
  %44 = load i32, ptr %6, align 4, !tbaa !5
  %45 = add i32 %44, 1
  store i32 %45, ptr %6, align 4, !tbaa !5
  br label %12, !llvm.loop !16

46:                                               ; preds = %15
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #9
  store i32 -1, ptr %10, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 8, ptr %11) #9
  store i64 0, ptr %11, align 8, !tbaa !11
  br label %47

47:                                               ; preds = %76, %46
  %48 = load i64, ptr %11, align 8, !tbaa !11
  %49 = load i64, ptr %4, align 8, !tbaa !11
  %50 = icmp ult i64 %48, %49
  br i1 %50, label %52, label %51

51:                                               ; preds = %47
  store i32 8, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr %11) #9
  br label %79

52:                                               ; preds = %47
  %53 = load ptr, ptr %3, align 8, !tbaa !9
  %54 = load i64, ptr %11, align 8, !tbaa !11
  %55 = getelementptr inbounds i8, ptr %53, i64 %54
  %56 = load i8, ptr %55, align 1, !tbaa !17
  %57 = zext i8 %56 to i32
  %58 = load i32, ptr %10, align 4, !tbaa !5
  %59 = xor i32 %58, %57
  store i32 %59, ptr %10, align 4, !tbaa !5
  %60 = load i32, ptr %10, align 4, !tbaa !5
  %61 = and i32 %60, 15
  %62 = zext i32 %61 to i64
  %63 = getelementptr inbounds [16 x i32], ptr %5, i64 0, i64 %62
  %64 = load i32, ptr %63, align 4, !tbaa !5
  %65 = load i32, ptr %10, align 4, !tbaa !5
  %66 = lshr i32 %65, 4
  %67 = xor i32 %64, %66
  store i32 %67, ptr %10, align 4, !tbaa !5
  %68 = load i32, ptr %10, align 4, !tbaa !5
  %69 = and i32 %68, 15
  %70 = zext i32 %69 to i64
  %71 = getelementptr inbounds [16 x i32], ptr %5, i64 0, i64 %70
  %72 = load i32, ptr %71, align 4, !tbaa !5
  %73 = load i32, ptr %10, align 4, !tbaa !5
  %74 = lshr i32 %73, 4
  %75 = xor i32 %72, %74
  store i32 %75, ptr %10, align 4, !tbaa !5
  br label %76

76:                                               ; preds = %52
  %77 = load i64, ptr %11, align 8, !tbaa !11
  %78 = add i64 %77, 1
  store i64 %78, ptr %11, align 8, !tbaa !11
  br label %47, !llvm.loop !18

79:                                               ; preds = %51
  %80 = load i32, ptr %10, align 4, !tbaa !5
  %81 = xor i32 %80, -1
  store i32 1, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #9
  call void @llvm.lifetime.end.p0(i64 64, ptr %5) #9
  ret i32 %81
}

; Function Attrs: nounwind uwtable
define internal i32 @RoundTrip(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca %struct.Buffer, align 8
  %8 = alloca %struct.Buffer, align 8
  %9 = alloca %struct.Buffer, align 8
  %10 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !9
  store ptr %1, ptr %5, align 8, !tbaa !9
  store i32 %2, ptr %6, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 24, ptr %7) #9
  call void @llvm.memset.p0.i64(ptr align 8 %7, i8 0, i64 24, i1 false)
  call void @llvm.lifetime.start.p0(i64 24, ptr %8) #9
  call void @llvm.memset.p0.i64(ptr align 8 %8, i8 0, i64 24, i1 false)
  call void @llvm.lifetime.start.p0(i64 24, ptr %9) #9
  call void @llvm.memset.p0.i64(ptr align 8 %9, i8 0, i64 24, i1 false)
  %11 = load ptr, ptr %5, align 8, !tbaa !9
  %12 = load i32, ptr %6, align 4, !tbaa !5
  call void %11(i32 noundef %12, ptr noundef %7)
  %13 = getelementptr inbounds %struct.Buffer, ptr %7, i32 0, i32 0
  %14 = load ptr, ptr %13, align 8, !tbaa !19
  %15 = getelementptr inbounds %struct.Buffer, ptr %7, i32 0, i32 1
  %16 = load i64, ptr %15, align 8, !tbaa !21
  call void @Pack(ptr noundef %14, i64 noundef %16, ptr noundef %8)
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #9
  %17 = getelementptr inbounds %struct.Buffer, ptr %8, i32 0, i32 0
  %18 = load ptr, ptr %17, align 8, !tbaa !19
  %19 = getelementptr inbounds %struct.Buffer, ptr %8, i32 0, i32 1
  %20 = load i64, ptr %19, align 8, !tbaa !21
  %21 = call i32 @Unpack(ptr noundef %18, i64 noundef %20, ptr noundef %9)
  %22 = icmp ne i32 %21, 0
  br i1 %22, label %23, label %38

23:                                               ; preds = %3
  %24 = getelementptr inbounds %struct.Buffer, ptr %9, i32 0, i32 1
  %25 = load i64, ptr %24, align 8, !tbaa !21
  %26 = getelementptr inbounds %struct.Buffer, ptr %7, i32 0, i32 1
  %27 = load i64, ptr %26, align 8, !tbaa !21
  %28 = icmp eq i64 %25, %27
  br i1 %28, label %29, label %38

29:                                               ; preds = %23
  %30 = getelementptr inbounds %struct.Buffer, ptr %9, i32 0, i32 0
  %31 = load ptr, ptr %30, align 8, !tbaa !19
  %32 = getelementptr inbounds %struct.Buffer, ptr %7, i32 0, i32 0
  %33 = load ptr, ptr %32, align 8, !tbaa !19
  %34 = getelementptr inbounds %struct.Buffer, ptr %7, i32 0, i32 1
  %35 = load i64, ptr %34, align 8, !tbaa !21
  %36 = call i32 @memcmp(ptr noundef %31, ptr noundef %33, i64 noundef %35) #10
  %37 = icmp eq i32 %36, 0
  br label %38

38:                                               ; preds = %29, %23, %3
  %39 = phi i1 [ false, %23 ], [ false, %3 ], [ %37, %29 ]
  %40 = zext i1 %39 to i32
  store i32 %40, ptr %10, align 4, !tbaa !5
  %41 = load ptr, ptr %4, align 8, !tbaa !9
  %42 = getelementptr inbounds %struct.Buffer, ptr %7, i32 0, i32 1
  %43 = load i64, ptr %42, align 8, !tbaa !21
  %44 = getelementptr inbounds %struct.Buffer, ptr %8, i32 0, i32 1
  %45 = load i64, ptr %44, align 8, !tbaa !21
  %46 = getelementptr inbounds %struct.Buffer, ptr %8, i32 0, i32 0
  %47 = load ptr, ptr %46, align 8, !tbaa !19
  %48 = getelementptr inbounds %struct.Buffer, ptr %8, i32 0, i32 1
  %49 = load i64, ptr %48, align 8, !tbaa !21
  %50 = call i32 @Crc32(ptr noundef %47, i64 noundef %49)
  %51 = load i32, ptr %10, align 4, !tbaa !5
  %52 = icmp ne i32 %51, 0
  %53 = zext i1 %52 to i64
  %54 = select i1 %52, ptr @.str.5, ptr @.str.6
  %55 = call i32 (ptr, ...) @printf(ptr noundef @.str.4, ptr noundef %41, i64 noundef %43, i64 noundef %45, i32 noundef %50, ptr noundef %54)
  call void @Release(ptr noundef %7)
  call void @Release(ptr noundef %8)
  call void @Release(ptr noundef %9)
  %56 = load i32, ptr %10, align 4, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #9
  call void @llvm.lifetime.end.p0(i64 24, ptr %9) #9
  call void @llvm.lifetime.end.p0(i64 24, ptr %8) #9
  call void @llvm.lifetime.end.p0(i64 24, ptr %7) #9
  ret i32 %56
}

; Function Attrs: nounwind uwtable
define internal void @MakeLog(i32 noundef %0, ptr noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca [80 x i8], align 16
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  store i32 %0, ptr %3, align 4, !tbaa !5
  store ptr %1, ptr %4, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 80, ptr %5) #9
  br label %11

11:                                               ; preds = %45, %2
  %12 = load ptr, ptr %4, align 8, !tbaa !9
  %13 = getelementptr inbounds %struct.Buffer, ptr %12, i32 0, i32 1
  %14 = load i64, ptr %13, align 8, !tbaa !21
  %15 = icmp ult i64 %14, 20000
  br i1 %15, label %16, label %46

16:                                               ; preds = %11
  call void @llvm.lifetime.start.p0(i64 8, ptr %6) #9
  %17 = call i32 @NextRandom(ptr noundef %3)
  %18 = urem i32 %17, 5
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds [5 x ptr], ptr @MakeLog.templates, i64 0, i64 %19
  %21 = load ptr, ptr %20, align 8, !tbaa !9
  store ptr %21, ptr %6, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #9
  %22 = call i32 @NextRandom(ptr noundef %3)
  %23 = urem i32 %22, 1000
  store i32 %23, ptr %7, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %8) #9
  %24 = call i32 @NextRandom(ptr noundef %3)
  %25 = urem i32 %24, 50
  store i32 %25, ptr %8, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #9
  %26 = getelementptr inbounds [80 x i8], ptr %5, i64 0, i64 0
  %27 = load ptr, ptr %6, align 8, !tbaa !9
  %28 = load i32, ptr %7, align 4, !tbaa !5
  %29 = load i32, ptr %8, align 4, !tbaa !5
  %30 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %26, i64 noundef 80, ptr noundef %27, i32 noundef %28, i32 noundef %29) #9
  store i32 %30, ptr %9, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #9
  store i32 0, ptr %10, align 4, !tbaa !5
  br label %31

31:                                               ; preds = %42, %16
  %32 = load i32, ptr %10, align 4, !tbaa !5
  %33 = load i32, ptr %9, align 4, !tbaa !5
  %34 = icmp slt i32 %32, %33
  br i1 %34, label %36, label %35

35:                                               ; preds = %31
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #9
  br label %45

36:                                               ; preds = %31
  %37 = load ptr, ptr %4, align 8, !tbaa !9
  %38 = load i32, ptr %10, align 4, !tbaa !5
  %39 = sext i32 %38 to i64
  %40 = getelementptr inbounds [80 x i8], ptr %5, i64 0, i64 %39
  %41 = load i8, ptr %40, align 1, !tbaa !17
  call void @Push(ptr noundef %37, i8 noundef zeroext %41)
  br label %42

42:                                               ; preds = %36
  %43 = load i32, ptr %10, align 4, !tbaa !5
  %44 = add nsw i32 %43, 1
  store i32 %44, ptr %10, align 4, !tbaa !5
  br label %31, !llvm.loop !22

45:                                               ; preds = %35
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #9
  call void @llvm.lifetime.end.p0(i64 4, ptr %8) #9
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr %6) #9
  br label %11, !llvm.loop !23

46:                                               ; preds = %11
  call void @llvm.lifetime.end.p0(i64 80, ptr %5) #9
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @MakeGradient(i32 noundef %0, ptr noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store i32 %0, ptr %3, align 4, !tbaa !5
  store ptr %1, ptr %4, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %5) #9
  store i32 0, ptr %5, align 4, !tbaa !5
  br label %8

8:                                                ; preds = %31, %2
  %9 = load i32, ptr %5, align 4, !tbaa !5
  %10 = icmp ult i32 %9, 100
  br i1 %10, label %12, label %11

11:                                               ; preds = %8
  store i32 2, ptr %6, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %5) #9
  br label %34

12:                                               ; preds = %8
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #9
  store i32 0, ptr %7, align 4, !tbaa !5
  br label %13

13:                                               ; preds = %27, %12
  %14 = load i32, ptr %7, align 4, !tbaa !5
  %15 = icmp ult i32 %14, 200
  br i1 %15, label %17, label %16

16:                                               ; preds = %13
  store i32 5, ptr %6, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #9
  br label %30

17:                                               ; preds = %13
  %18 = load ptr, ptr %4, align 8, !tbaa !9
  %19 = load i32, ptr %7, align 4, !tbaa !5
  %20 = load i32, ptr %5, align 4, !tbaa !5
  %21 = mul i32 %19, %20
  %22 = udiv i32 %21, 64
  %23 = load i32, ptr %3, align 4, !tbaa !5
  %24 = add i32 %22, %23
  %25 = and i32 %24, 248
  %26 = trunc i32 %25 to i8
  call void @Push(ptr noundef %18, i8 noundef zeroext %26)
  br label %27

27:                                               ; preds = %17
  %28 = load i32, ptr %7, align 4, !tbaa !5
  %29 = add i32 %28, 1
  store i32 %29, ptr %7, align 4, !tbaa !5
  br label %13, !llvm.loop !24

30:                                               ; preds = %16
  br label %31

31:                                               ; preds = %30
  %32 = load i32, ptr %5, align 4, !tbaa !5
  %33 = add i32 %32, 1
  store i32 %33, ptr %5, align 4, !tbaa !5
  br label %8, !llvm.loop !25

34:                                               ; preds = %11
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @MakeNoise(i32 noundef %0, ptr noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4, !tbaa !5
  store ptr %1, ptr %4, align 8, !tbaa !9
  br label %5

5:                                                ; preds = %10, %2
  %6 = load ptr, ptr %4, align 8, !tbaa !9
  %7 = getelementptr inbounds %struct.Buffer, ptr %6, i32 0, i32 1
  %8 = load i64, ptr %7, align 8, !tbaa !21
  %9 = icmp ult i64 %8, 20000
  br i1 %9, label %10, label %15

10:                                               ; preds = %5
  %11 = load ptr, ptr %4, align 8, !tbaa !9
  %12 = call i32 @NextRandom(ptr noundef %3)
  %13 = lshr i32 %12, 11
  %14 = trunc i32 %13 to i8
  call void @Push(ptr noundef %11, i8 noundef zeroext %14)
  br label %5, !llvm.loop !26

15:                                               ; preds = %5
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #2

; Function Attrs: nounwind uwtable
define internal void @Pack(ptr noundef %0, i64 noundef %1, ptr noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca %struct.ItemWriter, align 8
  %8 = alloca i64, align 8
  %9 = alloca %struct.Match, align 8
  %10 = alloca %struct.Match, align 8
  store ptr %0, ptr %4, align 8, !tbaa !9
  store i64 %1, ptr %5, align 8, !tbaa !11
  store ptr %2, ptr %6, align 8, !tbaa !9
  %11 = load ptr, ptr %4, align 8, !tbaa !9
  %12 = load i64, ptr %5, align 8, !tbaa !11
  call void @InitMatcher(ptr noundef @Pack.matcher, ptr noundef %11, i64 noundef %12)
  call void @llvm.lifetime.start.p0(i64 24, ptr %7) #9
  %13 = getelementptr inbounds %struct.ItemWriter, ptr %7, i32 0, i32 0
  %14 = load ptr, ptr %6, align 8, !tbaa !9
  store ptr %14, ptr %13, align 8, !tbaa !27
  %15 = getelementptr inbounds %struct.ItemWriter, ptr %7, i32 0, i32 1
  store i64 0, ptr %15, align 8, !tbaa !29
  %16 = getelementptr inbounds %struct.ItemWriter, ptr %7, i32 0, i32 2
  store i32 0, ptr %16, align 8, !tbaa !30
  call void @llvm.lifetime.start.p0(i64 8, ptr %8) #9
  store i64 0, ptr %8, align 8, !tbaa !11
  br label %17

17:                                               ; preds = %77, %3
  %18 = load i64, ptr %8, align 8, !tbaa !11
  %19 = load i64, ptr %5, align 8, !tbaa !11
  %20 = icmp ult i64 %18, %19
  br i1 %20, label %22, label %21

21:                                               ; preds = %17
  call void @llvm.lifetime.end.p0(i64 8, ptr %8) #9
  br label %79

22:                                               ; preds = %17
  call void @llvm.lifetime.start.p0(i64 16, ptr %9) #9
  %23 = load i64, ptr %8, align 8, !tbaa !11
  %24 = call { i64, i64 } @FindMatch(ptr noundef @Pack.matcher, i64 noundef %23)
  %25 = getelementptr inbounds { i64, i64 }, ptr %9, i32 0, i32 0
  %26 = extractvalue { i64, i64 } %24, 0
  store i64 %26, ptr %25, align 8
  %27 = getelementptr inbounds { i64, i64 }, ptr %9, i32 0, i32 1
  %28 = extractvalue { i64, i64 } %24, 1
  store i64 %28, ptr %27, align 8
  %29 = load i64, ptr %8, align 8, !tbaa !11
  %30 = add i64 %29, 1
  call void @InsertUpTo(ptr noundef @Pack.matcher, i64 noundef %30)
  %31 = getelementptr inbounds %struct.Match, ptr %9, i32 0, i32 0
  %32 = load i64, ptr %31, align 8, !tbaa !31
  %33 = icmp ne i64 %32, 0
  br i1 %33, label %34, label %58

34:                                               ; preds = %22
  %35 = getelementptr inbounds %struct.Match, ptr %9, i32 0, i32 0
  %36 = load i64, ptr %35, align 8, !tbaa !31
  %37 = icmp ult i64 %36, 18
  br i1 %37, label %38, label %58

38:                                               ; preds = %34
  call void @llvm.lifetime.start.p0(i64 16, ptr %10) #9
  %39 = load i64, ptr %8, align 8, !tbaa !11
  %40 = add i64 %39, 1
  %41 = call { i64, i64 } @FindMatch(ptr noundef @Pack.matcher, i64 noundef %40)
  %42 = getelementptr inbounds { i64, i64 }, ptr %10, i32 0, i32 0
  %43 = extractvalue { i64, i64 } %41, 0
  store i64 %43, ptr %42, align 8
  %44 = getelementptr inbounds { i64, i64 }, ptr %10, i32 0, i32 1
  %45 = extractvalue { i64, i64 } %41, 1
  store i64 %45, ptr %44, align 8
  %46 = getelementptr inbounds %struct.Match, ptr %10, i32 0, i32 0
  %47 = load i64, ptr %46, align 8, !tbaa !31
  %48 = getelementptr inbounds %struct.Match, ptr %9, i32 0, i32 0
  %49 = load i64, ptr %48, align 8, !tbaa !31
  %50 = icmp ugt i64 %47, %49
  br i1 %50, label %51, label %57

51:                                               ; preds = %38
  %52 = load ptr, ptr %4, align 8, !tbaa !9
  %53 = load i64, ptr %8, align 8, !tbaa !11
  %54 = add i64 %53, 1
  store i64 %54, ptr %8, align 8, !tbaa !11
  %55 = getelementptr inbounds i8, ptr %52, i64 %53
  %56 = load i8, ptr %55, align 1, !tbaa !17
  call void @PutLiteral(ptr noundef %7, i8 noundef zeroext %56)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %9, ptr align 8 %10, i64 16, i1 false), !tbaa.struct !33
  br label %57

57:                                               ; preds = %51, %38
  call void @llvm.lifetime.end.p0(i64 16, ptr %10) #9
  br label %58

58:                                               ; preds = %57, %34, %22
  %59 = getelementptr inbounds %struct.Match, ptr %9, i32 0, i32 0
  %60 = load i64, ptr %59, align 8, !tbaa !31
  %61 = icmp ne i64 %60, 0
  br i1 %61, label %62, label %71

62:                                               ; preds = %58
  %63 = getelementptr inbounds { i64, i64 }, ptr %9, i32 0, i32 0
  %64 = load i64, ptr %63, align 8
  %65 = getelementptr inbounds { i64, i64 }, ptr %9, i32 0, i32 1
  %66 = load i64, ptr %65, align 8
  call void @PutMatch(ptr noundef %7, i64 %64, i64 %66)
  %67 = getelementptr inbounds %struct.Match, ptr %9, i32 0, i32 0
  %68 = load i64, ptr %67, align 8, !tbaa !31
  %69 = load i64, ptr %8, align 8, !tbaa !11
  %70 = add i64 %69, %68
  store i64 %70, ptr %8, align 8, !tbaa !11
  br label %77

71:                                               ; preds = %58
  %72 = load ptr, ptr %4, align 8, !tbaa !9
  %73 = load i64, ptr %8, align 8, !tbaa !11
  %74 = add i64 %73, 1
  store i64 %74, ptr %8, align 8, !tbaa !11
  %75 = getelementptr inbounds i8, ptr %72, i64 %73
  %76 = load i8, ptr %75, align 1, !tbaa !17
  call void @PutLiteral(ptr noundef %7, i8 noundef zeroext %76)
  br label %77

77:                                               ; preds = %71, %62
  %78 = load i64, ptr %8, align 8, !tbaa !11
  call void @InsertUpTo(ptr noundef @Pack.matcher, i64 noundef %78)
  call void @llvm.lifetime.end.p0(i64 16, ptr %9) #9
  br label %17, !llvm.loop !34

79:                                               ; preds = %21
  call void @llvm.lifetime.end.p0(i64 24, ptr %7) #9
  ret void
}

; Function Attrs: nounwind uwtable
define internal i32 @Unpack(ptr noundef %0, i64 noundef %1, ptr noundef %2) #0 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i8, align 1
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  store ptr %0, ptr %5, align 8, !tbaa !9
  store i64 %1, ptr %6, align 8, !tbaa !11
  store ptr %2, ptr %7, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 8, ptr %8) #9
  store i64 0, ptr %8, align 8, !tbaa !11
  br label %16

16:                                               ; preds = %123, %3
  %17 = load i64, ptr %8, align 8, !tbaa !11
  %18 = load i64, ptr %6, align 8, !tbaa !11
  %19 = icmp ult i64 %17, %18
  br i1 %19, label %20, label %124

20:                                               ; preds = %16
  call void @llvm.lifetime.start.p0(i64 1, ptr %9) #9
  %21 = load ptr, ptr %5, align 8, !tbaa !9
  %22 = load i64, ptr %8, align 8, !tbaa !11
  %23 = add i64 %22, 1
  store i64 %23, ptr %8, align 8, !tbaa !11
  %24 = getelementptr inbounds i8, ptr %21, i64 %22
  %25 = load i8, ptr %24, align 1, !tbaa !17
  store i8 %25, ptr %9, align 1, !tbaa !17
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #9
  store i32 0, ptr %10, align 4, !tbaa !5
  br label %26

26:                                               ; preds = %111, %20
  %27 = load i32, ptr %10, align 4, !tbaa !5
  %28 = icmp slt i32 %27, 8
  br i1 %28, label %29, label %33

29:                                               ; preds = %26
  %30 = load i64, ptr %8, align 8, !tbaa !11
  %31 = load i64, ptr %6, align 8, !tbaa !11
  %32 = icmp ult i64 %30, %31
  br label %33

33:                                               ; preds = %29, %26
  %34 = phi i1 [ false, %26 ], [ %32, %29 ]
  br i1 %34, label %36, label %35

35:                                               ; preds = %33
  store i32 4, ptr %11, align 4
  br label %118

36:                                               ; preds = %33
  %37 = load i8, ptr %9, align 1, !tbaa !17
  %38 = zext i8 %37 to i32
  %39 = and i32 %38, 1
  %40 = icmp ne i32 %39, 0
  br i1 %40, label %48, label %41

41:                                               ; preds = %36
  %42 = load ptr, ptr %7, align 8, !tbaa !9
  %43 = load ptr, ptr %5, align 8, !tbaa !9
  %44 = load i64, ptr %8, align 8, !tbaa !11
  %45 = add i64 %44, 1
  store i64 %45, ptr %8, align 8, !tbaa !11
  %46 = getelementptr inbounds i8, ptr %43, i64 %44
  %47 = load i8, ptr %46, align 1, !tbaa !17
  call void @Push(ptr noundef %42, i8 noundef zeroext %47)
  br label %111

48:                                               ; preds = %36
  %49 = load i64, ptr %8, align 8, !tbaa !11
  %50 = add i64 %49, 1
  %51 = load i64, ptr %6, align 8, !tbaa !11
  %52 = icmp uge i64 %50, %51
  br i1 %52, label %53, label %54

53:                                               ; preds = %48
  store i32 0, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %118

54:                                               ; preds = %48
  call void @llvm.lifetime.start.p0(i64 4, ptr %12) #9
  %55 = load ptr, ptr %5, align 8, !tbaa !9
  %56 = load i64, ptr %8, align 8, !tbaa !11
  %57 = getelementptr inbounds i8, ptr %55, i64 %56
  %58 = load i8, ptr %57, align 1, !tbaa !17
  %59 = zext i8 %58 to i32
  %60 = shl i32 %59, 8
  %61 = load ptr, ptr %5, align 8, !tbaa !9
  %62 = load i64, ptr %8, align 8, !tbaa !11
  %63 = add i64 %62, 1
  %64 = getelementptr inbounds i8, ptr %61, i64 %63
  %65 = load i8, ptr %64, align 1, !tbaa !17
  %66 = zext i8 %65 to i32
  %67 = or i32 %60, %66
  store i32 %67, ptr %12, align 4, !tbaa !5
  %68 = load i64, ptr %8, align 8, !tbaa !11
  %69 = add i64 %68, 2
  store i64 %69, ptr %8, align 8, !tbaa !11
  call void @llvm.lifetime.start.p0(i64 8, ptr %13) #9
  %70 = load i32, ptr %12, align 4, !tbaa !5
  %71 = lshr i32 %70, 4
  %72 = zext i32 %71 to i64
  store i64 %72, ptr %13, align 8, !tbaa !11
  call void @llvm.lifetime.start.p0(i64 8, ptr %14) #9
  %73 = load i32, ptr %12, align 4, !tbaa !5
  %74 = and i32 %73, 15
  %75 = add i32 %74, 3
  %76 = zext i32 %75 to i64
  store i64 %76, ptr %14, align 8, !tbaa !11
  %77 = load i64, ptr %13, align 8, !tbaa !11
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %85, label %79

79:                                               ; preds = %54
  %80 = load i64, ptr %13, align 8, !tbaa !11
  %81 = load ptr, ptr %7, align 8, !tbaa !9
  %82 = getelementptr inbounds %struct.Buffer, ptr %81, i32 0, i32 1
  %83 = load i64, ptr %82, align 8, !tbaa !21
  %84 = icmp ugt i64 %80, %83
  br i1 %84, label %85, label %86

85:                                               ; preds = %79, %54
  store i32 0, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %108

86:                                               ; preds = %79
  call void @llvm.lifetime.start.p0(i64 8, ptr %15) #9
  store i64 0, ptr %15, align 8, !tbaa !11
  br label %87

87:                                               ; preds = %104, %86
  %88 = load i64, ptr %15, align 8, !tbaa !11
  %89 = load i64, ptr %14, align 8, !tbaa !11
  %90 = icmp ult i64 %88, %89
  br i1 %90, label %92, label %91

91:                                               ; preds = %87
  store i32 7, ptr %11, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr %15) #9
  br label %107

92:                                               ; preds = %87
  %93 = load ptr, ptr %7, align 8, !tbaa !9
  %94 = load ptr, ptr %7, align 8, !tbaa !9
  %95 = getelementptr inbounds %struct.Buffer, ptr %94, i32 0, i32 0
  %96 = load ptr, ptr %95, align 8, !tbaa !19
  %97 = load ptr, ptr %7, align 8, !tbaa !9
  %98 = getelementptr inbounds %struct.Buffer, ptr %97, i32 0, i32 1
  %99 = load i64, ptr %98, align 8, !tbaa !21
  %100 = load i64, ptr %13, align 8, !tbaa !11
  %101 = sub i64 %99, %100
  %102 = getelementptr inbounds i8, ptr %96, i64 %101
  %103 = load i8, ptr %102, align 1, !tbaa !17
  call void @Push(ptr noundef %93, i8 noundef zeroext %103)
  br label %104

104:                                              ; preds = %92
  %105 = load i64, ptr %15, align 8, !tbaa !11
  %106 = add i64 %105, 1
  store i64 %106, ptr %15, align 8, !tbaa !11
  br label %87, !llvm.loop !35

107:                                              ; preds = %91
  store i32 0, ptr %11, align 4
  br label %108

108:                                              ; preds = %107, %85
  call void @llvm.lifetime.end.p0(i64 8, ptr %14) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr %13) #9
  call void @llvm.lifetime.end.p0(i64 4, ptr %12) #9
  %109 = load i32, ptr %11, align 4
  switch i32 %109, label %118 [
    i32 0, label %110
  ]

110:                                              ; preds = %108
  br label %111

111:                                              ; preds = %110, %41
  %112 = load i32, ptr %10, align 4, !tbaa !5
  %113 = add nsw i32 %112, 1
  store i32 %113, ptr %10, align 4, !tbaa !5
  %114 = load i8, ptr %9, align 1, !tbaa !17
  %115 = zext i8 %114 to i32
  %116 = ashr i32 %115, 1
  %117 = trunc i32 %116 to i8
  store i8 %117, ptr %9, align 1, !tbaa !17
  br label %26, !llvm.loop !36

118:                                              ; preds = %108, %53, %35
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #9
  %119 = load i32, ptr %11, align 4
  switch i32 %119, label %121 [
    i32 4, label %120
  ]

120:                                              ; preds = %118
  store i32 0, ptr %11, align 4
  br label %121

121:                                              ; preds = %120, %118
  call void @llvm.lifetime.end.p0(i64 1, ptr %9) #9
  %122 = load i32, ptr %11, align 4
  switch i32 %122, label %125 [
    i32 0, label %123
  ]

123:                                              ; preds = %121
  br label %16, !llvm.loop !37

124:                                              ; preds = %16
  store i32 1, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %125

125:                                              ; preds = %124, %121
  call void @llvm.lifetime.end.p0(i64 8, ptr %8) #9
  %126 = load i32, ptr %4, align 4
  ret i32 %126
}

; Function Attrs: nounwind willreturn memory(read)
declare i32 @memcmp(ptr noundef, ptr noundef, i64 noundef) #3

declare i32 @printf(ptr noundef, ...) #4

; Function Attrs: nounwind uwtable
define internal void @Release(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !9
  %3 = load ptr, ptr %2, align 8, !tbaa !9
  %4 = getelementptr inbounds %struct.Buffer, ptr %3, i32 0, i32 0
  %5 = load ptr, ptr %4, align 8, !tbaa !19
  call void @free(ptr noundef %5) #9
  %6 = load ptr, ptr %2, align 8, !tbaa !9
  %7 = getelementptr inbounds %struct.Buffer, ptr %6, i32 0, i32 0
  store ptr null, ptr %7, align 8, !tbaa !19
  %8 = load ptr, ptr %2, align 8, !tbaa !9
  %9 = getelementptr inbounds %struct.Buffer, ptr %8, i32 0, i32 2
  store i64 0, ptr %9, align 8, !tbaa !38
  %10 = load ptr, ptr %2, align 8, !tbaa !9
  %11 = getelementptr inbounds %struct.Buffer, ptr %10, i32 0, i32 1
  store i64 0, ptr %11, align 8, !tbaa !21
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @InitMatcher(ptr noundef %0, ptr noundef %1, i64 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8, !tbaa !9
  store ptr %1, ptr %5, align 8, !tbaa !9
  store i64 %2, ptr %6, align 8, !tbaa !11
  %9 = load ptr, ptr %5, align 8, !tbaa !9
  %10 = load ptr, ptr %4, align 8, !tbaa !9
  %11 = getelementptr inbounds %struct.Matcher, ptr %10, i32 0, i32 0
  store ptr %9, ptr %11, align 8, !tbaa !39
  %12 = load i64, ptr %6, align 8, !tbaa !11
  %13 = load ptr, ptr %4, align 8, !tbaa !9
  %14 = getelementptr inbounds %struct.Matcher, ptr %13, i32 0, i32 1
  store i64 %12, ptr %14, align 8, !tbaa !41
  %15 = load ptr, ptr %4, align 8, !tbaa !9
  %16 = getelementptr inbounds %struct.Matcher, ptr %15, i32 0, i32 2
  store i64 0, ptr %16, align 8, !tbaa !42
  call void @llvm.lifetime.start.p0(i64 8, ptr %7) #9
  store i64 0, ptr %7, align 8, !tbaa !11
  br label %17

17:                                               ; preds = %26, %3
  %18 = load i64, ptr %7, align 8, !tbaa !11
  %19 = icmp ult i64 %18, 4096
  br i1 %19, label %21, label %20

20:                                               ; preds = %17
  call void @llvm.lifetime.end.p0(i64 8, ptr %7) #9
  br label %29

21:                                               ; preds = %17
  %22 = load ptr, ptr %4, align 8, !tbaa !9
  %23 = getelementptr inbounds %struct.Matcher, ptr %22, i32 0, i32 3
  %24 = load i64, ptr %7, align 8, !tbaa !11
  %25 = getelementptr inbounds [4096 x i32], ptr %23, i64 0, i64 %24
  store i32 -1, ptr %25, align 4, !tbaa !5
  br label %26

26:                                               ; preds = %21
  %27 = load i64, ptr %7, align 8, !tbaa !11
  %28 = add i64 %27, 1
  store i64 %28, ptr %7, align 8, !tbaa !11
  br label %17, !llvm.loop !43

29:                                               ; preds = %20
  call void @llvm.lifetime.start.p0(i64 8, ptr %8) #9
  store i64 0, ptr %8, align 8, !tbaa !11
  br label %30

30:                                               ; preds = %39, %29
  %31 = load i64, ptr %8, align 8, !tbaa !11
  %32 = icmp ult i64 %31, 4096
  br i1 %32, label %34, label %33

33:                                               ; preds = %30
  call void @llvm.lifetime.end.p0(i64 8, ptr %8) #9
  br label %42

34:                                               ; preds = %30
  %35 = load ptr, ptr %4, align 8, !tbaa !9
  %36 = getelementptr inbounds %struct.Matcher, ptr %35, i32 0, i32 4
  %37 = load i64, ptr %8, align 8, !tbaa !11
  %38 = getelementptr inbounds [4096 x i32], ptr %36, i64 0, i64 %37
  store i32 -1, ptr %38, align 4, !tbaa !5
  br label %39

39:                                               ; preds = %34
  %40 = load i64, ptr %8, align 8, !tbaa !11
  %41 = add i64 %40, 1
  store i64 %41, ptr %8, align 8, !tbaa !11
  br label %30, !llvm.loop !44

42:                                               ; preds = %33
  ret void
}

; Function Attrs: nounwind uwtable
define internal { i64, i64 } @FindMatch(ptr noundef %0, i64 noundef %1) #0 {
  %3 = alloca %struct.Match, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  store ptr %0, ptr %4, align 8, !tbaa !9
  store i64 %1, ptr %5, align 8, !tbaa !11
  call void @llvm.memset.p0.i64(ptr align 8 %3, i8 0, i64 16, i1 false)
  %11 = load i64, ptr %5, align 8, !tbaa !11
  %12 = add i64 %11, 3
  %13 = load ptr, ptr %4, align 8, !tbaa !9
  %14 = getelementptr inbounds %struct.Matcher, ptr %13, i32 0, i32 1
  %15 = load i64, ptr %14, align 8, !tbaa !41
  %16 = icmp ugt i64 %12, %15
  br i1 %16, label %17, label %18

17:                                               ; preds = %2
  br label %86

18:                                               ; preds = %2
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #9
  %19 = load ptr, ptr %4, align 8, !tbaa !9
  %20 = getelementptr inbounds %struct.Matcher, ptr %19, i32 0, i32 3
  %21 = load ptr, ptr %4, align 8, !tbaa !9
  %22 = load i64, ptr %5, align 8, !tbaa !11
  %23 = call i32 @HashAt(ptr noundef %21, i64 noundef %22)
  %24 = zext i32 %23 to i64
  %25 = getelementptr inbounds [4096 x i32], ptr %20, i64 0, i64 %24
  %26 = load i32, ptr %25, align 4, !tbaa !5
  store i32 %26, ptr %6, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #9
  store i32 0, ptr %7, align 4, !tbaa !5
  br label %27

27:                                               ; preds = %75, %18
  %28 = load i32, ptr %6, align 4, !tbaa !5
  %29 = icmp sge i32 %28, 0
  br i1 %29, label %30, label %33

30:                                               ; preds = %27
  %31 = load i32, ptr %7, align 4, !tbaa !5
  %32 = icmp slt i32 %31, 32
  br label %33

33:                                               ; preds = %30, %27
  %34 = phi i1 [ false, %27 ], [ %32, %30 ]
  br i1 %34, label %36, label %35

35:                                               ; preds = %33
  store i32 2, ptr %8, align 4
  br label %78

36:                                               ; preds = %33
  call void @llvm.lifetime.start.p0(i64 8, ptr %9) #9
  %37 = load i64, ptr %5, align 8, !tbaa !11
  %38 = load i32, ptr %6, align 4, !tbaa !5
  %39 = sext i32 %38 to i64
  %40 = sub i64 %37, %39
  store i64 %40, ptr %9, align 8, !tbaa !11
  %41 = load i64, ptr %9, align 8, !tbaa !11
  %42 = icmp uge i64 %41, 4096
  br i1 %42, label %43, label %44

43:                                               ; preds = %36
  store i32 2, ptr %8, align 4
  br label %72

44:                                               ; preds = %36
  call void @llvm.lifetime.start.p0(i64 8, ptr %10) #9
  %45 = load ptr, ptr %4, align 8, !tbaa !9
  %46 = load i32, ptr %6, align 4, !tbaa !5
  %47 = sext i32 %46 to i64
  %48 = load i64, ptr %5, align 8, !tbaa !11
  %49 = call i64 @CommonLength(ptr noundef %45, i64 noundef %47, i64 noundef %48)
  store i64 %49, ptr %10, align 8, !tbaa !11
  %50 = load i64, ptr %10, align 8, !tbaa !11
  %51 = getelementptr inbounds %struct.Match, ptr %3, i32 0, i32 0
  %52 = load i64, ptr %51, align 8, !tbaa !31
  %53 = icmp ugt i64 %50, %52
  br i1 %53, label %54, label %63

54:                                               ; preds = %44
  %55 = load i64, ptr %10, align 8, !tbaa !11
  %56 = getelementptr inbounds %struct.Match, ptr %3, i32 0, i32 0
  store i64 %55, ptr %56, align 8, !tbaa !31
  %57 = load i64, ptr %9, align 8, !tbaa !11
  %58 = getelementptr inbounds %struct.Match, ptr %3, i32 0, i32 1
  store i64 %57, ptr %58, align 8, !tbaa !45
  %59 = load i64, ptr %10, align 8, !tbaa !11
  %60 = icmp eq i64 %59, 18
  br i1 %60, label %61, label %62

61:                                               ; preds = %54
  store i32 2, ptr %8, align 4
  br label %71

62:                                               ; preds = %54
  br label %63

63:                                               ; preds = %62, %44
  %64 = load ptr, ptr %4, align 8, !tbaa !9
  %65 = getelementptr inbounds %struct.Matcher, ptr %64, i32 0, i32 4
  %66 = load i32, ptr %6, align 4, !tbaa !5
  %67 = sext i32 %66 to i64
  %68 = urem i64 %67, 4096
  %69 = getelementptr inbounds [4096 x i32], ptr %65, i64 0, i64 %68
  %70 = load i32, ptr %69, align 4, !tbaa !5
  store i32 %70, ptr %6, align 4, !tbaa !5
  store i32 0, ptr %8, align 4
  br label %71

71:                                               ; preds = %63, %61
  call void @llvm.lifetime.end.p0(i64 8, ptr %10) #9
  br label %72

72:                                               ; preds = %71, %43
  call void @llvm.lifetime.end.p0(i64 8, ptr %9) #9
  %73 = load i32, ptr %8, align 4
  switch i32 %73, label %78 [
    i32 0, label %74
  ]

74:                                               ; preds = %72
  br label %75

75:                                               ; preds = %74
  %76 = load i32, ptr %7, align 4, !tbaa !5
  %77 = add nsw i32 %76, 1
  store i32 %77, ptr %7, align 4, !tbaa !5
  br label %27, !llvm.loop !46

78:                                               ; preds = %72, %35
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #9
  br label %79

79:                                               ; preds = %78
  %80 = getelementptr inbounds %struct.Match, ptr %3, i32 0, i32 0
  %81 = load i64, ptr %80, align 8, !tbaa !31
  %82 = icmp ult i64 %81, 3
  br i1 %82, label %83, label %85

83:                                               ; preds = %79
  %84 = getelementptr inbounds %struct.Match, ptr %3, i32 0, i32 0
  store i64 0, ptr %84, align 8, !tbaa !31
  br label %85

85:                                               ; preds = %83, %79
  store i32 1, ptr %8, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #9
  br label %86

86:                                               ; preds = %85, %17
  %87 = load { i64, i64 }, ptr %3, align 8
  ret { i64, i64 } %87
}

; Function Attrs: nounwind uwtable
define internal void @InsertUpTo(ptr noundef %0, i64 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %3, align 8, !tbaa !9
  store i64 %1, ptr %4, align 8, !tbaa !11
  br label %8

8:                                                ; preds = %50, %2
  %9 = load ptr, ptr %3, align 8, !tbaa !9
  %10 = getelementptr inbounds %struct.Matcher, ptr %9, i32 0, i32 2
  %11 = load i64, ptr %10, align 8, !tbaa !42
  %12 = load i64, ptr %4, align 8, !tbaa !11
  %13 = icmp ult i64 %11, %12
  br i1 %13, label %14, label %55

14:                                               ; preds = %8
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #9
  %15 = load ptr, ptr %3, align 8, !tbaa !9
  %16 = getelementptr inbounds %struct.Matcher, ptr %15, i32 0, i32 2
  %17 = load i64, ptr %16, align 8, !tbaa !42
  store i64 %17, ptr %5, align 8, !tbaa !11
  %18 = load i64, ptr %5, align 8, !tbaa !11
  %19 = add i64 %18, 3
  %20 = load ptr, ptr %3, align 8, !tbaa !9
  %21 = getelementptr inbounds %struct.Matcher, ptr %20, i32 0, i32 1
  %22 = load i64, ptr %21, align 8, !tbaa !41
  %23 = icmp ugt i64 %19, %22
  br i1 %23, label %24, label %25

24:                                               ; preds = %14
  store i32 4, ptr %6, align 4
  br label %47

25:                                               ; preds = %14
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #9
  %26 = load ptr, ptr %3, align 8, !tbaa !9
  %27 = load i64, ptr %5, align 8, !tbaa !11
  %28 = call i32 @HashAt(ptr noundef %26, i64 noundef %27)
  store i32 %28, ptr %7, align 4, !tbaa !5
  %29 = load ptr, ptr %3, align 8, !tbaa !9
  %30 = getelementptr inbounds %struct.Matcher, ptr %29, i32 0, i32 3
  %31 = load i32, ptr %7, align 4, !tbaa !5
  %32 = zext i32 %31 to i64
  %33 = getelementptr inbounds [4096 x i32], ptr %30, i64 0, i64 %32
  %34 = load i32, ptr %33, align 4, !tbaa !5
  %35 = load ptr, ptr %3, align 8, !tbaa !9
  %36 = getelementptr inbounds %struct.Matcher, ptr %35, i32 0, i32 4
  %37 = load i64, ptr %5, align 8, !tbaa !11
  %38 = urem i64 %37, 4096
  %39 = getelementptr inbounds [4096 x i32], ptr %36, i64 0, i64 %38
  store i32 %34, ptr %39, align 4, !tbaa !5
  %40 = load i64, ptr %5, align 8, !tbaa !11
  %41 = trunc i64 %40 to i32
  %42 = load ptr, ptr %3, align 8, !tbaa !9
  %43 = getelementptr inbounds %struct.Matcher, ptr %42, i32 0, i32 3
  %44 = load i32, ptr %7, align 4, !tbaa !5
  %45 = zext i32 %44 to i64
  %46 = getelementptr inbounds [4096 x i32], ptr %43, i64 0, i64 %45
  store i32 %41, ptr %46, align 4, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #9
  store i32 0, ptr %6, align 4
  br label %47

47:                                               ; preds = %25, %24
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #9
  %48 = load i32, ptr %6, align 4
  switch i32 %48, label %56 [
    i32 0, label %49
    i32 4, label %50
  ]

49:                                               ; preds = %47
  br label %50

50:                                               ; preds = %49, %47
  %51 = load ptr, ptr %3, align 8, !tbaa !9
  %52 = getelementptr inbounds %struct.Matcher, ptr %51, i32 0, i32 2
  %53 = load i64, ptr %52, align 8, !tbaa !42
  %54 = add i64 %53, 1
  store i64 %54, ptr %52, align 8, !tbaa !42
  br label %8, !llvm.loop !47

55:                                               ; preds = %8
  ret void

56:                                               ; preds = %47
  unreachable
}

; Function Attrs: nounwind uwtable
define internal void @PutLiteral(ptr noundef %0, i8 noundef zeroext %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i8, align 1
  store ptr %0, ptr %3, align 8, !tbaa !9
  store i8 %1, ptr %4, align 1, !tbaa !17
  %5 = load ptr, ptr %3, align 8, !tbaa !9
  call void @BeginItem(ptr noundef %5, i32 noundef 0)
  %6 = load ptr, ptr %3, align 8, !tbaa !9
  %7 = getelementptr inbounds %struct.ItemWriter, ptr %6, i32 0, i32 0
  %8 = load ptr, ptr %7, align 8, !tbaa !27
  %9 = load i8, ptr %4, align 1, !tbaa !17
  call void @Push(ptr noundef %8, i8 noundef zeroext %9)
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #5

; Function Attrs: nounwind uwtable
define internal void @PutMatch(ptr noundef %0, i64 %1, i64 %2) #0 {
  %4 = alloca %struct.Match, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = getelementptr inbounds { i64, i64 }, ptr %4, i32 0, i32 0
  store i64 %1, ptr %7, align 8
  %8 = getelementptr inbounds { i64, i64 }, ptr %4, i32 0, i32 1
  store i64 %2, ptr %8, align 8
  store ptr %0, ptr %5, align 8, !tbaa !9
  %9 = load ptr, ptr %5, align 8, !tbaa !9
  call void @BeginItem(ptr noundef %9, i32 noundef 1)
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #9
  %10 = getelementptr inbounds %struct.Match, ptr %4, i32 0, i32 1
  %11 = load i64, ptr %10, align 8, !tbaa !45
  %12 = trunc i64 %11 to i32
  %13 = shl i32 %12, 4
  %14 = getelementptr inbounds %struct.Match, ptr %4, i32 0, i32 0
  %15 = load i64, ptr %14, align 8, !tbaa !31
  %16 = sub i64 %15, 3
  %17 = trunc i64 %16 to i32
  %18 = or i32 %13, %17
  store i32 %18, ptr %6, align 4, !tbaa !5
  %19 = load ptr, ptr %5, align 8, !tbaa !9
  %20 = getelementptr inbounds %struct.ItemWriter, ptr %19, i32 0, i32 0
  %21 = load ptr, ptr %20, align 8, !tbaa !27
  %22 = load i32, ptr %6, align 4, !tbaa !5
  %23 = lshr i32 %22, 8
  %24 = trunc i32 %23 to i8
  call void @Push(ptr noundef %21, i8 noundef zeroext %24)
  %25 = load ptr, ptr %5, align 8, !tbaa !9
  %26 = getelementptr inbounds %struct.ItemWriter, ptr %25, i32 0, i32 0
  %27 = load ptr, ptr %26, align 8, !tbaa !27
  %28 = load i32, ptr %6, align 4, !tbaa !5
  %29 = trunc i32 %28 to i8
  call void @Push(ptr noundef %27, i8 noundef zeroext %29)
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #9
  ret void
}

; Function Attrs: nounwind uwtable
define internal i32 @HashAt(ptr noundef %0, i64 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8, !tbaa !9
  store i64 %1, ptr %4, align 8, !tbaa !11
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #9
  %7 = load ptr, ptr %3, align 8, !tbaa !9
  %8 = getelementptr inbounds %struct.Matcher, ptr %7, i32 0, i32 0
  %9 = load ptr, ptr %8, align 8, !tbaa !39
  %10 = load i64, ptr %4, align 8, !tbaa !11
  %11 = getelementptr inbounds i8, ptr %9, i64 %10
  store ptr %11, ptr %5, align 8, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #9
  %12 = load ptr, ptr %5, align 8, !tbaa !9
  %13 = getelementptr inbounds i8, ptr %12, i64 0
  %14 = load i8, ptr %13, align 1, !tbaa !17
  %15 = zext i8 %14 to i32
  %16 = load ptr, ptr %5, align 8, !tbaa !9
  %17 = getelementptr inbounds i8, ptr %16, i64 1
  %18 = load i8, ptr %17, align 1, !tbaa !17
  %19 = zext i8 %18 to i32
  %20 = shl i32 %19, 8
  %21 = or i32 %15, %20
  %22 = load ptr, ptr %5, align 8, !tbaa !9
  %23 = getelementptr inbounds i8, ptr %22, i64 2
  %24 = load i8, ptr %23, align 1, !tbaa !17
  %25 = zext i8 %24 to i32
  %26 = shl i32 %25, 16
  %27 = or i32 %21, %26
  store i32 %27, ptr %6, align 4, !tbaa !5
  %28 = load i32, ptr %6, align 4, !tbaa !5
  %29 = mul i32 %28, -1640531535
  %30 = lshr i32 %29, 20
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #9
  ret i32 %30
}

; Function Attrs: nounwind uwtable
define internal i64 @CommonLength(ptr noundef %0, i64 noundef %1, i64 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8, !tbaa !9
  store i64 %1, ptr %5, align 8, !tbaa !11
  store i64 %2, ptr %6, align 8, !tbaa !11
  call void @llvm.lifetime.start.p0(i64 8, ptr %7) #9
  %9 = load ptr, ptr %4, align 8, !tbaa !9
  %10 = getelementptr inbounds %struct.Matcher, ptr %9, i32 0, i32 1
  %11 = load i64, ptr %10, align 8, !tbaa !41
  %12 = load i64, ptr %6, align 8, !tbaa !11
  %13 = sub i64 %11, %12
  store i64 %13, ptr %7, align 8, !tbaa !11
  %14 = load i64, ptr %7, align 8, !tbaa !11
  %15 = icmp ugt i64 %14, 18
  br i1 %15, label %16, label %17

16:                                               ; preds = %3
  store i64 18, ptr %7, align 8, !tbaa !11
  br label %17

17:                                               ; preds = %16, %3
  call void @llvm.lifetime.start.p0(i64 8, ptr %8) #9
  store i64 0, ptr %8, align 8, !tbaa !11
  br label %18

18:                                               ; preds = %44, %17
  %19 = load i64, ptr %8, align 8, !tbaa !11
  %20 = load i64, ptr %7, align 8, !tbaa !11
  %21 = icmp ult i64 %19, %20
  br i1 %21, label %22, label %42

22:                                               ; preds = %18
  %23 = load ptr, ptr %4, align 8, !tbaa !9
  %24 = getelementptr inbounds %struct.Matcher, ptr %23, i32 0, i32 0
  %25 = load ptr, ptr %24, align 8, !tbaa !39
  %26 = load i64, ptr %5, align 8, !tbaa !11
  %27 = load i64, ptr %8, align 8, !tbaa !11
  %28 = add i64 %26, %27
  %29 = getelementptr inbounds i8, ptr %25, i64 %28
  %30 = load i8, ptr %29, align 1, !tbaa !17
  %31 = zext i8 %30 to i32
  %32 = load ptr, ptr %4, align 8, !tbaa !9
  %33 = getelementptr inbounds %struct.Matcher, ptr %32, i32 0, i32 0
  %34 = load ptr, ptr %33, align 8, !tbaa !39
  %35 = load i64, ptr %6, align 8, !tbaa !11
  %36 = load i64, ptr %8, align 8, !tbaa !11
  %37 = add i64 %35, %36
  %38 = getelementptr inbounds i8, ptr %34, i64 %37
  %39 = load i8, ptr %38, align 1, !tbaa !17
  %40 = zext i8 %39 to i32
  %41 = icmp eq i32 %31, %40
  br label %42

42:                                               ; preds = %22, %18
  %43 = phi i1 [ false, %18 ], [ %41, %22 ]
  br i1 %43, label %44, label %47

44:                                               ; preds = %42
  %45 = load i64, ptr %8, align 8, !tbaa !11
  %46 = add i64 %45, 1
  store i64 %46, ptr %8, align 8, !tbaa !11
  br label %18, !llvm.loop !48

47:                                               ; preds = %42
  %48 = load i64, ptr %8, align 8, !tbaa !11
  call void @llvm.lifetime.end.p0(i64 8, ptr %8) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr %7) #9
  ret i64 %48
}

; Function Attrs: nounwind uwtable
define internal void @BeginItem(ptr noundef %0, i32 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8, !tbaa !9
  store i32 %1, ptr %4, align 4, !tbaa !5
  %5 = load ptr, ptr %3, align 8, !tbaa !9
  %6 = getelementptr inbounds %struct.ItemWriter, ptr %5, i32 0, i32 2
  %7 = load i32, ptr %6, align 8, !tbaa !30
  %8 = srem i32 %7, 8
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %21

10:                                               ; preds = %2
  %11 = load ptr, ptr %3, align 8, !tbaa !9
  %12 = getelementptr inbounds %struct.ItemWriter, ptr %11, i32 0, i32 0
  %13 = load ptr, ptr %12, align 8, !tbaa !27
  %14 = getelementptr inbounds %struct.Buffer, ptr %13, i32 0, i32 1
  %15 = load i64, ptr %14, align 8, !tbaa !21
  %16 = load ptr, ptr %3, align 8, !tbaa !9
  %17 = getelementptr inbounds %struct.ItemWriter, ptr %16, i32 0, i32 1
  store i64 %15, ptr %17, align 8, !tbaa !29
  %18 = load ptr, ptr %3, align 8, !tbaa !9
  %19 = getelementptr inbounds %struct.ItemWriter, ptr %18, i32 0, i32 0
  %20 = load ptr, ptr %19, align 8, !tbaa !27
  call void @Push(ptr noundef %20, i8 noundef zeroext 0)
  br label %21

21:                                               ; preds = %10, %2
  %22 = load i32, ptr %4, align 4, !tbaa !5
  %23 = icmp ne i32 %22, 0
  br i1 %23, label %24, label %45

24:                                               ; preds = %21
  %25 = load ptr, ptr %3, align 8, !tbaa !9
  %26 = getelementptr inbounds %struct.ItemWriter, ptr %25, i32 0, i32 2
  %27 = load i32, ptr %26, align 8, !tbaa !30
  %28 = srem i32 %27, 8
  %29 = shl i32 1, %28
  %30 = trunc i32 %29 to i8
  %31 = zext i8 %30 to i32
  %32 = load ptr, ptr %3, align 8, !tbaa !9
  %33 = getelementptr inbounds %struct.ItemWriter, ptr %32, i32 0, i32 0
  %34 = load ptr, ptr %33, align 8, !tbaa !27
  %35 = getelementptr inbounds %struct.Buffer, ptr %34, i32 0, i32 0
  %36 = load ptr, ptr %35, align 8, !tbaa !19
  %37 = load ptr, ptr %3, align 8, !tbaa !9
  %38 = getelementptr inbounds %struct.ItemWriter, ptr %37, i32 0, i32 1
  %39 = load i64, ptr %38, align 8, !tbaa !29
  %40 = getelementptr inbounds i8, ptr %36, i64 %39
  %41 = load i8, ptr %40, align 1, !tbaa !17
  %42 = zext i8 %41 to i32
  %43 = or i32 %42, %31
  %44 = trunc i32 %43 to i8
  store i8 %44, ptr %40, align 1, !tbaa !17
  br label %45

45:                                               ; preds = %24, %21
  %46 = load ptr, ptr %3, align 8, !tbaa !9
  %47 = getelementptr inbounds %struct.ItemWriter, ptr %46, i32 0, i32 2
  %48 = load i32, ptr %47, align 8, !tbaa !30
  %49 = add nsw i32 %48, 1
  store i32 %49, ptr %47, align 8, !tbaa !30
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @Push(ptr noundef %0, i8 noundef zeroext %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i8, align 1
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !9
  store i8 %1, ptr %4, align 1, !tbaa !17
  %7 = load ptr, ptr %3, align 8, !tbaa !9
  %8 = getelementptr inbounds %struct.Buffer, ptr %7, i32 0, i32 1
  %9 = load i64, ptr %8, align 8, !tbaa !21
  %10 = load ptr, ptr %3, align 8, !tbaa !9
  %11 = getelementptr inbounds %struct.Buffer, ptr %10, i32 0, i32 2
  %12 = load i64, ptr %11, align 8, !tbaa !38
  %13 = icmp eq i64 %9, %12
  br i1 %13, label %14, label %44

14:                                               ; preds = %2
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #9
  %15 = load ptr, ptr %3, align 8, !tbaa !9
  %16 = getelementptr inbounds %struct.Buffer, ptr %15, i32 0, i32 2
  %17 = load i64, ptr %16, align 8, !tbaa !38
  %18 = icmp ne i64 %17, 0
  br i1 %18, label %19, label %24

19:                                               ; preds = %14
  %20 = load ptr, ptr %3, align 8, !tbaa !9
  %21 = getelementptr inbounds %struct.Buffer, ptr %20, i32 0, i32 2
  %22 = load i64, ptr %21, align 8, !tbaa !38
  %23 = mul i64 %22, 2
  br label %25

24:                                               ; preds = %14
  br label %25

25:                                               ; preds = %24, %19
  %26 = phi i64 [ %23, %19 ], [ 64, %24 ]
  store i64 %26, ptr %5, align 8, !tbaa !11
  call void @llvm.lifetime.start.p0(i64 8, ptr %6) #9
  %27 = load ptr, ptr %3, align 8, !tbaa !9
  %28 = getelementptr inbounds %struct.Buffer, ptr %27, i32 0, i32 0
  %29 = load ptr, ptr %28, align 8, !tbaa !19
  %30 = load i64, ptr %5, align 8, !tbaa !11
  %31 = call ptr @realloc(ptr noundef %29, i64 noundef %30) #11
  store ptr %31, ptr %6, align 8, !tbaa !9
  %32 = load ptr, ptr %6, align 8, !tbaa !9
  %33 = icmp ne ptr %32, null
  br i1 %33, label %37, label %34

34:                                               ; preds = %25
  %35 = load ptr, ptr @stderr, align 8, !tbaa !9
  %36 = call i32 @fputs(ptr noundef @.str.7, ptr noundef %35)
  call void @exit(i32 noundef 2) #12
  unreachable

37:                                               ; preds = %25
  %38 = load ptr, ptr %6, align 8, !tbaa !9
  %39 = load ptr, ptr %3, align 8, !tbaa !9
  %40 = getelementptr inbounds %struct.Buffer, ptr %39, i32 0, i32 0
  store ptr %38, ptr %40, align 8, !tbaa !19
  %41 = load i64, ptr %5, align 8, !tbaa !11
  %42 = load ptr, ptr %3, align 8, !tbaa !9
  %43 = getelementptr inbounds %struct.Buffer, ptr %42, i32 0, i32 2
  store i64 %41, ptr %43, align 8, !tbaa !38
  call void @llvm.lifetime.end.p0(i64 8, ptr %6) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #9
  br label %44

44:                                               ; preds = %37, %2
  %45 = load i8, ptr %4, align 1, !tbaa !17
  %46 = load ptr, ptr %3, align 8, !tbaa !9
  %47 = getelementptr inbounds %struct.Buffer, ptr %46, i32 0, i32 0
  %48 = load ptr, ptr %47, align 8, !tbaa !19
  %49 = load ptr, ptr %3, align 8, !tbaa !9
  %50 = getelementptr inbounds %struct.Buffer, ptr %49, i32 0, i32 1
  %51 = load i64, ptr %50, align 8, !tbaa !21
  %52 = add i64 %51, 1
  store i64 %52, ptr %50, align 8, !tbaa !21
  %53 = getelementptr inbounds i8, ptr %48, i64 %51
  store i8 %45, ptr %53, align 1, !tbaa !17
  ret void
}

; Function Attrs: nounwind allocsize(1)
declare ptr @realloc(ptr noundef, i64 noundef) #6

declare i32 @fputs(ptr noundef, ptr noundef) #4

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #7

; Function Attrs: nounwind
declare void @free(ptr noundef) #8

; Function Attrs: nounwind uwtable
define internal i32 @NextRandom(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !9
  %3 = load ptr, ptr %2, align 8, !tbaa !9
  %4 = load i32, ptr %3, align 4, !tbaa !5
  %5 = shl i32 %4, 13
  %6 = load ptr, ptr %2, align 8, !tbaa !9
  %7 = load i32, ptr %6, align 4, !tbaa !5
  %8 = xor i32 %7, %5
  store i32 %8, ptr %6, align 4, !tbaa !5
  %9 = load ptr, ptr %2, align 8, !tbaa !9
  %10 = load i32, ptr %9, align 4, !tbaa !5
  %11 = lshr i32 %10, 17
  %12 = load ptr, ptr %2, align 8, !tbaa !9
  %13 = load i32, ptr %12, align 4, !tbaa !5
  %14 = xor i32 %13, %11
  store i32 %14, ptr %12, align 4, !tbaa !5
  %15 = load ptr, ptr %2, align 8, !tbaa !9
  %16 = load i32, ptr %15, align 4, !tbaa !5
  %17 = shl i32 %16, 5
  %18 = load ptr, ptr %2, align 8, !tbaa !9
  %19 = load i32, ptr %18, align 4, !tbaa !5
  %20 = xor i32 %19, %17
  store i32 %20, ptr %18, align 4, !tbaa !5
  %21 = load ptr, ptr %2, align 8, !tbaa !9
  %22 = load i32, ptr %21, align 4, !tbaa !5
  ret i32 %22
}

; Function Attrs: nounwind
declare i32 @snprintf(ptr noundef, i64 noundef, ptr noundef, ...) #8

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { nounwind willreturn memory(read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { nounwind allocsize(1) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nounwind }
attributes #10 = { nounwind willreturn memory(read) }
attributes #11 = { nounwind allocsize(1) }
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
!10 = !{!"any pointer", !7, i64 0}
!11 = !{!12, !12, i64 0}
!12 = !{!"long", !7, i64 0}
!13 = distinct !{!13, !14, !15}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!"llvm.loop.unroll.disable"}
!16 = distinct !{!16, !14, !15}
!17 = !{!7, !7, i64 0}
!18 = distinct !{!18, !14, !15}
!19 = !{!20, !10, i64 0}
!20 = !{!"", !10, i64 0, !12, i64 8, !12, i64 16}
!21 = !{!20, !12, i64 8}
!22 = distinct !{!22, !14, !15}
!23 = distinct !{!23, !14, !15}
!24 = distinct !{!24, !14, !15}
!25 = distinct !{!25, !14, !15}
!26 = distinct !{!26, !14, !15}
!27 = !{!28, !10, i64 0}
!28 = !{!"", !10, i64 0, !12, i64 8, !6, i64 16}
!29 = !{!28, !12, i64 8}
!30 = !{!28, !6, i64 16}
!31 = !{!32, !12, i64 0}
!32 = !{!"", !12, i64 0, !12, i64 8}
!33 = !{i64 0, i64 8, !11, i64 8, i64 8, !11}
!34 = distinct !{!34, !14, !15}
!35 = distinct !{!35, !14, !15}
!36 = distinct !{!36, !14, !15}
!37 = distinct !{!37, !14, !15}
!38 = !{!20, !12, i64 16}
!39 = !{!40, !10, i64 0}
!40 = !{!"", !10, i64 0, !12, i64 8, !12, i64 16, !7, i64 24, !7, i64 16408}
!41 = !{!40, !12, i64 8}
!42 = !{!40, !12, i64 16}
!43 = distinct !{!43, !14, !15}
!44 = distinct !{!44, !14, !15}
!45 = !{!32, !12, i64 8}
!46 = distinct !{!46, !14, !15}
!47 = distinct !{!47, !14, !15}
!48 = distinct !{!48, !14, !15}
