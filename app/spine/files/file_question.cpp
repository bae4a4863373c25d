// SPDX-License-Identifier: MIT
#include "app/spine/files/file_question.h"

#include "app/spine/commands.h"
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/subjects/measuring/measuring.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/readers.h"
#include "kernels/data/text.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <system_error>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;

fs::path home() {
    const char* folder = std::getenv("HOME");
    return folder == nullptr ? fs::path("/") : fs::path(folder);
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

/// Where the last file was, so that results land beside the data; never in the folder of the data we ship.
fs::path usual_folder(const State& state) {
    if (!state.look.entry.folder.empty()) return state.look.entry.folder;
    std::error_code error;
    for (const fs::path& recent : state.data.recent)
        if (fs::exists(recent, error) && recent.parent_path().filename() != "datasets")
            return fs::absolute(recent).parent_path();
    return home();
}

std::string picture_name(const State& state, const char* addition, const char* ending) {
    const std::int64_t n = state.data.now.question.first ? state.data.now.question.first->rows : 0;
    return fmt::format("{}_{}{}{}", short_name(state.run.variant_id), n, addition, ending);
}

/// What the file that the points came from holds beside them: "2 other columns and 40 other rows". Empty if that is
/// nothing, or if the path is another file.
std::string lost_of_open_file(const DataSnapshot& data, const fs::path& path) {
    const auto* file = std::get_if<FileSource>(&data.source);
    if (file == nullptr || !data.table || !data.question.first || !is_same_file(file->path, path)) return {};
    const ColumnChoice& used = file->columns;
    const auto columns = std::ranges::count_if(data.table->columns, [&](const pairscope::Column& column) {
        return column.name != used.x && column.name != used.y && column.name != used.label;
    });
    const std::int64_t rows = data.table->total_rows - data.question.first->rows;
    std::string lost = columns > 0 ? counted(std::int64_t(columns), "other column") : std::string();
    if (rows > 0) lost += (lost.empty() ? "" : " and ") + counted(rows, "other row");
    return lost;
}

FileQuestion saving(const State& state, const char* title, std::string name, const char* kind) {
    const std::string ending = fs::path(name).extension().string();
    return {.title = title,
            .saves = true,
            .folder = usual_folder(state),
            .name = std::move(name),
            .kind = kind,
            .endings = {ending}};
}

FileQuestion saving_chart(const State& state, const char* title, const std::string& name) {
    FileQuestion question = saving(state, title, name + ".svg", "SVG, PNG or PDF, by the ending");
    question.endings = {".svg", ".png", ".pdf"};
    return question;
}

/// Distances that were given are usually in a table that people and spreadsheets read.
FileQuestion saving_matrix(const State& state) {
    const bool given = shows_given_distances(state);
    FileQuestion question = saving(state, "Save the matrix", picture_name(state, "", given ? ".csv" : ".npy"),
                                   "NumPy array or CSV table, by the ending");
    question.endings = {given ? ".csv" : ".npy", given ? ".npy" : ".csv"};
    return question;
}

bool begins_with(const std::string& name, const std::string& start) { return lower(name).rfind(lower(start), 0) == 0; }

} // namespace

