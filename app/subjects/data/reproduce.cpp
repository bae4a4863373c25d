// SPDX-License-Identifier: MIT
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/data/data.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace pairscope::app {

std::string shell_word(const std::string& text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + "'";
}

namespace {

void add(std::string& line, std::string_view option, const std::string& value) {
    if (!value.empty()) line += fmt::format(" {} {}", option, shell_word(value));
}

std::string header_name(const std::optional<Header>& header) {
    return header ? std::string(name_in(header_names, *header)) : std::string();
}

std::string reader_name(const std::optional<FileFormat>& reader) {
    return reader ? std::string(name_in(file_format_names, *reader)) : std::string();
}

void add_tracks(std::string& line, const TracksChoice& tracks) {
    add(line, "--class", tracks.classes);
    for (const std::string& column : tracks.columns) add(line, "--track", column);
    add(line, "--tracks", tracks.file.string());
}

std::string words_of(const FileSource& file, const DataSnapshot& data) {
    const char* before = is_of_recording(data) ? "--points " : "";
    std::string line = fmt::format(" {}{}", before, shell_word(file.path.string()));
    if (!file.whole) line += fmt::format(" --n {}", file.n);
    add(line, file.columns.are_places ? "--longitude" : "--x", file.columns.x);
    add(line, file.columns.are_places ? "--latitude" : "--y", file.columns.y);
    add(line, "--label", file.columns.label.value_or(""));
    add_tracks(line, file.tracks);
    if (file.columns.standardise) line += " --standardise";
    if (!file.columns.may_shift) line += " --origin none";
    add(line, "--order", std::string(name_of(file.order)));
    if (file.as == ReadAs::vectors) line += " --as vectors";
    add(line, "--reader", reader_name(file.reader));
    add(line, "--header", header_name(file.header));
    return line;
}

/// If a workload counts only coordinates, `--n` is their number, as the help and the README say.
std::string words_of(const VectorSource& vectors, const DataSnapshot& data) {
    const InputRule& rule = type_of(data.question.workload).inputs;
    std::string line;
    add(line, "--a", vectors.a.string());
    add(line, "--b", vectors.b.string());
    add(line, "--preset", vectors.preset);
    if (vectors.n) line += fmt::format(" --n {}", *vectors.n);
    if (vectors.m) line += fmt::format(" --m {}", *vectors.m);
    if (vectors.dims) line += fmt::format(" --{} {}", counts_coordinates(rule) ? "n" : "dims", *vectors.dims);
    const std::vector<std::string>& names = vectors.columns.names;
    if (vectors.columns.are_places && names.size() == 2) {
        add(line, "--longitude", names[0]);
        add(line, "--latitude", names[1]);
    } else {
        add(line, "--columns", column_list(names));
    }
    add(line, "--label", vectors.label);
    add_tracks(line, vectors.tracks);
    if (vectors.columns.standardise) line += " --standardise";
    if (vectors.as == ReadAs::matrix) line += " --as matrix";
    if (vectors.symmetrise != Symmetrise::no)
        add(line, "--symmetrise", std::string(name_in(symmetrise_names, vectors.symmetrise)));
    if (vectors.similarity != Similarity::no)
        add(line, "--similarity", std::string(name_in(similarity_names, vectors.similarity)));
    if (vectors.missing == MissingPairs::nan) line += " --missing-pairs nan";
    if (!vectors.may_shift) line += " --origin none";
    add(line, "--reader", reader_name(vectors.reader));
    add(line, "--header", header_name(vectors.header));
    for (const FeatureFile& file : feature_files)
        add(line, fmt::format("--{}", file.name), (vectors.features.*file.member).string());
    return line;
}

std::string words_of(const GeneratorSettings& settings, const DataSnapshot&) { return " " + command_line_of(settings); }

} // namespace

std::string shell_command_of(const DataSnapshot& data) {
    std::string line = "pairscope";
    if (data.question.workload != workload_types().front().id)
        line += fmt::format(" --workload {}", data.question.workload);
    const WorkloadType& type = type_of(data.question.workload);
    line += std::visit([&](const auto& source) { return words_of(source, data); }, data.source);
    const auto& rules = type.parameters;
    const bool recorded = std::holds_alternative<VectorSource>(data.source) && is_of_recording(data);
    for (std::size_t i = 0; i < std::min(rules.size(), data.question.parameters.size()); ++i)
        if (recorded ||
            data.question.parameters[i] != rules[i].usual) // the usual ones without a recording need no words
            line += fmt::format(" --{} {}", rules[i].name, data.question.parameters[i]);
    return line;
}

std::string brief_command_of(const DataSnapshot& data) {
    DataSnapshot brief = data;
    TracksChoice tracks = tracks_chosen(brief.source);
    tracks.file = tracks.file.filename();
    brief.source = with_tracks(std::move(brief.source), std::move(tracks));
    if (auto* file = std::get_if<FileSource>(&brief.source)) file->path = file->path.filename();
    if (auto* vectors = std::get_if<VectorSource>(&brief.source)) {
        vectors->a = vectors->a.filename();
        vectors->b = vectors->b.filename();
        for (const FeatureFile& file : feature_files)
            vectors->features.*file.member = (vectors->features.*file.member).filename();
    }
    return shell_command_of(brief);
}

} // namespace pairscope::app
