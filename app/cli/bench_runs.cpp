// SPDX-License-Identifier: MIT
#include "app/cli/bench_runs.h"

#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "profiling/counting.h"
#include "profiling/roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace pairscope::cli {
namespace {

/// A fill of a smaller array would stay in the caches.
constexpr std::int64_t least_ceiling_bytes = std::int64_t{1} << 28;

/// Everything that the runs have in common, and what is kept between them for each GPU.
class Bench {
public:
    Bench(const BenchOptions& options, Stations& stations, const RunControl& control)
        : options_(options), stations_(stations), control_(control) {}

    BenchRuns all(const std::vector<Planned>& planned) {
        measure_ceilings(planned);
        for (const Planned& run : planned)
            for (const TargetKind target : targets_of(run)) {
                if (control_.stop.stop_requested()) return std::move(found_);
                found_.runs.push_back({run, measured(run, target)});
                for (profiling::Ceilings& ceilings : found_.ceilings) doubt(ceilings, found_.runs.back().outcome);
            }
        return std::move(found_);
    }

private:
    /// All of them without `kinds`.
    [[nodiscard]] profiling::Ceilings ceilings_of(const Device& device, std::int64_t bytes,
                                                  std::vector<profiling::CeilingKind> kinds = {}) const {
        ProgressLine line;
        return profiling::measure_ceilings(
            device, {.bytes = std::max(bytes, least_ceiling_bytes), .kinds = std::move(kinds)}, control_,
            [&](std::string_view doing, double share) { line.show(fmt::format("ceilings: {}", doing), share); });
    }

    void measure_ceilings(const std::vector<Planned>& planned) {
        for (const Planned& run : planned) {
            if (!run.device || simulated(*run.variant, *run.device)) continue;
            const bool runs = std::ranges::any_of(
                targets_of(run), [&](TargetKind target) { return stations_.why_not(run, target).empty(); });
            const bool known =
                std::ranges::find(found_.ceilings, *run.device, &profiling::Ceilings::device) != found_.ceilings.end();
            if (!runs || known) continue;
            if (control_.stop.stop_requested()) return;
            const Work work = work_of(stations_.workload(run.variant->workload));
            found_.ceilings.push_back(ceilings_of(*run.device, static_cast<std::int64_t>(work.compulsory_bytes)));
        }
    }

    /// A run faster than the fill: was the machine busy when the fill was measured? Once more, and the better figures
    /// stay.
    void doubt(profiling::Ceilings& ceilings, const profiling::RunOutcome& outcome) const {
        const auto* m = std::get_if<profiling::Measurement>(&outcome);
        if (m == nullptr || m->device != ceilings.device || !profiling::beats_the_fill(*m, ceilings)) return;
        const auto bytes = static_cast<std::int64_t>(work_of(m->workload).compulsory_bytes);
        if (control_.stop.stop_requested()) return;
        ceilings = better_of(ceilings_of(m->device, bytes, profiling::essential_ceilings()), ceilings);
    }

    /// Both where a GPU's variant writes both and the texture can be had; else the one it writes, or the one asked for.
    std::vector<TargetKind> targets_of(const Planned& run) {
        if (!options_.both_targets || run.variant == nullptr || !run.device || run.device->backend == Backend::cpu)
            return {options_.target};
        std::vector<TargetKind> targets;
        if (run.variant->writes_linear) targets.push_back(TargetKind::linear);
        if (run.variant->writes_surface && (targets.empty() || stations_.why_not(run, TargetKind::surface).empty()))
            targets.push_back(TargetKind::surface);
        return targets;
    }

    profiling::RunOutcome measured(const Planned& run, TargetKind kind) {
        const std::string id(run.id);
        if (auto reason = stations_.why_not(run, kind); !reason.empty())
            return profiling::Skipped{id, std::move(reason)};
        ProgressLine line;
        profiling::RunnerOptions runner;
        runner.stopping.max_seconds = options_.seconds;
        runner.progress = [&](std::string_view doing, double share) {
            line.show(fmt::format("{} {}", doing, short_name(id)), share);
        };
        if (run.device->backend == Backend::cuda) runner.watch = &watch_of(*run.device);
        const profiling::RunTarget target = stations_.target(*run.device, kind, run.variant->entry);
        auto outcome = profiling::measure(stations_.engine(*run.device), *run.variant,
                                          stations_.workload(run.variant->workload), target, runner, control_);
        if (auto* simulation = std::get_if<profiling::Simulated>(&outcome))
            profiling::add_trace(*simulation, *run.variant, stations_.data(), control_);
        auto* m = std::get_if<profiling::Measurement>(&outcome);
        if (m != nullptr && options_.counters && run.device->backend == Backend::cuda) {
            line.show(fmt::format("counting {}", short_name(id)), 0.0);
            count(*m, *run.variant, target);
        }
        return outcome;
    }

    profiling::ConditionsWatch& watch_of(const Device& device) {
        return watches_.try_emplace(device_id(device), device).first->second;
    }

    /// Launches of their own, after the timed ones; then the profiler is off again.
    void count(profiling::Measurement& m, const KernelVariant& variant, const profiling::RunTarget& target) {
        profiling::Counting& counting = countings_.try_emplace(device_id(m.device), m.device).first->second;
        Engine& engine = stations_.engine(m.device);
        const profiling::Launch launch = [&] { engine.run(variant, target.out, control_); };
        constexpr int launches = 20;
        m.activity_seconds = profiling::recorded_seconds(counting, launch, launches);
        for (const profiling::CounterSet set : profiling::counter_sets()) {
            if (control_.stop.stop_requested()) break;
            const profiling::Counted counted = counting.count({.sets = {set}}, launch);
            if (!counted.counters) {
                tell_once(counted.why_not);
                break;
            }
            if (!m.counters) m.counters.emplace();
            add(*m.counters, *counted.counters);
        }
        if (control_.stop.stop_requested()) m.counters.reset(); // launches that were stopped count nothing
        counting.rest();
    }

    void tell_once(const std::string& reason) {
        if (told_ != reason) say(fmt::format("without counters: {}", reason));
        told_ = reason;
    }

    const BenchOptions& options_;
    Stations& stations_;
    const RunControl& control_;
    BenchRuns found_;
    std::map<std::string, profiling::ConditionsWatch> watches_; ///< by device id
    std::map<std::string, profiling::Counting> countings_;
    std::string told_;
};

} // namespace

BenchRuns run_all(const std::vector<Planned>& planned, const BenchOptions& options, Stations& stations,
                  const RunControl& control) {
    return Bench(options, stations, control).all(planned);
}

profiling::Recording recording_of(const LoadedData& data, const BenchRuns& runs, std::string label) {
    profiling::Recording recording;
    recording.made_by = fmt::format("pairscope {}", PAIRSCOPE_VERSION);
    recording.when = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    recording.label = std::move(label);
    recording.host = profiling::this_host();
    if (const auto* settings = std::get_if<GeneratorSettings>(&data.source))
        recording.points = *settings;
    else
        recording.points = data.dataset;
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
