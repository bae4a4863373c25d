// SPDX-License-Identifier: MIT
// Finding CUPTI, and what is said where it refuses. Built where CUPTI's headers are.
#include "profiling/cupti/library.h"
#include "profiling/cupti/reasons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>

namespace pairscope::profiling::cupti {
namespace {

using testing::Contains;
using testing::HasSubstr;

/// A variable of the environment, as long as this lives.
class Variable {
public:
    Variable(const char* name, const std::string& value) : name_(name) {
        if (const char* const before = std::getenv(name)) before_ = before;
        setenv(name, value.c_str(), 1);
    }
    ~Variable() {
        if (before_)
            setenv(name_, before_->c_str(), 1);
        else
            unsetenv(name_);
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    const char* name_;
    std::optional<std::string> before_;
};

TEST(CuptiLibrary, is_looked_for_by_the_loader_then_in_the_toolkits) {
    const Variable home("CUDA_HOME", "/somewhere/cuda"), only("PAIRSCOPE_CUPTI", "");
    const auto folders = folders_to_search();
    EXPECT_EQ(folders.front(), "");
    for (const char* folder : {"/somewhere/cuda/lib64", "/somewhere/cuda/extras/CUPTI/lib64", "/usr/local/cuda/lib64",
                               "/opt/cuda/extras/CUPTI/lib64"})
        EXPECT_THAT(folders, Contains(folder));
}

TEST(CuptiLibrary, a_named_folder_is_the_only_one_and_is_named_when_it_is_empty) {
    const Variable only("PAIRSCOPE_CUPTI", "/no/such/folder");
    EXPECT_THAT(folders_to_search(), testing::ElementsAre("/no/such/folder"));
    const Library library = open_library();
    EXPECT_EQ(library.functions, nullptr);
    EXPECT_THAT(library.why_not, HasSubstr("PAIRSCOPE_CUPTI is /no/such/folder"));
}

TEST(CuptiLibrary, a_file_that_is_no_library_is_passed_over) {
    const auto folder = std::filesystem::temp_directory_path() / "pairscope-no-cupti";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "libcupti.so.13") << "not a library";
    const Variable only("PAIRSCOPE_CUPTI", folder.string());
    EXPECT_THAT(open_library().why_not, HasSubstr("there is no libcupti.so.13 in it"));
    std::filesystem::remove_all(folder);
}

TEST(CuptiLibrary, a_library_that_lacks_functions_says_which) {
    const auto folder = std::filesystem::temp_directory_path() / "pairscope-other-cupti";
    std::filesystem::create_directories(folder);
    std::filesystem::remove(folder / "libcupti.so.13");
    const std::filesystem::path other = "/lib/x86_64-linux-gnu/libm.so.6";
    if (!std::filesystem::exists(other)) GTEST_SKIP() << "there is no " << other << " to stand in";
    std::filesystem::create_symlink(other, folder / "libcupti.so.13");
    const Variable only("PAIRSCOPE_CUPTI", folder.string());
    EXPECT_THAT(open_library().why_not, HasSubstr("has no cuptiGetVersion: install the CUPTI"));
    std::filesystem::remove_all(folder);
}

TEST(CuptiReasons, each_refusal_that_a_person_can_meet_is_one_sentence_with_the_way_out) {
    const auto reason = [](CUptiResult result) { return reason_of(result, attempt_to_read); };
    EXPECT_THAT(reason(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES), HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
    EXPECT_THAT(reason(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES), HasSubstr("RmProfilingAdminOnly"));
    EXPECT_THAT(reason(CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED), HasSubstr("without nsys, ncu"));
    EXPECT_THAT(reason(CUPTI_ERROR_HARDWARE_BUSY), HasSubstr("dcgmi profile --pause"));
    EXPECT_THAT(reason(CUPTI_ERROR_NOT_SUPPORTED), HasSubstr("compute capability 7.5"));
    EXPECT_THAT(reason(CUPTI_ERROR_INVALID_CHIP_NAME), HasSubstr("install a newer CUDA toolkit"));
    EXPECT_THAT(reason(CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED), HasSubstr("MIG"));
    EXPECT_THAT(reason(CUPTI_ERROR_UNKNOWN), HasSubstr("error 999"));
    for (int code = 1; code < 60; ++code) {
        const std::string text = reason(static_cast<CUptiResult>(code));
        EXPECT_THAT(text, testing::StartsWith("the hardware counters cannot be read: "));
        EXPECT_FALSE(text.ends_with('.') || text.find('\n') != std::string::npos) << text;
    }
}

TEST(CuptiReasons, a_driver_older_than_cupti_is_told_with_both_versions) {
    EXPECT_THAT(reason_not_started(CUPTI_ERROR_NOT_INITIALIZED, 12080, 130001),
                HasSubstr("the driver supports CUDA 12.8, and CUPTI is that of CUDA 13.0; install a newer driver"));
    EXPECT_EQ(reason_not_started(CUPTI_ERROR_HARDWARE_BUSY, 13000, 130001),
              reason_of(CUPTI_ERROR_HARDWARE_BUSY, attempt_to_read));
}

} // namespace
} // namespace pairscope::profiling::cupti
