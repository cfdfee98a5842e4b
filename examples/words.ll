; ModuleID = 'words.c'
source_filename = "words.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Text = type { ptr, i64, i64 }
%struct.Table = type { ptr, i64, i64, ptr, ptr }
%struct.Tokenizer = type { ptr, i32 }
%struct.Entry = type { [24 x i8], i32, i32, i32, ptr }
%struct.TrieNode = type { [26 x ptr], i32 }

@.str = private unnamed_addr constant [28 x i8] c"%5u %-12s first in line %u\0A\00", align 1
@.str.1 = private unnamed_addr constant [52 x i8] c"%u words, %zu distinct, %u lines, checksum %08x %s\0A\00", align 1
@.str.2 = private unnamed_addr constant [3 x i8] c"ok\00", align 1
@.str.3 = private unnamed_addr constant [7 x i8] c"BROKEN\00", align 1
@.str.4 = private unnamed_addr constant [15 x i8] c"out of memory\0A\00", align 1
@stderr = external global ptr, align 8
@MakeText.articles = internal constant [4 x ptr] [ptr @.str.5, ptr @.str.6, ptr @.str.7, ptr @.str.8], align 16
@.str.5 = private unnamed_addr constant [5 x i8] c"the \00", align 1
@.str.6 = private unnamed_addr constant [3 x i8] c"a \00", align 1
@.str.7 = private unnamed_addr constant [7 x i8] c"every \00", align 1
@.str.8 = private unnamed_addr constant [4 x i8] c"No \00", align 1
@MakeText.verbs = internal constant [5 x ptr] [ptr @.str.9, ptr @.str.10, ptr @.str.11, ptr @.str.12, ptr @.str.13], align 16
@.str.9 = private unnamed_addr constant [10 x i8] c" reaches \00", align 1
@.str.10 = private unnamed_addr constant [10 x i8] c" follows \00", align 1
@.str.11 = private unnamed_addr constant [9 x i8] c" splits \00", align 1
@.str.12 = private unnamed_addr constant [8 x i8] c" hides \00", align 1
@.str.13 = private unnamed_addr constant [12 x i8] c" dominates \00", align 1
@MakeText.closings = internal constant [4 x ptr] [ptr @.str.14, ptr @.str.15, ptr @.str.16, ptr @.str.17], align 16
@.str.14 = private unnamed_addr constant [3 x i8] c".\0A\00", align 1
@.str.15 = private unnamed_addr constant [3 x i8] c"; \00", align 1
@.str.16 = private unnamed_addr constant [3 x i8] c"!\0A\00", align 1
@.str.17 = private unnamed_addr constant [15 x i8] c" -- 42 times.\0A\00", align 1
@random_state = internal global i32 20240229, align 4
@AppendNoun.stems = internal constant [12 x ptr] [ptr @.str.18, ptr @.str.19, ptr @.str.20, ptr @.str.21, ptr @.str.22, ptr @.str.23, ptr @.str.24, ptr @.str.25, ptr @.str.26, ptr @.str.27, ptr @.str.28, ptr @.str.29], align 16
@.str.18 = private unnamed_addr constant [9 x i8] c"compiler\00", align 1
@.str.19 = private unnamed_addr constant [5 x i8] c"loop\00", align 1
@.str.20 = private unnamed_addr constant [6 x i8] c"value\00", align 1
@.str.21 = private unnamed_addr constant [6 x i8] c"block\00", align 1
@.str.22 = private unnamed_addr constant [5 x i8] c"pass\00", align 1
@.str.23 = private unnamed_addr constant [9 x i8] c"register\00", align 1
@.str.24 = private unnamed_addr constant [7 x i8] c"branch\00", align 1
@.str.25 = private unnamed_addr constant [6 x i8] c"graph\00", align 1
@.str.26 = private unnamed_addr constant [9 x i8] c"function\00", align 1
@.str.27 = private unnamed_addr constant [7 x i8] c"module\00", align 1
@.str.28 = private unnamed_addr constant [5 x i8] c"edge\00", align 1
@.str.29 = private unnamed_addr constant [5 x i8] c"list\00", align 1
@AppendNoun.endings = internal constant [5 x ptr] [ptr @.str.30, ptr @.str.30, ptr @.str.31, ptr @.str.32, ptr @.str.33], align 16
@.str.30 = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
@.str.31 = private unnamed_addr constant [2 x i8] c"s\00", align 1
@.str.32 = private unnamed_addr constant [5 x i8] c"like\00", align 1
@.str.33 = private unnamed_addr constant [5 x i8] c"wise\00", align 1
@AppendNoun.prefixes = internal constant [6 x ptr] [ptr @.str.30, ptr @.str.30, ptr @.str.30, ptr @.str.34, ptr @.str.35, ptr @.str.36], align 16
@.str.34 = private unnamed_addr constant [4 x i8] c"sub\00", align 1
@.str.35 = private unnamed_addr constant [6 x i8] c"super\00", align 1
@.str.36 = private unnamed_addr constant [3 x i8] c"re\00", align 1

; Function Attrs: nounwind uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca %struct.Text, align 8
  %3 = alloca %struct.Table, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [24 x i8], align 16
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca %struct.Tokenizer, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca ptr, align 8
  store i32 0, ptr %1, align 4
  call void @llvm.lifetime.start.p0(i64 24, ptr %2) #10
  call void @llvm.memset.p0.i64(ptr align 8 %2, i8 0, i64 24, i1 false)
  call void @llvm.lifetime.start.p0(i64 40, ptr %3) #10
  call void @llvm.lifetime.start.p0(i64 8, ptr %4) #10
  %13 = call ptr @Allocate(i64 noundef 216)
  store ptr %13, ptr %4, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 24, ptr %5) #10
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #10
  store i32 0, ptr %6, align 4, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #10
  store i32 0, ptr %7, align 4, !tbaa !9
  call void @MakeText(ptr noundef %2)
  call void @InitTable(ptr noundef %3, i64 noundef 8)
  call void @llvm.lifetime.start.p0(i64 16, ptr %8) #10
  %14 = getelementptr inbounds %struct.Tokenizer, ptr %8, i32 0, i32 0
  %15 = getelementptr inbounds %struct.Text, ptr %2, i32 0, i32 0
  %16 = load ptr, ptr %15, align 8, !tbaa !11
  store ptr %16, ptr %14, align 8, !tbaa !14
  %17 = getelementptr inbounds %struct.Tokenizer, ptr %8, i32 0, i32 1
  store i32 1, ptr %17, align 8, !tbaa !16
  br label %18

18:                                               ; preds = %35, %0
  %19 = getelementptr inbounds [24 x i8], ptr %5, i64 0, i64 0
  %20 = call i32 @NextWord(ptr noundef %8, ptr noundef %19)
  %21 = icmp ne i32 %20, 0
  br i1 %21, label %22, label %40

22:                                               ; preds = %18
  call void @llvm.lifetime.start.p0(i64 8, ptr %9) #10
  %23 = getelementptr inbounds [24 x i8], ptr %5, i64 0, i64 0
  %24 = call ptr @Intern(ptr noundef %3, ptr noundef %23)
  store ptr %24, ptr %9, align 8, !tbaa !5
  %25 = load ptr, ptr %9, align 8, !tbaa !5
  %26 = getelementptr inbounds %struct.Entry, ptr %25, i32 0, i32 2
  %27 = load i32, ptr %26, align 4, !tbaa !17
  %28 = add i32 %27, 1
  store i32 %28, ptr %26, align 4, !tbaa !17
  %29 = icmp eq i32 %27, 0
  br i1 %29, label %30, label %35

30:                                               ; preds = %22
  %31 = getelementptr inbounds %struct.Tokenizer, ptr %8, i32 0, i32 1
  %32 = load i32, ptr %31, align 8, !tbaa !16
  %33 = load ptr, ptr %9, align 8, !tbaa !5
  %34 = getelementptr inbounds %struct.Entry, ptr %33, i32 0, i32 3
  store i32 %32, ptr %34, align 8, !tbaa !19
  br label %35

35:                                               ; preds = %30, %22
  %36 = load ptr, ptr %4, align 8, !tbaa !5
  %37 = getelementptr inbounds [24 x i8], ptr %5, i64 0, i64 0
  call void @AddToTrie(ptr noundef %36, ptr noundef %37)
  %38 = load i32, ptr %6, align 4, !tbaa !9
  %39 = add i32 %38, 1
  store i32 %39, ptr %6, align 4, !tbaa !9
  call void @llvm.lifetime.end.p0(i64 8, ptr %9) #10
  br label %18, !llvm.loop !20

40:                                               ; preds = %18
  %41 = getelementptr inbounds %struct.Table, ptr %3, i32 0, i32 3
  %42 = load ptr, ptr %41, align 8, !tbaa !23
  %43 = call ptr @Sort(ptr noundef %42)
  %44 = getelementptr inbounds %struct.Table, ptr %3, i32 0, i32 3
  store ptr %43, ptr %44, align 8, !tbaa !23
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #10
  %45 = load ptr, ptr %4, align 8, !tbaa !5
  %46 = load i32, ptr %6, align 4, !tbaa !9
  %47 = call i32 @Check(ptr noundef %3, ptr noundef %45, i32 noundef %46)
  store i32 %47, ptr %10, align 4, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %11) #10
  store i32 0, ptr %11, align 4, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 8, ptr %12) #10
  %48 = getelementptr inbounds %struct.Table, ptr %3, i32 0, i32 3
  %49 = load ptr, ptr %48, align 8, !tbaa !23
  store ptr %49, ptr %12, align 8, !tbaa !5
  br label %50

50:                                               ; preds = %85, %40
  %51 = load ptr, ptr %12, align 8, !tbaa !5
  %52 = icmp ne ptr %51, null
  br i1 %52, label %54, label %53

53:                                               ; preds = %50
  call void @llvm.lifetime.end.p0(i64 8, ptr %12) #10
  br label %89

