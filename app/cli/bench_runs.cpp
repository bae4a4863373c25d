// SPDX-License-Identifier: MIT
#include "app/cli/bench_runs.h"

#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "app/cli/stations.h"
#include "app/cli/sweep_clock.h"
#include "app/state/drawing/number_text.h"
#include "app/state/recorded_data.h"
#include "kernels/core/errors.h"
#include "kernels/cpu/endings.h"
#include "profiling/device_ceilings.h"
#include "profiling/recording/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace pairscope::cli {
namespace {

/// The limit for all runs together, so that what was measured for hours can be saved.
constexpr std::size_t most_samples_saved = profiling::most_json_values / 3;

/// Everything that the runs have in common, and what is kept between them for each GPU.
class Bench {
public:
    Bench(std::span<const Step> steps, const BenchOptions& options, const RunControl& control,
          std::function<void(const BenchRuns&)> keep)
        : steps_(steps), options_(options), control_(control), keep_(std::move(keep)), clock_(steps),
          stations_(control.stop) {}

    BenchRuns all(std::span<const LoadedData> sizes) {
        const cpu::BeforeTheEnd before([this] { keep_({.ceilings = figures(), .runs = runs_}); });
        for (const LoadedData& data : sizes)
            largest_bytes_ = std::max(largest_bytes_, profiling::ceiling_bytes(data.question.size()));
        for (const LoadedData& data : sizes) {
            stations_.begin(data);
            for (const Step& step : steps_)
                if (step.setting.n == data.n() && !control_.stop.stop_requested()) make(step);
        }
        return {.ceilings = figures(), .runs = std::move(runs_)};
    }

private:
    void make(const Step& step) {
        if (auto outcome = outcome_of(step)) {
            runs_.push_back({step.planned, step.setting, std::move(*outcome)});
            if (const auto* m = std::get_if<profiling::Measurement>(&runs_.back().outcome)) doubt_ceilings(*m);
        }
        clock_.finished(step);
    }

    /// Absent if it leaves no row.
    std::optional<profiling::RunOutcome> outcome_of(const Step& step) {
        std::string id(step.planned.id);
        if (!step.why_not.empty()) return profiling::Skipped{std::move(id), step.why_not};
        try {
            std::string reason = stations_.why_not(step.planned, step.setting.target);
            if (reason.empty()) return measured(step);
            if (step.only_if_possible) return std::nullopt;
            return profiling::Skipped{std::move(id), std::move(reason)};
        } catch (const std::exception& error) { // this run cannot be; the others may
            return profiling::Failed{std::move(id), sentence_of(error)};
        }
    }

    void show(ProgressLine& line, std::string_view doing, const Step& step, double share) const {
        const std::string what = step.planned.id.empty() ? "" : std::string(short_name(step.planned.id));
        line.show(fmt::format("{}{} {}", clock_.text(), doing, what), share);
    }

    /// Null if they were not asked for yet.
    profiling::DeviceCeilings* ceilings_of(const Device& device) {
        const auto found = std::ranges::find(ceilings_, device, [](const auto& entry) { return entry.first; });
        return found == ceilings_.end() ? nullptr : &found->second;
    }

    void measure_lacking(profiling::DeviceCeilings& known, const Device& device, std::int64_t bytes) const {
        ProgressLine line;
        profiling::measure_lacking(known, [&](std::vector<profiling::CeilingKind> kinds) {
            return profiling::measure_ceilings(device, {.bytes = bytes, .kinds = std::move(kinds)}, control_,
                                               [&](std::string_view doing, double share) {
                                                   line.show(fmt::format("{}ceilings: {}", clock_.text(), doing),
                                                             share);
                                               });
        });
    }

    /// Once a device, before its first run, for the traffic of the largest size.
    void require_ceilings(const Device& device) {
        if (ceilings_of(device) != nullptr) return;
        profiling::DeviceCeilings& known = ceilings_.emplace_back(device, profiling::DeviceCeilings{}).second;
        measure_lacking(known, device, largest_bytes_);
        if (!known.failure.empty())
            say(fmt::format("the ceilings of {} could not be measured, so its useful fractions are missing: {}",
                            device_id(device), known.failure));
    }

    void doubt_ceilings(const profiling::Measurement& m) {
        profiling::DeviceCeilings* const known = ceilings_of(m.device);
        if (known == nullptr || control_.stop.stop_requested()) return;
        doubt(*known, m);
        measure_lacking(*known, m.device, profiling::ceiling_bytes(m.workload));
    }