std::optional<FileQuestion> file_question(const State& state) {
    switch (state.look.dialog) {
    case Dialog::open_file:
        return FileQuestion{.title = "Open data or a recording",
                            .saves = false,
                            .folder = usual_folder(state),
                            .name = {},
                            .kind = "Points (CSV, TSV, text, .npy, .npz, also gzipped) and recordings",
                            .endings = endings_to_open(true)};
    case Dialog::open_second:
        return FileQuestion{.title = fmt::format("Open {}", set_name(current_type(state), 1)),
                            .saves = false,
                            .folder = usual_folder(state),
                            .name = {},
                            .kind = "Vectors (CSV, TSV, text, .npy, .npz, also gzipped)",
                            .endings = endings_to_open(false)};
    case Dialog::save_picture:
        return saving(state, "Save the picture as seen", picture_name(state, "", ".png"), "PNG picture");
    case Dialog::save_cells:
        return saving(state, "Save the picture, one pixel per cell", picture_name(state, "_cells", ".png"),
                      "PNG picture");
    case Dialog::save_matrix:
        return saving_matrix(state);
    case Dialog::save_output:
        return saving(state, "Save the output", picture_name(state, "_output", ".csv"), "CSV table");
    case Dialog::save_figure: {
        FileQuestion question = saving(state, "Save the figure with title, axes and colour bar",
                                       picture_name(state, "_figure", ".pdf"), "PDF, SVG or PNG, by the ending");
        question.endings = {".pdf", ".svg", ".png"};
        return question;
    }
    case Dialog::save_row:
    case Dialog::save_neighbours:
    case Dialog::save_pairs: {
        const bool all = state.look.dialog == Dialog::save_neighbours, one = state.look.dialog == Dialog::save_row;
        FileQuestion question = saving(state,
                                       one   ? "Save all neighbours of the marked row"
                                       : all ? "Save the nearest neighbours of all points"
                                             : "Save the pinned pairs",
                                       one   ? "row_neighbours.csv"
                                       : all ? "neighbours.csv"
                                             : "pairs.csv",
                                       "CSV or JSON table");
        question.endings = {".csv", ".json"};
        return question;
    }
    case Dialog::save_points:
    case Dialog::save_table: {
        const bool points = state.look.dialog == Dialog::save_points;
        FileQuestion question = saving(state, points ? "Save the points" : "Save the table of times",
                                       points ? "points.csv" : "times.csv", "CSV or JSON table");
        question.endings = {".csv", ".json"};
        return question;
    }
    case Dialog::save_recording:
        return saving(state, "Save what was measured", "recording.pairscope", "Recording");
    case Dialog::save_roofline:
        return saving_chart(state, "Export the roofline", fmt::format("roofline_{}", title_of(roofline_level(state))));
    case Dialog::save_speedup:
        return saving_chart(state, "Export the speed-ups", "speedup");
    case Dialog::save_samples:
        return saving_chart(state, "Export the samples", fmt::format("samples_{}", short_name(state.run.variant_id)));
    case Dialog::save_ledger:
        return saving_chart(state, "Export the byte ledger", fmt::format("bytes_{}", short_name(state.run.variant_id)));
    case Dialog::save_size:
        return saving_chart(state, "Export the times against sizes", "size");
    case Dialog::save_vectors:
        return saving_chart(state, "Export the charts of the vectors", "vectors");
    case Dialog::save_nearest:
        return saving_chart(state, "Export the histogram of nearest distances", "nearest");
    case Dialog::save_row_chart:
        return saving_chart(state, "Export the distances of the marked row", "row");
    case Dialog::save_counters: {
        FileQuestion question =
            saving(state, "Export the counters", fmt::format("counters_{}.csv", short_name(state.run.variant_id)),
                   "CSV or JSON table");
        question.endings = {".csv", ".json"};
        return question;
    }
    case Dialog::none:
    case Dialog::sources:
    case Dialog::reading:
    case Dialog::go_to:
    case Dialog::palette:
    case Dialog::shortcuts:
    case Dialog::glossary:
    case Dialog::help:
    case Dialog::about:
        return {};
    }
    return {};
}

std::string replacing_text(const State& state, const fs::path& path) {
    const std::string name = shown(path.filename());
    const std::string lost = state.look.dialog == Dialog::save_points ? lost_of_open_file(state.data.now, path) : "";
    if (!lost.empty()) return fmt::format("{} is the open file. It has {}, which will be lost.", name, lost);
    return fmt::format("{} is there already and will be replaced.", name);
}

