#include "ui/console_observer.h"

#include <cstdio>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::HasSubstr;

/// A stream whose text can be read back.
class CapturedStream {
 public:
  CapturedStream() : stream_(open_memstream(&text_, &size_)) {}
  ~CapturedStream() {
    std::fclose(stream_);
    std::free(text_);
  }
  std::FILE* stream() { return stream_; }
  std::string Text() {
    std::fflush(stream_);
    return {text_, size_};
  }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* stream_;
};

Progress Sample() {
  Progress progress;
  progress.best = 1600;
  progress.oz = 2000;
  progress.evaluations = 12345;
  progress.evaluations_per_second = 678.9;
  progress.failures = 3;
  progress.seconds_since_best = 7;
  progress.seconds_left = 42;
  return progress;
}

TEST(Progress, DescribesASearch) {
  EXPECT_EQ(Describe(Sample()),
            "best 1,600 (1.250x Oz) | 12,345 passes, 678/s, 3 failed | gain 7s ago | 42s left");
}

TEST(ProgressLine, RedrawsOneLineOnATerminal) {
  CapturedStream stream;
  Terminal terminal;
  terminal.live = true;
  terminal.width = 20;
  {
    ProgressLine line(stream.stream(), terminal, /*quiet=*/false);
    line.Show(Sample());
    line.Show(Sample());
    EXPECT_EQ(stream.Text(), "\rbest 1,600 (1.250x \x1b[K\rbest 1,600 (1.250x \x1b[K");
  }
  EXPECT_TRUE(stream.Text().ends_with("\r\x1b[K"));
}

TEST(ProgressLine, PrintsImprovementsElsewhereAndNotTooOften) {
  CapturedStream stream;
  {
    ProgressLine line(stream.stream(), Terminal(), /*quiet=*/false);
    Progress progress = Sample();
    line.Show(progress);
    line.Show(progress);
    progress.best = 1500;
    line.Show(progress);
  }
  EXPECT_EQ(stream.Text(), Describe(Sample()) + "\n");
}

TEST(ProgressLine, IsSilentWhereAsked) {
  CapturedStream stream;
  ProgressLine(stream.stream(), Terminal(), /*quiet=*/true).Show(Sample());
  EXPECT_EQ(stream.Text(), "");
}

TEST(ProgressLine, ShowsASlowStepOnTerminalsAlone) {
  CapturedStream stream;
  Terminal terminal;
  terminal.live = true;
  ProgressLine line(stream.stream(), terminal, /*quiet=*/false);
  line.ShowStep("measuring");
  EXPECT_EQ(stream.Text(), "\rmeasuring\x1b[K");
  line.End();
  EXPECT_TRUE(stream.Text().ends_with("\r\x1b[K"));
  CapturedStream plain;
  ProgressLine(plain.stream(), Terminal(), /*quiet=*/false).ShowStep("measuring");
  EXPECT_EQ(plain.Text(), "");
}

/// The next program of a batch may begin at once, and with the same value.
TEST(ConsoleObserver, ShowsEachSearchFromItsBeginning) {
  testing::internal::CaptureStderr();
  {
    ConsoleObserver observer({.color = ColorMode::kNever});
    observer.OnProgress(Sample());
    observer.OnProgress(Sample());
    observer.OnSearchEnd();
    observer.OnProgress(Sample());
    observer.OnSearchEnd();
  }
  const std::string line = Describe(Sample()) + "\n";
  EXPECT_EQ(testing::internal::GetCapturedStderr(), line + line);
}

}  // namespace
}  // namespace autotune
