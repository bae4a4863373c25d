// SPDX-License-Identifier: MIT
#include "app/cli/verbs/bench_runs.h"

#include "app/chart/number_text.h"
#include "app/cli/options/stations.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/verbs/sweep.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/tracks/tracks.h"
#include "kernels/data/errors.h"
#include "kernels/engines/cpu/endings.h"
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
/// [s] All timed runs of a variant take at least so long, so that its turns are spread over some time.
constexpr double least_seconds = 0.25;

/// Everything that the runs have in common, and what is kept between them for each GPU.
class Bench {
public:
    Bench(std::span<const Step> steps, const BenchOptions& options, const RunControl& control,
          std::function<void(const BenchRuns&)> keep)
        : steps_(steps), options_(options), control_(control), keep_(std::move(keep)), clock_(steps),
          stations_(control.stop) {}

    BenchRuns all(std::span<const LoadedData> sizes) {
        const cpu::BeforeTheEnd before([this] {
            for (TurnRun& run : group_) keep_times(run);
            for (TurnRun& run : group_)
                if (run.outcome) runs_.push_back({run.step->planned, run.step->setting, std::move(*run.outcome)});
            keep_({.ceilings = figures(), .runs = runs_});
        });
        for (const LoadedData& data : sizes)
            largest_bytes_ = std::max(largest_bytes_, profiling::ceiling_bytes(data.question.size()));
        for (const LoadedData& data : sizes) {
            stations_.begin(data);
            std::vector<const Step*> steps;
            for (const Step& step : steps_)
                if (step.setting.n == data.n()) steps.push_back(&step);
            for (std::size_t first = 0; first < steps.size();) {
                std::size_t last = first + 1;
                while (last < steps.size() && share_turns(*steps[first], *steps[last])) ++last;
                make(std::span(steps).subspan(first, last - first));
                first = last;
            }
        }
        // CUPTI knows no kernel any more for samples of instructions once counters were read, so these come last.
        if (options_.counters || options_.record) count_all(sizes);
        return {.ceilings = figures(), .runs = std::move(runs_)};
    }

private:
    /// One run of a group, from its check to its row.
    struct TurnRun {
        const Step* step = nullptr;
        std::optional<profiling::RunOutcome> outcome{}; ///< absent: it is being timed, or leaves no row
        std::optional<profiling::Timing> timing{};
    };

    /// Runs of one group are timed in turns. They write the same memory, so that no turn has to make new memory.
    static bool share_turns(const Step& a, const Step& b) {
        const auto entry = [](const Step& step) {
            return step.planned.variant == nullptr ? Entry::float32 : step.planned.variant->entry;
        };
        return a.setting == b.setting && entry(a) == entry(b);
    }

    /// Checks all runs of a group, and then times them in turns.
    void make(std::span<const Step* const> steps) {
        if (steps.front()->planned.device) stations_.leave_other_parts(*steps.front()->planned.device);
        for (const Step* step : steps) {
            if (control_.stop.stop_requested()) break;
            group_.push_back({.step = step});
            begin(group_.back());
            if (!group_.back().timing) clock_.finished(*step);
        }
        while (std::ranges::any_of(group_, &Bench::is_timed))
            for (TurnRun& run : group_)
                if (is_timed(run)) take_turn(run);
        for (TurnRun& run : group_) finish(run);
        take_rows();
    }

    static bool is_timed(const TurnRun& run) { return run.timing && !run.outcome && !run.timing->done(); }

    void begin(TurnRun& run) {
        const Step& step = *run.step;
        std::string id(step.planned.id);
        if (!step.why_not.empty()) {
            run.outcome = profiling::Skipped{std::move(id), step.why_not};
            return;
        }
        try {
            std::string reason = stations_.why_not(step.planned, step.setting.target);
            if (reason.empty())
                check_and_begin(run);
            else if (!step.only_if_possible)
                run.outcome = profiling::Skipped{std::move(id), std::move(reason)};
        } catch (const std::exception& error) { // this run cannot be; the others may
            run.outcome = profiling::Failed{std::move(id), sentence_of(error)};
        }
    }

    void take_turn(TurnRun& run) {
        const Step& step = *run.step;
        try {
            stations_.loaded(*step.planned.device)
                .take_turn(*run.timing,
                           stations_.target(*step.planned.device, step.setting.target, *step.planned.variant));
        } catch (const std::exception& error) {
            run.outcome = profiling::Failed{std::string(step.planned.id), sentence_of(error)};
        }
    }

    static void keep_times(TurnRun& run) {
        if (run.timing && !run.outcome) run.outcome = run.timing->finish();
    }

    /// Measures energy and samples instructions of a GPU's variant, too.
    void finish(TurnRun& run) {
        if (!run.timing || run.outcome) return;
        keep_times(run);
        auto* m = std::get_if<profiling::Measurement>(&*run.outcome);
        if (m != nullptr && is_whole_gpu(m->device) && !control_.stop.stop_requested()) measure_more(*m, *run.step);
        clock_.finished(*run.step);
    }

    /// Counters, samples and energy are those of the whole GPU.
    static bool is_whole_gpu(const Device& device) {
        return device.backend == Backend::cuda && device.whole_units == 0;
    }

