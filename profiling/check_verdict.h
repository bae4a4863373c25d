// SPDX-License-Identifier: MIT
// Whether a variant is right. Every table, panel, exit code and recording uses this one verdict on its output, and on
// what the executor (kernels/engines/simt) finds in a CUDA variant's source.
#pragma once

#include "kernels/data/names.h"
#include "kernels/ladder/compare.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

/// The executor ran a CUDA variant's source on the CPU with every check on.
struct Examination {
    std::int64_t rows = 0; ///< how many points it was run with: all points of the run, or the first of them
    std::int64_t blocks = 0, blocks_examined = 0;
    std::int64_t faults = 0;             ///< places in the source, each with one kind of fault
    std::vector<std::string> findings{}; ///< the first faults, a line each
};
inline constexpr std::size_t most_findings_kept = 20;

enum class Judgement : std::uint8_t {
    right,
    different, ///< no entry is wrong, but some differ, because the output is approximate on purpose
    wrong,     ///< an entry is wrong, unwritten, or overwritten outside of the matrix
    faulty,    ///< no entry is wrong, and the executor found a fault all the same
};
inline constexpr std::array<Name<Judgement>, 4> judgement_names{{{Judgement::right, "right"},
                                                                 {Judgement::different, "different"},
                                                                 {Judgement::wrong, "wrong"},
                                                                 {Judgement::faulty, "faulty"}}};
static_assert(is_in_order(judgement_names));
[[nodiscard]] constexpr std::string_view name_of(Judgement judgement) { return name_in(judgement_names, judgement); }

struct CheckVerdict {
    Comparison comparison{};
    Output output{};                          ///< that was judged; nothing of a matrix
    std::optional<Examination> examination{}; ///< absent: of a CPU variant, or see not_examined
    std::string not_examined{};               ///< why the executor could not look for faults, in a few words
    std::string writer{};                     ///< who wrote the first wrong entry, one sentence; empty: not known

    [[nodiscard]] Judgement judgement() const;
    /// It is what the variant promises, so it may be timed.
    [[nodiscard]] bool right() const { return judgement() == Judgement::right || judgement() == Judgement::different; }
};

/// Everything that was found, in whole sentences.
[[nodiscard]] std::string describe(const CheckVerdict& verdict);
/// Describes the verdict of a variant that only the executor has run.
[[nodiscard]] std::string describe_simulation(const CheckVerdict& verdict);
/// A right verdict in a few words: "right output", "right output in 2 048 of 30 336 rows",
/// "approximate output: 37 of 16 384 rows differ".
[[nodiscard]] std::string short_text(const CheckVerdict& verdict);
/// What the executor did: "The simulation on the CPU found no fault (12 of 4 096 blocks were examined)". Empty of a CPU
/// variant.
[[nodiscard]] std::string describe_examination(const CheckVerdict& verdict);

} // namespace pairscope::profiling
