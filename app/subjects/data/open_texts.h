// SPDX-License-Identifier: MIT
// Which files have texts to compare.
#pragma once

#include "app/subjects/data/data.h"

#include <optional>
#include <string>

namespace pairscope::app {

/// Has the file of these rows columns of texts that this workload compares, and that of now leaves out?
[[nodiscard]] bool would_take_more_texts(const WorkloadType& type, const WorkloadType& now, const Dataset& rows);

/// What reads the open file for this workload, where its texts are something else to it than to the workload of now;
/// absent: they are not, or the file is not known to have a column of texts.
[[nodiscard]] std::optional<VectorSource> texts_of_open_file(const DataSnapshot& data, const WorkloadType& type);

/// What compares the texts of a table without a column of numbers, or with one that is no coordinate; null: it has
/// numbers, or no texts.
[[nodiscard]] const WorkloadType* workload_for_texts(const Table& table);
/// Says so.
[[nodiscard]] std::string remark_on_texts(const Table& table);

} // namespace pairscope::app
