// SPDX-License-Identifier: MIT
// Functions for the CPU as a user's own kernels. They lie in tests/cli/own/cpu, and "// fault" stands in the line that
// a verdict must name.
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string file_of_function(const std::string& name) {
    return std::string(PAIRSCOPE_REPOSITORY) + "/tests/cli/own/cpu/" + name + ".cpp";
}

class TryCpuFunction : public Program {
protected:
    [[nodiscard]] Finished tried(const std::string& name) const { return run({"try", file_of_function(name)}); }
};

TEST_F(TryCpuFunction, is_right_and_timed_with_its_flags_but_its_accesses_are_not_watched) {
    const Finished done = tried("right");
    EXPECT_EQ(done.code, 0) << done.out << done.err;
    EXPECT_THAT(done.out, AllOf(HasSubstr("right at n = 256, its accesses were not watched"),
                                HasSubstr("right in the full check"), HasSubstr("4 099"), HasSubstr("larger pitch"),
                                HasSubstr("at n = 1 024"), HasSubstr("-O3 -march=native")));
    EXPECT_THAT(done.out, Not(HasSubstr("no fault found")));
}

TEST_F(TryCpuFunction, may_have_helpers_before_and_behind_it) {
    const std::string text = "// workload: distance_matrix\nvoid before(float* x) { *x = 0; }\n"
                             "void mine(int n, float* out) { for (int i = 0; i < n * n; ++i) before(out + i); }\n"
                             "template <class T> void any(T) {}\nvoid behind(int q) {}\n";
    const Finished done = run({"try", file("mine.cpp", text)});
    EXPECT_THAT(done.out, HasSubstr("mine.cpp is wrong at n = 256")) << done.err;
}

TEST_F(TryCpuFunction, must_not_change_its_inputs) {
    const Finished done = tried("changes_its_input");
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.out, HasSubstr("the function has changed its inputs, which may only be read"));
}

TEST_F(TryCpuFunction, must_not_read_outside_of_its_inputs) {
    const Finished behind = tried("reads_behind");
    EXPECT_EQ(behind.code, 1) << behind.out;
    EXPECT_THAT(behind.out, AllOf(HasSubstr("fails at n = 256"),
                                  HasSubstr("reads_behind.cpp:11: it reads behind the end of points, at byte 2 048 "
                                            "of 2 048")));
    const Finished before = tried("reads_before");
    EXPECT_EQ(before.code, 1) << before.out;
    EXPECT_THAT(before.out, HasSubstr("reads_before.cpp:11: it reads before the begin of points, 8 bytes too early"));
}

TEST_F(TryCpuFunction, is_reported_as_json) {
    const Finished done = run({"try", file_of_function("right"), "--json"});
    const json report = json::parse(done.out);
    EXPECT_EQ(report.at("verdict"), "right");
    EXPECT_EQ(report.at("accesses_watched"), false);
    EXPECT_EQ(report.at("time").at("n"), 1024);
    EXPECT_GT(report.at("time").at("median_seconds"), 0.0);
    EXPECT_LE(report.at("time").at("least_seconds"), report.at("time").at("median_seconds"));
    EXPECT_THAT(report.at("time").at("compiler").get<std::string>(), HasSubstr("-march=native"));
}

TEST_F(TryCpuFunction, may_include_headers_and_have_sliders) {
    const Finished done = run({"try", file_of_function("sums"), "--set", "LANES=3"});
    EXPECT_EQ(done.code, 0) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("right in the full check"));
}

TEST_F(TryCpuFunction, that_is_wrong_is_told_with_what_is_known) {
    const Finished pitch = tried("takes_n_for_the_pitch");
    EXPECT_EQ(pitch.code, 1);
    EXPECT_THAT(pitch.out, HasSubstr("with a larger pitch"));
    const Finished crash = tried("null_pointer");
    EXPECT_EQ(crash.code, 1);
    EXPECT_THAT(crash.out, HasSubstr(file_of_function("null_pointer") + ":5: ")) << crash.err;
    const Finished thrown = tried("throws");
    EXPECT_EQ(thrown.code, 1);
    EXPECT_THAT(thrown.out, HasSubstr("threw an exception, which nobody caught: it says \"there are too many points"))
        << thrown.err;
}

TEST_F(TryCpuFunction, that_keeps_answers_is_found_while_it_is_timed) {
    const Finished done = tried("caches_answers");
    EXPECT_EQ(done.code, 1) << done.out << done.err;
    EXPECT_THAT(done.out, HasSubstr("is wrong at n = 1 024, with the random data"));
}

TEST_F(TryCpuFunction, that_does_not_end_is_ended_with_its_line) {
    const Finished done = tried("endless");
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.out, AllOf(HasSubstr(file_of_function("endless") + ":5: "),
                                HasSubstr("did not end within 10 s of processor time")))
        << done.err;
}

TEST_F(TryCpuFunction, is_refused_with_a_place_before_it_is_compiled) {
    const auto refusal = [&](const std::string& text, const std::string& name = "mine.cpp") {
        const Finished done = run({"try", file(name, text)});
        EXPECT_EQ(done.code, 2) << done.out;
        return done.err + done.out;
    };
    const std::string function = "void mine(const float* points, int n, float* out) { out[0] = points[n]; }\n";
    EXPECT_THAT(refusal("// workload: distance_matrix  block: 64\n" + function),
                HasSubstr("mine.cpp:1:38: a function for the CPU is called, not launched: leave `block` out"));
    EXPECT_THAT(refusal("// workload: distance_matrix  threads: 7\n" + function), HasSubstr("`threads` is all or 1"));
    EXPECT_THAT(refusal("// workload: distance_matrix\nvoid mine(float* out, int thread) {}\n"),
                HasSubstr("given nothing of the name `thread`"));
    EXPECT_THAT(refusal("// workload: distance_matrix\nint main() { return 0; }\n"), HasSubstr("has no function"));
    EXPECT_THAT(refusal("// workload: distance_matrix  threads: all\n__global__ " + function, "mine.cu"),
                HasSubstr("stands in a C++ file"));
    EXPECT_THAT(refusal("// workload: distance_matrix\n#include \"not_there.h\"\n" + function),
                HasSubstr("mine.cpp:2: there is no header not_there.h"));
    EXPECT_EQ(run({"try", file_of_function("right"), "--trace"}).code, 2);
}

} // namespace
} // namespace pairscope
