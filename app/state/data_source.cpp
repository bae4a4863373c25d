// SPDX-License-Identifier: MIT
#include "app/state/data_source.h"

#include "app/state/files/paths.h"

namespace pairscope::app {

bool takes_points(const WorkloadType& type) {
    const InputRule& rule = type.inputs;
    return rule.sets == 1 && rule.element == Element::float32 && rule.dims.least <= 2 && rule.dims.most >= 2 &&
           type.example == nullptr;
}

VectorSource with_example_files(const VectorSource& source, const WorkloadType& type) {
    const auto& [first, second] = type.example_files;
    if (!source.a.empty() || source.n || source.m || source.dims || first.empty()) return source;
    return {.a = shipped_dataset(first), .b = second.empty() ? std::filesystem::path() : shipped_dataset(second)};
}

std::optional<DataSource> at_published_size(const DataSource& source, const WorkloadType& type,
                                            std::int64_t rows_of_table) {
    DataSource changed = source;
    if (auto* settings = std::get_if<GeneratorSettings>(&changed)) {
        settings->n = type.classic.rows;
    } else if (auto* file = std::get_if<FileSource>(&changed)) {
        if (rows_of_table < type.classic.rows) return {};
        file->n = type.classic.rows;
    } else if (std::get<VectorSource>(changed).a.empty()) {
        changed = VectorSource{};
        if (!type.example_files.front().empty()) // without a size the files are the example
            changed = VectorSource{
                .a = {}, .b = {}, .n = type.classic.rows, .m = type.classic.cols, .dims = type.classic.dims};
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

} // namespace pairscope::app
