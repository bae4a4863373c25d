// SPDX-License-Identifier: MIT
#include "app/cli/data_json.h"

namespace pairscope::cli {

nlohmann::ordered_json data_json(const LoadedData& data) {
    const Dataset& points = *data.dataset;
    nlohmann::ordered_json json{{"name", points.name}, {"n", points.rows}};
    if (const auto* settings = std::get_if<GeneratorSettings>(&data.source)) {
        json["options"] = command_line_of(*settings);
    } else {
        const auto& file = std::get<app::FileSource>(data.source);
        json["file"] = file.path.string();
        json["x"] = file.columns.x;
        json["y"] = file.columns.y;
        json["order"] = name_of(file.order);
    }
    json["unit"] = points.unit;
    json["credit"] = points.credit;
    json["note"] = points.note;
    return json;
}

} // namespace pairscope::cli
