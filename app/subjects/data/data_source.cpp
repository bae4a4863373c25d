// SPDX-License-Identifier: MIT
#include "app/subjects/data/data_source.h"

#include "app/spine/files/paths.h"

#include <algorithm>
#include <utility>

namespace pairscope::app {

bool takes_points(const WorkloadType& type) {
    const InputRule& rule = type.inputs;
    return rule.sets == 1 && rule.element == Element::float32 && rule.dims.least <= 2 && rule.dims.most >= 2 &&
           type.example == nullptr;
}

decltype(WorkloadType::example) example_maker(const WorkloadType& type) {
    return takes_points(type) ? type.example_vectors : type.example;
}

const WorkloadType* workload_of_metric(Metric metric) {
    for (const WorkloadType& type : workload_types())
        if (type.metric == metric && type.matrix.are_distances && metric_name_of(type) == name_of(metric)) return &type;
    return nullptr;
}

const WorkloadType* workload_of_metric(std::string_view name, int sets) {
    const WorkloadType* found = nullptr;
    for (const WorkloadType& type : workload_types()) {
        const InputRule& rule = type.inputs;
        if (!type.matrix.are_distances || rule.takes_distances || rule.sets != sets || metric_name_of(type) != name)
            continue;
        if (found == nullptr || found->inputs.dims.most < rule.dims.most) found = &type;
    }
    return found;
}

const WorkloadType& workload_of_points() {
    const auto types = workload_types();
    const auto found = std::ranges::find_if(types, takes_points);
    return found == types.end() ? types.front() : *found;
}

const WorkloadType* matrix_workload_for(std::int64_t dims) {
    const WorkloadType* found = nullptr;
    for (const WorkloadType& type : workload_types()) {
        const InputRule& rule = type.inputs;
        const bool fits = type.output == OutputKind::matrix && is_plainly_euclidean(type) &&
                          rule.element == Element::float32 && !counts_coordinates(rule) && !rule.takes_distances &&
                          rule.dims.least <= dims && dims <= rule.dims.most;
        if (fits && (found == nullptr || rule.sets < found->inputs.sets)) found = &type;
    }
    return found;
}

AsVectors as_vectors(const VectorSource& distances, std::int64_t n, bool is_recording) {
    const WorkloadType* const type = matrix_workload_for(n);
    if (type == nullptr)
        return {.workload = workload_of_points().id,
                .source = FileSource{.path = distances.a,
                                     .columns = {},
                                     .n = n,
                                     .as = ReadAs::vectors,
                                     .reader = distances.reader,
                                     .header = distances.header}};
    VectorSource source{.a = distances.a, .b = {}, .n = distances.n, .m = {}, .as = ReadAs::vectors};
    source.reader = distances.reader;
    source.header = distances.header;
    if (type->inputs.sets == 2) {
        if (!is_recording) source.b = source.a; // a recording is given once
        source.m = source.n;
    }
    return {.workload = type->id, .source = std::move(source)};
}

VectorSource with_all_columns(const FileSource& points) {
    VectorSource vectors{.a = points.path, .b = {}, .n = {}, .m = {}};
    if (!points.whole) vectors.n = points.n;
    vectors.columns.standardise = points.columns.standardise;
    vectors.may_shift = points.columns.may_shift;
    vectors.label = points.columns.label.value_or(std::string());
    vectors.reader = points.reader;
    vectors.header = points.header;
    vectors.tracks = points.tracks;
    return vectors;
}

bool is_default_dataset(const DataSource& source) {
    const auto* file = std::get_if<FileSource>(&source);
    return file != nullptr && file->path == default_dataset();
}

VectorSource usual_vectors(const WorkloadType& type) {
    const ExampleFiles& files = type.example_files;
    if (files.title.empty()) return {};
    VectorSource source{.a = shipped_dataset(files.names[0]), .b = {}, .n = {}, .m = {}};
    if (type.inputs.sets == 2) source.b = shipped_dataset(files.names[1]);
    return source;
}

bool is_of_example_files(const DataSource& source, const WorkloadType& type) {
    const auto* vectors = std::get_if<VectorSource>(&source);
    if (vectors == nullptr || type.example_files.title.empty()) return false;
    const VectorSource usual = usual_vectors(type);
    return vectors->a == usual.a && vectors->b == usual.b;
}

VectorSource made_vectors(const WorkloadType& type) {
    if (type.example_files.title.empty()) return {};
    // A source without a size is what the window begins with: the files.
    return {.a = {}, .b = {}, .n = type.classic.rows, .m = type.classic.cols, .dims = type.classic.dims};
}

std::optional<DataSource> at_published_size(const DataSource& source, const WorkloadType& type,
                                            std::int64_t rows_of_table) {
    DataSource changed = source;
    if (auto* settings = std::get_if<GeneratorSettings>(&changed)) {
        settings->n = type.classic.rows;
    } else if (auto* file = std::get_if<FileSource>(&changed)) {
        if (rows_of_table < type.classic.rows) return {};
        file->n = type.classic.rows;
        file->whole = false;
    } else if (std::get<VectorSource>(changed).a.empty() || is_of_example_files(changed, type)) {
        changed = made_vectors(type);
    } else {
        return {};
    }
    return changed;
}

std::vector<std::filesystem::path> files_of(const DataSource& source) {
    if (const auto* file = std::get_if<FileSource>(&source)) return {file->path};
    const auto* vectors = std::get_if<VectorSource>(&source);
    if (vectors == nullptr || vectors->a.empty()) return {};
    if (vectors->b.empty()) return {vectors->a};
    return {vectors->b, vectors->a};
}

TracksChoice tracks_chosen(const DataSource& source) {
    if (const auto* file = std::get_if<FileSource>(&source)) return file->tracks;
    const auto* vectors = std::get_if<VectorSource>(&source);
    return vectors == nullptr ? TracksChoice{} : vectors->tracks;
}

DataSource with_tracks(DataSource source, TracksChoice choice) {
    if (auto* file = std::get_if<FileSource>(&source)) file->tracks = std::move(choice);
    if (auto* vectors = std::get_if<VectorSource>(&source)) vectors->tracks = std::move(choice);
    return source;
}

std::optional<FileFormat> reader_chosen_for(const DataSource& source) {
    if (const auto* file = std::get_if<FileSource>(&source)) return file->reader;
    const auto* vectors = std::get_if<VectorSource>(&source);
    return vectors == nullptr ? std::nullopt : vectors->reader;
}

std::optional<Header> header_chosen_for(const DataSource& source) {
    if (const auto* file = std::get_if<FileSource>(&source)) return file->header;
    const auto* vectors = std::get_if<VectorSource>(&source);
    return vectors == nullptr ? std::nullopt : vectors->header;
}

DataSource with_header(DataSource source, Header header) {
    if (auto* file = std::get_if<FileSource>(&source)) {
        file->header = header;
        file->columns.x.clear();
        file->columns.y.clear();
        file->columns.label.reset();
        file->columns.are_places = false;
        file->tracks = {};
    }
    if (auto* vectors = std::get_if<VectorSource>(&source)) {
        vectors->header = header;
        vectors->columns.names.clear();
        vectors->columns.are_places = false;
        vectors->label.clear();
        vectors->tracks = {};
    }
    return source;
}

InputFile file_among(const std::vector<InputFile>& known, const std::filesystem::path& path) {
    const auto found = std::ranges::find(known, path, &InputFile::path);
    return found == known.end() ? InputFile(path) : *found;
}

std::vector<InputFile> look_at_files(const DataSource& source, const std::vector<InputFile>& known) {
    const std::vector<std::filesystem::path> paths = files_of(source);
    std::vector<InputFile> files;
    for (const std::filesystem::path& path : paths) {
        InputFile file = file_among(known, path);
        file.header = header_chosen_for(source);
        files.push_back(paths.size() == 1 ? look_at(file, reader_chosen_for(source))
                                          : look_at_one_of_two(file, reader_chosen_for(source)));
    }
    return files;
}

Similarity similarity_of(const DataSource& source) {
    const auto* vectors = std::get_if<VectorSource>(&source);
    return vectors == nullptr ? Similarity::no : vectors->similarity;
}

std::string sorted_how(const DataSource& source) {
    const auto* file = std::get_if<FileSource>(&source);
    return file == nullptr || file->order == Order::as_loaded ? std::string() : std::string(title_of(file->order));
}

} // namespace pairscope::app
