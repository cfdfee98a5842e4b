; ModuleID = 'routes.c'
source_filename = "routes.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Graph = type { i32, i32, [96 x i32], [384 x %struct.Edge] }
%struct.Edge = type { i32, i32, i32 }
%struct.Tree = type { [96 x i32], [96 x i32] }
%struct.Heap = type { i32, [385 x %struct.HeapItem] }
%struct.HeapItem = type { i32, i32 }

@CheckTown.graph = internal global %struct.Graph zeroinitializer, align 4
@CheckTown.matrix = internal global [96 x [96 x i32]] zeroinitializer, align 16
@random_state = internal global i64 0, align 8
@.str = private unnamed_addr constant [44 x i8] c"seed %u: the methods disagree from node %d\0A\00", align 1
@.str.1 = private unnamed_addr constant [80 x i8] c"town %2d x %d: %d edges, diameter %d, %d pairs apart, %d rounds, checksum %08x\0A\00", align 1

; Function Attrs: nounwind uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %2) #5
  store i32 1, ptr %2, align 4, !tbaa !5
  %3 = call i32 @CheckTown(i32 noundef 7, i32 noundef 12, i32 noundef 8)
  %4 = load i32, ptr %2, align 4, !tbaa !5
  %5 = and i32 %4, %3
  store i32 %5, ptr %2, align 4, !tbaa !5
  %6 = call i32 @CheckTown(i32 noundef 11, i32 noundef 9, i32 noundef 9)
  %7 = load i32, ptr %2, align 4, !tbaa !5
  %8 = and i32 %7, %6
  store i32 %8, ptr %2, align 4, !tbaa !5
  %9 = call i32 @CheckTown(i32 noundef 23, i32 noundef 30, i32 noundef 3)
  %10 = load i32, ptr %2, align 4, !tbaa !5
  %11 = and i32 %10, %9
  store i32 %11, ptr %2, align 4, !tbaa !5
  %12 = load i32, ptr %2, align 4, !tbaa !5
  %13 = icmp ne i32 %12, 0
  %14 = zext i1 %13 to i64
  %15 = select i1 %13, i32 0, i32 1
  call void @llvm.lifetime.end.p0(i64 4, ptr %2) #5
  ret i32 %15
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind uwtable
define internal i32 @CheckTown(i32 noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca %struct.Tree, align 4
  %9 = alloca %struct.Tree, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  %16 = alloca i32, align 4
  %17 = alloca i32, align 4
  store i32 %0, ptr %5, align 4, !tbaa !5
  store i32 %1, ptr %6, align 4, !tbaa !5
  store i32 %2, ptr %7, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 768, ptr %8) #5
  call void @llvm.lifetime.start.p0(i64 768, ptr %9) #5
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #5
  store i32 -2128831035, ptr %10, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %11) #5
  store i32 0, ptr %11, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %12) #5
  store i32 0, ptr %12, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %13) #5
  store i32 0, ptr %13, align 4, !tbaa !5
  %18 = load i32, ptr %5, align 4, !tbaa !5
  %19 = zext i32 %18 to i64
  store i64 %19, ptr @random_state, align 8, !tbaa !9
  %20 = load i32, ptr %6, align 4, !tbaa !5
  %21 = load i32, ptr %7, align 4, !tbaa !5
  call void @MakeTown(ptr noundef @CheckTown.graph, i32 noundef %20, i32 noundef %21)
  call void @FloydWarshall(ptr noundef @CheckTown.graph, ptr noundef @CheckTown.matrix)
  call void @llvm.lifetime.start.p0(i64 4, ptr %14) #5
  store i32 0, ptr %14, align 4, !tbaa !5
  br label %22

22:                                               ; preds = %76, %3
  %23 = load i32, ptr %14, align 4, !tbaa !5
  %24 = load i32, ptr @CheckTown.graph, align 4, !tbaa !11
  %25 = icmp slt i32 %23, %24
  br i1 %25, label %27, label %26

26:                                               ; preds = %22
  store i32 2, ptr %15, align 4
  br label %79

27:                                               ; preds = %22
  %28 = load i32, ptr %14, align 4, !tbaa !5
  call void @Dijkstra(ptr noundef @CheckTown.graph, i32 noundef %28, ptr noundef %8)
  %29 = load i32, ptr %14, align 4, !tbaa !5
  %30 = call i32 @BellmanFord(ptr noundef @CheckTown.graph, i32 noundef %29, ptr noundef %9)
  %31 = load i32, ptr %13, align 4, !tbaa !5
  %32 = add nsw i32 %31, %30
  store i32 %32, ptr %13, align 4, !tbaa !5
  %33 = load i32, ptr %14, align 4, !tbaa !5
  %34 = sext i32 %33 to i64
  %35 = getelementptr inbounds [96 x [96 x i32]], ptr @CheckTown.matrix, i64 0, i64 %34
  %36 = getelementptr inbounds [96 x i32], ptr %35, i64 0, i64 0
  %37 = call i32 @Agree(ptr noundef @CheckTown.graph, ptr noundef %8, ptr noundef %9, ptr noundef %36)
  %38 = icmp ne i32 %37, 0
  br i1 %38, label %43, label %39

39:                                               ; preds = %27
  %40 = load i32, ptr %5, align 4, !tbaa !5
  %41 = load i32, ptr %14, align 4, !tbaa !5
  %42 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %40, i32 noundef %41)
  store i32 0, ptr %4, align 4
  store i32 1, ptr %15, align 4
  br label %79

43:                                               ; preds = %27
  call void @llvm.lifetime.start.p0(i64 4, ptr %16) #5
  store i32 0, ptr %16, align 4, !tbaa !5
  br label %44

44:                                               ; preds = %72, %43
  %45 = load i32, ptr %16, align 4, !tbaa !5
  %46 = load i32, ptr @CheckTown.graph, align 4, !tbaa !11
  %47 = icmp slt i32 %45, %46
  br i1 %47, label %49, label %48

48:                                               ; preds = %44
  store i32 5, ptr %15, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %16) #5
  br label %75

49:                                               ; preds = %44
  call void @llvm.lifetime.start.p0(i64 4, ptr %17) #5
  %50 = getelementptr inbounds %struct.Tree, ptr %8, i32 0, i32 0
  %51 = load i32, ptr %16, align 4, !tbaa !5
  %52 = sext i32 %51 to i64
  %53 = getelementptr inbounds [96 x i32], ptr %50, i64 0, i64 %52
  %54 = load i32, ptr %53, align 4, !tbaa !5
  store i32 %54, ptr %17, align 4, !tbaa !5
  %55 = load i32, ptr %10, align 4, !tbaa !5
  %56 = load i32, ptr %17, align 4, !tbaa !5
  %57 = xor i32 %55, %56
  %58 = mul i32 %57, 16777619
  store i32 %58, ptr %10, align 4, !tbaa !5
  %59 = load i32, ptr %17, align 4, !tbaa !5
  %60 = icmp eq i32 %59, 268435456
  br i1 %60, label %61, label %64

61:                                               ; preds = %49
  %62 = load i32, ptr %12, align 4, !tbaa !5
  %63 = add nsw i32 %62, 1
  store i32 %63, ptr %12, align 4, !tbaa !5
  br label %71

64:                                               ; preds = %49
  %65 = load i32, ptr %17, align 4, !tbaa !5
  %66 = load i32, ptr %11, align 4, !tbaa !5
  %67 = icmp sgt i32 %65, %66
  br i1 %67, label %68, label %70

68:                                               ; preds = %64
  %69 = load i32, ptr %17, align 4, !tbaa !5
  store i32 %69, ptr %11, align 4, !tbaa !5
  br label %70

70:                                               ; preds = %68, %64
  br label %71

71:                                               ; preds = %70, %61
  call void @llvm.lifetime.end.p0(i64 4, ptr %17) #5
  br label %72

72:                                               ; preds = %71
  %73 = load i32, ptr %16, align 4, !tbaa !5
  %74 = add nsw i32 %73, 1
  store i32 %74, ptr %16, align 4, !tbaa !5
  br label %44, !llvm.loop !13

75:                                               ; preds = %48
  br label %76

76:                                               ; preds = %75
  %77 = load i32, ptr %14, align 4, !tbaa !5
  %78 = add nsw i32 %77, 1
  store i32 %78, ptr %14, align 4, !tbaa !5
  br label %22, !llvm.loop !16

79:                                               ; preds = %39, %26
  call void @llvm.lifetime.end.p0(i64 4, ptr %14) #5
  %80 = load i32, ptr %15, align 4
  switch i32 %80, label %90 [
    i32 2, label %81
  ]

81:                                               ; preds = %79
  %82 = load i32, ptr %6, align 4, !tbaa !5
  %83 = load i32, ptr %7, align 4, !tbaa !5
  %84 = load i32, ptr getelementptr inbounds (%struct.Graph, ptr @CheckTown.graph, i32 0, i32 1), align 4, !tbaa !17
  %85 = load i32, ptr %11, align 4, !tbaa !5
  %86 = load i32, ptr %12, align 4, !tbaa !5
  %87 = load i32, ptr %13, align 4, !tbaa !5
  %88 = load i32, ptr %10, align 4, !tbaa !5
  %89 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i32 noundef %82, i32 noundef %83, i32 noundef %84, i32 noundef %85, i32 noundef %86, i32 noundef %87, i32 noundef %88)
  store i32 1, ptr %4, align 4
  store i32 1, ptr %15, align 4
  br label %90

