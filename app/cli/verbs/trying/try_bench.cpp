// SPDX-License-Identifier: MIT
#include "app/cli/verbs/trying/try_bench.h"

#include "app/chart/number_text.h"
#include "app/cli/options/data.h"
#include "app/cli/options/stations.h"
#include "app/cli/options/tried_variant.h"
#include "app/cli/reports/progress_line.h"
#include "app/subjects/workshop/remote_kernel.h"
#include "kernels/data/errors.h"
#include "kernels/ladder/registry.h"
#include "profiling/comparing/contest.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>
#include <variant>

namespace pairscope::cli {
namespace {

using app::workshop::BesideKernel;
using app::workshop::RemoteKernel;

constexpr std::int64_t usual_points = 8192; ///< the matrix is larger than the caches of most GPUs

std::optional<Device> first_gpu() {
    for (Device& device : devices())
        if (device.backend == Backend::cuda) return std::move(device);
    return std::nullopt;
}

const KernelVariant& first_rung(const std::string& workload) {
    return *std::ranges::find(variants(), workload, &KernelVariant::workload);
}

/// Why there is no outcome, in one sentence.
template <class Outcome> std::string why_none(const Outcome& outcome) {
    if (const auto* failed = std::get_if<profiling::Failed>(&outcome)) return failed->message;
    if (const auto* skipped = std::get_if<profiling::Skipped>(&outcome)) return skipped->reason;
    return "it was not timed";
}

} // namespace

OwnTimes times_of(app::workshop::Try& tried, const app::workshop::FirstSize& asked, Interrupt& interrupt) {
    const auto device = first_gpu();
    if (!device)
        return {.why_not = fmt::format("There is no time, because a GPU is missing: {}.", why_no_gpu()),
                .compiler = {}};
    tried.build_for_gpu(*device);
    if (!tried.report().why_not_on_gpu.empty())
        return {.why_not = fmt::format("There is no time on {}: {}.", device->name, tried.report().why_not_on_gpu),
                .compiler = {}};
    const OwnVariant own = tried_variant(tried);
    auto& kernel = dynamic_cast<RemoteKernel&>(*own.remote);
    const HeldVariant held(own);
    DataOptions options;
    options.workload = own.workload;
    options.n = asked.n;
    options.m = asked.m;
    options.dims = asked.dims;
    if (!asked.n && app::takes_points(type_of(own.workload))) options.n = usual_points;
    Stations stations(interrupt.token());
    stations.begin(load(data_of(options)));
    profiling::Station& station = stations.loaded(*device);
    OwnTimes times{.why_not = {}, .compiler = tried.report().gpu_compiler};
    ProgressLine line;
    profiling::RunnerOptions runner;
    runner.progress = [&](profiling::Stage stage, double share) { line.show(name_of(stage), share); };
    const RunControl control{.stop = interrupt.token()};
    auto outcome = station.measure(stations.run(held.variant(), *device, TargetKind::linear), runner, control);
    if (auto* const m = std::get_if<profiling::Measurement>(&outcome)) {
        times.own = std::move(*m);
    } else {
        times.why_not = fmt::format("There is no time on {}: {}.", device->name, why_none(outcome));
        return times;
    }
    const KernelVariant& rung = first_rung(own.workload);
    times.parent = rung.id;
    if (!BesideKernel::can_run(rung)) {
        times.why_not_beside = fmt::format("{} does not run on the GPU in the process of the kernel", rung.id);
        return times;
    }
    BesideKernel beside(kernel, rung);
    const KernelVariant other = beside.as_variant();
    profiling::InterleavedOptions rule;
    rule.runner.progress = runner.progress;
    const profiling::Contest contest =
        profiling::contest_of({station, other, 0, {}}, {station, held.variant(), 0, {}}, control.stop);
    const auto compared = profiling::compare_interleaved(contest.a, contest.b, stations.workload(), rule, control);
    if (const auto* const found = std::get_if<profiling::Interleaved>(&compared))
        times.beside = *found;
    else
        times.why_not_beside = why_none(compared);
    return times;
}

std::string text_of(const OwnTimes& times) {
    if (!times.own) return times.why_not + "\n";
    const profiling::Measurement& m = *times.own;
    const double seconds = profiling::seconds_of(m);
    const auto interval = profiling::interval_of(m);
    std::string text =
        fmt::format("\nOn {}, n = {}: {}, {} of compulsory bytes\n", m.device.name, app::grouped(n_of(m.workload)),
                    interval ? app::time_of_run(seconds, interval->low, interval->high) : app::time_of_run(seconds),
                    app::bandwidth(profiling::compulsory_bandwidth(m)));
    text += fmt::format("    Compiled by {}\n", times.compiler);
    if (times.beside)
        return text +
               fmt::format("    {}\n", profiling::in_words(times.beside->ratio, times.beside->a, times.beside->b));
    return text + fmt::format("    It was not compared with {}: {}\n", times.parent, times.why_not_beside);
}

app::Json value_of(const OwnTimes& times) {
    if (!times.own) return {{"why_not", times.why_not}};
    const profiling::Measurement& m = *times.own;
    app::Json json{{"device", m.device.name},
                   {"n", n_of(m.workload)},
                   {"seconds", profiling::seconds_of(m)},
                   {"compiler", times.compiler},
                   {"samples", m.seconds.size()}};
    if (const auto interval = profiling::interval_of(m)) {
        json["low"] = interval->low;
        json["high"] = interval->high;
    }
    if (!times.beside) return json;
    json["beside"] = {{"variant", times.parent},
                      {"time_of_own_over_variant", times.beside->ratio.value},
                      {"verdict", name_of(profiling::verdict_of(times.beside->ratio))}};
    if (const auto& ends = times.beside->ratio.interval) {
        json["beside"]["low"] = ends->low;
        json["beside"]["high"] = ends->high;
    }
    return json;
}

} // namespace pairscope::cli
