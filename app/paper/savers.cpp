// SPDX-License-Identifier: MIT
#include "app/paper/savers.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/counters/ledger_chart.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/measuring/block_chart.h"
#include "app/subjects/measuring/measuring.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "app/subjects/measuring/size_chart.h"
#include "app/subjects/measuring/time_charts.h"
#include "app/subjects/neighbours/neighbour_charts.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/output/vectors_chart.h"
#include "app/subjects/page/page.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/trace/trace.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

/// "cities" of "cities.csv.gz", and "uniform_disk" of "uniform disk": what any file system takes.
std::string as_part_of_file_name(std::string_view name) {
    for (const std::string_view ending : {".gz", ".csv", ".tsv", ".txt", ".npy", ".npz", ".idx", ".pairscope"})
        if (name.size() > ending.size() && name.ends_with(ending)) name.remove_suffix(ending.size());
    std::string part;
    for (const char c : name) {
        const bool is_safe =
            std::string_view("/\\:*?\"<>|").find(c) == std::string_view::npos && static_cast<unsigned char>(c) > ' ';
        part += is_safe ? c : '_';
    }
    return part;
}

/// Whose output it is matters more than which variant computed it: all variants compute the same.
std::string named_by_data(const State& state, const char* addition) {
    const Question& question = state.data.now.question;
    if (!question.first) return fmt::format("pairscope{}", addition);
    std::string name = as_part_of_file_name(question.first->name);
    if (question.second && question.second->name != question.first->name)
        name += fmt::format("_{}", as_part_of_file_name(question.second->name));
    return fmt::format("{}_{}{}", name, question.first->rows, addition);
}

std::string no_data(const State& state) { return state.data.now.question.first ? "" : "There is no data yet."; }
std::string no_points(const State& state) {
    const bool has = state.data.now.question.first && is_of_points(state.data.now.source);
    return has ? "" : "The data is not a set of points in the plane.";
}
std::string no_picture(const State& state) {
    if (has_matrix_view(state) && (is_deep(state) || !state.output.variant_id.empty())) return {};
    return asks_for_matrix(state) ? "There is no picture yet." : "The output of this workload is not a matrix.";
}
/// A matrix of more rows than the variants are measured with is computed when it is saved. `else_reason` is of others.
std::string not_stored(const State& state, std::string (*else_reason)(const State&)) {
    const MatrixShape whole = matrix_of_question(state);
    const bool can_be_stored = state.data.now.measured && std::max(whole.rows, whole.cols) <= max_stored_rows;
    if (is_deep(state) && !can_be_stored)
        return "This matrix is not stored. Save the picture of the part that you look at instead.";
    return asks_for_matrix(state) ? else_reason(state) : "The output of this workload is not a matrix.";
}
std::string no_table(const State& state) {
    return shows_given_distances(state) ? std::string(nothing_is_computed) : no_data(state);
}
std::string no_recording(const State& state) {
    return !state.run.outcomes.empty() || state.data.now.question.first ? "" : "There is nothing to record yet.";
}

/// The run that the Time panel shows; null: there is none.
const profiling::Measurement* run_in_sight(const State& state) { return shown_run(state, recorded_run(state)).run; }

std::string no_counters(const State& state) {
    const profiling::Measurement* m = run_in_sight(state);
    return m != nullptr && m->counters ? ""
                                       : "The selected variant has no counter values. The Counters panel says why.";
}

std::string no_speedups(const State& state) {
    const auto recorded = recorded_run(state);
    return speedup_chart(state, recorded ? &recorded->set : nullptr) ? "" : "No variant is measured yet.";
}
std::string no_ledger(const State& state) {
    const profiling::Measurement* m = run_in_sight(state);
    if (m == nullptr) return "The selected variant has no times, so the bytes of a launch are not known.";
    return m->device.backend == Backend::cuda ? ""
                                              : "Bytes are counted for CUDA variants only; this one runs on the CPU.";
}
std::string no_histogram(const State& state) {
    if (const std::string reason = why_no_table(state); !reason.empty()) return reason;
    const FoundNeighbours* found = found_neighbours(state);
    if (found == nullptr) return "The histogram has not been computed yet. Open it in the Nearest panel.";
    return histogram_of(found->nearest).bins.empty() ? "There is no distance above 0 to draw." : "";
}