90:                                               ; preds = %81, %79
  call void @llvm.lifetime.end.p0(i64 4, ptr %13) #5
  call void @llvm.lifetime.end.p0(i64 4, ptr %12) #5
  call void @llvm.lifetime.end.p0(i64 4, ptr %11) #5
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #5
  call void @llvm.lifetime.end.p0(i64 768, ptr %9) #5
  call void @llvm.lifetime.end.p0(i64 768, ptr %8) #5
  %91 = load i32, ptr %4, align 4
  ret i32 %91
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind uwtable
define internal void @MakeTown(ptr noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !18
  store i32 %1, ptr %5, align 4, !tbaa !5
  store i32 %2, ptr %6, align 4, !tbaa !5
  %16 = load ptr, ptr %4, align 8, !tbaa !18
  %17 = load i32, ptr %5, align 4, !tbaa !5
  %18 = load i32, ptr %6, align 4, !tbaa !5
  %19 = mul nsw i32 %17, %18
  call void @ClearGraph(ptr noundef %16, i32 noundef %19)
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #5
  store i32 0, ptr %7, align 4, !tbaa !5
  br label %20

20:                                               ; preds = %87, %3
  %21 = load i32, ptr %7, align 4, !tbaa !5
  %22 = load i32, ptr %6, align 4, !tbaa !5
  %23 = icmp slt i32 %21, %22
  br i1 %23, label %25, label %24

24:                                               ; preds = %20
  store i32 2, ptr %8, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #5
  br label %90

25:                                               ; preds = %20
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #5
  store i32 0, ptr %9, align 4, !tbaa !5
  br label %26

26:                                               ; preds = %83, %25
  %27 = load i32, ptr %9, align 4, !tbaa !5
  %28 = load i32, ptr %5, align 4, !tbaa !5
  %29 = icmp slt i32 %27, %28
  br i1 %29, label %31, label %30

30:                                               ; preds = %26
  store i32 5, ptr %8, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #5
  br label %86

31:                                               ; preds = %26
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #5
  %32 = load i32, ptr %7, align 4, !tbaa !5
  %33 = load i32, ptr %5, align 4, !tbaa !5
  %34 = mul nsw i32 %32, %33
  %35 = load i32, ptr %9, align 4, !tbaa !5
  %36 = add nsw i32 %34, %35
  store i32 %36, ptr %10, align 4, !tbaa !5
  %37 = load i32, ptr %9, align 4, !tbaa !5
  %38 = add nsw i32 %37, 1
  %39 = load i32, ptr %5, align 4, !tbaa !5
  %40 = icmp slt i32 %38, %39
  br i1 %40, label %41, label %59

41:                                               ; preds = %31
  %42 = call i32 @Random(i32 noundef 8)
  %43 = icmp ne i32 %42, 0
  br i1 %43, label %44, label %59

44:                                               ; preds = %41
  call void @llvm.lifetime.start.p0(i64 4, ptr %11) #5
  %45 = call i32 @Random(i32 noundef 20)
  %46 = add nsw i32 1, %45
  store i32 %46, ptr %11, align 4, !tbaa !5
  %47 = load ptr, ptr %4, align 8, !tbaa !18
  %48 = load i32, ptr %10, align 4, !tbaa !5
  %49 = load i32, ptr %10, align 4, !tbaa !5
  %50 = add nsw i32 %49, 1
  %51 = load i32, ptr %11, align 4, !tbaa !5
  call void @AddEdge(ptr noundef %47, i32 noundef %48, i32 noundef %50, i32 noundef %51)
  %52 = load ptr, ptr %4, align 8, !tbaa !18
  %53 = load i32, ptr %10, align 4, !tbaa !5
  %54 = add nsw i32 %53, 1
  %55 = load i32, ptr %10, align 4, !tbaa !5
  %56 = load i32, ptr %11, align 4, !tbaa !5
  %57 = call i32 @Random(i32 noundef 3)
  %58 = add nsw i32 %56, %57
  call void @AddEdge(ptr noundef %52, i32 noundef %54, i32 noundef %55, i32 noundef %58)
  call void @llvm.lifetime.end.p0(i64 4, ptr %11) #5
  br label %59

59:                                               ; preds = %44, %41, %31
  %60 = load i32, ptr %7, align 4, !tbaa !5
  %61 = add nsw i32 %60, 1
  %62 = load i32, ptr %6, align 4, !tbaa !5
  %63 = icmp slt i32 %61, %62
  br i1 %63, label %64, label %82

64:                                               ; preds = %59
  %65 = call i32 @Random(i32 noundef 8)
  %66 = icmp ne i32 %65, 0
  br i1 %66, label %67, label %82

67:                                               ; preds = %64
  call void @llvm.lifetime.start.p0(i64 4, ptr %12) #5
  %68 = call i32 @Random(i32 noundef 20)
  %69 = add nsw i32 1, %68
  store i32 %69, ptr %12, align 4, !tbaa !5
  %70 = load ptr, ptr %4, align 8, !tbaa !18
  %71 = load i32, ptr %10, align 4, !tbaa !5
  %72 = load i32, ptr %10, align 4, !tbaa !5
  %73 = load i32, ptr %5, align 4, !tbaa !5
  %74 = add nsw i32 %72, %73
  %75 = load i32, ptr %12, align 4, !tbaa !5
  call void @AddEdge(ptr noundef %70, i32 noundef %71, i32 noundef %74, i32 noundef %75)
  %76 = load ptr, ptr %4, align 8, !tbaa !18
  %77 = load i32, ptr %10, align 4, !tbaa !5
  %78 = load i32, ptr %5, align 4, !tbaa !5
  %79 = add nsw i32 %77, %78
  %80 = load i32, ptr %10, align 4, !tbaa !5
  %81 = load i32, ptr %12, align 4, !tbaa !5
  call void @AddEdge(ptr noundef %76, i32 noundef %79, i32 noundef %80, i32 noundef %81)
  call void @llvm.lifetime.end.p0(i64 4, ptr %12) #5
  br label %82

82:                                               ; preds = %67, %64, %59
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #5
  br label %83

83:                                               ; preds = %82
  %84 = load i32, ptr %9, align 4, !tbaa !5
  %85 = add nsw i32 %84, 1
  store i32 %85, ptr %9, align 4, !tbaa !5
  br label %26, !llvm.loop !20

86:                                               ; preds = %30
  br label %87

87:                                               ; preds = %86
  %88 = load i32, ptr %7, align 4, !tbaa !5
  %89 = add nsw i32 %88, 1
  store i32 %89, ptr %7, align 4, !tbaa !5
  br label %20, !llvm.loop !21

90:                                               ; preds = %24
  call void @llvm.lifetime.start.p0(i64 4, ptr %13) #5
  store i32 0, ptr %13, align 4, !tbaa !5
  br label %91

91:                                               ; preds = %121, %90
  %92 = load i32, ptr %13, align 4, !tbaa !5
  %93 = load ptr, ptr %4, align 8, !tbaa !18
  %94 = getelementptr inbounds %struct.Graph, ptr %93, i32 0, i32 0
  %95 = load i32, ptr %94, align 4, !tbaa !11
  %96 = sdiv i32 %95, 16
  %97 = icmp slt i32 %92, %96
  br i1 %97, label %99, label %98

98:                                               ; preds = %91
  store i32 8, ptr %8, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %13) #5
  br label %124

99:                                               ; preds = %91
  call void @llvm.lifetime.start.p0(i64 4, ptr %14) #5
  %100 = load ptr, ptr %4, align 8, !tbaa !18
  %101 = getelementptr inbounds %struct.Graph, ptr %100, i32 0, i32 0
  %102 = load i32, ptr %101, align 4, !tbaa !11
  %103 = call i32 @Random(i32 noundef %102)
  store i32 %103, ptr %14, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %15) #5
  %104 = load ptr, ptr %4, align 8, !tbaa !18
  %105 = getelementptr inbounds %struct.Graph, ptr %104, i32 0, i32 0
  %106 = load i32, ptr %105, align 4, !tbaa !11
  %107 = call i32 @Random(i32 noundef %106)
  store i32 %107, ptr %15, align 4, !tbaa !5
  %108 = load i32, ptr %14, align 4, !tbaa !5
  %109 = load i32, ptr %15, align 4, !tbaa !5
  %110 = icmp ne i32 %108, %109
  br i1 %110, label %111, label %120

111:                                              ; preds = %99
  %112 = load ptr, ptr %4, align 8, !tbaa !18
  %113 = getelementptr inbounds %struct.Graph, ptr %112, i32 0, i32 1
  %114 = load i32, ptr %113, align 4, !tbaa !17
  %115 = icmp slt i32 %114, 384
  br i1 %115, label %116, label %120

116:                                              ; preds = %111
  %117 = load ptr, ptr %4, align 8, !tbaa !18
  %118 = load i32, ptr %14, align 4, !tbaa !5
  %119 = load i32, ptr %15, align 4, !tbaa !5
  call void @AddEdge(ptr noundef %117, i32 noundef %118, i32 noundef %119, i32 noundef 5)
  br label %120

120:                                              ; preds = %116, %111, %99
  call void @llvm.lifetime.end.p0(i64 4, ptr %15) #5
  call void @llvm.lifetime.end.p0(i64 4, ptr %14) #5
  br label %121

121:                                              ; preds = %120
  %122 = load i32, ptr %13, align 4, !tbaa !5
  %123 = add nsw i32 %122, 1
  store i32 %123, ptr %13, align 4, !tbaa !5
  br label %91, !llvm.loop !22

124:                                              ; preds = %98
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @FloydWarshall(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  store ptr %0, ptr %3, align 8, !tbaa !18
  store ptr %1, ptr %4, align 8, !tbaa !18
  call void @llvm.lifetime.start.p0(i64 4, ptr %5) #5
  %15 = load ptr, ptr %3, align 8, !tbaa !18
  %16 = getelementptr inbounds %struct.Graph, ptr %15, i32 0, i32 0
  %17 = load i32, ptr %16, align 4, !tbaa !11
  store i32 %17, ptr %5, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #5
  store i32 0, ptr %6, align 4, !tbaa !5
  br label %18

18:                                               ; preds = %99, %2
  %19 = load i32, ptr %6, align 4, !tbaa !5
  %20 = load i32, ptr %5, align 4, !tbaa !5
  %21 = icmp slt i32 %19, %20
  br i1 %21, label %23, label %22

22:                                               ; preds = %18
  store i32 2, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #5
  br label %102

23:                                               ; preds = %18
  call void @llvm.lifetime.start.p0(i64 4, ptr %8) #5
  store i32 0, ptr %8, align 4, !tbaa !5
  br label %24

24:                                               ; preds = %42, %23
  %25 = load i32, ptr %8, align 4, !tbaa !5
  %26 = load i32, ptr %5, align 4, !tbaa !5
  %27 = icmp slt i32 %25, %26
  br i1 %27, label %29, label %28

28:                                               ; preds = %24
  store i32 5, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %8) #5
  br label %45

29:                                               ; preds = %24
  %30 = load i32, ptr %6, align 4, !tbaa !5
  %31 = load i32, ptr %8, align 4, !tbaa !5
  %32 = icmp eq i32 %30, %31
  %33 = zext i1 %32 to i64
  %34 = select i1 %32, i32 0, i32 268435456
  %35 = load ptr, ptr %4, align 8, !tbaa !18
  %36 = load i32, ptr %6, align 4, !tbaa !5
  %37 = sext i32 %36 to i64
  %38 = getelementptr inbounds [96 x i32], ptr %35, i64 %37
  %39 = load i32, ptr %8, align 4, !tbaa !5
  %40 = sext i32 %39 to i64
  %41 = getelementptr inbounds [96 x i32], ptr %38, i64 0, i64 %40
  store i32 %34, ptr %41, align 4, !tbaa !5
  br label %42

