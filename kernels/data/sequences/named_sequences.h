// SPDX-License-Identifier: MIT
// Files of sequences: FASTA, and the alignments of PHYLIP.
#pragma once

#include "kernels/data/readers/byte_source.h"
#include "kernels/data/table.h"

#include <optional>

namespace pairscope::sequences {

/// A table with the columns name and sequence (Table::holds_sequences). FASTA has a line such as ">name" before each
/// sequence. PHYLIP begins with the number of sequences and their length, and has the lines of the sequences one after
/// the other or by turns; names end at a blank, or have ten characters. Absent: the text is neither, and nothing was
/// read. Throws InputError for a text that begins like one of them and goes on otherwise.
[[nodiscard]] std::optional<Table> read_named_sequences(ByteSource& source);

/// Throws InputError for such a table, where somebody needs numbers.
void refuse_sequences(const Table& table);

} // namespace pairscope::sequences