54:                                               ; preds = %50
  %55 = load i32, ptr %7, align 4, !tbaa !9
  %56 = mul i32 %55, 31
  %57 = load ptr, ptr %12, align 8, !tbaa !5
  %58 = getelementptr inbounds %struct.Entry, ptr %57, i32 0, i32 1
  %59 = load i32, ptr %58, align 8, !tbaa !25
  %60 = load ptr, ptr %12, align 8, !tbaa !5
  %61 = getelementptr inbounds %struct.Entry, ptr %60, i32 0, i32 2
  %62 = load i32, ptr %61, align 4, !tbaa !17
  %63 = xor i32 %59, %62
  %64 = load ptr, ptr %12, align 8, !tbaa !5
  %65 = getelementptr inbounds %struct.Entry, ptr %64, i32 0, i32 3
  %66 = load i32, ptr %65, align 8, !tbaa !19
  %67 = shl i32 %66, 8
  %68 = xor i32 %63, %67
  %69 = add i32 %56, %68
  store i32 %69, ptr %7, align 4, !tbaa !9
  %70 = load i32, ptr %11, align 4, !tbaa !9
  %71 = add nsw i32 %70, 1
  store i32 %71, ptr %11, align 4, !tbaa !9
  %72 = icmp slt i32 %70, 5
  br i1 %72, label %73, label %84

73:                                               ; preds = %54
  %74 = load ptr, ptr %12, align 8, !tbaa !5
  %75 = getelementptr inbounds %struct.Entry, ptr %74, i32 0, i32 2
  %76 = load i32, ptr %75, align 4, !tbaa !17
  %77 = load ptr, ptr %12, align 8, !tbaa !5
  %78 = getelementptr inbounds %struct.Entry, ptr %77, i32 0, i32 0
  %79 = getelementptr inbounds [24 x i8], ptr %78, i64 0, i64 0
  %80 = load ptr, ptr %12, align 8, !tbaa !5
  %81 = getelementptr inbounds %struct.Entry, ptr %80, i32 0, i32 3
  %82 = load i32, ptr %81, align 8, !tbaa !19
  %83 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %76, ptr noundef %79, i32 noundef %82)
  br label %84

84:                                               ; preds = %73, %54
  br label %85

85:                                               ; preds = %84
  %86 = load ptr, ptr %12, align 8, !tbaa !5
  %87 = getelementptr inbounds %struct.Entry, ptr %86, i32 0, i32 4
  %88 = load ptr, ptr %87, align 8, !tbaa !26
  store ptr %88, ptr %12, align 8, !tbaa !5
  br label %50, !llvm.loop !27

89:                                               ; preds = %53
  %90 = load i32, ptr %6, align 4, !tbaa !9
  %91 = getelementptr inbounds %struct.Table, ptr %3, i32 0, i32 2
  %92 = load i64, ptr %91, align 8, !tbaa !28
  %93 = getelementptr inbounds %struct.Tokenizer, ptr %8, i32 0, i32 1
  %94 = load i32, ptr %93, align 8, !tbaa !16
  %95 = load i32, ptr %7, align 4, !tbaa !9
  %96 = load i32, ptr %10, align 4, !tbaa !9
  %97 = icmp ne i32 %96, 0
  %98 = zext i1 %97 to i64
  %99 = select i1 %97, ptr @.str.2, ptr @.str.3
  %100 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i32 noundef %90, i64 noundef %92, i32 noundef %94, i32 noundef %95, ptr noundef %99)
  call void @FreeTable(ptr noundef %3)
  %101 = load ptr, ptr %4, align 8, !tbaa !5
  call void @FreeTrie(ptr noundef %101)
  %102 = getelementptr inbounds %struct.Text, ptr %2, i32 0, i32 0
  %103 = load ptr, ptr %102, align 8, !tbaa !11
  call void @free(ptr noundef %103) #10
  %104 = load i32, ptr %10, align 4, !tbaa !9
  %105 = icmp ne i32 %104, 0
  %106 = zext i1 %105 to i64
  %107 = select i1 %105, i32 0, i32 1
  call void @llvm.lifetime.end.p0(i64 4, ptr %11) #10
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #10
  call void @llvm.lifetime.end.p0(i64 16, ptr %8) #10
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #10
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #10
  call void @llvm.lifetime.end.p0(i64 24, ptr %5) #10
  call void @llvm.lifetime.end.p0(i64 8, ptr %4) #10
  call void @llvm.lifetime.end.p0(i64 40, ptr %3) #10
  call void @llvm.lifetime.end.p0(i64 24, ptr %2) #10
  ret i32 %107
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #2

; Function Attrs: nounwind uwtable
define internal ptr @Allocate(i64 noundef %0) #0 {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  store i64 %0, ptr %2, align 8, !tbaa !29
  call void @llvm.lifetime.start.p0(i64 8, ptr %3) #10
  %4 = load i64, ptr %2, align 8, !tbaa !29
  %5 = call noalias ptr @calloc(i64 noundef 1, i64 noundef %4) #11
  store ptr %5, ptr %3, align 8, !tbaa !5
  %6 = load ptr, ptr %3, align 8, !tbaa !5
  %7 = icmp ne ptr %6, null
  br i1 %7, label %11, label %8

8:                                                ; preds = %1
  %9 = load ptr, ptr @stderr, align 8, !tbaa !5
  %10 = call i32 @fputs(ptr noundef @.str.4, ptr noundef %9)
  call void @exit(i32 noundef 2) #12
  unreachable

11:                                               ; preds = %1
  %12 = load ptr, ptr %3, align 8, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 8, ptr %3) #10
  ret ptr %12
}

; Function Attrs: nounwind uwtable
define internal void @MakeText(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %3) #10
  store i32 0, ptr %3, align 4, !tbaa !9
  br label %4

4:                                                ; preds = %19, %1
  %5 = load i32, ptr %3, align 4, !tbaa !9
  %6 = icmp slt i32 %5, 1500
  br i1 %6, label %8, label %7

7:                                                ; preds = %4
  call void @llvm.lifetime.end.p0(i64 4, ptr %3) #10
  br label %22

8:                                                ; preds = %4
  %9 = load ptr, ptr %2, align 8, !tbaa !5
  %10 = call ptr @Pick(ptr noundef @MakeText.articles, i32 noundef 4)
  call void @AppendText(ptr noundef %9, ptr noundef %10)
  %11 = load ptr, ptr %2, align 8, !tbaa !5
  call void @AppendNoun(ptr noundef %11)
  %12 = load ptr, ptr %2, align 8, !tbaa !5
  %13 = call ptr @Pick(ptr noundef @MakeText.verbs, i32 noundef 5)
  call void @AppendText(ptr noundef %12, ptr noundef %13)
  %14 = load ptr, ptr %2, align 8, !tbaa !5
  %15 = call ptr @Pick(ptr noundef @MakeText.articles, i32 noundef 4)
  call void @AppendText(ptr noundef %14, ptr noundef %15)
  %16 = load ptr, ptr %2, align 8, !tbaa !5
  call void @AppendNoun(ptr noundef %16)
  %17 = load ptr, ptr %2, align 8, !tbaa !5
  %18 = call ptr @Pick(ptr noundef @MakeText.closings, i32 noundef 4)
  call void @AppendText(ptr noundef %17, ptr noundef %18)
  br label %19

19:                                               ; preds = %8
  %20 = load i32, ptr %3, align 4, !tbaa !9
  %21 = add nsw i32 %20, 1
  store i32 %21, ptr %3, align 4, !tbaa !9
  br label %4, !llvm.loop !30

22:                                               ; preds = %7
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @InitTable(ptr noundef %0, i64 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8, !tbaa !5
  store i64 %1, ptr %4, align 8, !tbaa !29
  %5 = load i64, ptr %4, align 8, !tbaa !29
  %6 = mul i64 %5, 8
  %7 = call ptr @Allocate(i64 noundef %6)
  %8 = load ptr, ptr %3, align 8, !tbaa !5
  %9 = getelementptr inbounds %struct.Table, ptr %8, i32 0, i32 0
  store ptr %7, ptr %9, align 8, !tbaa !31
  %10 = load i64, ptr %4, align 8, !tbaa !29
  %11 = load ptr, ptr %3, align 8, !tbaa !5
  %12 = getelementptr inbounds %struct.Table, ptr %11, i32 0, i32 1
  store i64 %10, ptr %12, align 8, !tbaa !32
  %13 = load ptr, ptr %3, align 8, !tbaa !5
  %14 = getelementptr inbounds %struct.Table, ptr %13, i32 0, i32 2
  store i64 0, ptr %14, align 8, !tbaa !28
  %15 = load ptr, ptr %3, align 8, !tbaa !5
  %16 = getelementptr inbounds %struct.Table, ptr %15, i32 0, i32 3
  store ptr null, ptr %16, align 8, !tbaa !23
  %17 = load ptr, ptr %3, align 8, !tbaa !5
  %18 = getelementptr inbounds %struct.Table, ptr %17, i32 0, i32 3
  %19 = load ptr, ptr %3, align 8, !tbaa !5
  %20 = getelementptr inbounds %struct.Table, ptr %19, i32 0, i32 4
  store ptr %18, ptr %20, align 8, !tbaa !33
  ret void
}