42:                                               ; preds = %29
  %43 = load i32, ptr %8, align 4, !tbaa !5
  %44 = add nsw i32 %43, 1
  store i32 %44, ptr %8, align 4, !tbaa !5
  br label %24, !llvm.loop !23

45:                                               ; preds = %28
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #5
  %46 = load ptr, ptr %3, align 8, !tbaa !18
  %47 = getelementptr inbounds %struct.Graph, ptr %46, i32 0, i32 2
  %48 = load i32, ptr %6, align 4, !tbaa !5
  %49 = sext i32 %48 to i64
  %50 = getelementptr inbounds [96 x i32], ptr %47, i64 0, i64 %49
  %51 = load i32, ptr %50, align 4, !tbaa !5
  store i32 %51, ptr %9, align 4, !tbaa !5
  br label %52

52:                                               ; preds = %90, %45
  %53 = load i32, ptr %9, align 4, !tbaa !5
  %54 = icmp sge i32 %53, 0
  br i1 %54, label %56, label %55

55:                                               ; preds = %52
  store i32 8, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #5
  br label %98

56:                                               ; preds = %52
  call void @llvm.lifetime.start.p0(i64 8, ptr %10) #5
  %57 = load ptr, ptr %3, align 8, !tbaa !18
  %58 = getelementptr inbounds %struct.Graph, ptr %57, i32 0, i32 3
  %59 = load i32, ptr %9, align 4, !tbaa !5
  %60 = sext i32 %59 to i64
  %61 = getelementptr inbounds [384 x %struct.Edge], ptr %58, i64 0, i64 %60
  store ptr %61, ptr %10, align 8, !tbaa !18
  %62 = load ptr, ptr %10, align 8, !tbaa !18
  %63 = getelementptr inbounds %struct.Edge, ptr %62, i32 0, i32 1
  %64 = load i32, ptr %63, align 4, !tbaa !24
  %65 = load ptr, ptr %4, align 8, !tbaa !18
  %66 = load i32, ptr %6, align 4, !tbaa !5
  %67 = sext i32 %66 to i64
  %68 = getelementptr inbounds [96 x i32], ptr %65, i64 %67
  %69 = load ptr, ptr %10, align 8, !tbaa !18
  %70 = getelementptr inbounds %struct.Edge, ptr %69, i32 0, i32 0
  %71 = load i32, ptr %70, align 4, !tbaa !26
  %72 = sext i32 %71 to i64
  %73 = getelementptr inbounds [96 x i32], ptr %68, i64 0, i64 %72
  %74 = load i32, ptr %73, align 4, !tbaa !5
  %75 = icmp slt i32 %64, %74
  br i1 %75, label %76, label %89

76:                                               ; preds = %56
  %77 = load ptr, ptr %10, align 8, !tbaa !18
  %78 = getelementptr inbounds %struct.Edge, ptr %77, i32 0, i32 1
  %79 = load i32, ptr %78, align 4, !tbaa !24
  %80 = load ptr, ptr %4, align 8, !tbaa !18
  %81 = load i32, ptr %6, align 4, !tbaa !5
  %82 = sext i32 %81 to i64
  %83 = getelementptr inbounds [96 x i32], ptr %80, i64 %82
  %84 = load ptr, ptr %10, align 8, !tbaa !18
  %85 = getelementptr inbounds %struct.Edge, ptr %84, i32 0, i32 0
  %86 = load i32, ptr %85, align 4, !tbaa !26
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds [96 x i32], ptr %83, i64 0, i64 %87
  store i32 %79, ptr %88, align 4, !tbaa !5
  br label %89

89:                                               ; preds = %76, %56
  call void @llvm.lifetime.end.p0(i64 8, ptr %10) #5
  br label %90

90:                                               ; preds = %89
  %91 = load ptr, ptr %3, align 8, !tbaa !18
  %92 = getelementptr inbounds %struct.Graph, ptr %91, i32 0, i32 3
  %93 = load i32, ptr %9, align 4, !tbaa !5
  %94 = sext i32 %93 to i64
  %95 = getelementptr inbounds [384 x %struct.Edge], ptr %92, i64 0, i64 %94
  %96 = getelementptr inbounds %struct.Edge, ptr %95, i32 0, i32 2
  %97 = load i32, ptr %96, align 4, !tbaa !27
  store i32 %97, ptr %9, align 4, !tbaa !5
  br label %52, !llvm.loop !28

98:                                               ; preds = %55
  br label %99

99:                                               ; preds = %98
  %100 = load i32, ptr %6, align 4, !tbaa !5
  %101 = add nsw i32 %100, 1
  store i32 %101, ptr %6, align 4, !tbaa !5
  br label %18, !llvm.loop !29

102:                                              ; preds = %22
  call void @llvm.lifetime.start.p0(i64 4, ptr %11) #5
  store i32 0, ptr %11, align 4, !tbaa !5
  br label %103

103:                                              ; preds = %166, %102
  %104 = load i32, ptr %11, align 4, !tbaa !5
  %105 = load i32, ptr %5, align 4, !tbaa !5
  %106 = icmp slt i32 %104, %105
  br i1 %106, label %108, label %107

107:                                              ; preds = %103
  store i32 11, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %11) #5
  br label %169

108:                                              ; preds = %103
  call void @llvm.lifetime.start.p0(i64 4, ptr %12) #5
  store i32 0, ptr %12, align 4, !tbaa !5
  br label %109

109:                                              ; preds = %162, %108
  %110 = load i32, ptr %12, align 4, !tbaa !5
  %111 = load i32, ptr %5, align 4, !tbaa !5
  %112 = icmp slt i32 %110, %111
  br i1 %112, label %114, label %113

113:                                              ; preds = %109
  store i32 14, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %12) #5
  br label %165

114:                                              ; preds = %109
  call void @llvm.lifetime.start.p0(i64 4, ptr %13) #5
  store i32 0, ptr %13, align 4, !tbaa !5
  br label %115

115:                                              ; preds = %158, %114
  %116 = load i32, ptr %13, align 4, !tbaa !5
  %117 = load i32, ptr %5, align 4, !tbaa !5
  %118 = icmp slt i32 %116, %117
  br i1 %118, label %120, label %119

119:                                              ; preds = %115
  store i32 17, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %13) #5
  br label %161

120:                                              ; preds = %115
  call void @llvm.lifetime.start.p0(i64 4, ptr %14) #5
  %121 = load ptr, ptr %4, align 8, !tbaa !18
  %122 = load i32, ptr %12, align 4, !tbaa !5
  %123 = sext i32 %122 to i64
  %124 = getelementptr inbounds [96 x i32], ptr %121, i64 %123
  %125 = load i32, ptr %11, align 4, !tbaa !5
  %126 = sext i32 %125 to i64
  %127 = getelementptr inbounds [96 x i32], ptr %124, i64 0, i64 %126
  %128 = load i32, ptr %127, align 4, !tbaa !5
  %129 = load ptr, ptr %4, align 8, !tbaa !18
  %130 = load i32, ptr %11, align 4, !tbaa !5
  %131 = sext i32 %130 to i64
  %132 = getelementptr inbounds [96 x i32], ptr %129, i64 %131
  %133 = load i32, ptr %13, align 4, !tbaa !5
  %134 = sext i32 %133 to i64
  %135 = getelementptr inbounds [96 x i32], ptr %132, i64 0, i64 %134
  %136 = load i32, ptr %135, align 4, !tbaa !5
  %137 = add nsw i32 %128, %136
  store i32 %137, ptr %14, align 4, !tbaa !5
  %138 = load i32, ptr %14, align 4, !tbaa !5
  %139 = load ptr, ptr %4, align 8, !tbaa !18
  %140 = load i32, ptr %12, align 4, !tbaa !5
  %141 = sext i32 %140 to i64
  %142 = getelementptr inbounds [96 x i32], ptr %139, i64 %141
  %143 = load i32, ptr %13, align 4, !tbaa !5
  %144 = sext i32 %143 to i64
  %145 = getelementptr inbounds [96 x i32], ptr %142, i64 0, i64 %144
  %146 = load i32, ptr %145, align 4, !tbaa !5
  %147 = icmp slt i32 %138, %146
  br i1 %147, label %148, label %157

148:                                              ; preds = %120
  %149 = load i32, ptr %14, align 4, !tbaa !5
  %150 = load ptr, ptr %4, align 8, !tbaa !18
  %151 = load i32, ptr %12, align 4, !tbaa !5
  %152 = sext i32 %151 to i64
  %153 = getelementptr inbounds [96 x i32], ptr %150, i64 %152
  %154 = load i32, ptr %13, align 4, !tbaa !5
  %155 = sext i32 %154 to i64
  %156 = getelementptr inbounds [96 x i32], ptr %153, i64 0, i64 %155
  store i32 %149, ptr %156, align 4, !tbaa !5
  br label %157

157:                                              ; preds = %148, %120
  call void @llvm.lifetime.end.p0(i64 4, ptr %14) #5
  br label %158

158:                                              ; preds = %157
  %159 = load i32, ptr %13, align 4, !tbaa !5
  %160 = add nsw i32 %159, 1
  store i32 %160, ptr %13, align 4, !tbaa !5
  br label %115, !llvm.loop !30

161:                                              ; preds = %119
  br label %162

162:                                              ; preds = %161
  %163 = load i32, ptr %12, align 4, !tbaa !5
  %164 = add nsw i32 %163, 1
  store i32 %164, ptr %12, align 4, !tbaa !5
  br label %109, !llvm.loop !31

165:                                              ; preds = %113
  br label %166

166:                                              ; preds = %165
  %167 = load i32, ptr %11, align 4, !tbaa !5
  %168 = add nsw i32 %167, 1
  store i32 %168, ptr %11, align 4, !tbaa !5
  br label %103, !llvm.loop !32

