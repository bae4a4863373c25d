// SPDX-License-Identifier: MIT
// pairscope ceilings: the highest rates of this machine, measured now.
#include "app/chart/number_text.h"
#include "app/cli/interrupt.h"
#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/reports/ceilings_warning.h"
#include "app/cli/reports/data_json.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/verbs/verbs.h"
#include "app/spine/commands.h"
#include "app/spine/files/ceiling_store.h"
#include "app/spine/files/ceilings_json.h"
#include "kernels/data/errors.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace pairscope::cli {
namespace {

using profiling::Ceiling;
using profiling::Ceilings;

struct CeilingsOptions {
    std::string device; ///< empty: all
    int threads = 0;
    Format format;
};

Ceilings measured(const Device& device, const RunControl& control) {
    ProgressLine line;
    return profiling::measure_ceilings(device, {}, control, [&](std::string_view doing, double share) {
        line.show(fmt::format("{}: {}", device_id(device), doing), share);
    });
}

std::string text_of(const Ceilings& ceilings) {
    TextTable table = empty_table(app::ceiling_columns());
    std::string warnings;
    for (const int threads : threads_of(ceilings))
        for (const profiling::CeilingKind kind : profiling::all_ceiling_kinds())
            if (const Ceiling* ceiling = find(ceilings, kind, threads); ceiling != nullptr)
                table.add(cells_of(app::ceiling_columns(), *ceiling));
    for (const std::string& words : doubts_about(ceilings)) warnings += fmt::format("Warning: {}.\n", words);
    std::string heading = fmt::format("{}, {}, {}, measured {}", device_id(ceilings.device), ceilings.device.name,
                                      ceilings.device.driver, app::utc_text(ceilings.when));
    if (ceilings.clock)
        heading = fmt::format("{}, clock {} during multiply-adds", heading, app::frequency_text(*ceilings.clock));
    return fmt::format("{}\n{}{}\n", heading, table.text(), warnings);
}

std::string json_text(const std::vector<Ceilings>& all) {
    auto list = nlohmann::ordered_json::array();
    for (const Ceilings& ceilings : all) {
        nlohmann::ordered_json json = app::json_of(ceilings);
        json["warnings"] = doubts_about(ceilings);
        json["other_load"] =
            ceilings.other_load ? nlohmann::ordered_json(*ceilings.other_load) : nlohmann::ordered_json();
        list.push_back(std::move(json));
    }
    return dumped({{"version", PAIRSCOPE_VERSION}, {"ceilings", std::move(list)}});
}

ExitCode ceilings(const CeilingsOptions& options) {
    Interrupt interrupt;
    const std::vector<Device> wanted =
        options.device.empty() ? devices() : std::vector<Device>{device_named(options.device)};
    if (options.threads > 0 && std::ranges::none_of(wanted, [](const Device& d) { return d.backend == Backend::cpu; }))
        throw InputError(
            fmt::format("--threads is not used on {}: only the CPU has threads to choose", options.device));
    interrupt.stop_gently();
    const RunControl control{.stop = interrupt.token(), .rows_done = nullptr, .threads = options.threads};
    std::vector<Ceilings> all;
    for (const Device& device : wanted)
        if (!interrupt.happened()) all.push_back(measured(device, control));
    if (!interrupt.happened() && options.threads == 0) app::store_ceilings(all);
    interrupt.end_at_once();
    if (options.format.json) {
        print(json_text(all));
    } else {
        for (const Ceilings& found : all) {
            print_text(text_of(found));
            warn_of_other_load(found);
        }
        print("The data sheet's figures are computed from the units, rates and highest clocks that the device "
              "reports.\n");
    }
    if (!interrupt.happened()) return ExitCode::ok;
    say("interrupted: some ceilings were not measured, and those that were measured are not kept for the window");
    return ExitCode::interrupted;
}

} // namespace

void add_ceilings(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<CeilingsOptions>();
    CLI::App* verb = program.add_subcommand("ceilings", "Measure the ceilings (the highest rates) of this machine");
    verb->footer(std::string(exit_code_help));
    verb->add_option("--device", options->device, "Devices to measure: cpu, cuda, cuda:0 ... [all]");
    verb->add_option("--threads", options->threads,
                     "Number of CPU threads; the ceilings of one thread are always measured too [all]")
        ->transform(whole_number("--threads", 1, 4096));
    add_json(*verb, options->format);
    verb->callback([&chosen, options] { chosen = [options] { return ceilings(*options); }; });
}

} // namespace pairscope::cli
