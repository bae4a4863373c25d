// SPDX-License-Identifier: MIT
// What the dialogs about files ask for, and what they do then.
#include "app/paper/savers.h"
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/readers.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> drawing_endings{".svg", ".png", ".pdf"};
constexpr std::string_view drawing_kind = "SVG, PNG or PDF, by the ending";

FileQuestion question_of(const State& state, const Saver& saver) {
    const bool is_chart = saver.words != nullptr;
    FileQuestion question{.title = std::string(saver.title),
                          .saves = true,
                          .folder = usual_folder(state),
                          .name = {},
                          .kind = std::string(is_chart ? drawing_kind : saver.kind),
                          .endings = {}};
    for (const std::string_view ending : is_chart ? drawing_endings : saver.endings)
        if (!ending.empty()) question.endings.emplace_back(ending);
    if (saver.second_is_usual != nullptr && saver.second_is_usual(state))
        std::swap(question.endings[0], question.endings[1]);
    question.name = saver.name(state) + question.endings.front();
    return question;
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
    case Dialog::open_kernel:
        return FileQuestion{.title = "Open a kernel of your own",
                            .saves = false,
                            .folder = std::filesystem::current_path(),
                            .name = {},
                            .kind = "CUDA source, and functions for the CPU in C++",
                            .endings = {".cu", ".cpp"}};
    case Dialog::open_second:
        return FileQuestion{.title = fmt::format("Open {}", set_name(current_type(state), 1)),
                            .saves = false,
                            .folder = usual_folder(state),
                            .name = {},
                            .kind = "Vectors (CSV, TSV, text, .npy, .npz, also gzipped)",
                            .endings = endings_to_open(false)};
    case Dialog::open_other:
        return FileQuestion{.title = "Open another matrix of the same items",
                            .saves = false,
                            .folder = usual_folder(state),
                            .name = {},
                            .kind = "Distances, or vectors (CSV, TSV, text, .npy, .npz, also gzipped) and recordings",
                            .endings = endings_to_open(true)};
    case Dialog::open_tracks:
        return FileQuestion{.title = "Open a table about the same rows",
                            .saves = false,
                            .folder = usual_folder(state),
                            .name = {},
                            .kind = "A table with the names of the rows (CSV, TSV, text, also gzipped)",
                            .endings = endings_to_open(false)};
    case Dialog::save:
        if (const Saver* const saver = find_saver(state.look.saver)) return question_of(state, *saver);
        return {};
    case Dialog::none:
    case Dialog::page:
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

Command command_for(const LookState& look, const fs::path& path) {
    if (look.dialog == Dialog::open_file) return command::OpenFile{look_at(path)};
    if (look.dialog == Dialog::open_kernel) return command::OpenKernel{path};
    if (look.dialog == Dialog::open_second) return command::OpenFile{path, 1};
    if (look.dialog == Dialog::open_other) return command::CompareMatrix{{.file = path}};
    if (look.dialog == Dialog::open_tracks) return command::OpenTracks{path};
    const Saver* const saver = look.dialog == Dialog::save ? find_saver(look.saver) : nullptr;
    if (saver == nullptr) return command::ShowDialog{Dialog::none};
    return saver->command == nullptr ? command::SaveChart{saver->id, path} : saver->command(path);
}

std::string replacing_text(const State& state, const fs::path& path) {
    const std::string name = shown(path.filename());
    const std::string lost = state.look.saver == "points" ? lost_of_open_file(state.data.now, path) : "";
    if (!lost.empty()) return fmt::format("{} is the open file. It has {}, which will be lost.", name, lost);
    return fmt::format("{} is there already and will be replaced.", name);
}

} // namespace pairscope::app
