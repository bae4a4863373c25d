// SPDX-License-Identifier: MIT
// pairscope try and pairscope new, as a person would use them. The kernels lie in tests/cli/own; "// fault" stands in
// the line that a verdict must name.
#include "kernels/ladder/registry.h"
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::string own_kernel(const std::string& name) {
    return std::string(PAIRSCOPE_REPOSITORY) + "/tests/cli/own/" + name + ".cu";
}

/// "PATH:LINE" of the line that is marked.
std::string fault_in(const std::string& name) {
    std::ifstream file(own_kernel(name));
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.find("// fault") != std::string::npos) return own_kernel(name) + ":" + std::to_string(number);
    }
    return "no line is marked";
}

class TryOwnKernel : public Program {
protected:
    [[nodiscard]] Finished tried(const std::string& name, std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"try", own_kernel(name)});
        return run(more);
    }
    void expect_fault(const std::string& name, const std::string& said) const {
        SCOPED_TRACE(name);
        const Finished done = tried(name);
        EXPECT_EQ(done.code, 1) << done.out << done.err;
        const std::string place = fault_in(name);
        std::string in_words = place; // "PATH, line LINE" in the middle of a sentence
        in_words.replace(in_words.rfind(':'), 1, ", line ");
        EXPECT_THAT(done.out, AllOf(AnyOf(HasSubstr(place), HasSubstr(in_words)), HasSubstr(said))) << done.err;
        EXPECT_THAT(done.out, Not(HasSubstr("right")));
    }
    void expect_refused(const std::string& path, const std::string& said) const {
        SCOPED_TRACE(path);
        const Finished done = run({"try", path});
        EXPECT_EQ(done.code, 2) << done.out << done.err;
        EXPECT_THAT(done.out + done.err, HasSubstr(said));
    }
};

TEST_F(TryOwnKernel, a_right_kernel_is_right_at_first_and_in_the_full_check) {
    const Finished done = tried("right");
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("right at n = 256, no fault found"));
    EXPECT_THAT(done.out, HasSubstr("right in the full check"));
    EXPECT_THAT(done.out, AllOf(HasSubstr("1 001"), HasSubstr("Some runs had a larger pitch")));
    EXPECT_THAT(done.err, IsEmpty());
}

TEST_F(TryOwnKernel, a_barrier_that_threads_leave_out_by_returning_is_a_warning_and_no_fault) {
    const std::string early = file("early.cu", "// workload: distance_matrix  block: 64  grid: (n + 63) / 64, n\n"
                                               "__global__ void mine(const float2* points, int n, float* out, size_t "
                                               "pitch) {\n"
                                               "    const int row = blockIdx.y, col = blockIdx.x * blockDim.x + "
                                               "threadIdx.x;\n"
                                               "    if (col >= n) return;\n"
                                               "    __syncthreads();\n"
                                               "    const float dx = points[row].x - points[col].x, dy = "
                                               "points[row].y - points[col].y;\n"
                                               "    out[row * pitch + col] = sqrtf(dx * dx + dy * dy);\n}\n");
    const Finished done = run({"try", early});
    EXPECT_EQ(done.code, 0) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("right in the full check"));
    EXPECT_THAT(done.out, AllOf(HasSubstr("    Warning: "), HasSubstr("early.cu:5: barrier left out"),
                                HasSubstr("CUDA asks that all threads of a block reach a barrier")));
    const json report = json::parse(run({"try", early, "--trace", "--n", "100", "--json"}).out);
    ASSERT_EQ(report.at("warnings").size(), 1u);
    EXPECT_EQ(report.at("warnings")[0].at("line"), 5);
    EXPECT_EQ(report.at("verdict"), "right");
    ASSERT_EQ(report.at("trace").at("warnings").size(), 1u);
    EXPECT_TRUE(report.at("trace").at("findings").empty());
    EXPECT_EQ(json::parse(run({"try", own_kernel("right"), "--json"}).out).at("warnings"), json::array());
}

TEST_F(TryOwnKernel, shared_memory_several_kernels_variables_and_sliders_work) {
    for (const char* name : {"tiled", "two_kernels", "dynamic_shared"}) {
        const Finished done = tried(name);
        EXPECT_EQ(done.code, 0) << name << done.out << done.err;
        EXPECT_THAT(done.out, HasSubstr("right in the full check")) << name;
    }
    const Finished done = tried("slider", {"--set", "STRIDE=3", "--json"});
    EXPECT_EQ(done.code, 0) << done.out << done.err;
    const json report = json::parse(done.out);
    EXPECT_EQ(report.at("verdict"), "right");
    EXPECT_EQ(report.at("first").at("n"), 256);
    EXPECT_EQ(report.at("first").at("blocks"), 2 * 256);
    EXPECT_EQ(report.at("check").at("runs"), report.at("check").at("planned"));
}

