// SPDX-License-Identifier: MIT
// How much slower do odd sizes make the variants? Each size is compared with its friendly size, which has the numbers
// of vectors raised to a multiple of 128 and the coordinates to a multiple of 16.
//   bench_shapes [DEVICE] [WORKLOAD...]     DEVICE as "info" lists them, the first one unless told; all workloads
//   unless some
//                                     are named
//   --all-variants                    also prints the time of each variant at each size
//   --size N,M,D                      this size instead of the list
//   --variant NAME                    only this variant: "tensor_wgmma"
// Lines on stdout: workload, n x m x d, the fastest variant that gives the exact output and its time, the fastest one
// at the friendly size and its time, the ratio of the two times with its 99 % interval from rounds in turns, and the
// time over that of a launch with next to no work. The worst ratios are repeated at the end. Exit code 2: wrong
// arguments.
#include "kernels/data/shapes/clustered_vectors.h"
#include "kernels/data/shapes/generators.h"
#include "kernels/data/vectors.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "profiling/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

constexpr std::int64_t row_step = 128, dim_step = 16;
constexpr int rounds = 15; // the third smallest and the third largest of 15 hold the median with 99.3 %
constexpr double timed_together = 2e-4, close = 1.5; // [s]; variants within this factor of the fastest are timed again

struct Size {
    std::int64_t rows = 0, cols = 0, dims = 0;
    bool operator==(const Size&) const = default;
};
std::string words_of(const Size& size) { return fmt::format("{} x {} x {}", size.rows, size.cols, size.dims); }

std::int64_t raised(std::int64_t count, std::int64_t step, const SizeRange& range) {
    return std::clamp((count + step - 1) / step * step, range.least, range.most);
}
Size friendly(const Size& size, const InputRule& rule) {
    return {raised(size.rows, row_step, rule.rows), raised(size.cols, row_step, rule.rows),
            raised(size.dims, dim_step, rule.dims)};
}

/// Primes, a tile and its neighbours, and long and flat shapes, as far as the workload takes them.
std::vector<Size> sizes_for(const WorkloadType& type, Backend backend) {
    constexpr double most_on_cpu = 1e9; // pairs times coordinates: one thread takes a second
    const InputRule& rule = type.inputs;
    std::vector<Size> sizes;
    if (counts_coordinates(rule)) {
        for (const std::int64_t dims : {1009, 65537, 1048573, 1048577, 16777213}) sizes.push_back({1, 1, dims});
    } else if (rule.dims.most == 2) {
        for (const std::int64_t n : {127, 129, 1021, 4093, 8191, 8193, 16381, 30337}) sizes.push_back({n, n, 2});
    } else if (rule.sets == 1) {
        for (const Size& size : {Size{1021, 0, 17}, {4093, 0, 785}, {8191, 0, 64}, {16381, 0, 127}, {59999, 0, 783}})
            sizes.push_back({size.rows, size.rows, size.dims});
    } else {
        sizes = {{2048, 1024, 16}, {8192, 8192, 16},  {8191, 8193, 15},    {8191, 8193, 17},   {8192, 8192, 64},
                 {8191, 8189, 63}, {8192, 8192, 256}, {8191, 8191, 255},   {4097, 3001, 33},   {127, 129, 15},
                 {1021, 1031, 31}, {1738, 1598, 128}, {2048, 1024, 1024},  {100, 30000, 784},  {30000, 100, 96},
                 {65, 32749, 7},   {32749, 65, 129},  {16381, 16363, 128}, {16384, 16384, 128}};
    }
    std::erase_if(sizes, [&](const Size& size) {
        const double work = double(size.rows) * double(size.cols) * double(size.dims);
        return (backend == Backend::cpu && work > most_on_cpu) || size.rows < rule.rows.least ||
               size.rows > rule.rows.most || size.dims < rule.dims.least || size.dims > rule.dims.most;
    });
    return sizes;
}

Dataset set_of(const WorkloadType& type, int set, std::int64_t rows, std::int64_t dims) {
    if (type.example != nullptr) return type.example(set, rows, dims, {});
    if (dims == 2) return generate(default_settings(Shape::uniform_square, rows));
    Dataset data = clustered_vectors(rows, dims);
    return type.inputs.unit_length ? with_unit_length(std::move(data)) : data;
}

