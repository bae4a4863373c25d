// SPDX-License-Identifier: MIT
// Texts of a table as vectors of the codes of their characters.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/table.h"
#include "kernels/data/vectors.h"
#include "kernels/ladder/workload.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace pairscope::sequences {

/// Does the workload compare texts? Then its vectors are those of this file.
[[nodiscard]] bool takes_texts(const WorkloadType& type);

/// One vector per text, as long as the longest one. The texts are the labels.
[[nodiscard]] Dataset vectors_of(std::vector<std::string> texts, std::string name);
/// The texts of the rows again.
[[nodiscard]] std::vector<std::string> texts_of(const Dataset& vectors);

/// Like load_table(), but a text whose lines no separator divides is one column of texts: each line that is not blank.
/// The first line is its name if that is the column that was chosen.
[[nodiscard]] Table load_table_of_texts(const InputFile& file, std::span<const std::string> chosen = {},
                                        const std::stop_token& stop = {});
/// The texts of one column of the table: of the only one that was chosen, or else of the first column of texts. Throws
/// InputError if there is none, if several columns were chosen, and if a text is longer than the rule allows.
[[nodiscard]] Dataset load_texts(const Table& table, const InputRule& rule, const VectorRequest& request);

/// Both sets with as many coordinates as the longest text of both.
void bring_to_one_length(Dataset& a, Dataset& b);

/// Words of several families, whose spellings differ by a few characters.
[[nodiscard]] Dataset example_texts(int set, std::int64_t rows, std::int64_t dims, std::stop_token stop);

} // namespace pairscope::sequences
