// SPDX-License-Identifier: MIT
// Which column of a table has the texts that are compared, and which one names them.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/table.h"

#include <span>
#include <string>
#include <vector>

namespace pairscope::sequences {

/// Why these texts are compared.
enum class WhyTexts : std::uint8_t {
    chosen,            ///< by a user
    first,             ///< no other column has a better reason
    means_sequences,   ///< by its name
    other_identifies,  ///< the name of the only other column of texts means an identifier
    looks_like_these,  ///< its cells are sequences or formulas, and those of the other columns are not
    other_names_these, ///< the first column is short and names the rows
    others_repeat      ///< the columns before it have the same text in several rows
};

struct TextChoice {
    const Column* texts = nullptr;
    WhyTexts why = WhyTexts::first;
    const Column* labels = nullptr; ///< names the texts; it may be the same column
    const Column* names = nullptr;  ///< with WhyTexts::other_names_these the column that names the rows
};

/// `chosen` has the name of one column, or none. `label` is the name of the column that names the texts; empty: an
/// identifier or a label beside sequences, or beside other texts if it is no number; else the texts that are compared.
/// The table must live as long as the answer. Throws InputError if there are no texts, and if several were chosen.
[[nodiscard]] TextChoice choose_texts(const Table& table, std::span<const std::string> chosen,
                                      const std::string& label);

/// The use of each column of the table.
[[nodiscard]] std::vector<ColumnUse> uses_of_texts(const Table& table, const TextChoice& choice);
/// Which texts are compared and why, and how to choose others where there are some.
[[nodiscard]] std::string note_on_texts(const Table& table, const TextChoice& choice);

} // namespace pairscope::sequences