/// A device with inputs of one size.
class Place {
public:
    /// `variant`: the short name of the only one; empty: all.
    Place(const Device& device, const WorkloadType& type, const Size& size, std::string_view variant)
        : engine_(device), variant_(variant) {
        const Dataset a = set_of(type, 0, size.rows, size.dims);
        if (type.inputs.sets == 2)
            engine_.load(a, set_of(type, 1, size.cols, size.dims));
        else
            engine_.load(a);
        workload_ = {.type = type.id, .rows = size.rows, .cols = size.cols, .dims = size.dims};
    }

    [[nodiscard]] bool can_run(const KernelVariant& variant) const {
        if (!variant_.empty() && short_name(variant.id) != variant_) return false;
        return variant.workload == workload_.type && variant.backend == engine_.device().backend &&
               variant.entry == Entry::float32 && variant.may_differ_by == nullptr && variant.writes_linear &&
               why_not(variant, workload_, engine_.device(), TargetKind::linear).empty();
    }
    /// [s] of one launch, from so many in a row.
    double time(const KernelVariant& variant, int launches) {
        OutputBuffer& out = output(variant);
        return engine_.run(variant, out.memory(), {.launches = launches, .is_output_read = false});
    }
    /// All variants that can run, the fastest first, with the time of a launch.
    struct Timed {
        const KernelVariant* variant;
        double seconds;
    };
    [[nodiscard]] std::vector<Timed> ranking() {
        std::vector<Timed> found;
        for (const KernelVariant& variant : variants()) {
            if (!can_run(variant)) continue;
            time(variant, 1); // loads the kernel
            const double once = time(variant, 1);
            found.push_back({&variant, once < 0.02 ? std::min(once, time(variant, together(once))) : once});
        }
        std::ranges::sort(found, {}, &Timed::seconds);
        if (found.empty()) return found;
        const double limit = close * found.front().seconds;
        for (Timed& timed : found)
            if (timed.seconds < limit) timed.seconds = fine(*timed.variant, timed.seconds);
        std::ranges::sort(found, {}, &Timed::seconds);
        return found;
    }
    [[nodiscard]] static int together(double seconds) {
        return std::clamp(static_cast<int>(timed_together / std::max(seconds, 1e-7)), 1, 200);
    }

private:
    double fine(const KernelVariant& variant, double seconds) {
        std::vector<double> samples;
        for (int i = 0; i < 7; ++i) samples.push_back(time(variant, together(seconds)));
        return profiling::median(samples);
    }
    OutputBuffer& output(const KernelVariant& variant) {
        auto& buffer = outputs_[variant.both_directions];
        if (!buffer) buffer = engine_.allocate(output_of(workload_, variant.both_directions));
        return *buffer;
    }

    Engine engine_;
    std::string_view variant_;
    Workload workload_;
    std::map<bool, std::optional<OutputBuffer>> outputs_{};
};

/// [s] of one launch with next to no work, in a row of launches.
double launch_floor(const Device& device) {
    Place place(device, type_of("distance_matrix"), {2, 2, 2}, {});
    return place.ranking().at(0).seconds;
}

struct Row {
    std::string workload, size;
    double ratio, low, high;
};

struct Sweep {
    Device device;
    double floor; ///< a launch with next to no work [s]
    bool all_variants = false;
    std::optional<Size> only{};
    std::string_view only_variant{};
    std::vector<Row> rows{};