; Function Attrs: nounwind uwtable
define internal i32 @NextWord(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %3, align 8, !tbaa !5
  store ptr %1, ptr %4, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #10
  store i64 0, ptr %5, align 8, !tbaa !29
  br label %8

8:                                                ; preds = %32, %2
  %9 = load ptr, ptr %3, align 8, !tbaa !5
  %10 = getelementptr inbounds %struct.Tokenizer, ptr %9, i32 0, i32 0
  %11 = load ptr, ptr %10, align 8, !tbaa !14
  %12 = load i8, ptr %11, align 1, !tbaa !34
  %13 = sext i8 %12 to i32
  %14 = icmp ne i32 %13, 0
  br i1 %14, label %15, label %30

15:                                               ; preds = %8
  %16 = call ptr @__ctype_b_loc() #13
  %17 = load ptr, ptr %16, align 8, !tbaa !5
  %18 = load ptr, ptr %3, align 8, !tbaa !5
  %19 = getelementptr inbounds %struct.Tokenizer, ptr %18, i32 0, i32 0
  %20 = load ptr, ptr %19, align 8, !tbaa !14
  %21 = load i8, ptr %20, align 1, !tbaa !34
  %22 = zext i8 %21 to i32
  %23 = sext i32 %22 to i64
  %24 = getelementptr inbounds i16, ptr %17, i64 %23
  %25 = load i16, ptr %24, align 2, !tbaa !35
  %26 = zext i16 %25 to i32
  %27 = and i32 %26, 1024
  %28 = icmp ne i32 %27, 0
  %29 = xor i1 %28, true
  br label %30

30:                                               ; preds = %15, %8
  %31 = phi i1 [ false, %8 ], [ %29, %15 ]
  br i1 %31, label %32, label %48

32:                                               ; preds = %30
  %33 = load ptr, ptr %3, align 8, !tbaa !5
  %34 = getelementptr inbounds %struct.Tokenizer, ptr %33, i32 0, i32 0
  %35 = load ptr, ptr %34, align 8, !tbaa !14
  %36 = load i8, ptr %35, align 1, !tbaa !34
  %37 = sext i8 %36 to i32
  %38 = icmp eq i32 %37, 10
  %39 = zext i1 %38 to i32
  %40 = load ptr, ptr %3, align 8, !tbaa !5
  %41 = getelementptr inbounds %struct.Tokenizer, ptr %40, i32 0, i32 1
  %42 = load i32, ptr %41, align 8, !tbaa !16
  %43 = add i32 %42, %39
  store i32 %43, ptr %41, align 8, !tbaa !16
  %44 = load ptr, ptr %3, align 8, !tbaa !5
  %45 = getelementptr inbounds %struct.Tokenizer, ptr %44, i32 0, i32 0
  %46 = load ptr, ptr %45, align 8, !tbaa !14
  %47 = getelementptr inbounds i8, ptr %46, i32 1
  store ptr %47, ptr %45, align 8, !tbaa !14
  br label %8, !llvm.loop !37

48:                                               ; preds = %30
  br label %49

49:                                               ; preds = %85, %48
  %50 = call ptr @__ctype_b_loc() #13
  %51 = load ptr, ptr %50, align 8, !tbaa !5
  %52 = load ptr, ptr %3, align 8, !tbaa !5
  %53 = getelementptr inbounds %struct.Tokenizer, ptr %52, i32 0, i32 0
  %54 = load ptr, ptr %53, align 8, !tbaa !14
  %55 = load i8, ptr %54, align 1, !tbaa !34
  %56 = zext i8 %55 to i32
  %57 = sext i32 %56 to i64
  %58 = getelementptr inbounds i16, ptr %51, i64 %57
  %59 = load i16, ptr %58, align 2, !tbaa !35
  %60 = zext i16 %59 to i32
  %61 = and i32 %60, 1024
  %62 = icmp ne i32 %61, 0
  br i1 %62, label %63, label %90

63:                                               ; preds = %49
  %64 = load i64, ptr %5, align 8, !tbaa !29
  %65 = icmp ult i64 %64, 23
  br i1 %65, label %66, label %84

66:                                               ; preds = %63
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #10
  %67 = call ptr @__ctype_tolower_loc() #13
  %68 = load ptr, ptr %67, align 8, !tbaa !5
  %69 = load ptr, ptr %3, align 8, !tbaa !5
  %70 = getelementptr inbounds %struct.Tokenizer, ptr %69, i32 0, i32 0
  %71 = load ptr, ptr %70, align 8, !tbaa !14
  %72 = load i8, ptr %71, align 1, !tbaa !34
  %73 = zext i8 %72 to i32
  %74 = sext i32 %73 to i64
  %75 = getelementptr inbounds i32, ptr %68, i64 %74
  %76 = load i32, ptr %75, align 4, !tbaa !9
  store i32 %76, ptr %6, align 4, !tbaa !9
  %77 = load i32, ptr %6, align 4, !tbaa !9
  store i32 %77, ptr %7, align 4, !tbaa !9
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #10
  %78 = load i32, ptr %7, align 4, !tbaa !9
  %79 = trunc i32 %78 to i8
  %80 = load ptr, ptr %4, align 8, !tbaa !5
  %81 = load i64, ptr %5, align 8, !tbaa !29
  %82 = add i64 %81, 1
  store i64 %82, ptr %5, align 8, !tbaa !29
  %83 = getelementptr inbounds i8, ptr %80, i64 %81
  store i8 %79, ptr %83, align 1, !tbaa !34
  br label %84

84:                                               ; preds = %66, %63
  br label %85

85:                                               ; preds = %84
  %86 = load ptr, ptr %3, align 8, !tbaa !5
  %87 = getelementptr inbounds %struct.Tokenizer, ptr %86, i32 0, i32 0
  %88 = load ptr, ptr %87, align 8, !tbaa !14
  %89 = getelementptr inbounds i8, ptr %88, i32 1
  store ptr %89, ptr %87, align 8, !tbaa !14
  br label %49, !llvm.loop !38

90:                                               ; preds = %49
  %91 = load ptr, ptr %4, align 8, !tbaa !5
  %92 = load i64, ptr %5, align 8, !tbaa !29
  %93 = getelementptr inbounds i8, ptr %91, i64 %92
  store i8 0, ptr %93, align 1, !tbaa !34
  %94 = load i64, ptr %5, align 8, !tbaa !29
  %95 = icmp ne i64 %94, 0
  %96 = zext i1 %95 to i32
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #10
  ret i32 %96
}

; Function Attrs: nounwind uwtable
define internal ptr @Intern(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8, !tbaa !5
  store ptr %1, ptr %5, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #10
  %10 = load ptr, ptr %5, align 8, !tbaa !5
  %11 = call i32 @HashWord(ptr noundef %10)
  store i32 %11, ptr %6, align 4, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 8, ptr %7) #10
  %12 = load ptr, ptr %4, align 8, !tbaa !5
  %13 = load i32, ptr %6, align 4, !tbaa !9
  %14 = load ptr, ptr %5, align 8, !tbaa !5
  %15 = call ptr @FindSlot(ptr noundef %12, i32 noundef %13, ptr noundef %14)
  store ptr %15, ptr %7, align 8, !tbaa !5
  %16 = load ptr, ptr %7, align 8, !tbaa !5
  %17 = load ptr, ptr %16, align 8, !tbaa !5
  %18 = icmp ne ptr %17, null
  br i1 %18, label %19, label %22

19:                                               ; preds = %2
  %20 = load ptr, ptr %7, align 8, !tbaa !5
  %21 = load ptr, ptr %20, align 8, !tbaa !5
  store ptr %21, ptr %3, align 8
  store i32 1, ptr %8, align 4
  br label %64

22:                                               ; preds = %2
  %23 = load ptr, ptr %4, align 8, !tbaa !5
  %24 = getelementptr inbounds %struct.Table, ptr %23, i32 0, i32 2
  %25 = load i64, ptr %24, align 8, !tbaa !28
  %26 = add i64 %25, 1
  %27 = mul i64 4, %26
  %28 = load ptr, ptr %4, align 8, !tbaa !5
  %29 = getelementptr inbounds %struct.Table, ptr %28, i32 0, i32 1
  %30 = load i64, ptr %29, align 8, !tbaa !32
  %31 = mul i64 3, %30
  %32 = icmp ugt i64 %27, %31
  br i1 %32, label %33, label %39

33:                                               ; preds = %22
  %34 = load ptr, ptr %4, align 8, !tbaa !5
  call void @GrowTable(ptr noundef %34)
  %35 = load ptr, ptr %4, align 8, !tbaa !5
  %36 = load i32, ptr %6, align 4, !tbaa !9
  %37 = load ptr, ptr %5, align 8, !tbaa !5
  %38 = call ptr @FindSlot(ptr noundef %35, i32 noundef %36, ptr noundef %37)
  store ptr %38, ptr %7, align 8, !tbaa !5
  br label %39

39:                                               ; preds = %33, %22
  call void @llvm.lifetime.start.p0(i64 8, ptr %9) #10
  %40 = call ptr @Allocate(i64 noundef 48)
  store ptr %40, ptr %9, align 8, !tbaa !5
  %41 = load ptr, ptr %9, align 8, !tbaa !5
  %42 = getelementptr inbounds %struct.Entry, ptr %41, i32 0, i32 0
  %43 = getelementptr inbounds [24 x i8], ptr %42, i64 0, i64 0
  %44 = load ptr, ptr %5, align 8, !tbaa !5
  %45 = call ptr @strcpy(ptr noundef %43, ptr noundef %44) #10
  %46 = load i32, ptr %6, align 4, !tbaa !9
  %47 = load ptr, ptr %9, align 8, !tbaa !5
  %48 = getelementptr inbounds %struct.Entry, ptr %47, i32 0, i32 1
  store i32 %46, ptr %48, align 8, !tbaa !25
  %49 = load ptr, ptr %9, align 8, !tbaa !5
  %50 = load ptr, ptr %4, align 8, !tbaa !5
  %51 = getelementptr inbounds %struct.Table, ptr %50, i32 0, i32 4
  %52 = load ptr, ptr %51, align 8, !tbaa !33
  store ptr %49, ptr %52, align 8, !tbaa !5
  %53 = load ptr, ptr %9, align 8, !tbaa !5
  %54 = getelementptr inbounds %struct.Entry, ptr %53, i32 0, i32 4
  %55 = load ptr, ptr %4, align 8, !tbaa !5
  %56 = getelementptr inbounds %struct.Table, ptr %55, i32 0, i32 4
  store ptr %54, ptr %56, align 8, !tbaa !33
  %57 = load ptr, ptr %9, align 8, !tbaa !5
  %58 = load ptr, ptr %7, align 8, !tbaa !5
  store ptr %57, ptr %58, align 8, !tbaa !5
  %59 = load ptr, ptr %4, align 8, !tbaa !5
  %60 = getelementptr inbounds %struct.Table, ptr %59, i32 0, i32 2
  %61 = load i64, ptr %60, align 8, !tbaa !28
  %62 = add i64 %61, 1
  store i64 %62, ptr %60, align 8, !tbaa !28
  %63 = load ptr, ptr %9, align 8, !tbaa !5
  store ptr %63, ptr %3, align 8
  store i32 1, ptr %8, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr %9) #10
  br label %64

