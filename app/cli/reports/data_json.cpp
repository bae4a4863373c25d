// SPDX-License-Identifier: MIT
#include "app/cli/reports/data_json.h"

#include "app/spine/files/result_head.h"

namespace pairscope::cli {

nlohmann::ordered_json data_json(const LoadedData& data) { return app::source_json(data.source, data.question); }

} // namespace pairscope::cli
