// SPDX-License-Identifier: MIT
// Every variant of the registry on every device of this machine: right on odd shapes and awkward points, nothing left
// unwritten, nothing written outside. A variant that cannot run here is reported skipped, with its reason.
#include "kernels/core/engine.h"
#include "kernels/core/registry.h"
#include "kernels/matrix/operations.h"
#include "tests/kernels/sample_points.h"

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

using testing::awkward_points;
using testing::distance_matrix_of;
using testing::random_points;

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
    }
    /// Runs once into a poisoned, guarded matrix and compares every entry.
    static Comparison verdict(Engine& engine, const Dataset& data, int block = 0) {
        const KernelVariant& variant = *GetParam().variant;
        if (const auto reason = why_not(variant, distance_matrix_of(data), engine.device(), TargetKind::linear);
            !reason.empty()) {
            ADD_FAILURE() << "n = " << data.rows << ": " << reason;
            return {};
        }
        engine.load(data);
        AnswerBuffer buffer = engine.allocate({data.rows, data.rows}, variant.entry);
        engine.run(variant, buffer.memory(), {.block = block});
        Comparison found = compare(engine, variant, buffer.memory(), rows_to_check(data.rows, data.rows), {});
        found.guard_damage = engine.guard_damage(buffer).count;
        EXPECT_EQ(found.entries_checked, data.rows * data.rows);
        return found;
    }
};

TEST_P(EveryVariant, is_right_on_every_shape) {
    Engine engine(GetParam().device);
    for (const std::int64_t n : shapes_to_try) {
        const Comparison found = verdict(engine, random_points(n));
        EXPECT_TRUE(found.right()) << "n = " << n << ": " << describe(found);
    }
}

TEST_P(EveryVariant, is_right_with_every_size_of_its_blocks) {
    Engine engine(GetParam().device);
    for (const int block : GetParam().variant->blocks)
        for (const std::int64_t n : {1, 33, 129, 600}) {
            const Comparison found = verdict(engine, random_points(n), block);
            EXPECT_TRUE(found.right()) << "n = " << n << ", blocks of " << block << ": " << describe(found);
        }
}

TEST_P(EveryVariant, refuses_blocks_that_it_does_not_have) {
    Engine engine(GetParam().device);
    engine.load(random_points(8));
    AnswerBuffer buffer = engine.allocate({8, 8}, GetParam().variant->entry);
    EXPECT_THROW(engine.run(*GetParam().variant, buffer.memory(), {.block = 33}), std::logic_error);
}

TEST_P(EveryVariant, is_right_for_awkward_points) {
    Engine engine(GetParam().device);
    for (const std::int64_t n : {20, 400, 421}) {
        const Comparison found = verdict(engine, awkward_points(n));
        EXPECT_TRUE(found.right()) << "n = " << n << ": " << describe(found);
    }
}

TEST_P(EveryVariant, gives_exactly_zero_for_coincident_points) {
    Engine engine(GetParam().device);
    Dataset data = random_points(129);
    for (float& value : std::get<std::vector<float>>(data.values)) value = value < 0.5f ? 0.3f : 1e9f;
    engine.load(data);
    AnswerBuffer buffer = engine.allocate({129, 129}, GetParam().variant->entry);
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
        for (const Dataset& data : {random_points(67), random_points(128), awkward_points(400)}) {
            const Comparison found = verdict(engine, data);
            EXPECT_TRUE(found.right()) << hwy::TargetName(target) << ", n = " << data.rows << ": " << describe(found);
        }
    }
    hwy::SetSupportedTargetsForTest(0);
}

TEST_P(EveryVariant, counts_its_rows_and_stops_when_asked) {
    if (GetParam().device.backend != Backend::cpu) GTEST_SKIP() << "a launched CUDA kernel cannot be stopped";
    constexpr std::int64_t n = 4096;
    Engine engine(GetParam().device);
    engine.load(random_points(n));
    AnswerBuffer buffer = engine.allocate({n, n}, GetParam().variant->entry);
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