169:                                              ; preds = %107
  call void @llvm.lifetime.end.p0(i64 4, ptr %5) #5
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @Dijkstra(ptr noundef %0, i32 noundef %1, ptr noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca %struct.Heap, align 4
  %8 = alloca %struct.HeapItem, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !18
  store i32 %1, ptr %5, align 4, !tbaa !5
  store ptr %2, ptr %6, align 8, !tbaa !18
  call void @llvm.lifetime.start.p0(i64 3084, ptr %7) #5
  %13 = getelementptr inbounds %struct.Heap, ptr %7, i32 0, i32 0
  store i32 0, ptr %13, align 4, !tbaa !33
  %14 = load ptr, ptr %6, align 8, !tbaa !18
  %15 = load ptr, ptr %4, align 8, !tbaa !18
  %16 = getelementptr inbounds %struct.Graph, ptr %15, i32 0, i32 0
  %17 = load i32, ptr %16, align 4, !tbaa !11
  %18 = load i32, ptr %5, align 4, !tbaa !5
  call void @ResetTree(ptr noundef %14, i32 noundef %17, i32 noundef %18)
  %19 = load i32, ptr %5, align 4, !tbaa !5
  call void @HeapPush(ptr noundef %7, i32 noundef %19, i32 noundef 0)
  br label %20

20:                                               ; preds = %105, %103, %3
  %21 = getelementptr inbounds %struct.Heap, ptr %7, i32 0, i32 0
  %22 = load i32, ptr %21, align 4, !tbaa !33
  %23 = icmp sgt i32 %22, 0
  br i1 %23, label %24, label %106

24:                                               ; preds = %20
  call void @llvm.lifetime.start.p0(i64 8, ptr %8) #5
  %25 = call i64 @HeapPop(ptr noundef %7)
  store i64 %25, ptr %8, align 4
  %26 = getelementptr inbounds %struct.HeapItem, ptr %8, i32 0, i32 1
  %27 = load i32, ptr %26, align 4, !tbaa !35
  %28 = load ptr, ptr %6, align 8, !tbaa !18
  %29 = getelementptr inbounds %struct.Tree, ptr %28, i32 0, i32 0
  %30 = getelementptr inbounds %struct.HeapItem, ptr %8, i32 0, i32 0
  %31 = load i32, ptr %30, align 4, !tbaa !37
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds [96 x i32], ptr %29, i64 0, i64 %32
  %34 = load i32, ptr %33, align 4, !tbaa !5
  %35 = icmp sgt i32 %27, %34
  br i1 %35, label %36, label %37

36:                                               ; preds = %24
  store i32 2, ptr %9, align 4
  br label %103, !llvm.loop !38

37:                                               ; preds = %24
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #5
  %38 = load ptr, ptr %4, align 8, !tbaa !18
  %39 = getelementptr inbounds %struct.Graph, ptr %38, i32 0, i32 2
  %40 = getelementptr inbounds %struct.HeapItem, ptr %8, i32 0, i32 0
  %41 = load i32, ptr %40, align 4, !tbaa !37
  %42 = sext i32 %41 to i64
  %43 = getelementptr inbounds [96 x i32], ptr %39, i64 0, i64 %42
  %44 = load i32, ptr %43, align 4, !tbaa !5
  store i32 %44, ptr %10, align 4, !tbaa !5
  br label %45

45:                                               ; preds = %94, %37
  %46 = load i32, ptr %10, align 4, !tbaa !5
  %47 = icmp sge i32 %46, 0
  br i1 %47, label %49, label %48

48:                                               ; preds = %45
  store i32 4, ptr %9, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #5
  br label %102

49:                                               ; preds = %45
  call void @llvm.lifetime.start.p0(i64 8, ptr %11) #5
  %50 = load ptr, ptr %4, align 8, !tbaa !18
  %51 = getelementptr inbounds %struct.Graph, ptr %50, i32 0, i32 3
  %52 = load i32, ptr %10, align 4, !tbaa !5
  %53 = sext i32 %52 to i64
  %54 = getelementptr inbounds [384 x %struct.Edge], ptr %51, i64 0, i64 %53
  store ptr %54, ptr %11, align 8, !tbaa !18
  call void @llvm.lifetime.start.p0(i64 4, ptr %12) #5
  %55 = getelementptr inbounds %struct.HeapItem, ptr %8, i32 0, i32 1
  %56 = load i32, ptr %55, align 4, !tbaa !35
  %57 = load ptr, ptr %11, align 8, !tbaa !18
  %58 = getelementptr inbounds %struct.Edge, ptr %57, i32 0, i32 1
  %59 = load i32, ptr %58, align 4, !tbaa !24
  %60 = add nsw i32 %56, %59
  store i32 %60, ptr %12, align 4, !tbaa !5
  %61 = load i32, ptr %12, align 4, !tbaa !5
  %62 = load ptr, ptr %6, align 8, !tbaa !18
  %63 = getelementptr inbounds %struct.Tree, ptr %62, i32 0, i32 0
  %64 = load ptr, ptr %11, align 8, !tbaa !18
  %65 = getelementptr inbounds %struct.Edge, ptr %64, i32 0, i32 0
  %66 = load i32, ptr %65, align 4, !tbaa !26
  %67 = sext i32 %66 to i64
  %68 = getelementptr inbounds [96 x i32], ptr %63, i64 0, i64 %67
  %69 = load i32, ptr %68, align 4, !tbaa !5
  %70 = icmp slt i32 %61, %69
  br i1 %70, label %71, label %93

71:                                               ; preds = %49
  %72 = load i32, ptr %12, align 4, !tbaa !5
  %73 = load ptr, ptr %6, align 8, !tbaa !18
  %74 = getelementptr inbounds %struct.Tree, ptr %73, i32 0, i32 0
  %75 = load ptr, ptr %11, align 8, !tbaa !18
  %76 = getelementptr inbounds %struct.Edge, ptr %75, i32 0, i32 0
  %77 = load i32, ptr %76, align 4, !tbaa !26
  %78 = sext i32 %77 to i64
  %79 = getelementptr inbounds [96 x i32], ptr %74, i64 0, i64 %78
  store i32 %72, ptr %79, align 4, !tbaa !5
  %80 = getelementptr inbounds %struct.HeapItem, ptr %8, i32 0, i32 0
  %81 = load i32, ptr %80, align 4, !tbaa !37
  %82 = load ptr, ptr %6, align 8, !tbaa !18
  %83 = getelementptr inbounds %struct.Tree, ptr %82, i32 0, i32 1
  %84 = load ptr, ptr %11, align 8, !tbaa !18
  %85 = getelementptr inbounds %struct.Edge, ptr %84, i32 0, i32 0
  %86 = load i32, ptr %85, align 4, !tbaa !26
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds [96 x i32], ptr %83, i64 0, i64 %87
  store i32 %81, ptr %88, align 4, !tbaa !5
  %89 = load ptr, ptr %11, align 8, !tbaa !18
  %90 = getelementptr inbounds %struct.Edge, ptr %89, i32 0, i32 0
  %91 = load i32, ptr %90, align 4, !tbaa !26
  %92 = load i32, ptr %12, align 4, !tbaa !5
  call void @HeapPush(ptr noundef %7, i32 noundef %91, i32 noundef %92)
  br label %93

93:                                               ; preds = %71, %49
  call void @llvm.lifetime.end.p0(i64 4, ptr %12) #5
  call void @llvm.lifetime.end.p0(i64 8, ptr %11) #5
  br label %94

94:                                               ; preds = %93
  %95 = load ptr, ptr %4, align 8, !tbaa !18
  %96 = getelementptr inbounds %struct.Graph, ptr %95, i32 0, i32 3
  %97 = load i32, ptr %10, align 4, !tbaa !5
  %98 = sext i32 %97 to i64
  %99 = getelementptr inbounds [384 x %struct.Edge], ptr %96, i64 0, i64 %98
  %100 = getelementptr inbounds %struct.Edge, ptr %99, i32 0, i32 2
  %101 = load i32, ptr %100, align 4, !tbaa !27
  store i32 %101, ptr %10, align 4, !tbaa !5
  br label %45, !llvm.loop !39

102:                                              ; preds = %48
  store i32 0, ptr %9, align 4
  br label %103

103:                                              ; preds = %102, %36
  call void @llvm.lifetime.end.p0(i64 8, ptr %8) #5
  %104 = load i32, ptr %9, align 4
  switch i32 %104, label %107 [
    i32 0, label %105
    i32 2, label %20
  ]

105:                                              ; preds = %103
  br label %20, !llvm.loop !38

106:                                              ; preds = %20
  call void @llvm.lifetime.end.p0(i64 3084, ptr %7) #5
  ret void

107:                                              ; preds = %103
  unreachable
}

; Function Attrs: nounwind uwtable
define internal i32 @BellmanFord(ptr noundef %0, i32 noundef %1, ptr noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !18
  store i32 %1, ptr %5, align 4, !tbaa !5
  store ptr %2, ptr %6, align 8, !tbaa !18
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #5
  store i32 0, ptr %7, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %8) #5
  store i32 1, ptr %8, align 4, !tbaa !5
  %14 = load ptr, ptr %6, align 8, !tbaa !18
  %15 = load ptr, ptr %4, align 8, !tbaa !18
  %16 = getelementptr inbounds %struct.Graph, ptr %15, i32 0, i32 0
  %17 = load i32, ptr %16, align 4, !tbaa !11
  %18 = load i32, ptr %5, align 4, !tbaa !5
  call void @ResetTree(ptr noundef %14, i32 noundef %17, i32 noundef %18)
  br label %19

19:                                               ; preds = %108, %3
  %20 = load i32, ptr %8, align 4, !tbaa !5
  %21 = icmp ne i32 %20, 0
  br i1 %21, label %22, label %109

22:                                               ; preds = %19
  store i32 0, ptr %8, align 4, !tbaa !5
  %23 = load i32, ptr %7, align 4, !tbaa !5
  %24 = add nsw i32 %23, 1
  store i32 %24, ptr %7, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #5
  store i32 0, ptr %9, align 4, !tbaa !5
  br label %25

25:                                               ; preds = %105, %22
  %26 = load i32, ptr %9, align 4, !tbaa !5
  %27 = load ptr, ptr %4, align 8, !tbaa !18
  %28 = getelementptr inbounds %struct.Graph, ptr %27, i32 0, i32 0
  %29 = load i32, ptr %28, align 4, !tbaa !11
  %30 = icmp slt i32 %26, %29
  br i1 %30, label %32, label %31

31:                                               ; preds = %25
  store i32 4, ptr %10, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #5
  br label %108

32:                                               ; preds = %25
  %33 = load ptr, ptr %6, align 8, !tbaa !18
  %34 = getelementptr inbounds %struct.Tree, ptr %33, i32 0, i32 0
  %35 = load i32, ptr %9, align 4, !tbaa !5
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds [96 x i32], ptr %34, i64 0, i64 %36
  %38 = load i32, ptr %37, align 4, !tbaa !5
  %39 = icmp eq i32 %38, 268435456
  br i1 %39, label %40, label %41

