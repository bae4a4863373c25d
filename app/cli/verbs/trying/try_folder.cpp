// SPDX-License-Identifier: MIT
#include "app/cli/verbs/trying/try_folder.h"

#include "app/chart/number_text.h"
#include "app/cli/options/tried_variant.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/reports/rank_report.h"
#include "app/cli/reports/trace_report.h"
#include "app/cli/verbs/trying/function_rounds.h"
#include "app/subjects/workshop/built_kernel.h"
#include "app/subjects/workshop/workshop.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/binding.h"
#include "kernels/own/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace pairscope::cli {
namespace {

namespace fs = std::filesystem;
using app::workshop::FirstSize;
using app::workshop::Try;

/// A table has a line for each file, and a compiler takes names without a line feed.
std::string name_in_one_line(const fs::path& path) {
    std::string line;
    for (const char c : legible(shown(path))) line += c == '\n' ? std::string("\\n") : std::string(1, c);
    return line;
}

std::vector<fs::path> kernels_in(const fs::path& folder) {
    std::error_code failed;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder, failed))
        if (app::is_kernel_file(entry.path())) found.push_back(entry.path());
    if (failed) throw InputError(fmt::format("{} cannot be read: {}", shown(folder), failed.message()));
    if (found.empty()) throw InputError(fmt::format("{} has no file whose name ends in .cu or .cpp", shown(folder)));
    std::ranges::sort(found);
    return found;
}

/// The table of an earlier call; empty: there is none.
std::vector<RankRow> rows_before(const fs::path& csv) {
    std::ifstream file(csv, std::ios::binary);
    if (!file) return {};
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return text.empty() ? std::vector<RankRow>{} : rows_in_csv(csv.string(), text);
}

const FirstSize asked_for_rank{.n = size_of_rank, .m = {}, .dims = {}};

/// The trace by which it is ranked: of every block, unless they have very many accesses.
simt::Trace traced(const KernelVariant& variant, const WorkloadType& type, const std::stop_token& stop) {
    const app::Question question = app::workshop::first_question(type, asked_for_rank);
    return simt::trace(variant, question.inputs(), {.stop = stop});
}

void add_figures(RankRow& row, const simt::Trace& trace) {
    row.bytes = std::llround(bytes_in_sectors(trace));
    row.wavefronts = std::llround(shared_wavefronts(trace));
}

/// "row_per_thread, the first of its ladder, asks for 12.6 MB and has 0 wavefronts."
std::string sentence_about_parent(const WorkloadType& type) {
    const auto found = std::ranges::find_if(variants(), [&](const KernelVariant& variant) {
        return variant.workload == type.id && simt::why_not_simulated(variant).empty();
    });
    if (found == variants().end()) return {};
    const simt::Trace trace = traced(*found, type, {});
    return fmt::format("{}, the first kernel of the ladder of {}, has {} in whole sectors and {} wavefronts.",
                       short_name(found->id), type.id, app::bytes_text(bytes_in_sectors(trace)),
                       app::grouped(std::llround(shared_wavefronts(trace))));
}

class Ranking {
public:
    Ranking(const FolderOptions& options, const Interrupt& interrupt)
        : options_(options), interrupt_(interrupt), files_(kernels_in(options.folder)) {}

    void run() {
        const std::vector<RankRow> known = options_.csv.empty() ? std::vector<RankRow>{} : rows_before(options_.csv);
        if (!options_.csv.empty()) require_savable(options_.csv);
        static_cast<void>(app::workshop::find_tools()); // else every file would lack them
        for (const fs::path& file : files_) {
            if (interrupt_.happened()) break;
            look_at(file, known);
            if (!options_.csv.empty()) save_text(options_.csv, csv_of(rows()));
        }
        if (functions_.empty() || interrupt_.happened()) return;
        time_functions();
        if (!options_.csv.empty()) save_text(options_.csv, csv_of(rows()));
    }

