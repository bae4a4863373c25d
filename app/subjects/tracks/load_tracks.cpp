// SPDX-License-Identifier: MIT
#include "app/subjects/tracks/load_tracks.h"

#include "app/subjects/points/points.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/tracks/joined_rows.h"
#include "app/subjects/tracks/make_track.h"
#include "kernels/data/columns/named_column.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

namespace pairscope::app {
namespace {

/// The file of one of the sets, as a table.
struct SetTable {
    std::shared_ptr<const Table> own{};
    const Table* table = nullptr; ///< null: the set comes from no table
};

struct TracksReading {
    const DataSource& source;
    const Question& question;
    TracksChoice choice;
    const std::stop_token& stop;
    std::array<SetTable, 2> tables{};      ///< the tables of the data; the second one where there are two sets
    std::shared_ptr<const Table> second{}; ///< the file that is joined by name; null: there is none
    std::array<JoinedRows, 2> joined{};

    [[nodiscard]] const Dataset* set(std::size_t i) const {
        return i == 0 ? question.first.get() : question.second.get();
    }
};

/// How the user said that a file is to be read.
struct FileChoice {
    std::optional<FileFormat> reader{};
    std::optional<Header> header{};
};

std::shared_ptr<const Table> read_table(const std::filesystem::path& path, const FileChoice& choice,
                                        const std::stop_token& stop) {
    constexpr ColumnRange any{.least = 1, .most = std::numeric_limits<std::int32_t>::max()};
    InputFile file = look_at(path, choice.reader);
    file.header = choice.header;
    return std::make_shared<const Table>(load_table(file, stop, any));
}

/// The file of vectors or distances as a table. Null: it holds distances in another form, such as PHYLIP's, and has no
/// columns beside them.
std::shared_ptr<const Table> read_own_table(const std::filesystem::path& path, const FileChoice& choice,
                                            const TracksReading& reading) {
    try {
        return read_table(path, choice, reading.stop);
    } catch (const InputError&) {
        if (!reading.question.first->holds_distances || reading.stop.stop_requested()) throw;
        return nullptr;
    }
}

void read_own_tables(TracksReading& reading, const Table* table) {
    if (const auto* points = std::get_if<FileSource>(&reading.source)) {
        if (table == nullptr)
            reading.tables[0].own = read_table(points->path, {points->reader, points->header}, reading.stop);
        reading.tables[0].table = table != nullptr ? table : reading.tables[0].own.get();
        return;
    }
    const auto* vectors = std::get_if<VectorSource>(&reading.source);
    if (vectors == nullptr || vectors->a.empty()) return;
    const FileChoice choice{vectors->reader, vectors->header};
    reading.tables[0].own = read_own_table(vectors->a, choice, reading);
    if (reading.question.second)
        reading.tables[1].own = vectors->b.empty() || vectors->b == vectors->a
                                    ? reading.tables[0].own
                                    : read_table(vectors->b, choice, reading.stop);
    for (SetTable& one : reading.tables) one.table = one.own.get();
}

/// A file of distances may have a row of names above its numbers.
std::int64_t rows_above(const Table& table, const Dataset& set) {
    if (!set.holds_distances) return 0;
    const std::int64_t all = set.rows_in_source > 0 ? set.rows_in_source : set.rows;
    return std::max<std::int64_t>(0, table.rows - all);
}

/// Cells of a column by the row of the file that the vectors know.
TrackCells own_cells(const Table& table, const Column& column, const Dataset& set) {
    const std::int64_t above = rows_above(table, set);
    std::int64_t most = table.rows;
    for (const std::int64_t row : table.source_rows) most = std::max(most, row + 1);
    TrackCells cells;
    if (column.is_numeric())
        cells.numbers.assign(std::size_t(most), std::numeric_limits<double>::quiet_NaN());
    else
        cells.texts.resize(std::size_t(most));
    for (std::int64_t row = above; row < table.rows; ++row) {
        const std::int64_t in_file = table.source_rows.empty() ? row - above : table.source_rows[std::size_t(row)];
        if (in_file < 0) continue;
        if (column.is_numeric())
            cells.numbers[std::size_t(in_file)] = column.numbers[std::size_t(row)];
        else
            cells.texts[std::size_t(in_file)] = column.texts[std::size_t(row)];
    }
    return cells;
}

TrackCells joined_cells(const Column& column, const Dataset& set, const JoinedRows& joined) {
    TrackCells cells;
    const std::size_t most = std::size_t(rows_in_file(set).last + 1);
    if (column.is_numeric())
        cells.numbers.assign(most, std::numeric_limits<double>::quiet_NaN());
    else
        cells.texts.resize(most);
    for (std::int64_t row = 0; row < set.rows; ++row) {
        const std::int64_t from = joined.rows[std::size_t(row)];
        const auto in_file = row_in_file(set, row);
        if (from < 0 || !in_file) continue;
        if (column.is_numeric())
            cells.numbers[std::size_t(*in_file)] = column.numbers[std::size_t(from)];
        else
            cells.texts[std::size_t(*in_file)] = column.texts[std::size_t(from)];
    }
    return cells;
}

const Column* column_in(const Table* table, const std::string& name) {
    if (table == nullptr) return nullptr;
    const auto found = std::ranges::find(table->columns, name, &Column::name);
    return found == table->columns.end() ? nullptr : &*found;
}

/// Names the columns of the second file first, because who names one means its columns.
[[noreturn]] void refuse_column(const TracksReading& reading, const std::string& name) {
    const Table* const own = reading.tables[0].table;
    if (reading.second && own != nullptr) {
        try {
            std::ignore = column_named(*reading.second, name, Need::anything);
        } catch (const InputError& error) {
            throw InputError(fmt::format("{}; {} has no such column either", error.what(), own->name));
        }
    }
    for (const Table* table : {static_cast<const Table*>(reading.second.get()), own})
        if (table != nullptr) std::ignore = column_named(*table, name, Need::anything);
    throw InputError(fmt::format("there is no column {}, because the data comes from no table", excerpt(name)));
}

TrackColumn read_column(const TracksReading& reading, const std::string& name, bool is_class) {
    TrackColumn column{.name = name, .is_class = is_class};
    bool is_found = false;
    for (std::size_t set = 0; set < column.of_sets.size(); ++set) {
        if (reading.set(set) == nullptr) continue;
        if (const Column* own = column_in(reading.tables[set].table, name))
            column.of_sets[set] = own_cells(*reading.tables[set].table, *own, *reading.set(set));
        else if (const Column* other = column_in(reading.second.get(), name))
            column.of_sets[set] = joined_cells(*other, *reading.set(set), reading.joined[set]);
        is_found = is_found || column.of_sets[set].has_value();
    }
    if (!is_found) refuse_column(reading, name);
    const auto& [a, b] = column.of_sets;
    if (a && b && a->numbers.empty() != b->numbers.empty())
        throw InputError(fmt::format("column {} holds numbers in one of the two files and texts in the other; choose "
                                     "another column",
                                     excerpt(name)));
    return column;
}

void require_few(std::size_t tracks) {
    if (tracks > most_tracks)
        throw InputError(fmt::format("there are {}, and at most {} can be drawn along the matrix: name those that you "
                                     "want to see with --track",
                                     counted(std::int64_t(tracks), "column"), most_tracks));
}

/// The columns that are drawn: those that were named, or all of the second file.
std::vector<std::string> wanted_columns(const TracksReading& reading, const Column* names) {
    std::vector<std::string> wanted = reading.choice.columns;
    if (reading.second && wanted.empty())
        for (const Column& column : reading.second->columns)
            if (&column != names && column.name != reading.choice.classes) wanted.push_back(column.name);
    std::erase(wanted, reading.choice.classes);
    require_few(wanted.size() + (reading.choice.classes.empty() ? 0 : 1));
    return wanted;
}

/// The recording that the data comes from; empty: it comes from elsewhere.
std::filesystem::path recording_of(const DataSource& source) {
    const auto* points = std::get_if<FileSource>(&source);
    const auto* vectors = std::get_if<VectorSource>(&source);
    const std::filesystem::path path = points != nullptr    ? points->path
                                       : vectors != nullptr ? vectors->a
                                                            : std::filesystem::path();
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown)) return {};
    try {
        return look_at(path).is(FileFormat::recording) ? path : std::filesystem::path();
    } catch (const InputError&) {
        return {}; // the file was changed since its data was read
    }
}