TEST_F(TryOwnKernel, faults_are_named_with_their_lines) {
    expect_fault("race", "shared-memory race");
    expect_fault("outside_of_shared", "uses index 32 of the shared array tile, which has 32 elements");
    expect_fault("half_barrier", "divergent barrier");
    expect_fault("null_pointer", "a null pointer");
}

TEST_F(TryOwnKernel, a_fault_that_one_size_hides_is_found_by_the_full_check) {
    const Finished done = tried("outside");
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.out, AllOf(HasSubstr("right at n = 256"), HasSubstr("has a fault at n = 1\n"),
                                HasSubstr(fault_in("outside") + ": out of bounds")));
    EXPECT_THAT(done.out, Not(HasSubstr("right in the full check")));
}

TEST_F(TryOwnKernel, a_wrong_entry_is_named_with_the_line_that_wrote_it) {
    expect_fault("wrong", "the entry in row 7, column 9 is");
    const Finished done = tried("forgets_a_row");
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.out, HasSubstr("256 of 65 536 entries were never written"));
}

TEST_F(TryOwnKernel, a_kernel_that_takes_n_for_the_pitch_fails_with_a_larger_pitch) {
    const Finished done = tried("ignores_the_pitch");
    EXPECT_EQ(done.code, 1) << done.out;
    EXPECT_THAT(done.out, AllOf(HasSubstr("right at n = 256"), HasSubstr("with a larger pitch")));
}

TEST_F(TryOwnKernel, inputs_have_pitches_of_their_own_in_one_of_the_runs) {
    const Finished done = tried("ignores_an_input_pitch");
    EXPECT_EQ(done.code, 1) << done.out;
    EXPECT_THAT(done.out, AllOf(HasSubstr("no fault found"), HasSubstr("with a larger pitch")));
}

TEST_F(TryOwnKernel, a_word_of_the_language_is_no_name) {
    const Finished done = run({"new", "int"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("no word of C++"));
    EXPECT_EQ(run({"new", "main"}).code, 2);
    EXPECT_EQ(run({"new", "threadIdx.cpp"}).code, 2);
}

TEST_F(TryOwnKernel, an_endless_loop_ends_with_its_line) {
    const auto begin = std::chrono::steady_clock::now();
    expect_fault("endless", "its loop does not end");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST_F(TryOwnKernel, one_thread_that_computes_everything_is_not_called_endless) {
    const Finished done = tried("one_thread");
    EXPECT_EQ(done.code, 0) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("right in the full check"));
}

TEST_F(TryOwnKernel, what_ends_the_child_is_a_sentence) {
    const Finished deep = tried("deep");
    EXPECT_EQ(deep.code, 1);
    EXPECT_THAT(deep.out, AllOf(HasSubstr(own_kernel("deep")), HasSubstr("512 KiB of local memory"))) << deep.err;
    const Finished exits = tried("exits");
    EXPECT_EQ(exits.code, 1);
    EXPECT_THAT(exits.out, AllOf(HasSubstr(fault_in("exits")), HasSubstr("calls exit()"))) << exits.err;
    const Finished endless = tried("endless_constructor");
    EXPECT_EQ(endless.code, 2);
    EXPECT_THAT(endless.out,
                AnyOf(HasSubstr("loading it, which runs its constructors, did not end within 5 s of processor time"),
                      HasSubstr("loading it, which runs its constructors, did not end within 20 s")));
    const Finished flood = tried("flood");
    EXPECT_EQ(flood.code, 2);
    EXPECT_THAT(flood.out, HasSubstr("printed more than 1024 KiB"));
}

TEST_F(TryOwnKernel, errors_of_the_compiler_stand_at_the_line_of_the_file) {
    const Finished error = tried("type_error");
    EXPECT_EQ(error.code, 2);
    EXPECT_THAT(error.out, AllOf(StartsWith(fault_in("type_error")), HasSubstr("nothing")));
    const Finished header = tried("missing_header");
    EXPECT_EQ(header.code, 2);
    EXPECT_THAT(header.out, AllOf(StartsWith(fault_in("missing_header")), HasSubstr("there is no header not_there.h")));
}

TEST_F(TryOwnKernel, files_that_are_none_are_refused_with_a_sentence) {
    expect_refused("not_there.cu", "there is no file not_there.cu");
    expect_refused(folder.string(), "is a folder");
    expect_refused("/dev/zero", "is not a file");
    expect_refused(file("empty.cu", " \n"), "is empty");
    expect_refused(file("large.cu", std::string(10'000'000, ' ')), "too large for a kernel");
    expect_refused(file("binary.cu", std::string("\x7f"
                                                 "ELF\0\1\2",
                                                 7)),
                   "is no text");
    expect_refused(file("no_kernel.cu", "int main() { return 0; }\n"), "has no kernel");
    expect_refused(file("prose.cu", "This is no C++ at all.\n"), "has no kernel");
}

TEST_F(TryOwnKernel, launches_that_cuda_refuses_are_told_before_anything_is_compiled) {
    const std::string path = file("wide.cu", "// workload: distance_matrix  block: 2048\n"
                                             "__global__ void wide(const float2* points, int n, float* out) {}\n");
    expect_refused(path, "wide.cu:1:38: a block of 2048 x 1 x 1 threads cannot be launched");
    const std::string named = file("named.cu", "// workload: distance_matrix\n"
                                               "__global__ void named(const float2* point, int n, float* out) {}\n");
    expect_refused(named, "named.cu:2:37: a kernel of distance_matrix is given nothing of the name `point`");
}

TEST_F(TryOwnKernel, no_temporary_files_and_processes_remain) {
    const std::string temporary = (folder / "temporary").string();
    std::filesystem::create_directory(temporary);
    const Finished done = run({"try", own_kernel("endless_constructor")}, {.environment = {{"TMPDIR", temporary}}});
    EXPECT_EQ(done.code, 2);
    EXPECT_TRUE(std::filesystem::is_empty(temporary));
}

TEST_F(TryOwnKernel, a_missing_compiler_is_named) {
    const Finished done = run_command({"/usr/bin/env", "PATH=/nowhere", PAIRSCOPE_PROGRAM, "try", own_kernel("right")});
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.err, HasSubstr("no compiler was found: a try needs g++ or clang++"));
}