64:                                               ; preds = %39, %19
  call void @llvm.lifetime.end.p0(i64 8, ptr %7) #10
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #10
  %65 = load ptr, ptr %3, align 8
  ret ptr %65
}

; Function Attrs: nounwind uwtable
define internal void @AddToTrie(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !5
  store ptr %1, ptr %4, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #10
  %7 = load ptr, ptr %3, align 8, !tbaa !5
  store ptr %7, ptr %5, align 8, !tbaa !5
  br label %8

8:                                                ; preds = %30, %2
  %9 = load ptr, ptr %4, align 8, !tbaa !5
  %10 = load i8, ptr %9, align 1, !tbaa !34
  %11 = icmp ne i8 %10, 0
  br i1 %11, label %12, label %33

12:                                               ; preds = %8
  call void @llvm.lifetime.start.p0(i64 8, ptr %6) #10
  %13 = load ptr, ptr %5, align 8, !tbaa !5
  %14 = getelementptr inbounds %struct.TrieNode, ptr %13, i32 0, i32 0
  %15 = load ptr, ptr %4, align 8, !tbaa !5
  %16 = load i8, ptr %15, align 1, !tbaa !34
  %17 = sext i8 %16 to i32
  %18 = sub nsw i32 %17, 97
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds [26 x ptr], ptr %14, i64 0, i64 %19
  store ptr %20, ptr %6, align 8, !tbaa !5
  %21 = load ptr, ptr %6, align 8, !tbaa !5
  %22 = load ptr, ptr %21, align 8, !tbaa !5
  %23 = icmp ne ptr %22, null
  br i1 %23, label %27, label %24

24:                                               ; preds = %12
  %25 = call ptr @Allocate(i64 noundef 216)
  %26 = load ptr, ptr %6, align 8, !tbaa !5
  store ptr %25, ptr %26, align 8, !tbaa !5
  br label %27

27:                                               ; preds = %24, %12
  %28 = load ptr, ptr %6, align 8, !tbaa !5
  %29 = load ptr, ptr %28, align 8, !tbaa !5
  store ptr %29, ptr %5, align 8, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 8, ptr %6) #10
  br label %30

30:                                               ; preds = %27
  %31 = load ptr, ptr %4, align 8, !tbaa !5
  %32 = getelementptr inbounds i8, ptr %31, i32 1
  store ptr %32, ptr %4, align 8, !tbaa !5
  br label %8, !llvm.loop !39

33:                                               ; preds = %8
  %34 = load ptr, ptr %5, align 8, !tbaa !5
  %35 = getelementptr inbounds %struct.TrieNode, ptr %34, i32 0, i32 1
  %36 = load i32, ptr %35, align 8, !tbaa !40
  %37 = add i32 %36, 1
  store i32 %37, ptr %35, align 8, !tbaa !40
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #10
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind uwtable
define internal ptr @Sort(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca [32 x ptr], align 16
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  store ptr %0, ptr %2, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 256, ptr %3) #10
  call void @llvm.memset.p0.i64(ptr align 16 %3, i8 0, i64 256, i1 false)
  br label %8

8:                                                ; preds = %37, %1
  %9 = load ptr, ptr %2, align 8, !tbaa !5
  %10 = icmp ne ptr %9, null
  br i1 %10, label %11, label %42

11:                                               ; preds = %8
  call void @llvm.lifetime.start.p0(i64 8, ptr %4) #10
  %12 = load ptr, ptr %2, align 8, !tbaa !5
  store ptr %12, ptr %4, align 8, !tbaa !5
  %13 = load ptr, ptr %2, align 8, !tbaa !5
  %14 = getelementptr inbounds %struct.Entry, ptr %13, i32 0, i32 4
  %15 = load ptr, ptr %14, align 8, !tbaa !26
  store ptr %15, ptr %2, align 8, !tbaa !5
  %16 = load ptr, ptr %4, align 8, !tbaa !5
  %17 = getelementptr inbounds %struct.Entry, ptr %16, i32 0, i32 4
  store ptr null, ptr %17, align 8, !tbaa !26
  call void @llvm.lifetime.start.p0(i64 4, ptr %5) #10
  store i32 0, ptr %5, align 4, !tbaa !9
  br label %18

18:                                               ; preds = %34, %11
  %19 = load i32, ptr %5, align 4, !tbaa !9
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds [32 x ptr], ptr %3, i64 0, i64 %20
  %22 = load ptr, ptr %21, align 8, !tbaa !5
  %23 = icmp ne ptr %22, null
  br i1 %23, label %24, label %37

24:                                               ; preds = %18
  %25 = load i32, ptr %5, align 4, !tbaa !9
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds [32 x ptr], ptr %3, i64 0, i64 %26
  %28 = load ptr, ptr %27, align 8, !tbaa !5
  %29 = load ptr, ptr %4, align 8, !tbaa !5
  %30 = call ptr @Merge(ptr noundef %28, ptr noundef %29)
  store ptr %30, ptr %4, align 8, !tbaa !5
  %31 = load i32, ptr %5, align 4, !tbaa !9
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds [32 x ptr], ptr %3, i64 0, i64 %32
  store ptr null, ptr %33, align 8, !tbaa !5
  br label %34

34:                                               ; preds = %24
  %35 = load i32, ptr %5, align 4, !tbaa !9
  %36 = add nsw i32 %35, 1
  store i32 %36, ptr %5, align 4, !tbaa !9
  br label %18, !llvm.loop !42

37:                                               ; preds = %18
  %38 = load ptr, ptr %4, align 8, !tbaa !5
  %39 = load i32, ptr %5, align 4, !tbaa !9
  %40 = sext i32 %39 to i64
  %41 = getelementptr inbounds [32 x ptr], ptr %3, i64 0, i64 %40
  store ptr %38, ptr %41, align 8, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 4, ptr %5) #10
  call void @llvm.lifetime.end.p0(i64 8, ptr %4) #10
  br label %8, !llvm.loop !43

42:                                               ; preds = %8
  call void @llvm.lifetime.start.p0(i64 8, ptr %6) #10
  store ptr null, ptr %6, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #10
  store i32 0, ptr %7, align 4, !tbaa !9
  br label %43

43:                                               ; preds = %54, %42
  %44 = load i32, ptr %7, align 4, !tbaa !9
  %45 = icmp slt i32 %44, 32
  br i1 %45, label %47, label %46

46:                                               ; preds = %43
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #10
  br label %57

47:                                               ; preds = %43
  %48 = load i32, ptr %7, align 4, !tbaa !9
  %49 = sext i32 %48 to i64
  %50 = getelementptr inbounds [32 x ptr], ptr %3, i64 0, i64 %49
  %51 = load ptr, ptr %50, align 8, !tbaa !5
  %52 = load ptr, ptr %6, align 8, !tbaa !5
  %53 = call ptr @Merge(ptr noundef %51, ptr noundef %52)
  store ptr %53, ptr %6, align 8, !tbaa !5
  br label %54

54:                                               ; preds = %47
  %55 = load i32, ptr %7, align 4, !tbaa !9
  %56 = add nsw i32 %55, 1
  store i32 %56, ptr %7, align 4, !tbaa !9
  br label %43, !llvm.loop !44

57:                                               ; preds = %46
  %58 = load ptr, ptr %6, align 8, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 8, ptr %6) #10
  call void @llvm.lifetime.end.p0(i64 256, ptr %3) #10
  ret ptr %58
}

; Function Attrs: nounwind uwtable
define internal i32 @Check(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  store ptr %0, ptr %5, align 8, !tbaa !5
  store ptr %1, ptr %6, align 8, !tbaa !5
  store i32 %2, ptr %7, align 4, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %8) #10
  store i32 0, ptr %8, align 4, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #10
  store i32 0, ptr %9, align 4, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 8, ptr %10) #10
  %12 = load ptr, ptr %5, align 8, !tbaa !5
  %13 = getelementptr inbounds %struct.Table, ptr %12, i32 0, i32 3
  %14 = load ptr, ptr %13, align 8, !tbaa !23
  store ptr %14, ptr %10, align 8, !tbaa !5
  br label %15

15:                                               ; preds = %51, %3
  %16 = load ptr, ptr %10, align 8, !tbaa !5
  %17 = icmp ne ptr %16, null
  br i1 %17, label %19, label %18

18:                                               ; preds = %15
  store i32 2, ptr %11, align 4
  br label %55

19:                                               ; preds = %15
  %20 = load ptr, ptr %6, align 8, !tbaa !5
  %21 = load ptr, ptr %10, align 8, !tbaa !5
  %22 = getelementptr inbounds %struct.Entry, ptr %21, i32 0, i32 0
  %23 = getelementptr inbounds [24 x i8], ptr %22, i64 0, i64 0
  %24 = call i32 @CountInTrie(ptr noundef %20, ptr noundef %23)
  %25 = load ptr, ptr %10, align 8, !tbaa !5
  %26 = getelementptr inbounds %struct.Entry, ptr %25, i32 0, i32 2
  %27 = load i32, ptr %26, align 4, !tbaa !17
  %28 = icmp ne i32 %24, %27
  br i1 %28, label %29, label %30