std::shared_ptr<const Tracks> tracks_of_recording(const profiling::Recording& recording, const Question& question) {
    std::vector<std::shared_ptr<const Dataset>> sets = recorded_data(recording);
    if (recording.tracks.empty() || sets.empty()) return nullptr;
    if (question.second && sets.size() == 1) sets.push_back(sets.front()); // a set that is compared with itself
    return tracks_in(recording, sets);
}

/// The tracks that a recording keeps beside its data. Null: it has none. `read`: that recording, if it was read.
std::shared_ptr<const Tracks> tracks_of_recording(const std::filesystem::path& path, const Question& question,
                                                  const profiling::Recording* read, const std::stop_token& stop) {
    if (path.empty()) return nullptr;
    if (read != nullptr) return tracks_of_recording(*read, question);
    try {
        return tracks_of_recording(profiling::load_recording(path, stop), question);
    } catch (const InputError&) {
        return nullptr; // the file was changed since its data was read
    }
}

/// The tracks of a recording that a user named, the class first. Throws InputError for a name that it does not have.
std::shared_ptr<const Tracks> chosen_among(const Tracks& kept, const TracksChoice& choice,
                                           const std::filesystem::path& path) {
    require_few(choice.columns.size() + (choice.classes.empty() ? 0 : 1));
    Tracks chosen;
    const auto take = [&](const std::string& name, bool is_class) {
        const auto found = std::ranges::find(kept.list, name, &Track::name);
        if (found == kept.list.end()) {
            std::vector<std::string> names;
            for (const Track& track : kept.list) names.push_back(excerpt(track.name));
            throw InputError(fmt::format("the recording {} keeps no column {}; choose one of {}", shown(path),
                                         excerpt(name), fmt::join(names, ", ")));
        }
        chosen.list.push_back(*found);
        chosen.list.back().is_class = is_class;
    };
    if (!choice.classes.empty()) take(choice.classes, true);
    for (const std::string& name : choice.columns)
        if (name != choice.classes) take(name, false);
    return std::make_shared<const Tracks>(std::move(chosen));
}