40:                                               ; preds = %32
  br label %105

41:                                               ; preds = %32
  call void @llvm.lifetime.start.p0(i64 4, ptr %11) #5
  %42 = load ptr, ptr %4, align 8, !tbaa !18
  %43 = getelementptr inbounds %struct.Graph, ptr %42, i32 0, i32 2
  %44 = load i32, ptr %9, align 4, !tbaa !5
  %45 = sext i32 %44 to i64
  %46 = getelementptr inbounds [96 x i32], ptr %43, i64 0, i64 %45
  %47 = load i32, ptr %46, align 4, !tbaa !5
  store i32 %47, ptr %11, align 4, !tbaa !5
  br label %48

48:                                               ; preds = %96, %41
  %49 = load i32, ptr %11, align 4, !tbaa !5
  %50 = icmp sge i32 %49, 0
  br i1 %50, label %52, label %51

51:                                               ; preds = %48
  store i32 7, ptr %10, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %11) #5
  br label %104

52:                                               ; preds = %48
  call void @llvm.lifetime.start.p0(i64 4, ptr %12) #5
  %53 = load ptr, ptr %6, align 8, !tbaa !18
  %54 = getelementptr inbounds %struct.Tree, ptr %53, i32 0, i32 0
  %55 = load i32, ptr %9, align 4, !tbaa !5
  %56 = sext i32 %55 to i64
  %57 = getelementptr inbounds [96 x i32], ptr %54, i64 0, i64 %56
  %58 = load i32, ptr %57, align 4, !tbaa !5
  %59 = load ptr, ptr %4, align 8, !tbaa !18
  %60 = getelementptr inbounds %struct.Graph, ptr %59, i32 0, i32 3
  %61 = load i32, ptr %11, align 4, !tbaa !5
  %62 = sext i32 %61 to i64
  %63 = getelementptr inbounds [384 x %struct.Edge], ptr %60, i64 0, i64 %62
  %64 = getelementptr inbounds %struct.Edge, ptr %63, i32 0, i32 1
  %65 = load i32, ptr %64, align 4, !tbaa !24
  %66 = add nsw i32 %58, %65
  store i32 %66, ptr %12, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %13) #5
  %67 = load ptr, ptr %4, align 8, !tbaa !18
  %68 = getelementptr inbounds %struct.Graph, ptr %67, i32 0, i32 3
  %69 = load i32, ptr %11, align 4, !tbaa !5
  %70 = sext i32 %69 to i64
  %71 = getelementptr inbounds [384 x %struct.Edge], ptr %68, i64 0, i64 %70
  %72 = getelementptr inbounds %struct.Edge, ptr %71, i32 0, i32 0
  %73 = load i32, ptr %72, align 4, !tbaa !26
  store i32 %73, ptr %13, align 4, !tbaa !5
  %74 = load i32, ptr %12, align 4, !tbaa !5
  %75 = load ptr, ptr %6, align 8, !tbaa !18
  %76 = getelementptr inbounds %struct.Tree, ptr %75, i32 0, i32 0
  %77 = load i32, ptr %13, align 4, !tbaa !5
  %78 = sext i32 %77 to i64
  %79 = getelementptr inbounds [96 x i32], ptr %76, i64 0, i64 %78
  %80 = load i32, ptr %79, align 4, !tbaa !5
  %81 = icmp slt i32 %74, %80
  br i1 %81, label %82, label %95

82:                                               ; preds = %52
  %83 = load i32, ptr %12, align 4, !tbaa !5
  %84 = load ptr, ptr %6, align 8, !tbaa !18
  %85 = getelementptr inbounds %struct.Tree, ptr %84, i32 0, i32 0
  %86 = load i32, ptr %13, align 4, !tbaa !5
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds [96 x i32], ptr %85, i64 0, i64 %87
  store i32 %83, ptr %88, align 4, !tbaa !5
  %89 = load i32, ptr %9, align 4, !tbaa !5
  %90 = load ptr, ptr %6, align 8, !tbaa !18
  %91 = getelementptr inbounds %struct.Tree, ptr %90, i32 0, i32 1
  %92 = load i32, ptr %13, align 4, !tbaa !5
  %93 = sext i32 %92 to i64
  %94 = getelementptr inbounds [96 x i32], ptr %91, i64 0, i64 %93
  store i32 %89, ptr %94, align 4, !tbaa !5
  store i32 1, ptr %8, align 4, !tbaa !5
  br label %95

95:                                               ; preds = %82, %52
  call void @llvm.lifetime.end.p0(i64 4, ptr %13) #5
  call void @llvm.lifetime.end.p0(i64 4, ptr %12) #5
  br label %96

96:                                               ; preds = %95
  %97 = load ptr, ptr %4, align 8, !tbaa !18
  %98 = getelementptr inbounds %struct.Graph, ptr %97, i32 0, i32 3
  %99 = load i32, ptr %11, align 4, !tbaa !5
  %100 = sext i32 %99 to i64
  %101 = getelementptr inbounds [384 x %struct.Edge], ptr %98, i64 0, i64 %100
  %102 = getelementptr inbounds %struct.Edge, ptr %101, i32 0, i32 2
  %103 = load i32, ptr %102, align 4, !tbaa !27
  store i32 %103, ptr %11, align 4, !tbaa !5
  br label %48, !llvm.loop !40

104:                                              ; preds = %51
  br label %105

105:                                              ; preds = %104, %40
  %106 = load i32, ptr %9, align 4, !tbaa !5
  %107 = add nsw i32 %106, 1
  store i32 %107, ptr %9, align 4, !tbaa !5
  br label %25, !llvm.loop !41

108:                                              ; preds = %31
  br label %19, !llvm.loop !42

109:                                              ; preds = %19
  %110 = load i32, ptr %7, align 4, !tbaa !5
  store i32 1, ptr %10, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %8) #5
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #5
  ret i32 %110
}

; Function Attrs: nounwind uwtable
define internal i32 @Agree(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3) #0 {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  store ptr %0, ptr %6, align 8, !tbaa !18
  store ptr %1, ptr %7, align 8, !tbaa !18
  store ptr %2, ptr %8, align 8, !tbaa !18
  store ptr %3, ptr %9, align 8, !tbaa !18
  call void @llvm.lifetime.start.p0(i64 4, ptr %10) #5
  store i32 0, ptr %10, align 4, !tbaa !5
  br label %13

13:                                               ; preds = %77, %4
  %14 = load i32, ptr %10, align 4, !tbaa !5
  %15 = load ptr, ptr %6, align 8, !tbaa !18
  %16 = getelementptr inbounds %struct.Graph, ptr %15, i32 0, i32 0
  %17 = load i32, ptr %16, align 4, !tbaa !11
  %18 = icmp slt i32 %14, %17
  br i1 %18, label %20, label %19

19:                                               ; preds = %13
  store i32 2, ptr %11, align 4
  br label %80

20:                                               ; preds = %13
  call void @llvm.lifetime.start.p0(i64 4, ptr %12) #5
  %21 = load ptr, ptr %7, align 8, !tbaa !18
  %22 = getelementptr inbounds %struct.Tree, ptr %21, i32 0, i32 0
  %23 = load i32, ptr %10, align 4, !tbaa !5
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds [96 x i32], ptr %22, i64 0, i64 %24
  %26 = load i32, ptr %25, align 4, !tbaa !5
  store i32 %26, ptr %12, align 4, !tbaa !5
  %27 = load i32, ptr %12, align 4, !tbaa !5
  %28 = load ptr, ptr %8, align 8, !tbaa !18
  %29 = getelementptr inbounds %struct.Tree, ptr %28, i32 0, i32 0
  %30 = load i32, ptr %10, align 4, !tbaa !5
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds [96 x i32], ptr %29, i64 0, i64 %31
  %33 = load i32, ptr %32, align 4, !tbaa !5
  %34 = icmp ne i32 %27, %33
  br i1 %34, label %35, label %36

35:                                               ; preds = %20
  store i32 0, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %74

36:                                               ; preds = %20
  %37 = load ptr, ptr %9, align 8, !tbaa !18
  %38 = load i32, ptr %10, align 4, !tbaa !5
  %39 = sext i32 %38 to i64
  %40 = getelementptr inbounds i32, ptr %37, i64 %39
  %41 = load i32, ptr %40, align 4, !tbaa !5
  %42 = icmp slt i32 %41, 268435456
  br i1 %42, label %43, label %51

43:                                               ; preds = %36
  %44 = load i32, ptr %12, align 4, !tbaa !5
  %45 = load ptr, ptr %9, align 8, !tbaa !18
  %46 = load i32, ptr %10, align 4, !tbaa !5
  %47 = sext i32 %46 to i64
  %48 = getelementptr inbounds i32, ptr %45, i64 %47
  %49 = load i32, ptr %48, align 4, !tbaa !5
  %50 = icmp ne i32 %44, %49
  br i1 %50, label %54, label %55

51:                                               ; preds = %36
  %52 = load i32, ptr %12, align 4, !tbaa !5
  %53 = icmp ne i32 %52, 268435456
  br i1 %53, label %54, label %55

54:                                               ; preds = %51, %43
  store i32 0, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %74

55:                                               ; preds = %51, %43
  %56 = load i32, ptr %12, align 4, !tbaa !5
  %57 = icmp slt i32 %56, 268435456
  br i1 %57, label %58, label %73

58:                                               ; preds = %55
  %59 = load ptr, ptr %6, align 8, !tbaa !18
  %60 = load ptr, ptr %7, align 8, !tbaa !18
  %61 = load i32, ptr %10, align 4, !tbaa !5
  %62 = call i32 @PathCost(ptr noundef %59, ptr noundef %60, i32 noundef %61)
  %63 = load i32, ptr %12, align 4, !tbaa !5
  %64 = icmp ne i32 %62, %63
  br i1 %64, label %72, label %65

65:                                               ; preds = %58
  %66 = load ptr, ptr %6, align 8, !tbaa !18
  %67 = load ptr, ptr %8, align 8, !tbaa !18
  %68 = load i32, ptr %10, align 4, !tbaa !5
  %69 = call i32 @PathCost(ptr noundef %66, ptr noundef %67, i32 noundef %68)
  %70 = load i32, ptr %12, align 4, !tbaa !5
  %71 = icmp ne i32 %69, %70
  br i1 %71, label %72, label %73

