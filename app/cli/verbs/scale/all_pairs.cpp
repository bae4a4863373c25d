// SPDX-License-Identifier: MIT
#include "app/cli/verbs/scale/all_pairs.h"

#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/cli/reports/pair_report.h"
#include "app/cli/reports/progress_line.h"
#include "app/spine/version.h"
#include "app/subjects/neighbours/neighbours.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"
#include "kernels/data/text.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/scale/fingerprint.h"
#include "kernels/scale/nearest_rows.h"
#include "kernels/scale/ranks/run_on_ranks.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace pairscope::cli {

void add_all_pairs_options(CLI::App& verb, AllPairsOptions& options) {
    options.data.whole_file = true;
    options.data.all_columns = true;
    options.data.keeps_order = true; // the first one of equal pairs is named
    add_data_options(verb, options.data, Files::one);
    verb.add_option("--workload", options.data.workload,
                    "The workload whose vectors are compared; if it has two sets, pairs are between the two")
        ->type_name("NAME");
    add_metric_option(verb, options.data.workload);
    verb.add_option("--threads", options.threads, "Number of CPU threads [all]")
        ->transform(whole_number("--threads", 1, 4096));
    add_json_and_csv(verb, options.format);
    add_checkpoint_options(verb, options.checkpoint);
    add_memory_option(verb, options.memory);
}

LoadedData load_pairs(const DataOptions& options, std::string_view what) {
    const Data asked = data_of(options);
    if (const std::string reason = why_no_distances(*asked.type); !reason.empty())
        throw InputError(fmt::format("{}, because {}", what, reason));
    LoadedData data = load(asked);
    say_left_out(data);
    say_flat_degrees(data.question);
    return data;
}

void add_checkpoint_options(CLI::App& verb, CheckpointOptions& options) {
    constexpr const char* group = "Runs that go on";
    constexpr double day = 86400.0;
    verb.add_option("--checkpoint", options.file,
                    "Keep what is computed in this file, and go on from it if it is there")
        ->type_name("FILE")
        ->group(group);
    verb.add_option("--checkpoint-every", options.seconds, "Seconds between two times that the file is written [30]")
        ->transform(number("--checkpoint-every", 0.0, day))
        ->type_name("SECONDS")
        ->needs("--checkpoint")
        ->group(group);
    verb.add_flag("--yes", options.may_take_days, "Start also what is expected to take more than a day")->group(group);
}

void require_own_file(const CheckpointOptions& asked, const DataOptions& data, const std::filesystem::path& output) {
    if (asked.file.empty()) return;
    require_no_input(asked.file, input_files(data));
    if (!output.empty() && std::filesystem::weakly_canonical(asked.file) == std::filesystem::weakly_canonical(output))
        throw InputError(fmt::format("{} is named for the output and for the checkpoint, and one would replace the "
                                     "other: give each another name",
                                     shown(output)));
}

namespace {

std::string what_ends_all(const PieceRun& run, const CheckpointOptions& asked) {
    const int ranks = run.ranks->size();
    if (run.is_kept)
        return fmt::format("if one of the {} ranks is lost, all of them end, and {} keeps what was computed", ranks,
                           shown(asked.file));
    if (!run.can_be_kept) return fmt::format("if one of the {} ranks is lost, all of them end", ranks);
    return fmt::format("if one of the {} ranks is lost, all of them end; --checkpoint FILE keeps what was computed",
                       ranks);
}

void keep_checkpoint_of(PieceRun& run, const CheckpointOptions& asked, CheckpointOwner owner) {
    run.owner = std::move(owner);
    run.owner.version = std::string(app::version());
    run.may_take_days = asked.may_take_days;
    run.is_kept = !asked.file.empty();
    run.can_be_kept = asked.is_offered;
    if (run.ranks != nullptr && run.prints() && run.ranks->size() > 1) say(what_ends_all(run, asked));
    if (run.is_kept && run.prints()) run.checkpoint = std::make_shared<Checkpoint>(asked, run.owner);
}

/// "looking at all pairs, which are 3 000 000 and for which 12 GB are read,"
std::string with_amounts(const Pieces& pieces) {
    std::string text(pieces.doing);
    const std::string pairs = counted(static_cast<std::int64_t>(pieces.pairs), "pair");
    if (pieces.pairs > 0.0 && pieces.bytes > 0.0)
        return fmt::format("{} compares {}, reads {}, and", text, pairs, bytes_in_words(pieces.bytes));
    if (pieces.pairs > 0.0) return fmt::format("{} compares {}, and", text, pairs);
    return pieces.bytes > 0.0 ? fmt::format("{} reads {}, and", text, bytes_in_words(pieces.bytes)) : text;
}

/// A launcher sends a signal to the others once one of them is lost.
void refuse_lost_ranks(const PieceRun& run) {
    const std::string lost = run.ranks == nullptr || !run.prints() ? "" : run.ranks->lost();
    if (lost.empty()) return;
    if (!run.can_be_kept) throw RankLost(fmt::format("{} was lost, so all of them end without a result", lost));
    if (!run.checkpoint)
        throw RankLost(fmt::format("{} was lost, so all of them end without a result; --checkpoint FILE keeps what "
                                   "was computed, next time",
                                   lost));
    throw RankLost(fmt::format("{} was lost, so all of them end; {} has {:.3g} % of this part, and the same command "
                               "goes on from it",
                               lost, shown(run.checkpoint->file()), 100.0 * run.checkpoint->share()));
}

} // namespace

