// SPDX-License-Identifier: MIT
// A text compiled as a user's own kernels are, and what two such variants must have in common.
#pragma once

#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/object.h"
#include "kernels/own/unit.h"
#include "tests/kernels/sample_problems.h"
#include "tests/kernels/temporary_folder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <memory>
#include <string>

namespace pairscope::own {

/// All objects of a test share the headers that are read ahead.
inline std::string folder_of_headers() {
    static const TemporaryFolder folder;
    return (folder.path() / "headers").string();
}

/// Absent: it did not compile, which is a failure of the test.
inline std::unique_ptr<OwnObject> compiled(const std::string& text, const TemporaryFolder& folder) {
    OwnFile file = own_file_of("mine.cu", text);
    const std::string text_path = folder.file("mine.cu", text).string(), object = (folder.path() / "mine.so").string();
    const std::string before = folder.file("before", lines_before(file)).string(),
                      behind = folder.file("behind", lines_behind(file)).string();
    const std::string told = (folder.path() / "told").string();
    const std::string command = fmt::format("{} -B {}/kernels/engines/simt/compile_own.py --compiler {} --include {} "
                                            "--path {} --shown mine.cu --text {} --before "
                                            "{} --behind {} --object {} --cache {} > {} 2>&1",
                                            PAIRSCOPE_PYTHON, PAIRSCOPE_ROOT, PAIRSCOPE_CXX, PAIRSCOPE_ROOT, text_path,
                                            text_path, before, behind, object, folder_of_headers(), told);
    EXPECT_EQ(std::system(command.c_str()), 0);
    if (!std::filesystem::exists(object)) {
        ADD_FAILURE() << text << pairscope::bytes_of(told);
        return nullptr;
    }
    return std::make_unique<OwnObject>(object, std::move(file));
}

inline void expect_equal_traces(const simt::Trace& rung, const simt::Trace& copy) {
    ASSERT_EQ(rung.launches.size(), copy.launches.size());
    for (std::size_t i = 0; i < rung.launches.size(); ++i) {
        EXPECT_EQ(rung.launches[i].grid, copy.launches[i].grid);
        EXPECT_EQ(rung.launches[i].block, copy.launches[i].block);
        EXPECT_EQ(rung.launches[i].shared_bytes, copy.launches[i].shared_bytes);
    }
    EXPECT_TRUE(copy.findings.empty()) << simt::describe(copy.findings.front());
    for (int kind = 0; kind <= static_cast<int>(simt::AccessKind::surface_store); ++kind) {
        const simt::TraceTotals of_rung = totals(rung, static_cast<simt::AccessKind>(kind));
        const simt::TraceTotals of_copy = totals(copy, static_cast<simt::AccessKind>(kind));
        EXPECT_EQ(of_rung.requests, of_copy.requests) << kind;
        EXPECT_EQ(of_rung.sectors, of_copy.sectors) << kind;
        EXPECT_EQ(of_rung.wavefronts, of_copy.wavefronts) << kind;
    }
}

inline void expect_equal_runs(const KernelVariant& rung, const KernelVariant& copy, TargetKind target) {
    const samples::SampleProblem problem = samples::random_problem(type_of(rung.workload), 129);
    const simt::TraceOptions options{.target = target, .most_accesses = 0};
    const simt::TracedRun of_rung = simt::traced_run(rung, problem.inputs(), options);
    const simt::TracedRun of_copy = simt::traced_run(copy, problem.inputs(), options);
    expect_equal_traces(of_rung.trace, of_copy.trace);
    ASSERT_EQ(of_rung.output.size(), of_copy.output.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < of_rung.output.size(); ++i)
        different += std::bit_cast<std::uint32_t>(of_rung.output[i]) != std::bit_cast<std::uint32_t>(of_copy.output[i]);
    EXPECT_EQ(different, 0u);
}

} // namespace pairscope::own