TEST_F(TryOwnKernel, a_workspace_a_layout_and_a_template_work) {
    for (const char* name : {"workspace", "column_major", "target"}) {
        const Finished done = tried(name);
        EXPECT_EQ(done.code, 0) << name << done.out << done.err;
        EXPECT_THAT(done.out, HasSubstr("right in the full check")) << name;
    }
    EXPECT_THAT(tried("target").out, HasSubstr("Some runs had a larger pitch, and some wrote into a texture."));
}

TEST_F(TryOwnKernel, what_is_wrong_with_them_is_named) {
    expect_fault("reads_workspace", "uninitialised read");
    expect_fault("outside_of_workspace", "workspace");
    const Finished done = tried("linear_only");
    EXPECT_EQ(done.code, 1) << done.out;
    EXPECT_THAT(done.out, AllOf(HasSubstr("right at n = 256"), HasSubstr("with a texture")));
}

TEST_F(TryOwnKernel, a_missing_line_about_shared_memory_and_about_the_launch_is_told) {
    const std::string path = file("shared.cu", "// workload: distance_matrix\n"
                                               "__global__ void shared(const float2* points, int n, float* out) {\n"
                                               "    extern __shared__ float tile[];\n"
                                               "}\n");
    expect_refused(path, "shared.cu:3:5: shared has dynamic shared memory, but no line such as");
    const Finished done = tried("usual_launch");
    EXPECT_EQ(done.code, 0) << done.out << done.err;
    EXPECT_THAT(done.out,
                HasSubstr("usual_launch.cu:3:1: no line says how usual_launch is launched, so it has the usual "
                          "`block: 256   grid: (n + block - 1) / block, n` of distance_matrix"));
}

TEST_F(TryOwnKernel, one_point_is_enough_for_a_verdict) {
    EXPECT_THAT(tried("right", {"--n", "1"}).out, HasSubstr("right at n = 1, no fault found"));
}

TEST_F(TryOwnKernel, a_file_that_describes_a_variant_is_judged_alike) {
    EXPECT_EQ(run({"new", "whole", "--from", "rbf_pair/reduce_modulo"}).code, 0);
    const Finished right = run({"try", "whole.cu"});
    EXPECT_EQ(right.code, 0) << right.out << right.err;
    EXPECT_THAT(right.out, HasSubstr("right in the full check"));
    expect_fault("wrong_variant", "the entry in row 7, column 9 is");
    expect_fault("racing_variant", "shared-memory race");
}

class NewOwnKernel : public Program {
protected:
    [[nodiscard]] static std::vector<const KernelVariant*> rungs_of(std::string_view workload) {
        std::vector<const KernelVariant*> rungs;
        for (const KernelVariant& variant : variants())
            if (variant.backend == Backend::cuda && variant.workload == workload) rungs.push_back(&variant);
        return rungs;
    }
    /// Writes a copy of the rung.
    [[nodiscard]] bool is_plain_copy(const std::string& name, const KernelVariant& rung) const {
        const Finished made = run({"new", name, "--from", std::string(rung.id)});
        EXPECT_EQ(made.code, 0) << made.err;
        return made.out.find("was written as a plain file") != std::string::npos;
    }
};