    void compare(const WorkloadType& type, const Size& size) {
        const Size better = friendly(size, type.inputs);
        Place here(device, type, size, only_variant);
        const auto mine = here.ranking();
        if (mine.empty()) return;
        if (all_variants)
            for (const auto& [variant, seconds] : mine)
                fmt::print("    {:<28} {:>11.2f} us\n", short_name(variant->id), 1e6 * seconds);
        fmt::print("{:<22} {:<22} {:<24} {:>10.2f} us", type.id, words_of(size), short_name(mine.front().variant->id),
                   1e6 * mine.front().seconds);
        expect(mine, {.type = type.id, .rows = size.rows, .cols = size.cols, .dims = size.dims});
        if (better == size) {
            fmt::print("   the size is friendly; {:.1f} launches\n", mine.front().seconds / floor);
            return;
        }
        Place there(device, type, better, only_variant);
        const auto theirs = there.ranking();
        const double ratio_floor = mine.front().seconds / floor;
        std::vector<double> ratios;
        for (int i = 0; i < rounds; ++i) {
            const auto one = [](Place& place, const Place::Timed& timed) {
                return place.time(*timed.variant, Place::together(timed.seconds));
            };
            const double first = one(here, mine.front());
            ratios.push_back(first / one(there, theirs.front()));
        }
        std::ranges::sort(ratios);
        rows.push_back({std::string(type.id), words_of(size), ratios[rounds / 2], ratios[2], ratios[rounds - 3]});
        fmt::print("   {:<24} {:>10.2f} us   {:.3f} ({:.3f} to {:.3f}); {:.1f} launches\n",
                   short_name(theirs.front().variant->id), 1e6 * theirs.front().seconds, rows.back().ratio,
                   rows.back().low, rows.back().high, ratio_floor);
        std::fflush(stdout);
    }
    /// Is the variant that the program expects to be the fastest as fast as the fastest one?
    void expect(const std::vector<Place::Timed>& ranking, const Workload& workload) const {
        const KernelVariant* const expected = expected_fastest(workload, device);
        const auto found = std::ranges::find(ranking, expected, &Place::Timed::variant);
        if (found == ranking.end()) return;
        if (found == ranking.begin())
            fmt::print(", as expected");
        else
            fmt::print(", expected {} takes {:.2f} times", short_name(expected->id),
                       found->seconds / ranking.front().seconds);
    }
    void finish() {
        std::ranges::sort(rows, std::greater{}, &Row::high);
        fmt::print("\nThe worst ratios:\n");
        for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), 12); ++i)
            fmt::print("  {:<22} {:<22} {:.3f}, at most {:.3f}\n", rows[i].workload, rows[i].size, rows[i].ratio,
                       rows[i].high);
        double sum = 0.0;
        for (const Row& row : rows) sum += std::log(row.ratio);
        if (!rows.empty()) fmt::print("geometric mean of all: {:.3f}\n", std::exp(sum / double(rows.size())));
    }
};

int sweep(const std::vector<std::string_view>& arguments) {
    Sweep sweep{.device = devices().front(), .floor = 0.0};
    std::vector<std::string_view> wanted;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        const auto all = devices();
        if (const bool has_value = i + 1 < arguments.size(); has_value && argument == "--size") {
            Size size;
            const std::string text(arguments[++i]);
            if (std::sscanf(text.c_str(), "%ld,%ld,%ld", &size.rows, &size.cols, &size.dims) != 3) {
                fmt::print(stderr, "bench_shapes: '{}' is not a size such as 8191,8193,17\n", text);
                return 2;
            }
            sweep.only = size;
            continue;
        } else if (has_value && argument == "--variant") {
            sweep.only_variant = arguments[++i];
            continue;
        }
        const auto named = std::ranges::find(all, argument, device_id);
        if (named != all.end())
            sweep.device = *named;
        else if (argument == "--all-variants")
            sweep.all_variants = true;
        else if (find_workload(argument) != nullptr)
            wanted.push_back(argument);
        else {
            fmt::print(stderr, "bench_shapes: '{}' is neither a device of this machine nor a workload\n", argument);
            return 2;
        }
    }
    sweep.floor = launch_floor(sweep.device);
    fmt::print("{} {}; a launch with next to no work takes {:.2f} us\n", sweep.device.name, sweep.device.driver,
               1e6 * sweep.floor);
    for (const WorkloadType& type : workload_types()) {
        if (type.inputs.takes_distances || (!wanted.empty() && std::ranges::find(wanted, type.id) == wanted.end()))
            continue;
        if (sweep.only)
            sweep.compare(type, *sweep.only);
        else
            for (const Size& size : sizes_for(type, sweep.device.backend)) sweep.compare(type, size);
    }
    sweep.finish();
    return 0;
}

} // namespace
} // namespace pairscope

int main(int count, char** arguments) {
    try {
        return pairscope::sweep({arguments + 1, arguments + count});
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_shapes: {}\n", error.what());
        return 1;
    }
}