    [[nodiscard]] std::vector<RankRow> rows() const {
        std::vector<RankRow> ranked = rows_;
        add_ranks(ranked);
        return ranked;
    }

private:
    void look_at(const fs::path& file, const std::vector<RankRow>& known) {
        RankRow row{.file = name_in_one_line(file.filename()), .workload = {}, .verdict = "refused", .told = {}};
        try {
            const std::string text = own::read_source(file);
            row.text = fingerprint_of(own::with_headers_beside(file, text));
            const auto same = std::ranges::find_if(
                known, [&](const RankRow& each) { return each.file == row.file && each.text == row.text; });
            const bool is_known = same != known.end();
            if (is_known && !(is_for_cpu(*same) && same->verdict == "right")) {
                rows_.push_back(*same);
                return;
            }
            own::OwnFile own = own::own_file_of(name_in_one_line(file), text);
            if (is_known) {
                if (is_built_again(std::move(own), *same)) rows_.push_back(*same);
                return;
            }
            row.workload = own.workload;
            own::check_parameters(own);
            if (!tried(std::move(own), row)) return;
        } catch (const std::exception& error) {
            if (interrupt_.happened()) return;
            row.told = sentence_of(error);
        }
        rows_.push_back(std::move(row));
    }

    /// False: a user has stopped it.
    bool tried(own::OwnFile own, RankRow& row) {
        const std::string text = row.text;
        const WorkloadType& type = type_of(own.workload);
        const bool is_cpu = own.is_cpu;
        auto tried = std::make_unique<Try>(std::move(own), options_.first, interrupt_.token(), options_.seed);
        Try& trying = *tried;
        ProgressLine line;
        const auto show = [&](const char* doing) {
            const auto done = static_cast<double>(rows_.size()), all = static_cast<double>(files_.size());
            line.show(fmt::format("{} of {}, {}: {}", rows_.size() + 1, files_.size(), row.file, doing), done / all);
        };
        show("compiling");
        if (trying.build() && trying.run_first()) do
                show("checking");
            while (trying.check_next());
        if (trying.report().verdict() == "right" && !is_cpu) trying.check_at(asked_for_rank);
        row = row_of(row.file, trying.report());
        row.text = text;
        if (row.verdict == "right" && is_cpu) {
            functions_.push_back({row.file, std::move(tried)});
        } else if (row.verdict == "right") {
            show("tracing");
            add_figures(row, traced(HeldVariant(tried_variant(trying)).variant(), type, interrupt_.token()));
        }
        return !interrupt_.happened();
    }

    /// A function that an earlier call has checked fully: it is timed anew, beside the others. False: it was stopped.
    bool is_built_again(own::OwnFile own, const RankRow& known) {
        auto tried = std::make_unique<Try>(std::move(own), options_.first, interrupt_.token(), options_.seed);
        if (tried->build() && tried->run_first()) functions_.push_back({known.file, std::move(tried)});
        return !interrupt_.happened();
    }

    void time_functions() {
        ProgressLine line;
        time_in_rounds(functions_, rows_, interrupt_, [&](int round) {
            line.show(fmt::format("timing functions for the CPU, round {} of {}", round + 1, rounds_of_rank),
                      double(round) / rounds_of_rank);
        });
    }

    const FolderOptions& options_;
    const Interrupt& interrupt_;
    std::vector<fs::path> files_;
    std::vector<RankRow> rows_;
    std::vector<TimedFunction> functions_; ///< that are right
};

} // namespace

ExitCode try_folder(const FolderOptions& options, Interrupt& interrupt) {
    Ranking ranking(options, interrupt);
    interrupt.stop_gently();
    ranking.run();
    interrupt.end_at_once();
    const std::vector<RankRow> rows = ranking.rows();
    std::set<std::string> workloads, of_functions;
    for (const RankRow& row : rows)
        if (row.rank) (is_for_cpu(row) ? of_functions : workloads).insert(row.workload);
    std::vector<std::string> parents;
    for (const std::string& workload : workloads)
        if (!options.json && !interrupt.happened()) parents.push_back(sentence_about_parent(type_of(workload)));
    for (const std::string& workload : of_functions)
        if (!options.json && !interrupt.happened()) parents.push_back(sentence_about_cpu_parent(type_of(workload)));
    if (options.json)
        print(json_of(rows), Format{.json = true});
    else
        print_text(text_of(rows, parents));
    if (!interrupt.happened()) return ExitCode::ok;
    say(options.csv.empty() ? "interrupted: with --csv FILE, a second call goes on where this one has ended"
                            : fmt::format("interrupted: the same call goes on, because {} has what is known so far",
                                          shown(options.csv)));
    return ExitCode::interrupted;
}

} // namespace pairscope::cli
