// SPDX-License-Identifier: MIT
#include "app/cli/verbs/distances/result_head.h"

#include "app/cli/reports/data_json.h"
#include "app/spine/files/metric_name.h"
#include "app/spine/version.h"
#include "app/subjects/neighbours/neighbours.h"

namespace pairscope::cli {

app::Json result_head(std::string_view verb, const LoadedData& data, app::Json options) {
    return {{"version", app::version()},
            {"verb", verb},
            {"data", data.question.first->name},
            {"source", data_json(data)},
            {"metric", app::name_of_metric(data.question)},
            {"unit", app::or_null(app::unit_of_neighbours(data.question))},
            {"options", std::move(options)}};
}

} // namespace pairscope::cli