/// The bars of the shown device, or of this session and of every recording.
std::vector<Chart> speedups_of(const State& state, bool every_device) {
    std::vector<SpeedupGroup> groups;
    const auto add = [&](const RecordedSet* set) {
        if (const auto chart = speedup_chart(state, set))
            groups.push_back({set == nullptr ? "this session" : name_of(*set) + ", " + size_of(*set), *chart});
    };
    const auto recorded = recorded_run(state);
    if (!every_device) {
        add(recorded ? &recorded->set : nullptr);
    } else {
        add(nullptr);
        for (const RecordedSet& set : recorded_sets(state)) add(&set);
    }
    if (groups.size() == 1) groups.front().name.clear();
    return {speedup_drawing(groups, state.run.variant_id)};
}

template <class Saving> Command save(const std::filesystem::path& path) { return Saving{path}; }

constexpr std::array<std::string_view, 3> table_endings{".csv", ".json"};
constexpr std::string_view table_kind = "CSV or JSON table", picture_kind = "PNG picture";

// Each list is in the order of the menu.
constexpr std::array of_data{
    Saver{.id = "picture",
          .title = "Save the picture as seen",
          .name = [](const State& state) { return named_by_data(state, ""); },
          .endings = {".png"},
          .kind = picture_kind,
          .command = save<command::SavePicture>,
          .action = "file.save_picture",
          .line = "Save picture...",
          .keys = "Ctrl+S",
          .why_not = no_picture},
    Saver{.id = "figure",
          .title = "Save the figure with title, axes and colour bar",
          .name = [](const State& state) { return named_by_data(state, "_figure"); },
          .endings = {".pdf", ".svg", ".png"},
          .kind = "PDF, SVG or PNG, by the ending",
          .command = save<command::SaveFigure>,
          .action = "file.save_figure",
          .line = "Save figure with axes and colour bar...",
          .keys = "Ctrl+Shift+S",
          .why_not = no_picture},
    Saver{.id = "cells",
          .title = "Save the picture, one pixel per cell",
          .name = [](const State& state) { return named_by_data(state, "_cells"); },
          .endings = {".png"},
          .kind = picture_kind,
          .command = save<command::SaveCells>,
          .action = "file.save_cells",
          .line = "Save one pixel per cell...",
          .why_not = [](const State& state) { return not_stored(state, no_picture); }},
    // Distances that were given are usually in a table that people and spreadsheets read.
    Saver{.id = "matrix",
          .title = "Save the matrix",
          .name = [](const State& state) { return named_by_data(state, ""); },
          .endings = {".npy", ".csv"},
          .kind = "NumPy array or CSV table, by the ending",
          .second_is_usual = shows_given_distances,
          .command = save<command::SaveMatrix>,
          .action = "file.save_matrix",
          .line = "Save matrix (.npy, .csv)...",
          .why_not = [](const State& state) { return not_stored(state, no_data); }},
    Saver{.id = "output",
          .title = "Save the output",
          .name =
              [](const State& state) {
                  return named_by_data(state,
                                       current_type(state).output == OutputKind::matches ? "_matches" : "_output");
              },
          .endings = {".csv"},
          .kind = "CSV table",
          .command = save<command::SaveOutput>,
          .action = "file.save_output",
          .line = "Save output (.csv)...",
          .why_not =
              [](const State& state) { return std::string(output_is_current(state) ? "" : "There is no output yet."); },
          .is_offered = [](const State& state) { return !asks_for_matrix(state); }},
    Saver{.id = "points",
          .title = "Save the points",
          .name = [](const State& state) { return named_by_data(state, "_points"); },
          .endings = table_endings,
          .kind = table_kind,
          .command = save<command::SavePoints>,
          .action = "file.save_points",
          .line = "Save points...",
          .why_not = no_points},
    Saver{.id = "table",
          .title = "Save the table of times",
          .name = [](const State&) { return std::string("times"); },
          .endings = table_endings,
          .kind = table_kind,
          .command = save<command::SaveTable>,
          .action = "file.save_table",
          .line = "Save table of times...",
          .why_not = no_table},
    Saver{.id = "recording",
          .title = "Save what was measured",
          .name = [](const State&) { return std::string("recording"); },
          .endings = {".pairscope"},
          .kind = "Recording",
          .command = save<command::SaveRecording>,
          .action = "file.save_recording",
          .line = "Save recording of all that was measured...",
          .why_not = no_recording},
    Saver{.id = "page",
          .title = "Save the page",
          .name = [](const State& state) { return named_by_data(state, "_page"); },
          .endings = {".html", ".htm"},
          .kind = "HTML page",
          .command = save<command::SavePage>,
          .action = "file.save_page",
          .line = "Save page (.html)...",
          .asks_first = [] { return Command(command::AskAboutPage{}); },
          .why_not = why_no_page},
    Saver{.id = "session",
          .title = "Save the session",
          .name = [](const State& state) { return named_by_data(state, "_session"); },
          .endings = {".pairscope"},
          .kind = "Session",
          .command = save<command::SaveSession>,
          .action = "file.save_session",
          .line = "Save session...",
          .keys = "Ctrl+Alt+S",
          .why_not = no_data},
    Saver{.id = "clusters",
          .title = "Save the clusters",
          .name = [](const State& state) { return named_by_data(state, "_clusters"); },
          .endings = {".csv", ".json", ".nwk"},
          .kind = "CSV or JSON table of the rows, or Newick tree",
          .command = save<command::SaveClusters>,
          .action = "file.save_clusters",
          .line = "Save clusters (.csv, .json, .nwk)...",
          .why_not = why_no_clusters},
    // The menu View has the lines of these.
    Saver{.id = "row_neighbours",
          .title = "Save all neighbours of the marked row",
          .name = [](const State& state) { return named_by_data(state, "_row_neighbours"); },
          .endings = table_endings,
          .kind = table_kind,
          .command = save<command::SaveRow>},
    Saver{.id = "neighbours",
          .title = "Save the nearest neighbours of all points",
          .name = [](const State& state) { return named_by_data(state, "_neighbours"); },
          .endings = table_endings,
          .kind = table_kind,
          .command = save<command::SaveNeighbours>},
    Saver{.id = "pairs",
          .title = "Save the pinned pairs",
          .name = [](const State& state) { return named_by_data(state, "_pairs"); },
          .endings = table_endings,
          .kind = table_kind,
          .command = save<command::SavePairs>},
};

