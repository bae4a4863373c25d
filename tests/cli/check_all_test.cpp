// SPDX-License-Identifier: MIT
// What an author runs before a change is proposed: pairscope check NAME --all, for each variant that runs on a CPU.
#include "kernels/ladder/registry.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>
#include <vector>

namespace pairscope::check_all {
namespace {

std::vector<std::string> variants_that_run() {
    std::vector<std::string> ids;
    for (const KernelVariant& variant : variants())
        if (variant.backend == Backend::cpu || variant.simulate != nullptr) ids.emplace_back(variant.id);
    return ids;
}

/// The lines that say what is not right: a report has so many lines that the others would hide them.
std::string lines_of_faults(const std::string& report) {
    std::istringstream lines(report);
    std::string faults;
    for (std::string line; std::getline(lines, line);)
        if (line.find("  right  ") == std::string::npos) faults += line + '\n';
    return faults;
}

class CheckAll : public Program, public ::testing::WithParamInterface<std::string> {};

TEST_P(CheckAll, finds_the_variant_right) {
    const Finished done = run({"check", GetParam(), "--all", "--device", "cpu"});
    if (done.code == 3) GTEST_SKIP() << done.out;
    EXPECT_EQ(done.code, 0) << lines_of_faults(done.out) << done.err;
}

INSTANTIATE_TEST_SUITE_P(Variants, CheckAll, ::testing::ValuesIn(variants_that_run()), [](const auto& tested) {
    std::string name = tested.param;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
    return name;
});

} // namespace
} // namespace pairscope::check_all
