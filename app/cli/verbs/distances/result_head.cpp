// SPDX-License-Identifier: MIT
#include "app/cli/verbs/distances/result_head.h"

#include "app/spine/files/result_head.h"

namespace pairscope::cli {

app::Json result_head(std::string_view verb, const LoadedData& data, app::Json options) {
    return app::result_head(verb, data.source, data.question, std::move(options));
}

} // namespace pairscope::cli
