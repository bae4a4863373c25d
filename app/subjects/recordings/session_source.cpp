// SPDX-License-Identifier: MIT
#include "app/subjects/recordings/session_source.h"

#include "kernels/data/errors.h"
#include "kernels/data/overloaded.h"
#include "kernels/data/readable.h"
#include "kernels/data/saving/check_sum.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;

template <class Enum, std::size_t count>
std::string word_for(const std::array<Name<Enum>, count>& names, const Enum& value) {
    return value == Enum{} ? std::string() : std::string(name_in(names, value));
}

/// Nothing for an empty word. Throws InputError for a word that this version does not know.
template <class Enum, std::size_t count>
Enum value_of(const std::array<Name<Enum>, count>& names, const std::string& word) {
    if (word.empty()) return Enum{};
    for (const Name<Enum>& known : names)
        if (known.name == word) return known.value;
    throw InputError(fmt::format("its data needs {}, which this version does not know: open it with a newer Pairscope",
                                 excerpt(word)));
}

std::string reader_word(const std::optional<FileFormat>& reader) {
    return reader ? std::string(name_in(file_format_names, *reader)) : std::string();
}
std::optional<FileFormat> reader_of(const std::string& word) {
    return word.empty() ? std::nullopt : std::optional(value_of(file_format_names, word));
}

std::string header_word(const std::optional<Header>& header) {
    return header ? std::string(name_in(header_names, *header)) : std::string();
}
std::optional<Header> header_of(const std::string& word) {
    return word.empty() ? std::nullopt : std::optional(value_of(header_names, word));
}

profiling::RecordedFile file_at(const fs::path& path) {
    std::error_code unknown;
    const fs::path whole = fs::absolute(path, unknown);
    return {.absolute = unknown ? path.string() : whole.lexically_normal().string()};
}

void record_tracks(const TracksChoice& tracks, profiling::RecordedSource& source) {
    source.classes = tracks.classes;
    source.tracks = tracks.columns;
    if (!tracks.file.empty()) source.tracks_files = {file_at(tracks.file)};
}

profiling::RecordedSource recorded(const FileSource& file) {
    profiling::RecordedSource source{.files = {file_at(file.path)}, .of_points = true};
    if (!file.columns.x.empty() || !file.columns.y.empty()) source.columns = {file.columns.x, file.columns.y};
    source.label = file.columns.label;
    source.standardise = file.columns.standardise;
    source.are_places = file.columns.are_places;
    source.keeps_zero = !file.columns.may_shift;
    source.n = file.n;
    source.whole = file.whole;
    source.order = name_of(file.order);
    source.as = word_for(read_as_names, file.as);
    source.reader = reader_word(file.reader);
    source.header = header_word(file.header);
    record_tracks(file.tracks, source);
    return source;
}

profiling::RecordedSource recorded(const VectorSource& vectors) {
    profiling::RecordedSource source;
    for (const fs::path& file : {vectors.a, vectors.b})
        if (!file.empty()) source.files.push_back(file_at(file));
    for (const FeatureFile& file : feature_files)
        if (const fs::path& path = vectors.features.*file.member; !path.empty()) {
            source.files.push_back(file_at(path));
            source.files.back().role = file.name;
        }
    source.columns = vectors.columns.names;
    source.standardise = vectors.columns.standardise;
    source.are_places = vectors.columns.are_places;
    source.keeps_zero = !vectors.may_shift;
    if (!vectors.label.empty()) source.label = vectors.label;
    source.n = vectors.n;
    source.m = vectors.m;
    source.dims = vectors.dims;
    source.preset = vectors.preset;
    source.as = word_for(read_as_names, vectors.as);
    source.symmetrise = word_for(symmetrise_names, vectors.symmetrise);
    source.similarity = word_for(similarity_names, vectors.similarity);
    source.missing_pairs = word_for(missing_pairs_names, vectors.missing);
    source.reader = reader_word(vectors.reader);
    source.header = header_word(vectors.header);
    record_tracks(vectors.tracks, source);
    return source;
}

