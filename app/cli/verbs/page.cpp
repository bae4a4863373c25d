// SPDX-License-Identifier: MIT
// pairscope page: recordings as one HTML file that opens in any browser.
#include "app/page/page.h"
#include "app/chart/number_text.h"
#include "app/cli/interrupt.h"
#include "app/cli/options/option_values.h"
#include "app/cli/reports/output.h"
#include "app/cli/verbs/verbs.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"
#include "profiling/recording/file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace pairscope::cli {
namespace {

constexpr double megabyte = 1e6; // [B]

struct PageOptions {
    std::vector<std::string> recordings;
    std::filesystem::path output;
    bool no_labels = false;
    double budget = double(page::usual_budget) / megabyte; ///< [MB]
};

void require_page_name(const std::filesystem::path& output) {
    std::string ending = output.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    if (ending != ".html" && ending != ".htm")
        throw InputError(fmt::format(
            "cannot write the page into {}: browsers open HTML files, so end its name in .html", shown(output)));
    require_savable(output);
}

ExitCode write_page(const PageOptions& options) {
    Interrupt interrupt;
    const std::vector<std::filesystem::path> files(options.recordings.begin(), options.recordings.end());
    require_no_input(options.output, files);
    require_page_name(options.output);
    page::Request request{.labels = !options.no_labels,
                          .budget = std::int64_t(std::llround(options.budget * megabyte)),
                          .stop = interrupt.token()};
    for (const std::filesystem::path& file : files)
        request.files.push_back({file, std::make_shared<const profiling::Recording>(profiling::load_recording(file))});
    interrupt.end_at_once();
    const page::Page page = page::written(request);
    for (const std::string& sentence : page.left_out) say(sentence);
    for (const std::string& sentence : page.notes) say(sentence);
    save_text(options.output, page.html);
    say(fmt::format("the page has a size of {}", app::bytes_text(double(page.html.size()))));
    print_text(options.output.string() + "\n");
    return ExitCode::ok;
}

} // namespace

void add_page(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<PageOptions>();
    CLI::App* verb = program.add_subcommand(
        "page", "Write recordings as one HTML file with matrix, ladder, roofline, source and trace, for any browser");
    verb->footer(std::string(exit_code_help));
    verb->add_option("RECORDING", options->recordings,
                     "Files that pairscope record wrote; several of one workload are compared")
        ->required()
        ->type_name("");
    verb->add_option("-o,--output", options->output, "The file to write; its name ends in .html")
        ->required()
        ->type_name("FILE");
    verb->add_flag("--no-labels", options->no_labels,
                   "Leave out texts of the data, and names of files and systems; the source of own kernels stays");
    verb->add_option(
            "--budget", options->budget,
            "Largest size in MB: instructions, samples, timelines, labels and data are left out in this order [10]")
        ->transform(number("--budget", 0.01, 1000.0))
        ->type_name("MB");
    verb->callback([&chosen, options] { chosen = [options] { return write_page(*options); }; });
}

} // namespace pairscope::cli