constexpr std::array exports{
    Saver{.id = "roofline",
          .title = "Export the roofline",
          .name = [](const State& state) { return fmt::format("roofline_{}", title_of(roofline_level(state))); },
          .action = "export.roofline",
          .line = "Roofline...",
          .why_not = [](const State& state) { return roofline_chart(state) ? "" : roofline_awaits(state); },
          .words = roofline_words,
          .drawings = [](const State& state, bool) { return std::vector{drawing_of(*roofline_chart(state))}; },
          .height = 620,
          .in_help = "roofline"},
    Saver{.id = "speedup",
          .title = "Export the speed-ups",
          .name = [](const State&) { return std::string("speedup"); },
          .action = "export.speedup",
          .line = "Speed-up...",
          .why_not = no_speedups,
          .words = speedup_words,
          .drawings = speedups_of,
          .in_help = "speedup"},
    Saver{.id = "samples",
          .title = "Export the samples",
          .name = [](const State& state) { return fmt::format("samples_{}", short_name(state.run.variant_id)); },
          .action = "export.samples",
          .line = "Samples...",
          .why_not =
              [](const State& state) {
                  return std::string(run_in_sight(state) != nullptr ? "" : "The selected variant has no times.");
              },
          .words = samples_words,
          .drawings = [](const State& state,
                         bool) { return std::vector{samples_drawing(shown_run(state, recorded_run(state)))}; },
          .height = 420,
          .in_help = "samples",
          .of_one = "run"},
    Saver{.id = "ledger",
          .title = "Export the byte ledger",
          .name = [](const State& state) { return fmt::format("bytes_{}", short_name(state.run.variant_id)); },
          .action = "export.ledger",
          .line = "Byte ledger...",
          .why_not = no_ledger,
          .words = ledger_words,
          .drawings = [](const State& state,
                         bool) { return std::vector{ledger_drawing(ledger_for(state, *run_in_sight(state)))}; },
          .height = 340,
          .in_help = "ledger (where the bytes go)",
          .of_one = "run"},
    Saver{.id = "size",
          .title = "Export the times against sizes",
          .name = [](const State&) { return std::string("size"); },
          .action = "export.size",
          .line = "Time against size...",
          .why_not = [](const State& state) { return size_chart(state) ? std::string() : size_lacks(state); },
          .words = size_words,
          .drawings = [](const State& state,
                         bool) { return std::vector{size_drawing(*size_chart(state), state.run.variant_id)}; },
          .height = 620,
          .in_help = "size (time against size)"},
    Saver{
        .id = "multiprocessors",
        .title = "Export the times against multiprocessors",
        .name = [](const State&) { return std::string("multiprocessors"); },
        .action = "export.multiprocessors",
        .line = "Time against multiprocessors...",
        .why_not = multiprocessors_lack,
        .is_offered = [](const State& state) { return multiprocessors_chart(state).has_value(); },
        .words = multiprocessors_words,
        .drawings = [](const State& state,
                       bool) { return std::vector{size_drawing(*multiprocessors_chart(state), state.run.variant_id)}; },
        .height = 620,
        .in_help = "multiprocessors (time against the number of multiprocessors)"},
    Saver{.id = "blocks",
          .title = "Export the times against block sizes",
          .name = [](const State& state) { return fmt::format("blocks_{}", short_name(state.run.variant_id)); },
          .action = "export.blocks",
          .line = "Time against block size...",
          .why_not = blocks_lack,
          .words = blocks_words,
          .drawings = [](const State& state, bool) { return block_drawings(*block_chart(state)); },
          .height = 620,
          .in_help = "blocks (time and occupancy against the block size)",
          .of_one = "variant"},
    Saver{.id = "vectors",
          .title = "Export the charts of the vectors",
          .name = [](const State&) { return std::string("vectors"); },
          .action = "export.vectors",
          .line = "Vectors and running sum...",
          .why_not = [](const State& state) { return vectors_chart(state) ? std::string() : vectors_await(state); },
          .words = vectors_words,
          .drawings = [](const State& state, bool) { return vectors_drawings(*vectors_chart(state)); },
          .height = 680,
          .in_help = "vectors (two vectors and the running sum of their squared differences)",
          .of_one = "pair of vectors"},
    Saver{.id = "nearest",
          .title = "Export the histogram of nearest distances",
          .name = [](const State&) { return std::string("nearest"); },
          .action = "export.nearest",
          .line = "Histogram of nearest distances...",
          .why_not = no_histogram,
          .words = nearest_words,
          .drawings =
              [](const State& state, bool) {
                  return std::vector{histogram_drawing(state, histogram_of(found_neighbours(state)->nearest))};
              },
          .height = 480},
    Saver{.id = "row",
          .title = "Export the distances of the marked row",
          .name = [](const State&) { return std::string("row"); },
          .action = "export.row",
          .line = "Distances of the marked row...",
          .why_not =
              [](const State& state) {
                  return std::string(
                      row_drawing(state)
                          ? ""
                          : "No row is marked, or its chart is not shown. Open it in the Nearest panel.");
              },
          .words = row_words,
          .drawings = [](const State& state, bool) { return std::vector{*row_drawing(state)}; },
          .height = 480},
    Saver{.id = "counters",
          .title = "Export the counters",
          .name = [](const State& state) { return fmt::format("counters_{}", short_name(state.run.variant_id)); },
          .endings = table_endings,
          .kind = table_kind,
          .command = save<command::SaveCounters>,
          .action = "export.counters",
          .line = "Counters...",
          .why_not = no_counters},
};

// In the order of the menu; those without a line in it come last of the first group.
constexpr auto all_savers = [] {
    std::array<Saver, of_data.size() + exports.size()> all;
    std::ranges::copy(exports, std::ranges::copy(of_data, all.begin()).out);
    return all;
}();

} // namespace

std::span<const Saver> savers() { return all_savers; }

} // namespace pairscope::app
