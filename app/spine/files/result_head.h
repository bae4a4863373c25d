// SPDX-License-Identifier: MIT
// What the JSON of every answer about distances says first: the version, the data, the metric and the options.
#pragma once

#include "app/spine/files/columns.h"
#include "app/spine/question.h"
#include "app/subjects/data/data_source.h"

#include <string_view>

namespace pairscope::app {

/// Where the rows came from and how they were read, so that a result can be made again.
[[nodiscard]] Json source_json(const DataSource& source, const Question& question);

/// "data", "source", "metric" and "unit" of one set of distances.
[[nodiscard]] Json distances_head(const DataSource& source, const Question& question);

/// "version", "verb", the keys of distances_head() and "options". `options` has those that decide the result, by their
/// names.
[[nodiscard]] Json result_head(std::string_view verb, const DataSource& source, const Question& question, Json options);

} // namespace pairscope::app
