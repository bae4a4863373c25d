// SPDX-License-Identifier: MIT
// Every variant of the registry on every device of this machine: right on odd shapes and awkward points, nothing left
// unwritten, nothing written outside. A variant that cannot run here is reported skipped, with its reason.
#include "kernels/engines/outputs.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "tests/kernels/sample_problems.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <ostream>
#include <string>
#include <thread>

namespace pairscope {
namespace {

using samples::awkward_problem;
using samples::random_points;
using samples::random_problem;
using samples::SampleProblem;

constexpr std::array<std::int64_t, 15> shapes_to_try{1, 2, 3, 7, 13, 31, 32, 33, 63, 64, 65, 127, 129, 257, 1021};

/// A variant on a device, or one that this build left out.
struct Case {
    std::string id;
    std::string reason;
    const KernelVariant* variant = nullptr;
    Device device;
};

/// How GoogleTest shows a case.
[[maybe_unused]] void PrintTo(const Case& shown, std::ostream* out) {
    *out << shown.id << " on " << device_id(shown.device);
}

std::vector<Case> every_case() {
    std::vector<Case> cases;
    for (const LeftOut& missing : left_out()) {
        Case left{std::string(missing.id), std::string(missing.reason), nullptr, {}};
        left.device.backend = Backend::cuda;
        cases.push_back(left);
    }
    const std::vector<Device> machine = devices();
    for (const KernelVariant& variant : variants()) {
        const auto count = cases.size();
        for (const Device& device : machine)
            if (device.backend == variant.backend || (simulated(variant, device) && variant.simulate != nullptr))
                cases.push_back({std::string(variant.id), {}, &variant, device});
        if (cases.size() > count) continue;
        Case none{std::string(variant.id), why_no_gpu(), nullptr, {}};
        none.device.backend = variant.backend;
        cases.push_back(none);
    }
    return cases;
}

std::string name_of_case(const ::testing::TestParamInfo<Case>& info) {
    std::string name = info.param.id + "_" + device_id(info.param.device);
    std::replace_if(
        name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
    return name;
}

class EveryVariant : public ::testing::TestWithParam<Case> {
protected:
    void SetUp() override {
        if (GetParam().variant == nullptr) GTEST_SKIP() << GetParam().id << ": " << GetParam().reason;
        if (!GetParam().variant->writes_linear) GTEST_SKIP() << GetParam().id << " writes only into a texture";
        // What it refuses at every size, because a library is missing, cannot be tried.
        const auto reason = [&](std::int64_t n) {
            const Workload size = random_problem(type(), n).size();
            return why_not(*GetParam().variant, size, GetParam().device, TargetKind::linear);
        };
        if (!reason(33).empty() && !reason(1021).empty()) GTEST_SKIP() << GetParam().id << ": " << reason(33);
    }
    /// Runs once into a poisoned, guarded output and compares all of it.
    static Comparison verdict(Engine& engine, const SampleProblem& problem, int block = 0) {
        const KernelVariant& variant = *GetParam().variant;
        const Workload workload = problem.size();
        if (const auto reason = why_not(variant, workload, engine.device(), TargetKind::linear); !reason.empty()) {
            ADD_FAILURE() << workload.rows << " x " << workload.cols << " x " << workload.dims << ": " << reason;
            return {};
        }
        OutputBuffer buffer = asked(engine, problem);
        engine.run(variant, buffer.memory(), {.block = block});
        Comparison found = compare_output(engine, variant, buffer.memory(), workload.rows, {});
        found.guard_damage = engine.guard_damage(buffer).count;
        if (type().output == OutputKind::matrix) {
            EXPECT_EQ(found.entries_checked, workload.rows * workload.cols);
        }
        return found;
    }
    static const WorkloadType& type() { return type_of(GetParam().variant->workload); }
    /// Gives the engine its question, and room for the output.
    static OutputBuffer asked(Engine& engine, const SampleProblem& problem) {
        engine.load(problem.a, problem.b ? *problem.b : problem.a);
        engine.set_parameters(problem.parameters);
        return engine.allocate(output_of(problem.size(), GetParam().variant->both_directions),
                               GetParam().variant->entry);
    }
};

TEST_P(EveryVariant, is_right_on_every_shape) {
    Engine engine(GetParam().device);
    for (const std::int64_t n : shapes_to_try) {
        const Comparison found = verdict(engine, random_problem(type(), n));
        EXPECT_TRUE(found.right()) << "n = " << n << ": " << describe(found);
    }
}

TEST_P(EveryVariant, is_right_with_every_size_of_its_blocks) {
    Engine engine(GetParam().device);
    for (const int block : GetParam().variant->blocks)
        for (const std::int64_t n : {1, 33, 129, 600}) {
            const Comparison found = verdict(engine, random_problem(type(), n), block);
            EXPECT_TRUE(found.right()) << "n = " << n << ", blocks of " << block << ": " << describe(found);
        }
}

TEST_P(EveryVariant, refuses_blocks_that_it_does_not_have) {
    Engine engine(GetParam().device);
    const OutputBuffer buffer = asked(engine, random_problem(type(), 8));
    EXPECT_THROW(engine.run(*GetParam().variant, buffer.memory(), {.block = 33}), std::logic_error);
}

TEST_P(EveryVariant, is_right_for_awkward_values) {
    if (type().output != OutputKind::matrix) GTEST_SKIP() << "such values are refused before";
    Engine engine(GetParam().device);
    for (const std::int64_t n : {20, 400, 421}) {
        const Comparison found = verdict(engine, awkward_problem(type(), n));
        EXPECT_TRUE(found.right()) << "n = " << n << ": " << describe(found);
    }
}

TEST_P(EveryVariant, gives_exactly_zero_for_coincident_points) {
    if (GetParam().variant->workload != "distance_matrix") GTEST_SKIP() << "it is true of distances of one set";
    Engine engine(GetParam().device);
    Dataset data = random_points(129);
    for (float& value : std::get<std::vector<float>>(data.values)) value = value < 0.5f ? 0.3f : 1e9f;
    engine.load(data);
    OutputBuffer buffer = engine.allocate({129, 129}, GetParam().variant->entry);
    engine.run(*GetParam().variant, buffer.memory(), {});
    const std::vector<float> found = read(engine, buffer.memory(), {0, 0, 129, 129});
    const auto points = coordinates(data);
    for (std::size_t i = 0; i < 129; ++i)
        for (std::size_t j = 0; j < 129; ++j) {
            const bool coincident = points[2 * i] == points[2 * j] && points[2 * i + 1] == points[2 * j + 1];
            ASSERT_EQ(found[i * 129 + j] == 0.0f, coincident) << i << ", " << j;
        }
}

TEST_P(EveryVariant, is_right_in_every_instruction_set_of_this_machine) {
    if (GetParam().device.backend != Backend::cpu) GTEST_SKIP() << "instruction sets are of CPUs";
    Engine engine(GetParam().device);
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        for (const std::int64_t n : {67, 128}) {
            const Comparison found = verdict(engine, random_problem(type(), n));
            EXPECT_TRUE(found.right()) << hwy::TargetName(target) << ", n = " << n << ": " << describe(found);
        }
        if (type().output != OutputKind::matrix) continue;
        const Comparison found = verdict(engine, awkward_problem(type(), 400));
        EXPECT_TRUE(found.right()) << hwy::TargetName(target) << ", awkward: " << describe(found);
    }
    hwy::SetSupportedTargetsForTest(0);
}

TEST_P(EveryVariant, counts_its_rows_and_stops_when_asked) {
    if (GetParam().device.backend != Backend::cpu) GTEST_SKIP() << "a launched CUDA kernel cannot be stopped";
    if (type().output != OutputKind::matrix) GTEST_SKIP() << "its work is too short to be stopped in";
    constexpr std::int64_t n = 4096;
    Engine engine(GetParam().device);
    OutputBuffer buffer = asked(engine, random_problem(type(), n));
    std::atomic<std::int64_t> rows = 0;
    RunControl control;
    control.rows_done = &rows;
    engine.run(*GetParam().variant, buffer.memory(), control);
    EXPECT_EQ(rows, n);

    std::stop_source source;
    control.stop = source.get_token();
    rows = 0;
    std::chrono::steady_clock::time_point asked;
    std::jthread stopper([&] {
        while (rows == 0) std::this_thread::yield();
        asked = std::chrono::steady_clock::now();
        source.request_stop();
    });
    engine.run(*GetParam().variant, buffer.memory(), control);
    const auto returned = std::chrono::steady_clock::now();
    stopper.join();
    EXPECT_LT(returned - asked, std::chrono::milliseconds(400)); // 100 ms is the promise; test machines are busy

    rows = 0;
    engine.run(*GetParam().variant, buffer.memory(), control);
    EXPECT_EQ(rows, 0) << "a run that was stopped before it began did something";
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryVariant, ::testing::ValuesIn(every_case()), name_of_case);

} // namespace
} // namespace pairscope