72:                                               ; preds = %65, %58
  store i32 0, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %74

73:                                               ; preds = %65, %55
  store i32 0, ptr %11, align 4
  br label %74

74:                                               ; preds = %73, %72, %54, %35
  call void @llvm.lifetime.end.p0(i64 4, ptr %12) #5
  %75 = load i32, ptr %11, align 4
  switch i32 %75, label %80 [
    i32 0, label %76
  ]

76:                                               ; preds = %74
  br label %77

77:                                               ; preds = %76
  %78 = load i32, ptr %10, align 4, !tbaa !5
  %79 = add nsw i32 %78, 1
  store i32 %79, ptr %10, align 4, !tbaa !5
  br label %13, !llvm.loop !43

80:                                               ; preds = %74, %19
  call void @llvm.lifetime.end.p0(i64 4, ptr %10) #5
  %81 = load i32, ptr %11, align 4
  switch i32 %81, label %85 [
    i32 2, label %82
    i32 1, label %83
  ]

82:                                               ; preds = %80
  store i32 1, ptr %5, align 4
  br label %83

83:                                               ; preds = %82, %80
  %84 = load i32, ptr %5, align 4
  ret i32 %84

85:                                               ; preds = %80
  unreachable
}

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: nounwind uwtable
define internal void @ClearGraph(ptr noundef %0, i32 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 8, !tbaa !18
  store i32 %1, ptr %4, align 4, !tbaa !5
  %6 = load i32, ptr %4, align 4, !tbaa !5
  %7 = load ptr, ptr %3, align 8, !tbaa !18
  %8 = getelementptr inbounds %struct.Graph, ptr %7, i32 0, i32 0
  store i32 %6, ptr %8, align 4, !tbaa !11
  %9 = load ptr, ptr %3, align 8, !tbaa !18
  %10 = getelementptr inbounds %struct.Graph, ptr %9, i32 0, i32 1
  store i32 0, ptr %10, align 4, !tbaa !17
  call void @llvm.lifetime.start.p0(i64 4, ptr %5) #5
  store i32 0, ptr %5, align 4, !tbaa !5
  br label %11

11:                                               ; preds = %22, %2
  %12 = load i32, ptr %5, align 4, !tbaa !5
  %13 = load i32, ptr %4, align 4, !tbaa !5
  %14 = icmp slt i32 %12, %13
  br i1 %14, label %16, label %15

15:                                               ; preds = %11
  call void @llvm.lifetime.end.p0(i64 4, ptr %5) #5
  br label %25

16:                                               ; preds = %11
  %17 = load ptr, ptr %3, align 8, !tbaa !18
  %18 = getelementptr inbounds %struct.Graph, ptr %17, i32 0, i32 2
  %19 = load i32, ptr %5, align 4, !tbaa !5
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds [96 x i32], ptr %18, i64 0, i64 %20
  store i32 -1, ptr %21, align 4, !tbaa !5
  br label %22

22:                                               ; preds = %16
  %23 = load i32, ptr %5, align 4, !tbaa !5
  %24 = add nsw i32 %23, 1
  store i32 %24, ptr %5, align 4, !tbaa !5
  br label %11, !llvm.loop !44

25:                                               ; preds = %15
  ret void
}

; Function Attrs: nounwind uwtable
define internal i32 @Random(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4, !tbaa !5
  %3 = load i64, ptr @random_state, align 8, !tbaa !9
  %4 = mul i64 %3, 6364136223846793005
  %5 = add i64 %4, 1442695040888963407
  store i64 %5, ptr @random_state, align 8, !tbaa !9
  %6 = load i64, ptr @random_state, align 8, !tbaa !9
  %7 = lshr i64 %6, 33
  %8 = trunc i64 %7 to i32
  %9 = load i32, ptr %2, align 4, !tbaa !5
  %10 = urem i32 %8, %9
  ret i32 %10
}

; Function Attrs: nounwind uwtable
define internal void @AddEdge(ptr noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3) #0 {
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8, !tbaa !18
  store i32 %1, ptr %6, align 4, !tbaa !5
  store i32 %2, ptr %7, align 4, !tbaa !5
  store i32 %3, ptr %8, align 4, !tbaa !5
  %10 = load ptr, ptr %5, align 8, !tbaa !18
  %11 = getelementptr inbounds %struct.Graph, ptr %10, i32 0, i32 1
  %12 = load i32, ptr %11, align 4, !tbaa !17
  %13 = icmp eq i32 %12, 384
  br i1 %13, label %14, label %15

14:                                               ; preds = %4
  call void @abort() #6
  unreachable

15:                                               ; preds = %4
  call void @llvm.lifetime.start.p0(i64 8, ptr %9) #5
  %16 = load ptr, ptr %5, align 8, !tbaa !18
  %17 = getelementptr inbounds %struct.Graph, ptr %16, i32 0, i32 3
  %18 = load ptr, ptr %5, align 8, !tbaa !18
  %19 = getelementptr inbounds %struct.Graph, ptr %18, i32 0, i32 1
  %20 = load i32, ptr %19, align 4, !tbaa !17
  %21 = sext i32 %20 to i64
  %22 = getelementptr inbounds [384 x %struct.Edge], ptr %17, i64 0, i64 %21
  store ptr %22, ptr %9, align 8, !tbaa !18
  %23 = load i32, ptr %7, align 4, !tbaa !5
  %24 = load ptr, ptr %9, align 8, !tbaa !18
  %25 = getelementptr inbounds %struct.Edge, ptr %24, i32 0, i32 0
  store i32 %23, ptr %25, align 4, !tbaa !26
  %26 = load i32, ptr %8, align 4, !tbaa !5
  %27 = load ptr, ptr %9, align 8, !tbaa !18
  %28 = getelementptr inbounds %struct.Edge, ptr %27, i32 0, i32 1
  store i32 %26, ptr %28, align 4, !tbaa !24
  %29 = load ptr, ptr %5, align 8, !tbaa !18
  %30 = getelementptr inbounds %struct.Graph, ptr %29, i32 0, i32 2
  %31 = load i32, ptr %6, align 4, !tbaa !5
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds [96 x i32], ptr %30, i64 0, i64 %32
  %34 = load i32, ptr %33, align 4, !tbaa !5
  %35 = load ptr, ptr %9, align 8, !tbaa !18
  %36 = getelementptr inbounds %struct.Edge, ptr %35, i32 0, i32 2
  store i32 %34, ptr %36, align 4, !tbaa !27
  %37 = load ptr, ptr %5, align 8, !tbaa !18
  %38 = getelementptr inbounds %struct.Graph, ptr %37, i32 0, i32 1
  %39 = load i32, ptr %38, align 4, !tbaa !17
  %40 = add nsw i32 %39, 1
  store i32 %40, ptr %38, align 4, !tbaa !17
  %41 = load ptr, ptr %5, align 8, !tbaa !18
  %42 = getelementptr inbounds %struct.Graph, ptr %41, i32 0, i32 2
  %43 = load i32, ptr %6, align 4, !tbaa !5
  %44 = sext i32 %43 to i64
  %45 = getelementptr inbounds [96 x i32], ptr %42, i64 0, i64 %44
  store i32 %39, ptr %45, align 4, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 8, ptr %9) #5
  ret void
}

; Function Attrs: noreturn nounwind
declare void @abort() #3

