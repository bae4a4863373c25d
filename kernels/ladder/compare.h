// SPDX-License-Identifier: MIT
// The verdict on an output: compared with the double-precision reference, and searched for unwritten entries.
#pragma once

#include "kernels/ladder/entry_sample.h"
#include "kernels/ladder/output_buffer.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// Was this entry of host memory, counted from its beginning, never written?
[[nodiscard]] bool is_poison(const LinearMemory& memory, std::int64_t index);

/// Entries of the guard bands that were overwritten.
struct GuardDamage {
    std::int64_t count = 0;
    /// How far the nearest of them is from the matrix [entries]: 1 is right behind its end, -1 right before its
    /// beginning; 0: none.
    std::int64_t nearest = 0;
};

/// Looks at both bands, in host memory, of `entries` each.
[[nodiscard]] GuardDamage damage_of(const LinearMemory& leading, const LinearMemory& trailing, std::int64_t entries);

/// What a comparison found. Equal on host and device, but for the samples, which a device takes of fewer rows.
struct Comparison {
    OutputKind kind =
        OutputKind::matrix; ///< an entry of an output that is no matrix is one scalar, pair, match or value
    std::int64_t entries_checked = 0;
    std::int64_t rows_checked =
        0; ///< whole rows; all of them, or a sample that takes the first, the last and equal steps
    std::int64_t rows = 0, cols = 0; ///< shape of the output
    std::int64_t wrong_entries = 0;
    std::int64_t unwritten_entries = 0; ///< still poison
    /// For a variant with approximate output: the entries that differ from the exact output, but within
    /// the variant's bound (KernelVariant::may_differ_by). They are not wrong. Absent: it has to give the exact output.
    std::optional<std::int64_t> different_entries{};
    std::int64_t guard_damage = 0;   ///< entries of the guard bands that were overwritten
    std::int64_t guard_nearest = 0;  ///< see GuardDamage
    double worst_error = 0.0;        ///< the largest relative error of the entries that are right
    std::int64_t row = -1, col = -1; ///< a wrong entry, the first in row order; -1: none
    float found = 0.0f;              ///< its value
    double expected = 0.0;
    double tolerance = 0.0; ///< relative, of this comparison; 0: not known
    double of_norms = 0.0;  ///< see Accuracy
    EntrySample wrong{}, unwritten{}, different{};
    std::string
        first_wrong{}; ///< for an output that is no matrix: a wrong entry, "match 3 is row 7 but should be row 9"
    std::string first_different{}; ///< in words, like first_wrong: "match 3 is row 7 but the exact output is row 9"
    /// A right output may have been compared only with a sample of what could be better. This says with which one, and
    /// why: "the pair has the distance that it names, and ...". Empty: it was compared with the reference.
    std::string sampled{};

    /// Nothing is wrong; entries of a variant with approximate output may differ.
    [[nodiscard]] bool right() const { return wrong_entries == 0 && unwritten_entries == 0 && guard_damage == 0; }
};

/// One sentence about the bound by which entries were judged whose squares may be off by a part of the norms; empty for
/// other ones: "Checked with the bound of the expanded form: its relative error may be 1.5e-6, and its square may
/// be off by another 2.9e-6 of |x|^2 + |y|^2".
[[nodiscard]] std::string bound_text(const Comparison& comparison);

/// "right output in 2 048 of 30 336 rows": adds to what was found in which rows of a matrix, unless it was in all.
[[nodiscard]] std::string in_checked_rows(const std::string& what, const Comparison& comparison);

/// "approximate output: 37 of 16 384 rows differ"; empty for a variant that has to give the exact output.
[[nodiscard]] std::string difference_text(const Comparison& comparison);

/// Adds what was found in other rows.
void add(Comparison& total, const Comparison& part);

/// What the parts of such an output are called: "entries"; "entry" of one.
[[nodiscard]] std::string_view parts_of(OutputKind kind, std::int64_t count);
/// An output that is no matrix, of matches the first: "row 0 matches row 7 (1.25), then row 3 (2.5)". Empty for a
/// matrix.
[[nodiscard]] std::string in_words(const Output& output);

/// One sentence: "the entry in row 3, column 17 is 0.25 but should be 0.125 (relative error 1, tolerance 1.0e-6); 2 of
/// 1 048 576 entries are wrong, all of them in column 17". For a right one: "1 048 576 entries agree with the
/// double-precision reference, worst relative error 1.2e-07".
[[nodiscard]] std::string describe(const Comparison& comparison);

/// The rows a comparison of `limit` rows looks at: all of them if rows <= limit, else the first, the last, the rows
/// beside multiples of 128 and equal steps between. Ascending.
[[nodiscard]] std::vector<std::int64_t> rows_to_check(std::int64_t rows, std::int64_t limit);

} // namespace pairscope
