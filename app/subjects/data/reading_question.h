// SPDX-License-Identifier: MIT
// What the window asks about a file that looks like a distance matrix and cannot be read as one without an answer.
#pragma once

#include "app/subjects/data/data_source.h"
#include "kernels/data/distances/distance_table.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct ReadingQuestion {
    std::filesystem::path file;
    std::string why; ///< why it cannot be read, as a part of a sentence
    Remedy remedy = Remedy::correct;
    std::int64_t rows = 0;   ///< rows of the table
    DistanceReading reading; ///< how it was to be read
};

/// `source`: what was to be read.
[[nodiscard]] ReadingQuestion question_about(const DataSource& source, const UnreadDistances& unread);

/// One way to go on: a button of the question.
struct ReadingChoice {
    std::string_view id, title, explanation;
    AsVectors read; ///< the workload and the source that do it
};

/// "odd.csv looks like a distance matrix, but the entry in row 0, column 1 (counted from 0) is 1, and ..."
[[nodiscard]] std::string sentence_of(const ReadingQuestion& question);
/// How the file can be read, what fits best first.
[[nodiscard]] std::vector<ReadingChoice> choices_for(const ReadingQuestion& question);

} // namespace pairscope::app