; Function Attrs: nounwind uwtable
define internal void @ResetTree(ptr noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !18
  store i32 %1, ptr %5, align 4, !tbaa !5
  store i32 %2, ptr %6, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #5
  store i32 0, ptr %7, align 4, !tbaa !5
  br label %8

8:                                                ; preds = %24, %3
  %9 = load i32, ptr %7, align 4, !tbaa !5
  %10 = load i32, ptr %5, align 4, !tbaa !5
  %11 = icmp slt i32 %9, %10
  br i1 %11, label %13, label %12

12:                                               ; preds = %8
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #5
  br label %27

13:                                               ; preds = %8
  %14 = load ptr, ptr %4, align 8, !tbaa !18
  %15 = getelementptr inbounds %struct.Tree, ptr %14, i32 0, i32 0
  %16 = load i32, ptr %7, align 4, !tbaa !5
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds [96 x i32], ptr %15, i64 0, i64 %17
  store i32 268435456, ptr %18, align 4, !tbaa !5
  %19 = load ptr, ptr %4, align 8, !tbaa !18
  %20 = getelementptr inbounds %struct.Tree, ptr %19, i32 0, i32 1
  %21 = load i32, ptr %7, align 4, !tbaa !5
  %22 = sext i32 %21 to i64
  %23 = getelementptr inbounds [96 x i32], ptr %20, i64 0, i64 %22
  store i32 -1, ptr %23, align 4, !tbaa !5
  br label %24

24:                                               ; preds = %13
  %25 = load i32, ptr %7, align 4, !tbaa !5
  %26 = add nsw i32 %25, 1
  store i32 %26, ptr %7, align 4, !tbaa !5
  br label %8, !llvm.loop !45

27:                                               ; preds = %12
  %28 = load ptr, ptr %4, align 8, !tbaa !18
  %29 = getelementptr inbounds %struct.Tree, ptr %28, i32 0, i32 0
  %30 = load i32, ptr %6, align 4, !tbaa !5
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds [96 x i32], ptr %29, i64 0, i64 %31
  store i32 0, ptr %32, align 4, !tbaa !5
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @HeapPush(ptr noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !18
  store i32 %1, ptr %5, align 4, !tbaa !5
  store i32 %2, ptr %6, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #5
  %10 = load ptr, ptr %4, align 8, !tbaa !18
  %11 = getelementptr inbounds %struct.Heap, ptr %10, i32 0, i32 0
  %12 = load i32, ptr %11, align 4, !tbaa !33
  %13 = add nsw i32 %12, 1
  store i32 %13, ptr %11, align 4, !tbaa !33
  store i32 %12, ptr %7, align 4, !tbaa !5
  br label %14

14:                                               ; preds = %45, %3
  %15 = load i32, ptr %7, align 4, !tbaa !5
  %16 = icmp sgt i32 %15, 0
  br i1 %16, label %17, label %46

17:                                               ; preds = %14
  call void @llvm.lifetime.start.p0(i64 4, ptr %8) #5
  %18 = load i32, ptr %7, align 4, !tbaa !5
  %19 = sub nsw i32 %18, 1
  %20 = sdiv i32 %19, 2
  store i32 %20, ptr %8, align 4, !tbaa !5
  %21 = load ptr, ptr %4, align 8, !tbaa !18
  %22 = getelementptr inbounds %struct.Heap, ptr %21, i32 0, i32 1
  %23 = load i32, ptr %8, align 4, !tbaa !5
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds [385 x %struct.HeapItem], ptr %22, i64 0, i64 %24
  %26 = getelementptr inbounds %struct.HeapItem, ptr %25, i32 0, i32 1
  %27 = load i32, ptr %26, align 4, !tbaa !35
  %28 = load i32, ptr %6, align 4, !tbaa !5
  %29 = icmp sle i32 %27, %28
  br i1 %29, label %30, label %31

30:                                               ; preds = %17
  store i32 3, ptr %9, align 4
  br label %43

31:                                               ; preds = %17
  %32 = load ptr, ptr %4, align 8, !tbaa !18
  %33 = getelementptr inbounds %struct.Heap, ptr %32, i32 0, i32 1
  %34 = load i32, ptr %7, align 4, !tbaa !5
  %35 = sext i32 %34 to i64
  %36 = getelementptr inbounds [385 x %struct.HeapItem], ptr %33, i64 0, i64 %35
  %37 = load ptr, ptr %4, align 8, !tbaa !18
  %38 = getelementptr inbounds %struct.Heap, ptr %37, i32 0, i32 1
  %39 = load i32, ptr %8, align 4, !tbaa !5
  %40 = sext i32 %39 to i64
  %41 = getelementptr inbounds [385 x %struct.HeapItem], ptr %38, i64 0, i64 %40
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %36, ptr align 4 %41, i64 8, i1 false), !tbaa.struct !46
  %42 = load i32, ptr %8, align 4, !tbaa !5
  store i32 %42, ptr %7, align 4, !tbaa !5
  store i32 0, ptr %9, align 4
  br label %43

43:                                               ; preds = %31, %30
  call void @llvm.lifetime.end.p0(i64 4, ptr %8) #5
  %44 = load i32, ptr %9, align 4
  switch i32 %44, label %61 [
    i32 0, label %45
    i32 3, label %46
  ]

45:                                               ; preds = %43
  br label %14, !llvm.loop !47

46:                                               ; preds = %43, %14
  %47 = load i32, ptr %5, align 4, !tbaa !5
  %48 = load ptr, ptr %4, align 8, !tbaa !18
  %49 = getelementptr inbounds %struct.Heap, ptr %48, i32 0, i32 1
  %50 = load i32, ptr %7, align 4, !tbaa !5
  %51 = sext i32 %50 to i64
  %52 = getelementptr inbounds [385 x %struct.HeapItem], ptr %49, i64 0, i64 %51
  %53 = getelementptr inbounds %struct.HeapItem, ptr %52, i32 0, i32 0
  store i32 %47, ptr %53, align 4, !tbaa !37
  %54 = load i32, ptr %6, align 4, !tbaa !5
  %55 = load ptr, ptr %4, align 8, !tbaa !18
  %56 = getelementptr inbounds %struct.Heap, ptr %55, i32 0, i32 1
  %57 = load i32, ptr %7, align 4, !tbaa !5
  %58 = sext i32 %57 to i64
  %59 = getelementptr inbounds [385 x %struct.HeapItem], ptr %56, i64 0, i64 %58
  %60 = getelementptr inbounds %struct.HeapItem, ptr %59, i32 0, i32 1
  store i32 %54, ptr %60, align 4, !tbaa !35
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #5
  ret void

61:                                               ; preds = %43
  unreachable
}

; Function Attrs: nounwind uwtable
define internal i64 @HeapPop(ptr noundef %0) #0 {
  %2 = alloca %struct.HeapItem, align 4
  %3 = alloca ptr, align 8
  %4 = alloca %struct.HeapItem, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %3, align 8, !tbaa !18
  %8 = load ptr, ptr %3, align 8, !tbaa !18
  %9 = getelementptr inbounds %struct.Heap, ptr %8, i32 0, i32 1
  %10 = getelementptr inbounds [385 x %struct.HeapItem], ptr %9, i64 0, i64 0
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %2, ptr align 4 %10, i64 8, i1 false), !tbaa.struct !46
  call void @llvm.lifetime.start.p0(i64 8, ptr %4) #5
  %11 = load ptr, ptr %3, align 8, !tbaa !18
  %12 = getelementptr inbounds %struct.Heap, ptr %11, i32 0, i32 1
  %13 = load ptr, ptr %3, align 8, !tbaa !18
  %14 = getelementptr inbounds %struct.Heap, ptr %13, i32 0, i32 0
  %15 = load i32, ptr %14, align 4, !tbaa !33
  %16 = add nsw i32 %15, -1
  store i32 %16, ptr %14, align 4, !tbaa !33
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds [385 x %struct.HeapItem], ptr %12, i64 0, i64 %17
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %4, ptr align 4 %18, i64 8, i1 false), !tbaa.struct !46
  call void @llvm.lifetime.start.p0(i64 4, ptr %5) #5
  store i32 0, ptr %5, align 4, !tbaa !5
  br label %19

19:                                               ; preds = %82, %1
  call void @llvm.lifetime.start.p0(i64 4, ptr %6) #5
  %20 = load i32, ptr %5, align 4, !tbaa !5
  %21 = mul nsw i32 2, %20
  %22 = add nsw i32 %21, 1
  store i32 %22, ptr %6, align 4, !tbaa !5
  %23 = load i32, ptr %6, align 4, !tbaa !5
  %24 = load ptr, ptr %3, align 8, !tbaa !18
  %25 = getelementptr inbounds %struct.Heap, ptr %24, i32 0, i32 0
  %26 = load i32, ptr %25, align 4, !tbaa !33
  %27 = icmp sge i32 %23, %26
  br i1 %27, label %28, label %29

28:                                               ; preds = %19
  store i32 2, ptr %7, align 4
  br label %80

29:                                               ; preds = %19
  %30 = load i32, ptr %6, align 4, !tbaa !5
  %31 = add nsw i32 %30, 1
  %32 = load ptr, ptr %3, align 8, !tbaa !18
  %33 = getelementptr inbounds %struct.Heap, ptr %32, i32 0, i32 0
  %34 = load i32, ptr %33, align 4, !tbaa !33
  %35 = icmp slt i32 %31, %34
  br i1 %35, label %36, label %56

36:                                               ; preds = %29
  %37 = load ptr, ptr %3, align 8, !tbaa !18
  %38 = getelementptr inbounds %struct.Heap, ptr %37, i32 0, i32 1
  %39 = load i32, ptr %6, align 4, !tbaa !5
  %40 = add nsw i32 %39, 1
  %41 = sext i32 %40 to i64
  %42 = getelementptr inbounds [385 x %struct.HeapItem], ptr %38, i64 0, i64 %41
  %43 = getelementptr inbounds %struct.HeapItem, ptr %42, i32 0, i32 1
  %44 = load i32, ptr %43, align 4, !tbaa !35
  %45 = load ptr, ptr %3, align 8, !tbaa !18
  %46 = getelementptr inbounds %struct.Heap, ptr %45, i32 0, i32 1
  %47 = load i32, ptr %6, align 4, !tbaa !5
  %48 = sext i32 %47 to i64
  %49 = getelementptr inbounds [385 x %struct.HeapItem], ptr %46, i64 0, i64 %48
  %50 = getelementptr inbounds %struct.HeapItem, ptr %49, i32 0, i32 1
  %51 = load i32, ptr %50, align 4, !tbaa !35
  %52 = icmp slt i32 %44, %51
  br i1 %52, label %53, label %56

53:                                               ; preds = %36
  %54 = load i32, ptr %6, align 4, !tbaa !5
  %55 = add nsw i32 %54, 1
  store i32 %55, ptr %6, align 4, !tbaa !5
  br label %56

56:                                               ; preds = %53, %36, %29
  %57 = getelementptr inbounds %struct.HeapItem, ptr %4, i32 0, i32 1
  %58 = load i32, ptr %57, align 4, !tbaa !35
  %59 = load ptr, ptr %3, align 8, !tbaa !18
  %60 = getelementptr inbounds %struct.Heap, ptr %59, i32 0, i32 1
  %61 = load i32, ptr %6, align 4, !tbaa !5
  %62 = sext i32 %61 to i64
  %63 = getelementptr inbounds [385 x %struct.HeapItem], ptr %60, i64 0, i64 %62
  %64 = getelementptr inbounds %struct.HeapItem, ptr %63, i32 0, i32 1
  %65 = load i32, ptr %64, align 4, !tbaa !35
  %66 = icmp sle i32 %58, %65
  br i1 %66, label %67, label %68

67:                                               ; preds = %56
  store i32 2, ptr %7, align 4
  br label %80

68:                                               ; preds = %56
  %69 = load ptr, ptr %3, align 8, !tbaa !18
  %70 = getelementptr inbounds %struct.Heap, ptr %69, i32 0, i32 1
  %71 = load i32, ptr %5, align 4, !tbaa !5
  %72 = sext i32 %71 to i64
  %73 = getelementptr inbounds [385 x %struct.HeapItem], ptr %70, i64 0, i64 %72
  %74 = load ptr, ptr %3, align 8, !tbaa !18
  %75 = getelementptr inbounds %struct.Heap, ptr %74, i32 0, i32 1
  %76 = load i32, ptr %6, align 4, !tbaa !5
  %77 = sext i32 %76 to i64
  %78 = getelementptr inbounds [385 x %struct.HeapItem], ptr %75, i64 0, i64 %77
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %73, ptr align 4 %78, i64 8, i1 false), !tbaa.struct !46
  %79 = load i32, ptr %6, align 4, !tbaa !5
  store i32 %79, ptr %5, align 4, !tbaa !5
  store i32 0, ptr %7, align 4
  br label %80

80:                                               ; preds = %68, %67, %28
  call void @llvm.lifetime.end.p0(i64 4, ptr %6) #5
  %81 = load i32, ptr %7, align 4
  switch i32 %81, label %90 [
    i32 0, label %82
    i32 2, label %83
  ]

82:                                               ; preds = %80
  br label %19, !llvm.loop !48

83:                                               ; preds = %80
  %84 = load ptr, ptr %3, align 8, !tbaa !18
  %85 = getelementptr inbounds %struct.Heap, ptr %84, i32 0, i32 1
  %86 = load i32, ptr %5, align 4, !tbaa !5
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds [385 x %struct.HeapItem], ptr %85, i64 0, i64 %87
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %88, ptr align 4 %4, i64 8, i1 false), !tbaa.struct !46
  store i32 1, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %5) #5
  call void @llvm.lifetime.end.p0(i64 8, ptr %4) #5
  %89 = load i64, ptr %2, align 4
  ret i64 %89

