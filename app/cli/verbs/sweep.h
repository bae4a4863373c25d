// SPDX-License-Identifier: MIT
// A sweep: every variant asked the same question with several sizes, targets, block sizes and states of the caches.
#pragma once

#include "app/cli/options/data.h"
#include "app/cli/options/run_options.h"
#include "kernels/matrix/matrix.h"
#include "profiling/measurement.h"

#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace pairscope::cli {

/// The options about sweeps as they were typed.
struct SweepOptions {
    std::vector<TargetKind> targets{};           ///< empty: as default_targets says
    std::vector<std::string> blocks{};           ///< "128", "all"; empty: each variant's usual one
    std::vector<profiling::CacheState> caches{}; ///< empty: warm
    std::vector<int> multiprocessors{};          ///< how many of a GPU's are used; empty: all of them
    /// Both: linear memory, and of a GPU's variants the texture too. Simulated: also of simulated variants.
    enum class Without : std::uint8_t { linear, both, simulated };
    Without without_targets = Without::linear;
};
void add_targets_option(CLI::App& verb, SweepOptions& options);
void add_blocks_option(CLI::App& verb, SweepOptions& options);
void add_caches_option(CLI::App& verb, SweepOptions& options);
void add_multiprocessors_option(CLI::App& verb, SweepOptions& options);

/// Says which option has the same value twice; `sizes` are those of --n.
void say_repeats(const std::vector<std::int64_t>& sizes, const SweepOptions& options);

/// What a run is asked, beside its variant. Runs with equal settings are one group of a table.
struct Setting {
    std::int64_t n = 0;
    TargetKind target = TargetKind::linear;
    int block = 0; ///< threads of a block; 0: the usual ones
    profiling::CacheState caches = profiling::CacheState::warm;
    int multiprocessors = 0; ///< that the run uses, where their number was asked for; 0: it was not
    auto operator<=>(const Setting&) const = default;
};

/// One run of a sweep.
struct Step {
    Planned planned;
    Setting setting;
    Workload workload{};           ///< with its whole size, of which the setting has n
    std::string why_not{};         ///< as far as it is known beforehand, one sentence; empty: it is tried
    bool only_if_possible = false; ///< it leaves no row where the texture cannot be had
};

/// The runs that are planned on a GPU, once for each number of its multiprocessors that was asked for, on that part of
/// it; all runs once where no number was. Says which runs are left out because they are of a CPU, and where the GPU can
/// only set more multiprocessors apart. `part_of` is pairscope::part_of. Throws InputError if no run is on a GPU.
[[nodiscard]] std::vector<std::vector<Planned>>
planned_on_parts(std::vector<Planned> planned, const SweepOptions& options,
                 const std::function<Device(const Device& whole, int multiprocessors)>& part_of);

/// Group after group, each in ladder order. What this build lacks stands in the first group only. Throws InputError for
/// block sizes that no GPU can have.
[[nodiscard]] std::vector<Step> steps_of(const std::vector<Planned>& planned, const SweepOptions& options,
                                         std::span<const LoadedData> sizes);

/// What is not the same in all settings.
struct Varying {
    bool n = false, target = false, block = false, caches = false, multiprocessors = false;
    [[nodiscard]] bool any() const { return n || target || block || caches || multiprocessors; }
};
[[nodiscard]] Varying varying(std::span<const Setting> settings);

/// "n = 1 024, texture, blocks of 64 threads, cold caches": of what varies; empty if nothing does.
[[nodiscard]] std::string heading_of(const Setting& setting, const Varying& varying);
/// What does not vary and is not as usual: "blocks of 64 threads, cold caches".
[[nodiscard]] std::string common_text(const Setting& setting, const Varying& varying);

class SweepClock {
public:
    explicit SweepClock(std::span<const Step> steps);

    /// That step is over; it was made, or skipped.
    void finished(const Step& step);

    /// "3 of 24, 40 s left: ", the time only where one run was timed; empty for a single run.
    [[nodiscard]] std::string text() const;

private:
    std::int64_t all_ = 0, done_ = 0; ///< runs that are not skipped from the start
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

} // namespace pairscope::cli
