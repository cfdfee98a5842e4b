#include <cstdlib>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "report/page.h"
#include "report/synthetic_runs.h"
#include "support/child_process.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A Chromium in PATH, empty where there is none.
std::string Browser() {
  for (const char* name : {"chromium-headless-shell", "chromium", "google-chrome"}) {
    std::string path = std::getenv("PATH") ? std::getenv("PATH") : "";
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find(':', begin), path.size());
      const std::string file = path.substr(begin, end - begin) + "/" + name;
      if (access(file.c_str(), X_OK) == 0) return file;
      begin = end + 1;
    }
  }
  return "";
}

/// What a page became in the browser.
struct Visit {
  std::string document;  ///< as the scripts left it
  std::string log;       ///< of the browser, with what the page wrote to the console
  std::string network;   ///< every request, as JSON
};

class ReportInBrowser : public testing::Test {
 protected:
  void SetUp() override {
    if (browser_.empty()) GTEST_SKIP() << "no Chromium: apt-get install chromium-headless-shell";
  }

  Visit Open(const std::string& page) {
    directory_.Write("page.html", page);
    const std::string folder = directory_.path().string();
    std::vector<std::string> words = {browser_,
                                      "--headless",
                                      "--disable-gpu",
                                      "--disable-background-networking",
                                      "--enable-logging=stderr",
                                      "--user-data-dir=" + folder + "/profile",
                                      "--log-net-log=" + folder + "/network",
                                      "--dump-dom",
                                      "file://" + folder + "/page.html"};
    if (geteuid() == 0) words.insert(words.begin() + 1, "--no-sandbox");  // it refuses to otherwise
    const pid_t pid = Spawn([&] {
      const auto redirect = [&](const char* name, int descriptor) {
        const std::string file = folder + "/" + name;
        dup2(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), descriptor);
      };
      redirect("document", STDOUT_FILENO);
      redirect("log", STDERR_FILENO);
      std::vector<char*> arguments;
      for (std::string& word : words) arguments.push_back(word.data());
      arguments.push_back(nullptr);
      execv(arguments[0], arguments.data());
      return 127;
    });
    EXPECT_EQ(ExitCode(pid), 0) << directory_.Read("log");
    return {directory_.Read("document"), directory_.Read("log"), directory_.Read("network")};
  }

  const std::string browser_ = Browser();
  const TestDirectory directory_;
};

/// Writes what a canvas shows into the document: its size and the share of pixels drawn on.
constexpr std::string_view kProbe = R"html(<pre id="probe"></pre><script>
for (const canvas of document.querySelectorAll('canvas')) {
  const {width, height} = canvas;
  const pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data;
  let drawn = 0;
  for (let i = 3; i < pixels.length; i += 4) drawn += pixels[i] ? 1 : 0;
  const shows = width > 300 && height > 200 && drawn > 0.02 * width * height;
  document.getElementById('probe').textContent +=
    `${canvas.dataset.chart} ${shows ? 'shows' : 'is empty'};`;
}
</script>)html";

TEST_F(ReportInBrowser, AllChartsAreDrawnWithoutErrorsOrRequests) {
  const auto database = Database::Open(directory_.path() / "runs.db");
  ASSERT_TRUE(database.ok());
  FillWithSyntheticRuns(**database, {});
  const auto studies = LoadStudies(**database, {});
  ASSERT_TRUE(studies.ok());
  std::string page = RenderPage("report", *studies);
  page.insert(page.find("</body>"), kProbe);
  const Visit visit = Open(page);
  EXPECT_THAT(visit.document,
              HasSubstr("anytime shows;programs shows;sizes shows;passes shows;</pre>"));
  EXPECT_THAT(visit.log, Not(HasSubstr("CONSOLE")));
  EXPECT_THAT(visit.network, HasSubstr("constants"));
  EXPECT_THAT(visit.network, Not(HasSubstr("\"url\":\"http")));
}

/// The page's policy, if nothing else, keeps it from the network.
TEST_F(ReportInBrowser, ThePolicyRefusesRequests) {
  std::string page = RenderPage("report", {});
  page.insert(page.find("</body>"), "<img src=\"http://127.0.0.1:9/x.png\">");
  const Visit visit = Open(page);
  EXPECT_THAT(visit.log, HasSubstr("Content Security Policy"));
  EXPECT_THAT(visit.network, Not(HasSubstr("\"url\":\"http")));
}

TEST_F(ReportInBrowser, ErrorsAndRequestsWouldBeSeen) {
  const Visit visit =
      Open("<script>throw new Error('x')</script><img src=\"http://127.0.0.1:9/x.png\">");
  EXPECT_THAT(visit.log, HasSubstr("CONSOLE"));
  EXPECT_THAT(visit.network, HasSubstr("\"url\":\"http://127.0.0.1:9/x.png\""));
}

}  // namespace
}  // namespace autotune