90:                                               ; preds = %80
  unreachable
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

; Function Attrs: nounwind uwtable
define internal i32 @PathCost(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  store ptr %0, ptr %5, align 8, !tbaa !18
  store ptr %1, ptr %6, align 8, !tbaa !18
  store i32 %2, ptr %7, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %8) #5
  store i32 0, ptr %8, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #5
  store i32 0, ptr %9, align 4, !tbaa !5
  br label %12

12:                                               ; preds = %54, %3
  %13 = load ptr, ptr %6, align 8, !tbaa !18
  %14 = getelementptr inbounds %struct.Tree, ptr %13, i32 0, i32 1
  %15 = load i32, ptr %7, align 4, !tbaa !5
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds [96 x i32], ptr %14, i64 0, i64 %16
  %18 = load i32, ptr %17, align 4, !tbaa !5
  %19 = icmp sge i32 %18, 0
  br i1 %19, label %21, label %20

20:                                               ; preds = %12
  store i32 2, ptr %10, align 4
  br label %57

21:                                               ; preds = %12
  %22 = load i32, ptr %9, align 4, !tbaa !5
  %23 = load ptr, ptr %5, align 8, !tbaa !18
  %24 = getelementptr inbounds %struct.Graph, ptr %23, i32 0, i32 0
  %25 = load i32, ptr %24, align 4, !tbaa !11
  %26 = icmp sgt i32 %22, %25
  br i1 %26, label %27, label %28

27:                                               ; preds = %21
  store i32 -1, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %57

28:                                               ; preds = %21
  call void @llvm.lifetime.start.p0(i64 4, ptr %11) #5
  %29 = load ptr, ptr %5, align 8, !tbaa !18
  %30 = load ptr, ptr %6, align 8, !tbaa !18
  %31 = getelementptr inbounds %struct.Tree, ptr %30, i32 0, i32 1
  %32 = load i32, ptr %7, align 4, !tbaa !5
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds [96 x i32], ptr %31, i64 0, i64 %33
  %35 = load i32, ptr %34, align 4, !tbaa !5
  %36 = load i32, ptr %7, align 4, !tbaa !5
  %37 = call i32 @CheapestEdge(ptr noundef %29, i32 noundef %35, i32 noundef %36)
  store i32 %37, ptr %11, align 4, !tbaa !5
  %38 = load i32, ptr %11, align 4, !tbaa !5
  %39 = icmp eq i32 %38, 268435456
  br i1 %39, label %40, label %41

40:                                               ; preds = %28
  store i32 -1, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %51

41:                                               ; preds = %28
  %42 = load i32, ptr %11, align 4, !tbaa !5
  %43 = load i32, ptr %8, align 4, !tbaa !5
  %44 = add nsw i32 %43, %42
  store i32 %44, ptr %8, align 4, !tbaa !5
  %45 = load ptr, ptr %6, align 8, !tbaa !18
  %46 = getelementptr inbounds %struct.Tree, ptr %45, i32 0, i32 1
  %47 = load i32, ptr %7, align 4, !tbaa !5
  %48 = sext i32 %47 to i64
  %49 = getelementptr inbounds [96 x i32], ptr %46, i64 0, i64 %48
  %50 = load i32, ptr %49, align 4, !tbaa !5
  store i32 %50, ptr %7, align 4, !tbaa !5
  store i32 0, ptr %10, align 4
  br label %51

51:                                               ; preds = %41, %40
  call void @llvm.lifetime.end.p0(i64 4, ptr %11) #5
  %52 = load i32, ptr %10, align 4
  switch i32 %52, label %57 [
    i32 0, label %53
  ]

53:                                               ; preds = %51
  br label %54

54:                                               ; preds = %53
  %55 = load i32, ptr %9, align 4, !tbaa !5
  %56 = add nsw i32 %55, 1
  store i32 %56, ptr %9, align 4, !tbaa !5
  br label %12, !llvm.loop !49

57:                                               ; preds = %51, %27, %20
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #5
  %58 = load i32, ptr %10, align 4
  switch i32 %58, label %61 [
    i32 2, label %59
  ]

59:                                               ; preds = %57
  %60 = load i32, ptr %8, align 4, !tbaa !5
  store i32 %60, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %61

61:                                               ; preds = %59, %57
  call void @llvm.lifetime.end.p0(i64 4, ptr %8) #5
  %62 = load i32, ptr %4, align 4
  ret i32 %62
}

; Function Attrs: nounwind uwtable
define internal i32 @CheapestEdge(ptr noundef %0, i32 noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8, !tbaa !18
  store i32 %1, ptr %5, align 4, !tbaa !5
  store i32 %2, ptr %6, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #5
  store i32 268435456, ptr %7, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(i64 4, ptr %8) #5
  %9 = load ptr, ptr %4, align 8, !tbaa !18
  %10 = getelementptr inbounds %struct.Graph, ptr %9, i32 0, i32 2
  %11 = load i32, ptr %5, align 4, !tbaa !5
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds [96 x i32], ptr %10, i64 0, i64 %12
  %14 = load i32, ptr %13, align 4, !tbaa !5
  store i32 %14, ptr %8, align 4, !tbaa !5
  br label %15

15:                                               ; preds = %48, %3
  %16 = load i32, ptr %8, align 4, !tbaa !5
  %17 = icmp sge i32 %16, 0
  br i1 %17, label %19, label %18

18:                                               ; preds = %15
  call void @llvm.lifetime.end.p0(i64 4, ptr %8) #5
  br label %56

19:                                               ; preds = %15
  %20 = load ptr, ptr %4, align 8, !tbaa !18
  %21 = getelementptr inbounds %struct.Graph, ptr %20, i32 0, i32 3
  %22 = load i32, ptr %8, align 4, !tbaa !5
  %23 = sext i32 %22 to i64
  %24 = getelementptr inbounds [384 x %struct.Edge], ptr %21, i64 0, i64 %23
  %25 = getelementptr inbounds %struct.Edge, ptr %24, i32 0, i32 0
  %26 = load i32, ptr %25, align 4, !tbaa !26
  %27 = load i32, ptr %6, align 4, !tbaa !5
  %28 = icmp eq i32 %26, %27
  br i1 %28, label %29, label %47

29:                                               ; preds = %19
  %30 = load ptr, ptr %4, align 8, !tbaa !18
  %31 = getelementptr inbounds %struct.Graph, ptr %30, i32 0, i32 3
  %32 = load i32, ptr %8, align 4, !tbaa !5
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds [384 x %struct.Edge], ptr %31, i64 0, i64 %33
  %35 = getelementptr inbounds %struct.Edge, ptr %34, i32 0, i32 1
  %36 = load i32, ptr %35, align 4, !tbaa !24
  %37 = load i32, ptr %7, align 4, !tbaa !5
  %38 = icmp slt i32 %36, %37
  br i1 %38, label %39, label %47

39:                                               ; preds = %29
  %40 = load ptr, ptr %4, align 8, !tbaa !18
  %41 = getelementptr inbounds %struct.Graph, ptr %40, i32 0, i32 3
  %42 = load i32, ptr %8, align 4, !tbaa !5
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds [384 x %struct.Edge], ptr %41, i64 0, i64 %43
  %45 = getelementptr inbounds %struct.Edge, ptr %44, i32 0, i32 1
  %46 = load i32, ptr %45, align 4, !tbaa !24
  store i32 %46, ptr %7, align 4, !tbaa !5
  br label %47

47:                                               ; preds = %39, %29, %19
  br label %48

48:                                               ; preds = %47
  %49 = load ptr, ptr %4, align 8, !tbaa !18
  %50 = getelementptr inbounds %struct.Graph, ptr %49, i32 0, i32 3
  %51 = load i32, ptr %8, align 4, !tbaa !5
  %52 = sext i32 %51 to i64
  %53 = getelementptr inbounds [384 x %struct.Edge], ptr %50, i64 0, i64 %52
  %54 = getelementptr inbounds %struct.Edge, ptr %53, i32 0, i32 2
  %55 = load i32, ptr %54, align 4, !tbaa !27
  store i32 %55, ptr %8, align 4, !tbaa !5
  br label %15, !llvm.loop !50

56:                                               ; preds = %18
  %57 = load i32, ptr %7, align 4, !tbaa !5
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #5
  ret i32 %57
}

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

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
!11 = !{!12, !6, i64 0}
!12 = !{!"", !6, i64 0, !6, i64 4, !7, i64 8, !7, i64 392}
!13 = distinct !{!13, !14, !15}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!"llvm.loop.unroll.disable"}
!16 = distinct !{!16, !14, !15}
!17 = !{!12, !6, i64 4}
!18 = !{!19, !19, i64 0}
!19 = !{!"any pointer", !7, i64 0}
!20 = distinct !{!20, !14, !15}
!21 = distinct !{!21, !14, !15}
!22 = distinct !{!22, !14, !15}
!23 = distinct !{!23, !14, !15}
!24 = !{!25, !6, i64 4}
!25 = !{!"", !6, i64 0, !6, i64 4, !6, i64 8}
!26 = !{!25, !6, i64 0}
!27 = !{!25, !6, i64 8}
!28 = distinct !{!28, !14, !15}
!29 = distinct !{!29, !14, !15}
!30 = distinct !{!30, !14, !15}
!31 = distinct !{!31, !14, !15}
!32 = distinct !{!32, !14, !15}
!33 = !{!34, !6, i64 0}
!34 = !{!"", !6, i64 0, !7, i64 4}
!35 = !{!36, !6, i64 4}
!36 = !{!"", !6, i64 0, !6, i64 4}
!37 = !{!36, !6, i64 0}
!38 = distinct !{!38, !14, !15}
!39 = distinct !{!39, !14, !15}
!40 = distinct !{!40, !14, !15}
!41 = distinct !{!41, !14, !15}
!42 = distinct !{!42, !14, !15}
!43 = distinct !{!43, !14, !15}
!44 = distinct !{!44, !14, !15}
!45 = distinct !{!45, !14, !15}
!46 = !{i64 0, i64 4, !5, i64 4, i64 4, !5}
!47 = distinct !{!47, !14, !15}
!48 = distinct !{!48, !15}
!49 = distinct !{!49, !14, !15}
!50 = distinct !{!50, !14, !15}