29:                                               ; preds = %19
  store i32 0, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %55

30:                                               ; preds = %19
  %31 = load ptr, ptr %10, align 8, !tbaa !5
  %32 = getelementptr inbounds %struct.Entry, ptr %31, i32 0, i32 4
  %33 = load ptr, ptr %32, align 8, !tbaa !26
  %34 = icmp ne ptr %33, null
  br i1 %34, label %35, label %43

35:                                               ; preds = %30
  %36 = load ptr, ptr %10, align 8, !tbaa !5
  %37 = load ptr, ptr %10, align 8, !tbaa !5
  %38 = getelementptr inbounds %struct.Entry, ptr %37, i32 0, i32 4
  %39 = load ptr, ptr %38, align 8, !tbaa !26
  %40 = call i32 @ComesFirst(ptr noundef %36, ptr noundef %39)
  %41 = icmp ne i32 %40, 0
  br i1 %41, label %43, label %42

42:                                               ; preds = %35
  store i32 0, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %55

43:                                               ; preds = %35, %30
  %44 = load ptr, ptr %10, align 8, !tbaa !5
  %45 = getelementptr inbounds %struct.Entry, ptr %44, i32 0, i32 2
  %46 = load i32, ptr %45, align 4, !tbaa !17
  %47 = load i32, ptr %8, align 4, !tbaa !9
  %48 = add i32 %47, %46
  store i32 %48, ptr %8, align 4, !tbaa !9
  %49 = load i32, ptr %9, align 4, !tbaa !9
  %50 = add i32 %49, 1
  store i32 %50, ptr %9, align 4, !tbaa !9
  br label %51

51:                                               ; preds = %43
  %52 = load ptr, ptr %10, align 8, !tbaa !5
  %53 = getelementptr inbounds %struct.Entry, ptr %52, i32 0, i32 4
  %54 = load ptr, ptr %53, align 8, !tbaa !26
  store ptr %54, ptr %10, align 8, !tbaa !5
  br label %15, !llvm.loop !45

55:                                               ; preds = %42, %29, %18
  call void @llvm.lifetime.end.p0(i64 8, ptr %10) #10
  %56 = load i32, ptr %11, align 4
  switch i32 %56, label %76 [
    i32 2, label %57
  ]

57:                                               ; preds = %55
  %58 = load i32, ptr %8, align 4, !tbaa !9
  %59 = load i32, ptr %7, align 4, !tbaa !9
  %60 = icmp eq i32 %58, %59
  br i1 %60, label %61, label %73

61:                                               ; preds = %57
  %62 = load i32, ptr %9, align 4, !tbaa !9
  %63 = zext i32 %62 to i64
  %64 = load ptr, ptr %5, align 8, !tbaa !5
  %65 = getelementptr inbounds %struct.Table, ptr %64, i32 0, i32 2
  %66 = load i64, ptr %65, align 8, !tbaa !28
  %67 = icmp eq i64 %63, %66
  br i1 %67, label %68, label %73

68:                                               ; preds = %61
  %69 = load i32, ptr %9, align 4, !tbaa !9
  %70 = load ptr, ptr %6, align 8, !tbaa !5
  %71 = call i32 @WordsInTrie(ptr noundef %70)
  %72 = icmp eq i32 %69, %71
  br label %73

73:                                               ; preds = %68, %61, %57
  %74 = phi i1 [ false, %61 ], [ false, %57 ], [ %72, %68 ]
  %75 = zext i1 %74 to i32
  store i32 %75, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %76

76:                                               ; preds = %73, %55
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #10
  call void @llvm.lifetime.end.p0(i64 4, ptr %8) #10
  %77 = load i32, ptr %4, align 4
  ret i32 %77
}

declare i32 @printf(ptr noundef, ...) #3

; Function Attrs: nounwind uwtable
define internal void @FreeTable(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 8, ptr %3) #10
  %5 = load ptr, ptr %2, align 8, !tbaa !5
  %6 = getelementptr inbounds %struct.Table, ptr %5, i32 0, i32 3
  %7 = load ptr, ptr %6, align 8, !tbaa !23
  store ptr %7, ptr %3, align 8, !tbaa !5
  br label %8

8:                                                ; preds = %11, %1
  %9 = load ptr, ptr %3, align 8, !tbaa !5
  %10 = icmp ne ptr %9, null
  br i1 %10, label %11, label %17

11:                                               ; preds = %8
  call void @llvm.lifetime.start.p0(i64 8, ptr %4) #10
  %12 = load ptr, ptr %3, align 8, !tbaa !5
  %13 = getelementptr inbounds %struct.Entry, ptr %12, i32 0, i32 4
  %14 = load ptr, ptr %13, align 8, !tbaa !26
  store ptr %14, ptr %4, align 8, !tbaa !5
  %15 = load ptr, ptr %3, align 8, !tbaa !5
  call void @free(ptr noundef %15) #10
  %16 = load ptr, ptr %4, align 8, !tbaa !5
  store ptr %16, ptr %3, align 8, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 8, ptr %4) #10
  br label %8, !llvm.loop !46

17:                                               ; preds = %8
  %18 = load ptr, ptr %2, align 8, !tbaa !5
  %19 = getelementptr inbounds %struct.Table, ptr %18, i32 0, i32 0
  %20 = load ptr, ptr %19, align 8, !tbaa !31
  call void @free(ptr noundef %20) #10
  call void @llvm.lifetime.end.p0(i64 8, ptr %3) #10
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @FreeTrie(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8, !tbaa !5
  %4 = load ptr, ptr %2, align 8, !tbaa !5
  %5 = icmp ne ptr %4, null
  br i1 %5, label %7, label %6

6:                                                ; preds = %1
  br label %24

7:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(i64 4, ptr %3) #10
  store i32 0, ptr %3, align 4, !tbaa !9
  br label %8

8:                                                ; preds = %19, %7
  %9 = load i32, ptr %3, align 4, !tbaa !9
  %10 = icmp slt i32 %9, 26
  br i1 %10, label %12, label %11

11:                                               ; preds = %8
  call void @llvm.lifetime.end.p0(i64 4, ptr %3) #10
  br label %22

12:                                               ; preds = %8
  %13 = load ptr, ptr %2, align 8, !tbaa !5
  %14 = getelementptr inbounds %struct.TrieNode, ptr %13, i32 0, i32 0
  %15 = load i32, ptr %3, align 4, !tbaa !9
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds [26 x ptr], ptr %14, i64 0, i64 %16
  %18 = load ptr, ptr %17, align 8, !tbaa !5
  call void @FreeTrie(ptr noundef %18)
  br label %19

19:                                               ; preds = %12
  %20 = load i32, ptr %3, align 4, !tbaa !9
  %21 = add nsw i32 %20, 1
  store i32 %21, ptr %3, align 4, !tbaa !9
  br label %8, !llvm.loop !47

22:                                               ; preds = %11
  %23 = load ptr, ptr %2, align 8, !tbaa !5
  call void @free(ptr noundef %23) #10
  br label %24

24:                                               ; preds = %22, %6
  ret void
}

; Function Attrs: nounwind
declare void @free(ptr noundef) #4

; Function Attrs: nounwind allocsize(0,1)
declare noalias ptr @calloc(i64 noundef, i64 noundef) #5

declare i32 @fputs(ptr noundef, ptr noundef) #3

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #6

; Function Attrs: nounwind uwtable
define internal void @AppendText(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !5
  store ptr %1, ptr %4, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #10
  %8 = load ptr, ptr %4, align 8, !tbaa !5
  %9 = call i64 @strlen(ptr noundef %8) #14
  store i64 %9, ptr %5, align 8, !tbaa !29
  %10 = load ptr, ptr %3, align 8, !tbaa !5
  %11 = getelementptr inbounds %struct.Text, ptr %10, i32 0, i32 1
  %12 = load i64, ptr %11, align 8, !tbaa !48
  %13 = load i64, ptr %5, align 8, !tbaa !29
  %14 = add i64 %12, %13
  %15 = add i64 %14, 1
  %16 = load ptr, ptr %3, align 8, !tbaa !5
  %17 = getelementptr inbounds %struct.Text, ptr %16, i32 0, i32 2
  %18 = load i64, ptr %17, align 8, !tbaa !49
  %19 = icmp ugt i64 %15, %18
  br i1 %19, label %20, label %52

20:                                               ; preds = %2
  call void @llvm.lifetime.start.p0(i64 8, ptr %6) #10
  %21 = load ptr, ptr %3, align 8, !tbaa !5
  %22 = getelementptr inbounds %struct.Text, ptr %21, i32 0, i32 2
  %23 = load i64, ptr %22, align 8, !tbaa !49
  %24 = mul i64 %23, 2
  %25 = load i64, ptr %5, align 8, !tbaa !29
  %26 = add i64 %24, %25
  %27 = add i64 %26, 1
  store i64 %27, ptr %6, align 8, !tbaa !29
  call void @llvm.lifetime.start.p0(i64 8, ptr %7) #10
  %28 = load i64, ptr %6, align 8, !tbaa !29
  %29 = call ptr @Allocate(i64 noundef %28)
  store ptr %29, ptr %7, align 8, !tbaa !5
  %30 = load ptr, ptr %3, align 8, !tbaa !5
  %31 = getelementptr inbounds %struct.Text, ptr %30, i32 0, i32 0
  %32 = load ptr, ptr %31, align 8, !tbaa !11
  %33 = icmp ne ptr %32, null
  br i1 %33, label %34, label %42

34:                                               ; preds = %20
  %35 = load ptr, ptr %7, align 8, !tbaa !5
  %36 = load ptr, ptr %3, align 8, !tbaa !5
  %37 = getelementptr inbounds %struct.Text, ptr %36, i32 0, i32 0
  %38 = load ptr, ptr %37, align 8, !tbaa !11
  %39 = load ptr, ptr %3, align 8, !tbaa !5
  %40 = getelementptr inbounds %struct.Text, ptr %39, i32 0, i32 1
  %41 = load i64, ptr %40, align 8, !tbaa !48
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %35, ptr align 1 %38, i64 %41, i1 false)
  br label %42

