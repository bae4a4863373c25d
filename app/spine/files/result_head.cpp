// SPDX-License-Identifier: MIT
#include "app/spine/files/result_head.h"

#include "app/spine/files/metric_name.h"
#include "app/spine/version.h"
#include "app/subjects/neighbours/neighbours.h"
#include "kernels/data/globe.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::app {
namespace {

/// Which columns are longitude and latitude, where great-circle distances were asked for.
void add_place_columns(Json& json, const Question& question) {
    if (type_of(question.workload).metric != Metric::great_circle) return;
    const PlaceNames names = place_names(*question.first);
    json["longitude"] = names.longitude;
    json["latitude"] = names.latitude;
}

Json set_json(const Dataset& set, const std::filesystem::path& file) {
    Json json{{"name", set.name}, {"rows", set.rows}, {"dims", set.dims}, {"credit", set.credit}, {"note", set.note}};
    if (!file.empty()) json["file"] = file.string();
    return json;
}

/// How a table of distances was read, where it was not read as it stands.
void add_reading(Json& json, const VectorSource& source) {
    if (source.symmetrise != Symmetrise::no) json["symmetrise"] = name_in(symmetrise_names, source.symmetrise);
    if (source.similarity != Similarity::no) json["similarity"] = name_in(similarity_names, source.similarity);
    if (source.missing != MissingPairs::refuse) json["missing_pairs"] = name_in(missing_pairs_names, source.missing);
}

Json compared_columns(const std::vector<ColumnUse>& columns) {
    Json names = Json::array();
    for (const ColumnUse& use : columns)
        if (use.is_used) names.push_back(use.name);
    return names;
}

Json vectors_json(const VectorSource& source, const Question& question) {
    const Dataset& first = *question.first;
    Json json{{"name", first.name}, {"n", n_of(question.size())}, {"a", set_json(first, source.a)}};
    if (question.second) json["b"] = set_json(*question.second, source.b.empty() ? source.a : source.b);
    if (source.columns != VectorColumns{})
        json["columns"] = first.axes;
    else if (first.columns && !first.holds_distances)
        json["columns"] = compared_columns(*first.columns);
    if (source.columns != VectorColumns{}) json["standardised"] = source.columns.standardise;
    add_reading(json, source);
    add_place_columns(json, question);
    const WorkloadType& type = type_of(question.workload);
    for (std::size_t i = 0; i < question.parameters.size(); ++i)
        json["parameters"][std::string(type.parameters[i].name)] = question.parameters[i];
    return json;
}

} // namespace

Json source_json(const DataSource& source, const Question& question) {
    if (const auto* vectors = std::get_if<VectorSource>(&source)) return vectors_json(*vectors, question);
    const Dataset& points = *question.first;
    Json json{{"name", points.name}, {"n", points.rows}};
    if (const auto* settings = std::get_if<GeneratorSettings>(&source)) {
        json["options"] = command_line_of(*settings);
    } else {
        const auto& file = std::get<FileSource>(source);
        json["file"] = file.path.string();
        json["x"] = file.columns.x;
        json["y"] = file.columns.y;
        json["order"] = name_of(file.order);
        if (file.columns.standardise) json["standardised"] = true;
    }
    add_place_columns(json, question);
    json["unit"] = points.unit;
    json["credit"] = points.credit;
    json["note"] = points.note;
    return json;
}

Json distances_head(const DataSource& source, const Question& question) {
    return {{"data", question.first->name},
            {"source", source_json(source, question)},
            {"metric", name_of_metric(question)},
            {"unit", or_null(unit_of_neighbours(question))}};
}

Json result_head(std::string_view verb, const DataSource& source, const Question& question, Json options) {
    Json head{{"version", version()}, {"verb", verb}};
    head.update(distances_head(source, question));
    head["options"] = std::move(options);
    return head;
}

} // namespace pairscope::app