    profiling::RunOutcome measured(const Step& step) {
        const KernelVariant& variant = *step.planned.variant;
        const Device& device = *step.planned.device;
        if (!simulated(variant, device)) require_ceilings(device);
        ProgressLine line;
        profiling::RunnerOptions runner;
        runner.stopping.max_seconds = options_.seconds;
        runner.stopping.max_samples =
            std::min(runner.stopping.max_samples, static_cast<int>(most_samples_saved / steps_.size()));
        runner.caches = step.setting.caches;
        runner.progress = [&](profiling::Stage stage, double share) { show(line, name_of(stage), step, share); };
        RunControl control = control_;
        control.block = step.setting.block;
        profiling::Station& station = stations_.loaded(device);
        const profiling::StationRun run = stations_.run(variant, device, step.setting.target);
        auto outcome = station.measure(run, runner, control);
        auto* m = std::get_if<profiling::Measurement>(&outcome);
        if (m != nullptr && device.backend == Backend::cuda) {
            if (options_.counters) count(*m, station, run, control, line, step);
            // One more launch is enough for it, and without it a recording cannot show what happens inside a launch.
            if (options_.counters || options_.record) sample(*m, station, run, control);
        }
        return outcome;
    }

    void count(profiling::Measurement& m, profiling::Station& station, const profiling::StationRun& run,
               const RunControl& control, ProgressLine& line, const Step& step) {
        show(line, "counting", step, 0.0);
        std::string why_not;
        try {
            const profiling::RunCounts counts = station.count(run, {.sets = all_counters_}, control);
            add(m, counts);
            why_not = counts.counted.why_not;
        } catch (const std::exception& error) { // its times stay
            why_not = sentence_of(error);
        }
        tell_once("counters", why_not);
    }

    void sample(profiling::Measurement& m, profiling::Station& station, const profiling::StationRun& run,
                const RunControl& control) {
        std::string why_not;
        try {
            profiling::Sampled sampled = station.sample(run, profiling::seconds_of(m), control);
            m.timeline = std::move(sampled.timeline);
            why_not = sampled.why_not;
        } catch (const std::exception& error) {
            why_not = sentence_of(error);
        }
        tell_once("the inside of a launch", why_not);
    }

    void tell_once(const char* what, const std::string& why_not) {
        if (why_not.empty() || control_.stop.stop_requested()) return;
        if (told_.insert(why_not).second) say(fmt::format("without {}: {}", what, why_not));
    }

    [[nodiscard]] std::vector<profiling::Ceilings> figures() const {
        std::vector<profiling::Ceilings> all;
        for (const auto& [device, known] : ceilings_)
            if (known.figures) all.push_back(*known.figures);
        return all;
    }

    std::span<const Step> steps_;
    const BenchOptions& options_;
    const RunControl& control_;
    std::function<void(const BenchRuns&)> keep_;
    SweepClock clock_;
    Stations stations_;
    std::int64_t largest_bytes_ = 0; ///< bytes of the largest arrays that ceilings use, for all sizes
    std::vector<BenchRun> runs_;
    std::vector<std::pair<Device, profiling::DeviceCeilings>> ceilings_; ///< in the order in which devices were used
    const std::vector<profiling::CounterSet> all_counters_{profiling::counter_sets().begin(),
                                                           profiling::counter_sets().end()};
    std::set<std::string> told_; ///< reasons why something was not counted or sampled
};

} // namespace

BenchRuns run_all(std::span<const Step> steps, std::span<const LoadedData> sizes, const BenchOptions& options,
                  const RunControl& control, std::function<void(const BenchRuns&)> keep) {
    if (steps.size() > profiling::most_runs)
        throw InputError(fmt::format(
            "this asks for {} runs, and one command can make at most {}: ask for fewer sizes, blocks or variants",
            app::grouped(std::int64_t(steps.size())), app::grouped(std::int64_t(profiling::most_runs))));
    return Bench(steps, options, control, std::move(keep)).all(sizes);
}

profiling::Recording recording_of(const LoadedData& data, const BenchRuns& runs, std::string label) {
    profiling::Recording recording;
    recording.made_by = fmt::format("pairscope {}", PAIRSCOPE_VERSION);
    recording.when = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    recording.label = std::move(label);
    recording.host = profiling::this_host();
    app::record_question(recording, data.question, data.source, false);
    recording.ceilings = runs.ceilings;
    for (const BenchRun& run : runs.runs) {
        recording.runs.push_back(run.outcome);
        const bool ran = std::holds_alternative<profiling::Measurement>(run.outcome) ||
                         std::holds_alternative<profiling::Simulated>(run.outcome);
        const auto& device = run.planned.device;
        if (ran && std::ranges::find(recording.devices, *device) == recording.devices.end())
            recording.devices.push_back(*device);
    }
    return recording;
}

} // namespace pairscope::cli