42:                                               ; preds = %34, %20
  %43 = load ptr, ptr %3, align 8, !tbaa !5
  %44 = getelementptr inbounds %struct.Text, ptr %43, i32 0, i32 0
  %45 = load ptr, ptr %44, align 8, !tbaa !11
  call void @free(ptr noundef %45) #10
  %46 = load ptr, ptr %7, align 8, !tbaa !5
  %47 = load ptr, ptr %3, align 8, !tbaa !5
  %48 = getelementptr inbounds %struct.Text, ptr %47, i32 0, i32 0
  store ptr %46, ptr %48, align 8, !tbaa !11
  %49 = load i64, ptr %6, align 8, !tbaa !29
  %50 = load ptr, ptr %3, align 8, !tbaa !5
  %51 = getelementptr inbounds %struct.Text, ptr %50, i32 0, i32 2
  store i64 %49, ptr %51, align 8, !tbaa !49
  call void @llvm.lifetime.end.p0(i64 8, ptr %7) #10
  call void @llvm.lifetime.end.p0(i64 8, ptr %6) #10
  br label %52

52:                                               ; preds = %42, %2
  %53 = load ptr, ptr %3, align 8, !tbaa !5
  %54 = getelementptr inbounds %struct.Text, ptr %53, i32 0, i32 0
  %55 = load ptr, ptr %54, align 8, !tbaa !11
  %56 = load ptr, ptr %3, align 8, !tbaa !5
  %57 = getelementptr inbounds %struct.Text, ptr %56, i32 0, i32 1
  %58 = load i64, ptr %57, align 8, !tbaa !48
  %59 = getelementptr inbounds i8, ptr %55, i64 %58
  %60 = load ptr, ptr %4, align 8, !tbaa !5
  %61 = load i64, ptr %5, align 8, !tbaa !29
  %62 = add i64 %61, 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %59, ptr align 1 %60, i64 %62, i1 false)
  %63 = load i64, ptr %5, align 8, !tbaa !29
  %64 = load ptr, ptr %3, align 8, !tbaa !5
  %65 = getelementptr inbounds %struct.Text, ptr %64, i32 0, i32 1
  %66 = load i64, ptr %65, align 8, !tbaa !48
  %67 = add i64 %66, %63
  store i64 %67, ptr %65, align 8, !tbaa !48
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #10
  ret void
}

; Function Attrs: nounwind uwtable
define internal ptr @Pick(ptr noundef %0, i32 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8, !tbaa !5
  store i32 %1, ptr %4, align 4, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %5) #10
  %7 = load i32, ptr %4, align 4, !tbaa !9
  %8 = call i32 @Random(i32 noundef %7)
  store i32 %8, ptr %5, align 4, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #10
  %9 = load i32, ptr %4, align 4, !tbaa !9
  %10 = call i32 @Random(i32 noundef %9)
  store i32 %10, ptr %6, align 4, !tbaa !9
  %11 = load ptr, ptr %3, align 8, !tbaa !5
  %12 = load i32, ptr %5, align 4, !tbaa !9
  %13 = load i32, ptr %6, align 4, !tbaa !9
  %14 = icmp ult i32 %12, %13
  br i1 %14, label %15, label %17

15:                                               ; preds = %2
  %16 = load i32, ptr %5, align 4, !tbaa !9
  br label %19

17:                                               ; preds = %2
  %18 = load i32, ptr %6, align 4, !tbaa !9
  br label %19

19:                                               ; preds = %17, %15
  %20 = phi i32 [ %16, %15 ], [ %18, %17 ]
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds ptr, ptr %11, i64 %21
  %23 = load ptr, ptr %22, align 8, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #10
  call void @llvm.lifetime.end.p0(i64 4, ptr %5) #10
  ret ptr %23
}

; Function Attrs: nounwind uwtable
define internal void @AppendNoun(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !5
  %3 = load ptr, ptr %2, align 8, !tbaa !5
  %4 = call ptr @Pick(ptr noundef @AppendNoun.prefixes, i32 noundef 6)
  call void @AppendText(ptr noundef %3, ptr noundef %4)
  %5 = load ptr, ptr %2, align 8, !tbaa !5
  %6 = call ptr @Pick(ptr noundef @AppendNoun.stems, i32 noundef 12)
  call void @AppendText(ptr noundef %5, ptr noundef %6)
  %7 = load ptr, ptr %2, align 8, !tbaa !5
  %8 = call ptr @Pick(ptr noundef @AppendNoun.endings, i32 noundef 5)
  call void @AppendText(ptr noundef %7, ptr noundef %8)
  ret void
}

; Function Attrs: nounwind willreturn memory(read)
declare i64 @strlen(ptr noundef) #7

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #8

; Function Attrs: nounwind uwtable
define internal i32 @Random(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4, !tbaa !9
  %3 = load i32, ptr @random_state, align 4, !tbaa !9
  %4 = mul i32 %3, 1103515245
  %5 = add i32 %4, 12345
  store i32 %5, ptr @random_state, align 4, !tbaa !9
  %6 = load i32, ptr @random_state, align 4, !tbaa !9
  %7 = lshr i32 %6, 16
  %8 = load i32, ptr %2, align 4, !tbaa !9
  %9 = urem i32 %7, %8
  ret i32 %9
}

; Function Attrs: nounwind willreturn memory(none)
declare ptr @__ctype_b_loc() #9

; Function Attrs: nounwind willreturn memory(none)
declare ptr @__ctype_tolower_loc() #9

; Function Attrs: nounwind uwtable
define internal i32 @HashWord(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %3) #10
  store i32 -2128831035, ptr %3, align 4, !tbaa !9
  br label %4

4:                                                ; preds = %15, %1
  %5 = load ptr, ptr %2, align 8, !tbaa !5
  %6 = load i8, ptr %5, align 1, !tbaa !34
  %7 = icmp ne i8 %6, 0
  br i1 %7, label %8, label %18

8:                                                ; preds = %4
  %9 = load i32, ptr %3, align 4, !tbaa !9
  %10 = load ptr, ptr %2, align 8, !tbaa !5
  %11 = load i8, ptr %10, align 1, !tbaa !34
  %12 = zext i8 %11 to i32
  %13 = xor i32 %9, %12
  %14 = mul i32 %13, 16777619
  store i32 %14, ptr %3, align 4, !tbaa !9
  br label %15

15:                                               ; preds = %8
  %16 = load ptr, ptr %2, align 8, !tbaa !5
  %17 = getelementptr inbounds i8, ptr %16, i32 1
  store ptr %17, ptr %2, align 8, !tbaa !5
  br label %4, !llvm.loop !50

18:                                               ; preds = %4
  %19 = load i32, ptr %3, align 4, !tbaa !9
  call void @llvm.lifetime.end.p0(i64 4, ptr %3) #10
  ret i32 %19
}

; Function Attrs: nounwind uwtable
define internal ptr @FindSlot(ptr noundef %0, i32 noundef %1, ptr noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %4, align 8, !tbaa !5
  store i32 %1, ptr %5, align 4, !tbaa !9
  store ptr %2, ptr %6, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 8, ptr %7) #10
  %8 = load i32, ptr %5, align 4, !tbaa !9
  %9 = zext i32 %8 to i64
  %10 = load ptr, ptr %4, align 8, !tbaa !5
  %11 = getelementptr inbounds %struct.Table, ptr %10, i32 0, i32 1
  %12 = load i64, ptr %11, align 8, !tbaa !32
  %13 = sub i64 %12, 1
  %14 = and i64 %9, %13
  store i64 %14, ptr %7, align 8, !tbaa !29
  br label %15

15:                                               ; preds = %50, %3
  %16 = load ptr, ptr %4, align 8, !tbaa !5
  %17 = getelementptr inbounds %struct.Table, ptr %16, i32 0, i32 0
  %18 = load ptr, ptr %17, align 8, !tbaa !31
  %19 = load i64, ptr %7, align 8, !tbaa !29
  %20 = getelementptr inbounds ptr, ptr %18, i64 %19
  %21 = load ptr, ptr %20, align 8, !tbaa !5
  %22 = icmp ne ptr %21, null
  br i1 %22, label %23, label %48

23:                                               ; preds = %15
  %24 = load ptr, ptr %4, align 8, !tbaa !5
  %25 = getelementptr inbounds %struct.Table, ptr %24, i32 0, i32 0
  %26 = load ptr, ptr %25, align 8, !tbaa !31
  %27 = load i64, ptr %7, align 8, !tbaa !29
  %28 = getelementptr inbounds ptr, ptr %26, i64 %27
  %29 = load ptr, ptr %28, align 8, !tbaa !5
  %30 = getelementptr inbounds %struct.Entry, ptr %29, i32 0, i32 1
  %31 = load i32, ptr %30, align 8, !tbaa !25
  %32 = load i32, ptr %5, align 4, !tbaa !9
  %33 = icmp ne i32 %31, %32
  br i1 %33, label %46, label %34

34:                                               ; preds = %23
  %35 = load ptr, ptr %4, align 8, !tbaa !5
  %36 = getelementptr inbounds %struct.Table, ptr %35, i32 0, i32 0
  %37 = load ptr, ptr %36, align 8, !tbaa !31
  %38 = load i64, ptr %7, align 8, !tbaa !29
  %39 = getelementptr inbounds ptr, ptr %37, i64 %38
  %40 = load ptr, ptr %39, align 8, !tbaa !5
  %41 = getelementptr inbounds %struct.Entry, ptr %40, i32 0, i32 0
  %42 = getelementptr inbounds [24 x i8], ptr %41, i64 0, i64 0
  %43 = load ptr, ptr %6, align 8, !tbaa !5
  %44 = call i32 @strcmp(ptr noundef %42, ptr noundef %43) #14
  %45 = icmp ne i32 %44, 0
  br label %46

