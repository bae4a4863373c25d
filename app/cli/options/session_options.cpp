// SPDX-License-Identifier: MIT
#include "app/cli/options/session_options.h"

#include "app/cli/options/data.h"
#include "app/cli/reports/output.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/recordings/session_second.h"
#include "app/subjects/recordings/session_source.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope::cli {
namespace {

void take_columns(DataOptions& options, const app::FileSource& source) {
    if (source.columns.are_places) {
        options.longitude = source.columns.x;
        options.latitude = source.columns.y;
    } else {
        options.x = source.columns.x;
        options.y = source.columns.y;
    }
    options.label = source.columns.label.value_or("");
    options.standardise = source.columns.standardise;
    options.origin = source.columns.may_shift ? app::OriginChoice::fitting : app::OriginChoice::none;
}

void take_columns(DataOptions& options, const app::VectorSource& source) {
    const VectorColumns& columns = source.columns;
    if (columns.are_places && columns.names.size() == 2) {
        options.longitude = columns.names[0];
        options.latitude = columns.names[1];
    } else {
        options.columns = column_list(columns.names);
    }
    options.label = source.label;
    options.standardise = columns.standardise;
    options.origin = source.may_shift ? app::OriginChoice::fitting : app::OriginChoice::none;
}

void take_tracks(DataOptions& options, const app::TracksChoice& tracks) {
    if (options.classes.empty()) options.classes = tracks.classes;
    if (options.tracks.empty()) options.tracks = tracks.columns;
    if (options.tracks_file.empty()) options.tracks_file = tracks.file.string();
}

void take(DataOptions& options, const app::FileSource& source) {
    take_tracks(options, source.tracks);
    options.files = {source.path.string()};
    take_columns(options, source);
    if (!source.whole && !options.n) options.n = source.n;
    if (source.whole) options.whole_file = true;
    if (options.order.empty()) options.order = name_of(source.order);
    options.reader = source.reader;
    options.header = source.header;
}

void take(DataOptions& options, const app::VectorSource& source) {
    take_tracks(options, source.tracks);
    options.a = source.a.string();
    options.b = source.b.string();
    take_columns(options, source);
    if (!options.n) options.n = source.n;
    if (!options.m) options.m = source.m;
    if (!options.dims) options.dims = source.dims;
    options.preset = source.preset;
    options.symmetrise = source.symmetrise;
    options.similarity = source.similarity;
    options.missing = source.missing;
    options.reader = source.reader;
    options.header = source.header;
    if (options.features == app::FeatureFiles{}) options.features = source.features;
}

void take(DataOptions&, const GeneratorSettings&) {} // a session of generated points names no file

/// The options that say how a file is read, as far as they were given.
std::vector<std::string_view> reading_options(const DataOptions& asked) {
    std::vector<std::string_view> given;
    const auto note = [&](bool is_given, std::string_view option) {
        if (is_given) given.push_back(option);
    };
    note(!asked.columns.empty(), "--columns");
    note(!asked.x.empty(), "--x");
    note(!asked.y.empty(), "--y");
    note(!asked.label.empty(), "--label");
    note(!asked.longitude.empty(), "--longitude");
    note(!asked.latitude.empty(), "--latitude");
    note(asked.standardise, "--standardise");
    note(asked.symmetrise != Symmetrise::no, "--symmetrise");
    note(asked.similarity != Similarity::no, "--similarity");
    return given;
}

/// Is the column still there by which the session orders its rows? It may be in a file that is gone.
bool has_column_of_order(const OpenSession& open, const app::OrderChoice& order) {
    const profiling::Recording& session = open.recording;
    if (!session.source || !is_of_tracks(order.kind)) return true;
    const bool is_class = order.kind == app::OrderKind::by_class;
    const app::FoundSource found = app::found_source(*session.source, open.file);
    if (!found.source)
        return std::ranges::any_of(session.tracks, [&](const profiling::RecordedTrack& track) {
            return is_class ? track.is_class : track.name == order.column;
        });
    if (found.why_not.empty()) return true;
    const app::TracksChoice left = app::tracks_chosen(*found.source);
    return is_class ? !left.classes.empty() : std::ranges::find(left.columns, order.column) != left.columns.end();
}

/// A session says how its file is read.
void refuse_reading_options(const DataOptions& asked, const std::string& file) {
    const auto given = reading_options(asked);
    if (given.empty()) return;
    throw InputError(fmt::format("{} is a session, which says itself how its data is read, so {} cannot be given with "
                                 "it: leave {} out, or name the file of its data instead",
                                 shown(file), fmt::join(given, " and "), given.size() == 1 ? "it" : "them"));
}

} // namespace

std::optional<DataOptions> options_of_session(const DataOptions& asked, const profiling::Recording& session,
                                              const std::string& file) {
    if (!session.source) return {};
    refuse_reading_options(asked, file);
    const app::FoundSource found = app::found_source(*session.source, file);
    if (!found.source) {
        if (!app::holds_data(session))
            throw InputError(fmt::format("cannot open {}: {}; put that file back, or beside the session", shown(file),
                                         found.why_not));
        say(fmt::format("{}: {}, so the numbers that were saved with the session are used; put that file back, or "
                        "beside the session",
                        shown(file), found.why_not));
        return {};
    }
    if (!found.why_not.empty())
        say(fmt::format("{}: {}; put that file back, or beside the session", shown(file), found.why_not));
    DataOptions options = asked;
    options.workload = session.workload;
    options.files.clear();
    options.points.clear();
    options.a.clear();
    std::visit([&](const auto& source) { take(options, source); }, *found.source);
    const WorkloadType* const type = find_workload(session.workload);
    for (std::size_t i = 0; type != nullptr && i < std::min(type->parameters.size(), session.parameters.size()); ++i) {
        std::optional<double>& value = options.asked_with[std::string(type->parameters[i].name)];
        if (!value) value = session.parameters[i];
    }
    return options;
}

std::vector<OpenSession> sessions_among(const DataOptions& options) {
    std::vector<OpenSession> sessions;
    for (const std::filesystem::path& file : input_files(options)) {
        if (!look_at_file(options, file).is(FileFormat::recording)) continue;
        profiling::Recording recording = profiling::load_recording(file);
        if (recording.is_session) sessions.push_back({.file = file, .recording = std::move(recording)});
    }
    return sessions;
}

std::optional<app::ViewText> view_of_session(std::span<const OpenSession> sessions) {
    for (const OpenSession& session : sessions)
        if (!session.recording.view.empty()) return app::view_in_text(session.recording.view);
    return {};
}

void leave_out_lost_order(std::span<const OpenSession> sessions, app::ViewText& view) {
    for (const OpenSession& session : sessions) {
        if (session.recording.view.empty() || has_column_of_order(session, view.order)) continue;
        say(fmt::format("{}: the rows are not ordered {}, because the column of that order is not there",
                        shown(session.file), title_of(view.order)));
        view.order = {};
    }
}

bool compares_two(std::span<const OpenSession> sessions) {
    return std::ranges::any_of(sessions,
                               [](const OpenSession& session) { return session.recording.second.has_value(); });
}

app::SecondMatrix second_of_session(std::span<const OpenSession> sessions) {
    for (const OpenSession& session : sessions) {
        if (!session.recording.second) continue;
        app::FoundSecond found = app::found_second(session.recording, session.file);
        if (!found.why_not.empty())
            say(fmt::format("{}: the second matrix is not shown, because {}", shown(session.file), found.why_not));
        return std::move(found.second);
    }
    return {};
}

} // namespace pairscope::cli