/// Absent if the file cannot be read. Throws InputError if it was cancelled.
std::optional<std::string> check_sum_of(const fs::path& path, const std::stop_token& stop) {
    const auto sum = check_sum_of_file(path, stop);
    if (stop.stop_requested()) throw InputError("Opening the session was cancelled.");
    return sum ? std::optional(fmt::format("crc32:{:08x}", *sum)) : std::nullopt;
}

std::int64_t size_of(const fs::path& path) {
    std::error_code unknown;
    const auto size = fs::file_size(path, unknown);
    return unknown ? -1 : std::int64_t(size);
}

/// The file that was read, wherever it is now. Throws InputError.
fs::path found_file(const profiling::RecordedFile& file, const fs::path& session, std::span<const fs::path> others,
                    const std::stop_token& stop) {
    std::error_code unknown;
    const fs::path beside = (fs::absolute(session, unknown).parent_path() / file.path).lexically_normal();
    std::vector<fs::path> places;
    if (!file.path.empty()) places.push_back(beside);
    if (const fs::path there = file.absolute; there.is_absolute() && there != beside) places.push_back(there);
    places.insert(places.end(), others.begin(), others.end());
    fs::path changed;
    for (const fs::path& place : places) {
        if (!fs::is_regular_file(place, unknown)) continue;
        if (size_of(place) == file.bytes && check_sum_of(place, stop) == file.check_sum) return place;
        if (changed.empty() && place.filename() == fs::path(file.absolute).filename()) changed = place;
    }
    if (!changed.empty())
        throw InputError(fmt::format("its file {} was changed since the session was saved", shown(changed)));
    throw InputError(
        fmt::format("its file {} is gone, and it is not beside the session either", shown(fs::path(file.absolute))));
}

/// Throws InputError for a file of which this version knows no use.
FeatureFiles features_among(const profiling::RecordedSource& recorded, const std::vector<fs::path>& files) {
    FeatureFiles features;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string& role = recorded.files[i].role;
        const auto known = std::ranges::find(feature_files, role, &FeatureFile::name);
        if (known != feature_files.end())
            features.*known->member = files[i];
        else if (!role.empty())
            throw InputError(fmt::format(
                "its data needs {}, which this version does not know: open it with a newer Pairscope", excerpt(role)));
    }
    return features;
}

DataSource read_again(const profiling::RecordedSource& recorded, const std::vector<fs::path>& all) {
    std::vector<fs::path> files; // with points or vectors
    for (std::size_t i = 0; i < all.size(); ++i)
        if (recorded.files[i].role.empty()) files.push_back(all[i]);
    if (recorded.of_points) {
        if (files.empty()) throw InputError("it names no file of its points");
        FileSource source{.path = files.at(0), .columns = {}};
        if (recorded.columns.size() == 2) {
            source.columns.x = recorded.columns[0];
            source.columns.y = recorded.columns[1];
        }
        source.columns.label = recorded.label;
        source.columns.standardise = recorded.standardise;
        source.columns.are_places = recorded.are_places;
        source.columns.may_shift = !recorded.keeps_zero;
        source.n = recorded.n.value_or(source.n);
        source.whole = recorded.whole;
        source.order = order_named(recorded.order).value_or(source.order);
        source.as = value_of(read_as_names, recorded.as);
        source.reader = reader_of(recorded.reader);
        source.header = header_of(recorded.header);
        return source;
    }
    VectorSource source{.a = {}, .b = {}, .n = recorded.n, .m = recorded.m, .dims = recorded.dims};
    source.features = features_among(recorded, all);
    if (!files.empty()) source.a = files[0];
    if (files.size() > 1) source.b = files[1];
    source.preset = recorded.preset;
    source.columns = {
        .names = recorded.columns, .standardise = recorded.standardise, .are_places = recorded.are_places};
    source.as = value_of(read_as_names, recorded.as);
    source.symmetrise = value_of(symmetrise_names, recorded.symmetrise);
    source.similarity = value_of(similarity_names, recorded.similarity);
    source.missing = value_of(missing_pairs_names, recorded.missing_pairs);
    source.may_shift = !recorded.keeps_zero;
    source.label = recorded.label.value_or("");
    source.reader = reader_of(recorded.reader);
    source.header = header_of(recorded.header);
    return source;
}

