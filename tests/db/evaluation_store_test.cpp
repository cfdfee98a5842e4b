#include "db/evaluation_store.h"

#include <atomic>
#include <csignal>
#include <fstream>
#include <limits>
#include <thread>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "db/cache_file.h"
#include "support/child_process.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr ProgramId kStoreProgram{1, 2};
constexpr ProgramId kOtherProgram{5, 6};
constexpr Hash128 kStoreTools{3, 4};

Hash128 StoreList(std::uint64_t number) { return HashBytes("list " + std::to_string(number)); }

StoredEvaluation Measured(std::uint64_t instructions, std::optional<ObjectSize> size = {}) {
  return {StoredEvaluation::State{StoreList(instructions), {instructions, size}, 1000},
          size.has_value()};
}

std::vector<StoredEvaluation> Find(EvaluationStore& store, std::vector<Hash128> lists) {
  return store.Find(lists);
}

/// Of the lists up to `count`, by number.
std::uint64_t CountKnown(EvaluationStore& store, std::uint64_t count) {
  std::uint64_t known = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto found = Find(store, {StoreList(i)});
    if (found.empty()) continue;
    EXPECT_EQ(found.front().state()->cost.instructions, i);
    ++known;
  }
  return known;
}

void PutMany(EvaluationStore& store, std::uint64_t first, std::uint64_t end) {
  for (std::uint64_t i = first; i < end; ++i) store.Put(StoreList(i), Measured(i));
}

class EvaluationStoreTest : public testing::Test {
 protected:
  std::unique_ptr<EvaluationStore> Open(EvaluationStoreOptions options = {},
                                        const ProgramId& program = kStoreProgram,
                                        const Hash128& toolchain = kStoreTools) {
    auto store = EvaluationStore::Open(file_, program, toolchain, std::move(options));
    if (!store.ok()) ADD_FAILURE() << store.error().message;
    return store.ok() ? *std::move(store) : nullptr;
  }

  void Fill(std::uint64_t count, const ProgramId& program = kStoreProgram) {
    const auto store = Open({}, program);
    PutMany(*store, 0, count);
    ASSERT_TRUE(store->Close().ok());
  }

  std::string Ask(const std::string& query) {
    SQLite::Database database(file_.string(), SQLite::OPEN_READWRITE);
    return database.execAndGet(query).getString();
  }

  void ExpectRefused(ErrorCode code, const std::string& what) {
    const auto store = EvaluationStore::Open(file_, kStoreProgram, kStoreTools);
    ASSERT_FALSE(store.ok());
    EXPECT_EQ(store.error().code, code);
    EXPECT_THAT(store.error().message, HasSubstr(what));
    EXPECT_THAT(store.error().message, HasSubstr(file_.string()));
  }

  TestDirectory folder_;
  const std::filesystem::path file_ = folder_.path() / "deep" / "evaluations.db";
};

TEST_F(EvaluationStoreTest, FindsWhatAnotherStorePut) {
  constexpr std::uint64_t kMuch = std::numeric_limits<std::uint64_t>::max();
  const auto writer = Open();
  writer->Put(StoreList(1), {StoredEvaluation::State{{kMuch, 0}, {0, {}}, 0}});
  writer->Put(StoreList(2),
              {StoredEvaluation::State{{1, 2}, {kMuch, ObjectSize{7, 0}}, kMuch}, true});
  writer->Put(StoreList(3), {Error{ErrorCode::kVerifierRejected, "it's no IR"}, true});
  EXPECT_TRUE(writer->Close().ok());

  const auto reader = Open();
  const auto found = Find(*reader, {StoreList(1), StoreList(2), StoreList(3)});
  ASSERT_EQ(found.size(), 3);
  EXPECT_EQ(*found[0].state(), (StoredEvaluation::State{{kMuch, 0}, {0, {}}, 0}));
  EXPECT_FALSE(found[0].sized);
  EXPECT_EQ(*found[1].state(), (StoredEvaluation::State{{1, 2}, {kMuch, ObjectSize{7, 0}}, kMuch}));
  EXPECT_TRUE(found[1].sized);
  ASSERT_TRUE(found[2].error());
  EXPECT_EQ(found[2].error()->code, ErrorCode::kVerifierRejected);
  EXPECT_EQ(found[2].error()->message, "it's no IR");
  EXPECT_TRUE(found[2].sized);
}