46:                                               ; preds = %34, %23
  %47 = phi i1 [ true, %23 ], [ %45, %34 ]
  br label %48

48:                                               ; preds = %46, %15
  %49 = phi i1 [ false, %15 ], [ %47, %46 ]
  br i1 %49, label %50, label %58

50:                                               ; preds = %48
  %51 = load i64, ptr %7, align 8, !tbaa !29
  %52 = add i64 %51, 1
  %53 = load ptr, ptr %4, align 8, !tbaa !5
  %54 = getelementptr inbounds %struct.Table, ptr %53, i32 0, i32 1
  %55 = load i64, ptr %54, align 8, !tbaa !32
  %56 = sub i64 %55, 1
  %57 = and i64 %52, %56
  store i64 %57, ptr %7, align 8, !tbaa !29
  br label %15, !llvm.loop !51

58:                                               ; preds = %48
  %59 = load ptr, ptr %4, align 8, !tbaa !5
  %60 = getelementptr inbounds %struct.Table, ptr %59, i32 0, i32 0
  %61 = load ptr, ptr %60, align 8, !tbaa !31
  %62 = load i64, ptr %7, align 8, !tbaa !29
  %63 = getelementptr inbounds ptr, ptr %61, i64 %62
  call void @llvm.lifetime.end.p0(i64 8, ptr %7) #10
  ret ptr %63
}

; Function Attrs: nounwind uwtable
define internal void @GrowTable(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %2, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 8, ptr %3) #10
  %6 = load ptr, ptr %2, align 8, !tbaa !5
  %7 = getelementptr inbounds %struct.Table, ptr %6, i32 0, i32 0
  %8 = load ptr, ptr %7, align 8, !tbaa !31
  store ptr %8, ptr %3, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 8, ptr %4) #10
  %9 = load ptr, ptr %2, align 8, !tbaa !5
  %10 = getelementptr inbounds %struct.Table, ptr %9, i32 0, i32 1
  %11 = load i64, ptr %10, align 8, !tbaa !32
  store i64 %11, ptr %4, align 8, !tbaa !29
  %12 = load ptr, ptr %2, align 8, !tbaa !5
  %13 = getelementptr inbounds %struct.Table, ptr %12, i32 0, i32 1
  %14 = load i64, ptr %13, align 8, !tbaa !32
  %15 = mul i64 %14, 2
  store i64 %15, ptr %13, align 8, !tbaa !32
  %16 = load ptr, ptr %2, align 8, !tbaa !5
  %17 = getelementptr inbounds %struct.Table, ptr %16, i32 0, i32 1
  %18 = load i64, ptr %17, align 8, !tbaa !32
  %19 = mul i64 %18, 8
  %20 = call ptr @Allocate(i64 noundef %19)
  %21 = load ptr, ptr %2, align 8, !tbaa !5
  %22 = getelementptr inbounds %struct.Table, ptr %21, i32 0, i32 0
  store ptr %20, ptr %22, align 8, !tbaa !31
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #10
  store i64 0, ptr %5, align 8, !tbaa !29
  br label %23

23:                                               ; preds = %54, %1
  %24 = load i64, ptr %5, align 8, !tbaa !29
  %25 = load i64, ptr %4, align 8, !tbaa !29
  %26 = icmp ult i64 %24, %25
  br i1 %26, label %28, label %27

27:                                               ; preds = %23
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #10
  br label %57

28:                                               ; preds = %23
  %29 = load ptr, ptr %3, align 8, !tbaa !5
  %30 = load i64, ptr %5, align 8, !tbaa !29
  %31 = getelementptr inbounds ptr, ptr %29, i64 %30
  %32 = load ptr, ptr %31, align 8, !tbaa !5
  %33 = icmp ne ptr %32, null
  br i1 %33, label %34, label %53

34:                                               ; preds = %28
  %35 = load ptr, ptr %3, align 8, !tbaa !5
  %36 = load i64, ptr %5, align 8, !tbaa !29
  %37 = getelementptr inbounds ptr, ptr %35, i64 %36
  %38 = load ptr, ptr %37, align 8, !tbaa !5
  %39 = load ptr, ptr %2, align 8, !tbaa !5
  %40 = load ptr, ptr %3, align 8, !tbaa !5
  %41 = load i64, ptr %5, align 8, !tbaa !29
  %42 = getelementptr inbounds ptr, ptr %40, i64 %41
  %43 = load ptr, ptr %42, align 8, !tbaa !5
  %44 = getelementptr inbounds %struct.Entry, ptr %43, i32 0, i32 1
  %45 = load i32, ptr %44, align 8, !tbaa !25
  %46 = load ptr, ptr %3, align 8, !tbaa !5
  %47 = load i64, ptr %5, align 8, !tbaa !29
  %48 = getelementptr inbounds ptr, ptr %46, i64 %47
  %49 = load ptr, ptr %48, align 8, !tbaa !5
  %50 = getelementptr inbounds %struct.Entry, ptr %49, i32 0, i32 0
  %51 = getelementptr inbounds [24 x i8], ptr %50, i64 0, i64 0
  %52 = call ptr @FindSlot(ptr noundef %39, i32 noundef %45, ptr noundef %51)
  store ptr %38, ptr %52, align 8, !tbaa !5
  br label %53

53:                                               ; preds = %34, %28
  br label %54

54:                                               ; preds = %53
  %55 = load i64, ptr %5, align 8, !tbaa !29
  %56 = add i64 %55, 1
  store i64 %56, ptr %5, align 8, !tbaa !29
  br label %23, !llvm.loop !52

57:                                               ; preds = %27
  %58 = load ptr, ptr %3, align 8, !tbaa !5
  call void @free(ptr noundef %58) #10
  call void @llvm.lifetime.end.p0(i64 8, ptr %4) #10
  call void @llvm.lifetime.end.p0(i64 8, ptr %3) #10
  ret void
}

; Function Attrs: nounwind
declare ptr @strcpy(ptr noundef, ptr noundef) #4

; Function Attrs: nounwind willreturn memory(read)
declare i32 @strcmp(ptr noundef, ptr noundef) #7

; Function Attrs: nounwind uwtable
define internal ptr @Merge(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !5
  store ptr %1, ptr %4, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 8, ptr %5) #10
  store ptr null, ptr %5, align 8, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 8, ptr %6) #10
  store ptr %5, ptr %6, align 8, !tbaa !5
  br label %8

8:                                                ; preds = %23, %2
  %9 = load ptr, ptr %3, align 8, !tbaa !5
  %10 = icmp ne ptr %9, null
  br i1 %10, label %11, label %14

11:                                               ; preds = %8
  %12 = load ptr, ptr %4, align 8, !tbaa !5
  %13 = icmp ne ptr %12, null
  br label %14

14:                                               ; preds = %11, %8
  %15 = phi i1 [ false, %8 ], [ %13, %11 ]
  br i1 %15, label %16, label %36

16:                                               ; preds = %14
  call void @llvm.lifetime.start.p0(i64 8, ptr %7) #10
  %17 = load ptr, ptr %3, align 8, !tbaa !5
  %18 = load ptr, ptr %4, align 8, !tbaa !5
  %19 = call i32 @ComesFirst(ptr noundef %17, ptr noundef %18)
  %20 = icmp ne i32 %19, 0
  br i1 %20, label %21, label %22

21:                                               ; preds = %16
  br label %23

22:                                               ; preds = %16
  br label %23

23:                                               ; preds = %22, %21
  %24 = phi ptr [ %3, %21 ], [ %4, %22 ]
  store ptr %24, ptr %7, align 8, !tbaa !5
  %25 = load ptr, ptr %7, align 8, !tbaa !5
  %26 = load ptr, ptr %25, align 8, !tbaa !5
  %27 = load ptr, ptr %6, align 8, !tbaa !5
  store ptr %26, ptr %27, align 8, !tbaa !5
  %28 = load ptr, ptr %7, align 8, !tbaa !5
  %29 = load ptr, ptr %28, align 8, !tbaa !5
  %30 = getelementptr inbounds %struct.Entry, ptr %29, i32 0, i32 4
  store ptr %30, ptr %6, align 8, !tbaa !5
  %31 = load ptr, ptr %7, align 8, !tbaa !5
  %32 = load ptr, ptr %31, align 8, !tbaa !5
  %33 = getelementptr inbounds %struct.Entry, ptr %32, i32 0, i32 4
  %34 = load ptr, ptr %33, align 8, !tbaa !26
  %35 = load ptr, ptr %7, align 8, !tbaa !5
  store ptr %34, ptr %35, align 8, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 8, ptr %7) #10
  br label %8, !llvm.loop !53

36:                                               ; preds = %14
  %37 = load ptr, ptr %3, align 8, !tbaa !5
  %38 = icmp ne ptr %37, null
  br i1 %38, label %39, label %41

39:                                               ; preds = %36
  %40 = load ptr, ptr %3, align 8, !tbaa !5
  br label %43

41:                                               ; preds = %36
  %42 = load ptr, ptr %4, align 8, !tbaa !5
  br label %43

43:                                               ; preds = %41, %39
  %44 = phi ptr [ %40, %39 ], [ %42, %41 ]
  %45 = load ptr, ptr %6, align 8, !tbaa !5
  store ptr %44, ptr %45, align 8, !tbaa !5
  %46 = load ptr, ptr %5, align 8, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 8, ptr %6) #10
  call void @llvm.lifetime.end.p0(i64 8, ptr %5) #10
  ret ptr %46
}