/// The names of the columns in the files of the data. A file that is no table has none.
std::vector<std::string> columns_in_files(const DataSource& source, const std::stop_token& stop) {
    constexpr ColumnRange any{.least = 1, .most = std::numeric_limits<std::int32_t>::max()};
    std::vector<std::string> names;
    for (const InputFile& file : look_at_files(source)) {
        try {
            for (const Column& column : load_table(file, stop, any).columns) names.push_back(column.name);
        } catch (const InputError&) {
            if (stop.stop_requested()) throw; // distances in another form, such as PHYLIP's, have no columns
        }
    }
    return names;
}

/// Leaves out what only the file of the tracks has. Returns what that is, in words such as "the class 'habitat' and the
/// columns 'a' and 'b' are not shown"; empty: it is nothing.
std::string leave_out_missing(TracksChoice& tracks, const std::vector<std::string>& present) {
    if (tracks.columns.empty() && tracks.classes.empty()) return "its columns are not shown";
    const auto is_missing = [&](const std::string& name) {
        return !name.empty() && std::ranges::find(present, name) == present.end();
    };
    std::vector<std::string> columns, lost;
    for (const std::string& name : tracks.columns)
        if (is_missing(name)) columns.push_back(excerpt(name));
    std::erase_if(tracks.columns, is_missing);
    const bool is_one = columns.size() == 1;
    if (is_missing(tracks.classes)) lost.push_back("the class " + excerpt(tracks.classes));
    if (!lost.empty()) tracks.classes.clear();
    if (!columns.empty())
        lost.push_back(fmt::format("the {} {}", is_one ? "column" : "columns", fmt::join(columns, " and ")));
    if (lost.empty()) return {};
    return fmt::format("{} {} not shown", fmt::join(lost, " and "),
                       lost.size() == 1 && columns.size() < 2 ? "is" : "are");
}

} // namespace

std::optional<profiling::RecordedSource> source_to_record(const DataSource& source) {
    return std::visit(
        Overloaded{[](const GeneratorSettings&) -> std::optional<profiling::RecordedSource> { return {}; },
                   [](const auto& files) -> std::optional<profiling::RecordedSource> { return recorded(files); }},
        source);
}

void add_check_sums(profiling::RecordedSource& source, const fs::path& session) {
    std::error_code unknown;
    const fs::path folder = fs::absolute(session, unknown).parent_path().lexically_normal();
    const auto complete = [&](profiling::RecordedFile& file) {
        const fs::path path = file.absolute;
        const std::optional<std::string> sum = check_sum_of(path, {});
        if (!sum)
            throw InputError(fmt::format("cannot save {}: its data came from {}, which cannot be read any more",
                                         shown(session), shown(path)));
        file.path = path.lexically_relative(folder).string();
        file.bytes = size_of(path);
        file.check_sum = *sum;
    };
    std::ranges::for_each(source.files, complete);
    std::ranges::for_each(source.tracks_files, complete);
}

FoundSource found_source(const profiling::RecordedSource& source, const fs::path& session,
                         std::span<const fs::path> others, const std::stop_token& stop) {
    try {
        std::vector<fs::path> files;
        for (const profiling::RecordedFile& file : source.files)
            files.push_back(found_file(file, session, others, stop));
        const DataSource data = read_again(source, files);
        TracksChoice tracks{.classes = source.classes, .columns = source.tracks};
        std::string why_not;
        try {
            for (const profiling::RecordedFile& file : source.tracks_files)
                tracks.file = found_file(file, session, others, stop);
        } catch (const InputError& error) {
            if (stop.stop_requested()) throw;
            const std::string lost = leave_out_missing(tracks, columns_in_files(data, stop));
            why_not = lost.empty() ? error.what() : fmt::format("{}, so {}", error.what(), lost);
        }
        return {.source = with_tracks(data, std::move(tracks)), .why_not = std::move(why_not)};
    } catch (const InputError& error) {
        if (stop.stop_requested()) throw;
        return {.why_not = error.what()};
    }
}

} // namespace pairscope::app