void keep_checkpoint(PieceRun& run, const CheckpointOptions& asked, const LoadedData& data, std::string_view verb,
                     app::Json options) {
    options["workload"] = data.question.workload;
    keep_checkpoint_of(run, asked,
                       {.version = {},
                        .verb = std::string(verb),
                        .options = options.dump(),
                        .data = scale::fingerprint_of(app::neighbour_question(data.question, 1))});
}

void keep_checkpoint(PieceRun& run, const CheckpointOptions& asked, const SlabData& slabs, std::string_view verb,
                     app::Json options) {
    options["workload"] = slabs.data.question.workload;
    options["in_slabs"] = true; // its pieces are others than those of whole sets
    keep_checkpoint_of(
        run, asked, {.version = {}, .verb = std::string(verb), .options = options.dump(), .data = slabs.fingerprint});
}

double expected_seconds(const scale::PieceWork& work, const PieceRun& run) {
    constexpr std::int64_t many = 256; // pieces; with fewer of them the time of one is no small part of the whole
    if (work.learns || work.pieces < many) return 0.0;
    std::int64_t left = 0;
    for (std::int64_t piece = 0; piece < work.pieces; ++piece) left += work.is_done && work.is_done(piece) ? 0 : 1;
    const auto began = std::chrono::steady_clock::now();
    static_cast<void>(work.compute(work.pieces / 2, run.interrupt.token()));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    const int ranks = run.ranks == nullptr ? 1 : run.ranks->size();
    return seconds * double(left) / double(cpu::threads_to_use(run.threads) * ranks);
}

std::string long_time_in_words(double seconds) {
    constexpr double minute = 60.0, hour = 60.0 * minute, day = 24.0 * hour, most = 3.0;
    if (seconds < most * minute) return counted(std::int64_t(seconds + 0.5), "second");
    if (seconds < most * hour) return counted(std::int64_t(seconds / minute + 0.5), "minute");
    if (seconds < most * day) return counted(std::int64_t(seconds / hour + 0.5), "hour");
    return counted(std::int64_t(seconds / day + 0.5), "day");
}

void tell_time(double seconds, const Pieces& pieces, bool may_take_days) {
    constexpr double worth_saying = 60.0, day = 86400.0;
    const std::string doing = with_amounts(pieces);
    if (seconds > day && !may_take_days)
        throw InputError(
            fmt::format("{} is expected to take {}: choose fewer rows with --n, start more ranks, or start it "
                        "all the same with --yes",
                        doing, long_time_in_words(seconds)));
    if (seconds > worth_saying) say(fmt::format("{} takes about {}", doing, long_time_in_words(seconds)));
}

double seconds_since(std::chrono::steady_clock::time_point began) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

double pairs_of(const app::Question& question) {
    const auto rows = static_cast<double>(question.first->rows), cols = static_cast<double>(question.across().rows);
    const bool is_one_set = !question.second || question.second == question.first;
    return is_one_set ? 0.5 * rows * (rows - 1.0) : rows * cols;
}

bool run_pieces(const Pieces& pieces, const PieceRun& run) {
    const scale::PieceWork work = run.checkpoint ? run.checkpoint->keep(pieces.work)
                                  : run.is_kept  ? with_numbers(pieces.work)
                                                 : pieces.work;
    if (run.prints()) tell_time(expected_seconds(work, run), pieces, run.may_take_days);
    RowProgress progress(std::string(pieces.doing), work.pieces, pieces.pairs);
    const RunControl control{.stop = run.interrupt.token(), .rows_done = progress.rows_done(), .threads = run.threads};
    const scale::SameOnAllRanks same{.version = run.owner.version,
                                     .data = run.owner.data + run.owner.verb + run.owner.options};
    const bool is_whole =
        run.ranks == nullptr ? scale::run_here(work, control) : scale::run_on_ranks(*run.ranks, work, same, control);
    if (run.checkpoint) run.checkpoint->finish();
    if (!is_whole) refuse_lost_ranks(run);
    if (run.checkpoint && !is_whole)
        say(fmt::format("{:.3g} % of this part is in {}, and the same command goes on from it",
                        100.0 * run.checkpoint->share(), shown(run.checkpoint->file())));
    return is_whole;
}

ExitCode say_interrupted() {
    say("interrupted before all pairs were looked at, so nothing is printed");
    return ExitCode::interrupted;
}

neighbours::NeighbourTable nearest_on_ranks(const neighbours::NeighbourQuestion& question, const PieceRun& run) {
    if (run.ranks == nullptr && !run.is_kept)
        return neighbours::nearest_neighbours(question, {.stop = run.interrupt.token(), .threads = run.threads});
    scale::NearestSearch search(question);
    static_cast<void>(run_pieces({search.work(), "finding nearest neighbours"}, run));
    return std::move(search.table());
}

} // namespace pairscope::cli