    /// Counts and samples what was measured on GPUs, with the data of each size again.
    void count_all(std::span<const LoadedData> sizes) {
        for (const LoadedData& data : sizes) {
            const auto is_meant = [&](const BenchRun& run) {
                const auto* m = std::get_if<profiling::Measurement>(&run.outcome);
                return m != nullptr && is_whole_gpu(m->device) && run.setting.n == data.n();
            };
            if (std::ranges::none_of(runs_, is_meant)) continue;
            if (sizes.size() > 1) stations_.begin(data);
            for (BenchRun& run : runs_) {
                if (control_.stop.stop_requested()) return;
                if (is_meant(run)) count_and_sample(std::get<profiling::Measurement>(run.outcome), run);
            }
        }
    }

    void take_rows() {
        line_.reset();
        for (TurnRun& run : group_) {
            if (!run.outcome) continue;
            runs_.push_back({run.step->planned, run.step->setting, std::move(*run.outcome)});
            if (const auto* m = std::get_if<profiling::Measurement>(&runs_.back().outcome)) doubt_ceilings(*m);
        }
        group_.clear();
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

    [[nodiscard]] RunControl control_of(const Setting& setting) const {
        RunControl control = control_;
        control.block = setting.block;
        return control;
    }

    void check_and_begin(TurnRun& run) {
        const Step& step = *run.step;
        const KernelVariant& variant = *step.planned.variant;
        const Device& device = *step.planned.device;
        if (!simulated(variant, device)) require_ceilings(device);
        profiling::RunnerOptions runner;
        runner.stopping.max_seconds = options_.seconds;
        runner.stopping.least_seconds = std::min(least_seconds, options_.seconds);
        runner.stopping.max_samples =
            std::min(runner.stopping.max_samples, static_cast<int>(most_samples_saved / steps_.size()));
        runner.caches = step.setting.caches;
        runner.progress = [this, &step](profiling::Stage stage, double share) {
            show(*line_, name_of(stage), step, share);
        };
        line_.emplace();
        profiling::BegunRun begun = stations_.loaded(device).begin(stations_.run(variant, device, step.setting.target),
                                                                   runner, control_of(step.setting));
        if (auto* outcome = std::get_if<profiling::RunOutcome>(&begun))
            run.outcome = std::move(*outcome);
        else
            run.timing = std::move(std::get<profiling::Timing>(begun));
    }

    void measure_more(profiling::Measurement& m, const Step& step) {
        const Device& device = *step.planned.device;
        profiling::Station& station = stations_.loaded(device);
        const profiling::StationRun run = stations_.run(*step.planned.variant, device, step.setting.target);
        if (options_.energy) measure_energy(m, station, run, step);
        if (options_.record) sample_stalls(m, station, run, control_of(step.setting));
    }

    void count_and_sample(profiling::Measurement& m, const BenchRun& measured) {
        const Device& device = *measured.planned.device;
        stations_.leave_other_parts(device);
        ProgressLine line;
        try {
            profiling::Station& station = stations_.loaded(device);
            const profiling::StationRun run = stations_.run(*measured.planned.variant, device, measured.setting.target);
            if (options_.counters) count(m, station, run, control_of(measured.setting), line, measured.planned.id);
            // One more launch is enough for it, and without it a recording cannot show what happens inside a launch.
            sample(m, station, run, control_of(measured.setting));
        } catch (const std::exception& error) { // its times stay
            tell_once("the counters and samples", sentence_of(error));
        }
    }

    void measure_energy(profiling::Measurement& m, profiling::Station& station, const profiling::StationRun& run,
                        const Step& step) {
        show(*line_, "measuring the energy of", step, 0.0);
        std::string why_not;
        try {
            const profiling::MeasuredEnergy measured =
                station.energy(run, profiling::seconds_of(m), control_of(step.setting));
            why_not = measured.why_not;
            if (measured.energy) {
                m.figures.push_back({"joules_per_run", measured.energy->joules});
                m.figures.push_back({"idle_watts", measured.energy->idle_watts});
            }
        } catch (const std::exception& error) {
            why_not = sentence_of(error);
        }
        tell_once("the figures of energy", why_not);
    }

    void count(profiling::Measurement& m, profiling::Station& station, const profiling::StationRun& run,
               const RunControl& control, ProgressLine& line, std::string_view id) {
        line.show(fmt::format("counting {}", short_name(id)), 0.0);
        std::string why_not;
        try {
            const profiling::RunCounts counts = station.count(run, {.sets = all_counters_}, control);
            add(m, counts);
            why_not = counts.counted.why_not;
        } catch (const std::exception& error) { // its times stay
            why_not = sentence_of(error);
        }
        tell_once("the counters", why_not);
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
        tell_once("the samples from the inside of a launch", why_not);
    }

    void sample_stalls(profiling::Measurement& m, profiling::Station& station, const profiling::StationRun& run,
                       const RunControl& control) {
        std::string why_not;
        try {
            profiling::SampledStalls stalls = station.sample_stalls(run, profiling::seconds_of(m), control);
            m.stalls = std::move(stalls.samples);
            why_not = stalls.why_not;
        } catch (const std::exception& error) {
            why_not = sentence_of(error);
        }
        tell_once("the samples of instructions", why_not);
    }

    void tell_once(const char* what, const std::string& why_not) {
        if (why_not.empty() || control_.stop.stop_requested()) return;
        if (told_.insert(why_not).second) say(fmt::format("{} are missing: {}", what, why_not));
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
    std::vector<TurnRun> group_;                                         ///< the runs that are being timed in turns
    std::optional<ProgressLine> line_{};                                 ///< what is being done for the group
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
    recording.tracks = app::tracks_to_record(data.question, data.tracks.get());
    if (const std::string reason = app::why_no_tracks_to_record(data.question, data.tracks.get()); !reason.empty())
        say(reason);
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