; Function Attrs: nounwind uwtable
define internal i32 @ComesFirst(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8, !tbaa !5
  store ptr %1, ptr %5, align 8, !tbaa !5
  %6 = load ptr, ptr %4, align 8, !tbaa !5
  %7 = getelementptr inbounds %struct.Entry, ptr %6, i32 0, i32 2
  %8 = load i32, ptr %7, align 4, !tbaa !17
  %9 = load ptr, ptr %5, align 8, !tbaa !5
  %10 = getelementptr inbounds %struct.Entry, ptr %9, i32 0, i32 2
  %11 = load i32, ptr %10, align 4, !tbaa !17
  %12 = icmp ne i32 %8, %11
  br i1 %12, label %13, label %22

13:                                               ; preds = %2
  %14 = load ptr, ptr %4, align 8, !tbaa !5
  %15 = getelementptr inbounds %struct.Entry, ptr %14, i32 0, i32 2
  %16 = load i32, ptr %15, align 4, !tbaa !17
  %17 = load ptr, ptr %5, align 8, !tbaa !5
  %18 = getelementptr inbounds %struct.Entry, ptr %17, i32 0, i32 2
  %19 = load i32, ptr %18, align 4, !tbaa !17
  %20 = icmp ugt i32 %16, %19
  %21 = zext i1 %20 to i32
  store i32 %21, ptr %3, align 4
  br label %32

22:                                               ; preds = %2
  %23 = load ptr, ptr %4, align 8, !tbaa !5
  %24 = getelementptr inbounds %struct.Entry, ptr %23, i32 0, i32 0
  %25 = getelementptr inbounds [24 x i8], ptr %24, i64 0, i64 0
  %26 = load ptr, ptr %5, align 8, !tbaa !5
  %27 = getelementptr inbounds %struct.Entry, ptr %26, i32 0, i32 0
  %28 = getelementptr inbounds [24 x i8], ptr %27, i64 0, i64 0
  %29 = call i32 @strcmp(ptr noundef %25, ptr noundef %28) #14
  %30 = icmp slt i32 %29, 0
  %31 = zext i1 %30 to i32
  store i32 %31, ptr %3, align 4
  br label %32

32:                                               ; preds = %22, %13
  %33 = load i32, ptr %3, align 4
  ret i32 %33
}

; Function Attrs: nounwind uwtable
define internal i32 @CountInTrie(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !5
  store ptr %1, ptr %4, align 8, !tbaa !5
  br label %5

5:                                                ; preds = %25, %2
  %6 = load ptr, ptr %3, align 8, !tbaa !5
  %7 = icmp ne ptr %6, null
  br i1 %7, label %8, label %13

8:                                                ; preds = %5
  %9 = load ptr, ptr %4, align 8, !tbaa !5
  %10 = load i8, ptr %9, align 1, !tbaa !34
  %11 = sext i8 %10 to i32
  %12 = icmp ne i32 %11, 0
  br label %13

13:                                               ; preds = %8, %5
  %14 = phi i1 [ false, %5 ], [ %12, %8 ]
  br i1 %14, label %15, label %28

15:                                               ; preds = %13
  %16 = load ptr, ptr %3, align 8, !tbaa !5
  %17 = getelementptr inbounds %struct.TrieNode, ptr %16, i32 0, i32 0
  %18 = load ptr, ptr %4, align 8, !tbaa !5
  %19 = load i8, ptr %18, align 1, !tbaa !34
  %20 = sext i8 %19 to i32
  %21 = sub nsw i32 %20, 97
  %22 = sext i32 %21 to i64
  %23 = getelementptr inbounds [26 x ptr], ptr %17, i64 0, i64 %22
  %24 = load ptr, ptr %23, align 8, !tbaa !5
  store ptr %24, ptr %3, align 8, !tbaa !5
  br label %25

25:                                               ; preds = %15
  %26 = load ptr, ptr %4, align 8, !tbaa !5
  %27 = getelementptr inbounds i8, ptr %26, i32 1
  store ptr %27, ptr %4, align 8, !tbaa !5
  br label %5, !llvm.loop !54

28:                                               ; preds = %13
  %29 = load ptr, ptr %3, align 8, !tbaa !5
  %30 = icmp ne ptr %29, null
  br i1 %30, label %31, label %35

31:                                               ; preds = %28
  %32 = load ptr, ptr %3, align 8, !tbaa !5
  %33 = getelementptr inbounds %struct.TrieNode, ptr %32, i32 0, i32 1
  %34 = load i32, ptr %33, align 8, !tbaa !40
  br label %36

35:                                               ; preds = %28
  br label %36

36:                                               ; preds = %35, %31
  %37 = phi i32 [ %34, %31 ], [ 0, %35 ]
  ret i32 %37
}

; Function Attrs: nounwind uwtable
define internal i32 @WordsInTrie(ptr noundef %0) #0 {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 8, !tbaa !5
  %6 = load ptr, ptr %3, align 8, !tbaa !5
  %7 = icmp ne ptr %6, null
  br i1 %7, label %9, label %8

8:                                                ; preds = %1
  store i32 0, ptr %2, align 4
  br label %34

9:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(i64 4, ptr %4) #10
  %10 = load ptr, ptr %3, align 8, !tbaa !5
  %11 = getelementptr inbounds %struct.TrieNode, ptr %10, i32 0, i32 1
  %12 = load i32, ptr %11, align 8, !tbaa !40
  %13 = icmp ne i32 %12, 0
  %14 = zext i1 %13 to i32
  store i32 %14, ptr %4, align 4, !tbaa !9
  call void @llvm.lifetime.start.p0(i64 4, ptr %5) #10
  store i32 0, ptr %5, align 4, !tbaa !9
  br label %15

15:                                               ; preds = %29, %9
  %16 = load i32, ptr %5, align 4, !tbaa !9
  %17 = icmp slt i32 %16, 26
  br i1 %17, label %19, label %18

18:                                               ; preds = %15
  call void @llvm.lifetime.end.p0(i64 4, ptr %5) #10
  br label %32

19:                                               ; preds = %15
  %20 = load ptr, ptr %3, align 8, !tbaa !5
  %21 = getelementptr inbounds %struct.TrieNode, ptr %20, i32 0, i32 0
  %22 = load i32, ptr %5, align 4, !tbaa !9
  %23 = sext i32 %22 to i64
  %24 = getelementptr inbounds [26 x ptr], ptr %21, i64 0, i64 %23
  %25 = load ptr, ptr %24, align 8, !tbaa !5
  %26 = call i32 @WordsInTrie(ptr noundef %25)
  %27 = load i32, ptr %4, align 4, !tbaa !9
  %28 = add i32 %27, %26
  store i32 %28, ptr %4, align 4, !tbaa !9
  br label %29

29:                                               ; preds = %19
  %30 = load i32, ptr %5, align 4, !tbaa !9
  %31 = add nsw i32 %30, 1
  store i32 %31, ptr %5, align 4, !tbaa !9
  br label %15, !llvm.loop !55

32:                                               ; preds = %18
  %33 = load i32, ptr %4, align 4, !tbaa !9
  store i32 %33, ptr %2, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %4) #10
  br label %34

34:                                               ; preds = %32, %8
  %35 = load i32, ptr %2, align 4
  ret i32 %35
}

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind allocsize(0,1) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nounwind willreturn memory(read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #9 = { nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nounwind }
attributes #11 = { nounwind allocsize(0,1) }
attributes #12 = { noreturn nounwind }
attributes #13 = { nounwind willreturn memory(none) }
attributes #14 = { nounwind willreturn memory(read) }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"any pointer", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !7, i64 0}
!11 = !{!12, !6, i64 0}
!12 = !{!"", !6, i64 0, !13, i64 8, !13, i64 16}
!13 = !{!"long", !7, i64 0}
!14 = !{!15, !6, i64 0}
!15 = !{!"", !6, i64 0, !10, i64 8}
!16 = !{!15, !10, i64 8}
!17 = !{!18, !10, i64 28}
!18 = !{!"Entry", !7, i64 0, !10, i64 24, !10, i64 28, !10, i64 32, !6, i64 40}
!19 = !{!18, !10, i64 32}
!20 = distinct !{!20, !21, !22}
!21 = !{!"llvm.loop.mustprogress"}
!22 = !{!"llvm.loop.unroll.disable"}
!23 = !{!24, !6, i64 24}
!24 = !{!"", !6, i64 0, !13, i64 8, !13, i64 16, !6, i64 24, !6, i64 32}
!25 = !{!18, !10, i64 24}
!26 = !{!18, !6, i64 40}
!27 = distinct !{!27, !21, !22}
!28 = !{!24, !13, i64 16}
!29 = !{!13, !13, i64 0}
!30 = distinct !{!30, !21, !22}
!31 = !{!24, !6, i64 0}
!32 = !{!24, !13, i64 8}
!33 = !{!24, !6, i64 32}
!34 = !{!7, !7, i64 0}
!35 = !{!36, !36, i64 0}
!36 = !{!"short", !7, i64 0}
!37 = distinct !{!37, !21, !22}
!38 = distinct !{!38, !21, !22}
!39 = distinct !{!39, !21, !22}
!40 = !{!41, !10, i64 208}
!41 = !{!"TrieNode", !7, i64 0, !10, i64 208}
!42 = distinct !{!42, !21, !22}
!43 = distinct !{!43, !21, !22}
!44 = distinct !{!44, !21, !22}
!45 = distinct !{!45, !21, !22}
!46 = distinct !{!46, !21, !22}
!47 = distinct !{!47, !21, !22}
!48 = !{!12, !13, i64 8}
!49 = !{!12, !13, i64 16}
!50 = distinct !{!50, !21, !22}
!51 = distinct !{!51, !21, !22}
!52 = distinct !{!52, !21, !22}
!53 = distinct !{!53, !21, !22}
!54 = distinct !{!54, !21, !22}
!55 = distinct !{!55, !21, !22}