TEST_F(EvaluationStoreTest, FindsTheLeadingOnes) {
  Fill(3);
  const auto store = Open();
  EXPECT_EQ(Find(*store, {StoreList(0), StoreList(1), StoreList(9), StoreList(2)}).size(), 2);
  EXPECT_TRUE(Find(*store, {StoreList(9), StoreList(0)}).empty());
  EXPECT_TRUE(Find(*store, {}).empty());
}

TEST_F(EvaluationStoreTest, ProgramAndToolchainBothCount) {
  Fill(3);
  EXPECT_EQ(CountKnown(*Open({}, kOtherProgram), 3), 0);
  EXPECT_EQ(CountKnown(*Open({}, kStoreProgram, {7, 8}), 3), 0);
  EXPECT_EQ(CountKnown(*Open(), 3), 3);
}

TEST_F(EvaluationStoreTest, WhatSaysMoreStays) {
  const auto put = [&](StoredEvaluation evaluation) {
    Open()->Put(StoreList(1), std::move(evaluation));
    return Find(*Open(), {StoreList(1)}).at(0);
  };
  EXPECT_FALSE(put(Measured(1)).state()->cost.object_size);
  EXPECT_TRUE(put(Measured(1, ObjectSize{2, 3})).state()->cost.object_size);
  EXPECT_TRUE(put(Measured(1)).state()->cost.object_size);
  EXPECT_TRUE(put({Error{ErrorCode::kFatalError, "no such instruction"}, true}).error());
  EXPECT_TRUE(put(Measured(1)).state());
}

TEST_F(EvaluationStoreTest, WritesWhileItIsOpen) {
  const auto writer = Open({.flush_interval = milliseconds(20)});
  const auto reader = Open();
  writer->Put(StoreList(0), Measured(0));
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  std::uint64_t known = 0;
  while (known == 0 && std::chrono::steady_clock::now() < patience) {
    known = CountKnown(*Open(), 1);
  }
  EXPECT_EQ(known, 1);
}

TEST_F(EvaluationStoreTest, IsNoLongerUsedOnceClosed) {
  Fill(1);
  const auto store = Open();
  EXPECT_EQ(CountKnown(*store, 1), 1);
  EXPECT_TRUE(store->Close().ok());
  EXPECT_EQ(CountKnown(*store, 1), 0);
  store->Put(StoreList(5), Measured(5));
  EXPECT_TRUE(store->Close().ok());
  EXPECT_TRUE(Find(*Open(), {StoreList(5)}).empty());
}

