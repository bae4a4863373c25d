// SPDX-License-Identifier: MIT
#include "app/cli/reports/data_json.h"

#include "kernels/data/globe.h"

namespace pairscope::cli {

namespace {

/// Which columns are longitude and latitude, where great-circle distances were asked for.
void add_places(nlohmann::ordered_json& json, const LoadedData& data) {
    if (type_of(data.question.workload).metric != Metric::great_circle) return;
    const PlaceNames names = place_names(*data.question.first);
    json["longitude"] = names.longitude;
    json["latitude"] = names.latitude;
}

nlohmann::ordered_json set_json(const Dataset& set) {
    return {{"name", set.name}, {"rows", set.rows}, {"dims", set.dims}, {"credit", set.credit}, {"note", set.note}};
}

nlohmann::ordered_json vectors_json(const LoadedData& data) {
    nlohmann::ordered_json json{
        {"name", data.question.first->name}, {"n", data.n()}, {"a", set_json(*data.question.first)}};
    if (data.question.second) json["b"] = set_json(*data.question.second);
    const auto* source = std::get_if<app::VectorSource>(&data.source);
    if (source != nullptr && source->columns != VectorColumns{}) {
        json["columns"] = data.question.first->axes;
        json["standardised"] = source->columns.standardise;
    }
    add_places(json, data);
    const WorkloadType& type = type_of(data.question.workload);
    for (std::size_t i = 0; i < data.question.parameters.size(); ++i)
        json["parameters"][std::string(type.parameters[i].name)] = data.question.parameters[i];
    return json;
}

} // namespace

nlohmann::ordered_json data_json(const LoadedData& data) {
    if (!app::is_of_points(data.source)) return vectors_json(data);
    const Dataset& points = *data.question.first;
    nlohmann::ordered_json json{{"name", points.name}, {"n", points.rows}};
    if (const auto* settings = std::get_if<GeneratorSettings>(&data.source)) {
        json["options"] = command_line_of(*settings);
    } else {
        const auto& file = std::get<app::FileSource>(data.source);
        json["file"] = file.path.string();
        json["x"] = file.columns.x;
        json["y"] = file.columns.y;
        json["order"] = name_of(file.order);
        if (file.columns.standardise) json["standardised"] = true;
    }
    add_places(json, data);
    json["unit"] = points.unit;
    json["credit"] = points.credit;
    json["note"] = points.note;
    return json;
}

} // namespace pairscope::cli
