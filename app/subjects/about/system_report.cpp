// SPDX-License-Identifier: MIT
#include "app/subjects/about/system_report.h"

#include "app/chart/number_text.h"
#include "app/spine/commands.h"
#include "app/spine/files/ceilings_json.h"
#include "app/spine/version.h"
#include "app/subjects/data/data.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace pairscope::app {
namespace {

std::string device_facts(const Device& device) {
    if (device.backend == Backend::cpu)
        return fmt::format("{}, {}, {}", device.name, counted(device.units, "thread"), device.driver);
    return fmt::format("{}, {} multiprocessors, compute capability {}.{}, {}, {}", device.name, device.units,
                       device.compute_capability / 10, device.compute_capability % 10,
                       bytes_text(double(device.memory_bytes)), device.driver);
}

/// "fill 4 634 GB/s, FMA fp32 65.5 TFLOP/s, ...; measured 2026-11-21T08:00:00Z at 1.98 GHz", a line for each number of
/// threads.
void add_ceilings(std::vector<ReportLine>& report, const profiling::Ceilings& ceilings) {
    for (const int threads : threads_of(ceilings)) {
        std::vector<std::string> parts;
        for (const profiling::CeilingKind kind : profiling::all_ceiling_kinds())
            if (const auto* ceiling = find(ceilings, kind, threads); ceiling != nullptr && ceiling->threads == threads)
                parts.push_back(fmt::format("{} {}", title_of(kind), rate_text(unit_of(kind), ceiling->value)));
        std::string name = fmt::format("ceilings of {}", device_id(ceilings.device)),
                    value = fmt::format("{}; measured {}", fmt::join(parts, ", "), utc_text(ceilings.when));
        if (threads > 0) name = fmt::format("{} with {}", name, counted(threads, "thread"));
        if (ceilings.clock) value = fmt::format("{} at {}", value, frequency_text(*ceilings.clock));
        report.push_back({std::move(name), std::move(value)});
    }
}

} // namespace

std::vector<ReportLine> system_report(const State& state) {
    std::vector<ReportLine> report{{"version", std::string(version())}};
    for (const Device& device : state.run.devices) report.push_back({device_id(device), device_facts(device)});
    for (const auto& [index, known] : state.run.ceilings)
        if (known.figures) add_ceilings(report, *known.figures);
    if (!state.run.no_gpu.empty()) report.push_back({"no GPU", state.run.no_gpu});
    report.push_back({"drawn by", state.look.gl_renderer});
    report.push_back({"picture", state.look.no_interop.empty() ? "the GPU writes the texture on the screen"
                                                               : "copied through the host. " + state.look.no_interop});
    if (state.data.now.question.first) {
        const std::string points =
            fmt::format("{}, {}", state.data.now.question.first->name, grouped(state.data.now.question.first->rows));
        report.push_back({"points", state.data.now.edited ? fmt::format("{}, edited", points) : points});
        report.push_back({"made by", shell_command_of(state.data.now)});
    }
    report.push_back({"variant", state.run.variant_id});
    return report;
}

std::string text_of(const std::vector<ReportLine>& report) {
    std::size_t width = 0;
    for (const ReportLine& line : report) width = std::max(width, line.what.size());
    std::string text = "Pairscope\n";
    for (const ReportLine& line : report) text += fmt::format("{:{}}  {}\n", line.what, width, line.value);
    return text;
}

} // namespace pairscope::app