TEST_F(EvaluationStoreTest, StaysBelowItsBound) {
  constexpr std::uint64_t kBound = 1 << 20;
  Fill(10'000, kOtherProgram);
  const auto store = Open({.max_bytes = kBound, .flush_interval = milliseconds(5)});
  for (std::uint64_t i = 0; i < 30'000; i += 100) {
    PutMany(*store, i, i + 100);
    std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_TRUE(store->Close().ok());
  const auto cache = Database::Open(file_, {.format = &kCacheFormat});
  EXPECT_LE(*UsedCacheBytes(**cache), kBound);
  EXPECT_EQ(CountKnown(*Open({}, kOtherProgram), 10'000), 0) << "the older program goes first";
  EXPECT_GT(CountKnown(*Open(), 30'000), 5000);
}

TEST_F(EvaluationStoreTest, GoesOnAfterItsProgramWasEvicted) {
  const auto store = Open({.flush_interval = milliseconds(5)});
  PutMany(*store, 0, 10);
  while (CountKnown(*store, 10) != 10) std::this_thread::sleep_for(milliseconds(1));
  const auto cache = Database::Open(file_, {.format = &kCacheFormat});
  ASSERT_TRUE(ClearCache(**cache).ok());
  Open({}, kOtherProgram)->Put(StoreList(99), Measured(99));  // gets the id that became free
  EXPECT_EQ(CountKnown(*store, 10), 0);
  PutMany(*store, 10, 20);
  EXPECT_TRUE(store->Close().ok());
  EXPECT_EQ(CountKnown(*Open(), 20), 10);
  EXPECT_EQ(Find(*Open({}, kOtherProgram), {StoreList(99)}).size(), 1);
}

TEST_F(EvaluationStoreTest, NeverWaitsForOthers) {
  const auto holder = Database::Open(file_, {.format = &kCacheFormat});
  const auto store = Open({.flush_interval = milliseconds(5), .max_waiting = 1000});
  const Status held = (*holder)->Write([&](SQLite::Database&) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < 100; ++i) {
      PutMany(*store, 0, 100);
      std::this_thread::sleep_for(milliseconds(1));
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
    return Status();
  });
  EXPECT_TRUE(held.ok());
  EXPECT_TRUE(store->Close().ok());
  EXPECT_EQ(CountKnown(*Open(), 100), 100);
}

TEST_F(EvaluationStoreTest, GivesUpOnAFileThatStaysLocked) {
  const auto holder = Database::Open(file_, {.format = &kCacheFormat});
  const auto store = Open({.database = {.busy_timeout = milliseconds(10)}});
  store->Put(StoreList(0), Measured(0));
  const Status held = (*holder)->Write([&](SQLite::Database&) { return store->Close(); });
  ASSERT_FALSE(held.ok());
  EXPECT_THAT(held.error().message, HasSubstr("locked"));
}

TEST_F(EvaluationStoreTest, ManyProcessesMayUseOneFile) {
  constexpr int kProcesses = 4;
  constexpr std::uint64_t kEach = 2000;
  std::vector<pid_t> children;
  for (int i = 0; i < kProcesses; ++i) {
    children.push_back(Spawn([&, i] {
      const auto store = EvaluationStore::Open(file_, kStoreProgram, kStoreTools,
                                               {.flush_interval = milliseconds(1)});
      if (!store.ok()) return 1;
      for (std::uint64_t k = 0; k < kEach; ++k) {
        (*store)->Put(StoreList(k), Measured(k));
        (*store)->Put(StoreList(k + (i + 1) * kEach), Measured(k + (i + 1) * kEach));
        if (k % 100 == 0 && Find(**store, {StoreList(k)}).size() > 1) return 2;
      }
      return (*store)->Close().ok() ? 0 : 3;
    }));
  }
  for (const pid_t child : children) EXPECT_EQ(ExitCode(child), 0);
  EXPECT_EQ(CountKnown(*Open(), (kProcesses + 1) * kEach), (kProcesses + 1) * kEach);
  EXPECT_EQ(Ask("PRAGMA integrity_check"), "ok");
  EXPECT_EQ(Ask("SELECT count(*) FROM program"), "1");
}

// A number that a child process counts up.
class SharedCounter {
 public:
  SharedCounter()
      : value_(new(mmap(nullptr, sizeof *value_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                        -1, 0)) std::atomic<std::uint64_t>(0)) {}
  ~SharedCounter() { munmap(value_, sizeof *value_); }
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;

  std::atomic<std::uint64_t>& operator*() const { return *value_; }

 private:
  std::atomic<std::uint64_t>* const value_;
};

TEST_F(EvaluationStoreTest, AKilledProcessLosesItsLastSecondAtMost) {
  const SharedCounter put;
  const auto write = [&] {
    const auto store = EvaluationStore::Open(file_, kStoreProgram, kStoreTools);
    if (!store.ok()) return 1;
    while (true) {
      const std::uint64_t next = *put;
      (*store)->Put(StoreList(next), Measured(next));
      ++*put;
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  };
  for (int round = 0; round < 12; ++round) {
    const pid_t writer = Spawn(write);
    std::uint64_t safe = 0;
    if (round == 11) {
      std::this_thread::sleep_for(milliseconds(100));
      safe = *put;
      std::this_thread::sleep_for(std::chrono::seconds(1));
      EXPECT_GT(*put, safe);
    } else {
      std::this_thread::sleep_for(milliseconds(3 + 11 * round));
    }
    kill(writer, SIGKILL);
    EXPECT_EQ(ExitCode(writer), -SIGKILL);
    if (round == 0) continue;  // it may not even have made the file
    EXPECT_TRUE(Open());
    EXPECT_EQ(Ask("PRAGMA integrity_check"), "ok");
    if (safe != 0) {
      EXPECT_FALSE(Find(*Open(), {StoreList(safe - 1)}).empty());
    }
  }
}

TEST_F(EvaluationStoreTest, FullDiskEndsItInTheMiddle) {
  Fill(100);
  const pid_t child = Spawn([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const auto store = EvaluationStore::Open(file_, kStoreProgram, kStoreTools,
                                             {.flush_interval = milliseconds(1)});
    if (!store.ok() || CountKnown(**store, 100) != 100) return 1;
    const rlimit limit{200'000, 200'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    for (std::uint64_t i = 100; i < 200'000 && CountKnown(**store, 1) == 1; i += 1000) {
      PutMany(**store, i, i + 1000);
      std::this_thread::sleep_for(milliseconds(2));
    }
    if (CountKnown(**store, 100) != 0) return 2;
    const Status status = (*store)->Close();
    if (status.ok() || status.error().code != ErrorCode::kIo) return 3;
    return status.error().message.find(file_.string()) == std::string::npos ? 4 : 0;
  });
  EXPECT_EQ(ExitCode(child), 0);
  EXPECT_EQ(CountKnown(*Open(), 100), 100) << "the next run goes on";
  EXPECT_EQ(Ask("PRAGMA integrity_check"), "ok");
}

TEST_F(EvaluationStoreTest, RefusesAFolderItCannotWriteTo) {
  Fill(1);
  chmod(folder_.path().c_str(), 0755);
  chmod(file_.c_str(), 0444);
  chmod(file_.parent_path().c_str(), 0555);
  const pid_t child = Spawn([&] {
    if (geteuid() == 0 && setuid(65534) != 0) return 2;  // nothing is read-only to root
    const auto store = EvaluationStore::Open(file_, kStoreProgram, kStoreTools);
    const Status status = store.ok() ? (*store)->Close() : Status(store.error());
    return !status.ok() && status.error().code == ErrorCode::kIo ? 0 : 1;
  });
  EXPECT_EQ(ExitCode(child), 0);
  chmod(file_.parent_path().c_str(), 0755);
}

TEST_F(EvaluationStoreTest, RefusesFilesThatAreNotItsOwn) {
  std::filesystem::create_directories(file_.parent_path());
  std::ofstream(file_) << std::string(5000, 'x');
  ExpectRefused(ErrorCode::kBadInput, "not an SQLite database");
  std::filesystem::remove(file_);

  ASSERT_TRUE(Database::Open(file_).ok());  // the user's database, named by mistake
  ExpectRefused(ErrorCode::kBadInput, "another kind");
  std::filesystem::remove(file_);

  Fill(1);
  {
    SQLite::Database newer(file_.string(), SQLite::OPEN_READWRITE);
    newer.exec("UPDATE schema_version SET version = 1000, min_compatible = 999");
  }
  ExpectRefused(ErrorCode::kBadInput, "newer autotune");
}

TEST_F(EvaluationStoreTest, DamageEndsItInTheMiddle) {
  Fill(10'000);
  const auto size = static_cast<std::streamoff>(std::filesystem::file_size(file_));
  std::fstream file(file_, std::ios::in | std::ios::out | std::ios::binary);
  const std::string garbage(4096, '\xa5');
  for (std::streamoff page = 6 * 4096; page < size; page += 4096) {
    file.seekp(page);
    file << garbage;
  }
  file.close();
  const auto store = EvaluationStore::Open(file_, kStoreProgram, kStoreTools);
  ASSERT_TRUE(store.ok());
  EXPECT_LT(CountKnown(**store, 10'000), 10'000);
  const Status status = (*store)->Close();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(status.error().message, HasSubstr("damaged"));
}

}  // namespace
}  // namespace autotune