/// A recording may keep more columns than can be drawn.
void keep_first(LoadedTracks& loaded, const std::filesystem::path& path) {
    if (!loaded.tracks || loaded.tracks->list.size() <= most_tracks) return;
    loaded.remarks.push_back(fmt::format("The recording {} keeps {}, and the first {} are drawn along the matrix. "
                                         "Choose others with --track.",
                                         shown(path), counted(std::ssize(loaded.tracks->list), "column"), most_tracks));
    Tracks first = *loaded.tracks;
    first.list.resize(most_tracks);
    loaded.tracks = std::make_shared<const Tracks>(std::move(first));
}

void note_class(const Track& track, std::vector<std::string>& remarks) {
    if (track.kind != TrackKind::texts) return;
    remarks.push_back(fmt::format("The class {} has {} different values. Colours tell at most {} apart, so the class "
                                  "colours nothing, but the matrix can be ordered by it.",
                                  excerpt(track.name), grouped(std::ssize(track.categories)), most_categories));
}

} // namespace

LoadedTracks load_tracks(const DataSource& source, const Question& question, const ReadFiles& read,
                         const std::stop_token& stop) {
    TracksReading reading{.source = source, .question = question, .choice = tracks_chosen(source), .stop = stop};
    LoadedTracks loaded;
    if (!question.first) return loaded;
    const TracksChoice& choice = reading.choice;
    if (choice.file.empty()) {
        const std::filesystem::path recording = recording_of(source);
        loaded.tracks = tracks_of_recording(recording, question, read.recording, stop);
        if (choice.is_empty()) {
            keep_first(loaded, recording);
            return loaded;
        }
        if (loaded.tracks) {
            loaded.tracks = chosen_among(*loaded.tracks, choice, recording);
            return loaded;
        }
        if (!recording.empty())
            throw InputError(fmt::format("the recording {} keeps no columns beside its coordinates: leave --class and "
                                         "--track out, or give a table with --tracks",
                                         shown(recording)));
    }
    if (!choice.file.empty()) reading.second = read_table(choice.file, {}, stop);
    const bool are_all_of_second = reading.second && choice.classes.empty() && choice.columns.empty();
    if (!are_all_of_second) read_own_tables(reading, read.table);
    std::vector<std::string> asked = choice.columns;
    if (reading.second && asked.empty())
        for (const Column& column : reading.second->columns) asked.push_back(column.name);
    asked.push_back(choice.classes);
    for (std::size_t set = 0; reading.second && set < reading.joined.size(); ++set) {
        if (reading.set(set) == nullptr) continue;
        reading.joined[set] = joined_rows(*reading.set(set), *reading.second, asked, stop);
        if (set == 1 && question.second == question.first) continue;
        for (std::string& remark : remarks_on(reading.joined[set], *reading.set(set), *reading.second))
            loaded.remarks.push_back(std::move(remark));
    }
    Tracks tracks;
    if (!choice.classes.empty()) tracks.list.push_back(made_track(read_column(reading, choice.classes, true)));
    if (!choice.classes.empty()) note_class(tracks.list.front(), loaded.remarks);
    if (std::ranges::find(question.first->axes, choice.classes) != question.first->axes.end())
        loaded.remarks.push_back(fmt::format("The class {} is also one of the coordinates that are compared. Choose "
                                             "the columns so that it is left out, if it only numbers the classes.",
                                             excerpt(choice.classes)));
    for (const std::string& name : wanted_columns(reading, reading.joined[0].names))
        if (track_named(tracks.list, name) == nullptr)
            tracks.list.push_back(made_track(read_column(reading, name, false)));
    loaded.tracks = std::make_shared<const Tracks>(std::move(tracks));
    return loaded;
}

} // namespace pairscope::app