Command command_for(Dialog dialog, const fs::path& path) {
    switch (dialog) {
    case Dialog::open_file:
        return command::OpenFile{path};
    case Dialog::open_second:
        return command::OpenFile{path, 1};
    case Dialog::save_picture:
        return command::SavePicture{path};
    case Dialog::save_figure:
        return command::SaveFigure{path};
    case Dialog::save_row:
        return command::SaveRow{path};
    case Dialog::save_cells:
        return command::SaveCells{path};
    case Dialog::save_matrix:
        return command::SaveMatrix{path};
    case Dialog::save_output:
        return command::SaveOutput{path};
    case Dialog::save_neighbours:
        return command::SaveNeighbours{path};
    case Dialog::save_pairs:
        return command::SavePairs{path};
    case Dialog::save_points:
        return command::SavePoints{path};
    case Dialog::save_table:
        return command::SaveTable{path};
    case Dialog::save_recording:
        return command::SaveRecording{path};
    case Dialog::save_roofline:
        return command::SaveChart{ChartKind::roofline, path};
    case Dialog::save_speedup:
        return command::SaveChart{ChartKind::speedup, path};
    case Dialog::save_samples:
        return command::SaveChart{ChartKind::samples, path};
    case Dialog::save_ledger:
        return command::SaveChart{ChartKind::ledger, path};
    case Dialog::save_size:
        return command::SaveChart{ChartKind::size, path};
    case Dialog::save_vectors:
        return command::SaveChart{ChartKind::vectors, path};
    case Dialog::save_nearest:
        return command::SaveChart{ChartKind::nearest, path};
    case Dialog::save_row_chart:
        return command::SaveChart{ChartKind::row, path};
    case Dialog::save_counters:
        return command::SaveCounters{path};
    case Dialog::none:
    case Dialog::sources:
    case Dialog::reading:
    case Dialog::go_to:
    case Dialog::palette:
    case Dialog::shortcuts:
    case Dialog::glossary:
    case Dialog::help:
    case Dialog::about:
        break;
    }
    return command::ShowDialog{Dialog::none};
}

fs::path with_ending(fs::path path, const std::vector<std::string>& endings) {
    const std::string ending = lower(path.extension().string());
    const bool has_one = std::find(endings.begin(), endings.end(), ending) != endings.end();
    if (!has_one && !endings.empty()) path += endings.front();
    return path;
}

fs::path nearest_folder(fs::path folder) {
    std::error_code ignored;
    while (!fs::is_directory(folder, ignored) && folder.has_relative_path()) folder = folder.parent_path();
    return folder;
}

FolderList list_folder(const fs::path& folder, const std::string& start, std::size_t most) {
    FolderList list;
    std::error_code error;
    fs::directory_iterator item(folder, error);
    if (error) {
        list.problem = fmt::format("{} cannot be listed: {}. The button Up goes to {}.", shown(folder), error.message(),
                                   shown(nearest_folder(folder.parent_path())));
        return list;
    }
    for (; !error && item != fs::directory_iterator(); item.increment(error)) {
        const std::string name = item->path().filename().string();
        const bool hidden = name[0] == '.' && (start.empty() || start[0] != '.');
        if (hidden || !begins_with(name, start)) continue;
        std::error_code ignored;
        list.entries.push_back({shown(item->path().filename()), item->path(), item->is_directory(ignored)});
    }
    std::sort(list.entries.begin(), list.entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
        if (a.is_folder != b.is_folder) return a.is_folder;
        return lower(a.name) < lower(b.name);
    });
    list.cut = list.entries.size() > most;
    if (list.cut) list.entries.resize(most);
    return list;
}

Typed typed_path(const fs::path& folder, const std::string& text) {
    std::string plain = text;
    if (plain == "~" || plain.rfind("~/", 0) == 0)
        plain = home().string() + plain.substr(1) + (plain.size() == 1 ? "/" : "");
    const fs::path whole = folder / plain; // an absolute path replaces the folder
    return {.folder = whole.parent_path().lexically_normal(), .start = whole.filename().string()};
}

} // namespace pairscope::app