TEST_F(NewOwnKernel, many_copies_of_rungs_are_plain_files) {
    int plain = 0, number = 0;
    for (const KernelVariant& rung : variants())
        if (rung.backend == Backend::cuda && is_plain_copy("copy" + std::to_string(number++), rung)) ++plain;
    EXPECT_GE(plain, 25);
}

/// The name of a workload.
class CopiesOfRungs : public NewOwnKernel, public testing::WithParamInterface<std::string> {};

TEST_P(CopiesOfRungs, are_right_where_they_are_plain_files) {
    int number = 0;
    for (const KernelVariant* rung : rungs_of(GetParam())) {
        SCOPED_TRACE(std::string(rung->id));
        const std::string name = "copy_" + std::to_string(number++) + "_of_" + std::string(short_name(rung->id));
        if (!is_plain_copy(name, *rung)) continue;
        const Finished done = run({"try", name + ".cu"});
        EXPECT_EQ(done.code, 0) << done.out << done.err;
        EXPECT_THAT(done.out, HasSubstr("right in the full check"));
    }
}

// The rungs of the other metrics have the form of these; kernels/own's tests compile the copies of all rungs.
INSTANTIATE_TEST_SUITE_P(Workloads, CopiesOfRungs,
                         testing::Values("distance_matrix", "rbf_matrix", "rbf_density", "rbf_pair", "cross_distance",
                                         "farthest_pair", "best_match", "squared_euclidean", "canberra_distance",
                                         "great_circle_distance"),
                         [](const auto& shown) { return shown.param; });

TEST_F(NewOwnKernel, a_copy_names_its_rung_and_says_what_it_is) {
    EXPECT_THAT(run({"new", "mine", "--from", "coalesced"}).out,
                AllOf(HasSubstr("distance_matrix/coalesced was written as a plain file"),
                      HasSubstr("mine.cu was written: pairscope try mine.cu")));
    EXPECT_THAT(run({"new", "half", "--from", "half_output"}).out,
                HasSubstr("because it writes numbers of 16 bits, and plain kernels write float32"));
    EXPECT_THAT(run({"new", "other", "--from", "cpu_naive"}).err,
                HasSubstr("--from takes the name of one rung in CUDA"));
    EXPECT_THAT(run({"new", "other", "--from", "nothing"}).err, HasSubstr("--from takes the name of one rung in CUDA"));
    EXPECT_THAT(run({"new", "other", "--from", "coalesced", "--workload", "rbf_pair"}).err,
                HasSubstr("leave --workload out"));
}

TEST_F(NewOwnKernel, every_new_file_is_right) {
    for (const char* workload : {"distance_matrix", "rbf_matrix", "cross_distance", "rbf_density", "rbf_pair",
                                 "farthest_pair", "best_match", "squared_euclidean", "manhattan_distance",
                                 "chebyshev_distance", "cosine_distance", "great_circle_distance"}) {
        const std::string name = std::string("my_") + workload;
        const Finished made = run({"new", name, "--workload", workload});
        EXPECT_EQ(made.code, 0) << made.err;
        EXPECT_THAT(files(), testing::Contains(name + ".cu"));
        const Finished done = run({"try", name + ".cu"});
        EXPECT_EQ(done.code, 0) << done.out << done.err;
        EXPECT_THAT(done.out, HasSubstr("right in the full check"));
    }
}

TEST_F(NewOwnKernel, a_file_is_never_replaced_and_names_are_checked) {
    file("mine.cu", "precious");
    EXPECT_THAT(run({"new", "mine"}).err, HasSubstr("mine.cu is there already"));
    EXPECT_THAT(run({"new", "my-kernel"}).err, HasSubstr("cannot be the name of a kernel"));
    EXPECT_THAT(run({"new", "a", "--workload", "given_matrix"}).err, HasSubstr("choose one of distance_matrix"));
    EXPECT_THAT(run({"new"}).err, HasSubstr("give the new kernel a name"));
}

TEST_F(NewOwnKernel, names_lists_what_a_kernel_may_take) {
    const Finished done = run({"new", "--names"});
    EXPECT_EQ(done.code, 0);
    for (const char* said : {"const float2* or const float*", "sigma", "b_pitch", "int, long long or size_t"})
        EXPECT_THAT(done.out, HasSubstr(said));
}

} // namespace
} // namespace pairscope
