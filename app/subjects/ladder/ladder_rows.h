// SPDX-License-Identifier: MIT
// The ladder as rows: what each variant is doing, what it cost, how long its bar is. Pure functions of the state.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "profiling/ceilings/kinds.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

enum class RowState : std::uint8_t {
    waiting,   ///< not yet measured, and nothing to predict from
    predicted, ///< not yet measured; its bytes at the measured fill give the least time it can take
    measuring, ///< the worker is at it now
    measured,
    simulated, ///< the CPU executes it: its output is checked, it has no time
    skipped,   ///< cannot run these points here, for a reason
    failed,    ///< tried, with a message
    left_out,  ///< this build lacks it, for a reason
    recorded,  ///< its figures are those of a recording
};

/// Words that are written in a row, and what they mean. Empty: none.
struct RowNote {
    std::string word;
    std::string sentence;
};

struct LadderRow {
    std::string id;    ///< "distance_matrix/coalesced"
    std::string name;  ///< "coalesced"
    int number = 0;    ///< its place among the variants of its backend; 0: left out
    std::string key{}; ///< what selects it: "3", "Shift+3"; empty: no key does
    Backend backend = Backend::cpu;
    RowState state = RowState::waiting;
    bool selected = false;
    bool compared = false;                  ///< the selected one is compared with it
    bool expected_fastest = false;          ///< no other row of its section is: see expected_fastest()
    bool given_up = false;                  ///< the work was cancelled: it gets no time until the user asks for one
    bool simulated = false;                 ///< the CPU executes it; the state may still be skipped or failed
    bool checked = false;                   ///< for a simulated one: its output was compared, and is right
    std::optional<double> used_of_stores{}; ///< for a simulated one that writes a matrix: how full its sectors are
    std::optional<double> used_of_loads{};  ///< for one that writes little: how much it uses of what it reads
    bool recorded = false;                  ///< its figures are those of a recording, whatever is known of it here
    bool timed = false;                     ///< its figures are measured; kept while it is measured again
    double progress = 0.0;                  ///< how far its measurement is now, 0 to 1
    std::optional<double> seconds{}, low{}, high{}; ///< the median and its interval; of a predicted row the least time
    std::optional<double> per_pair{};               ///< `seconds` over the pairs of points [s]
    std::optional<double> share{};                  ///< the useful fraction; of a predicted row the most
    std::optional<double> bandwidth_used{};         ///< fraction of the memory ceiling; absent if not counted
    RowNote above{}; ///< for a useful fraction clearly above 1: how that can be; or that the variant does cheaper work
    std::optional<double> speedup{};             ///< over the first variant
    std::optional<double> joules{};              ///< energy of a run; absent if it was not measured
    std::optional<double> bar{};                 ///< what the bars show, 0 to 1; absent: no bar
    const profiling::Measurement* run = nullptr; ///< for a recorded row: its run, which lives as long as the state
    std::string origin{};                        ///< for a recorded row: "recorded 2026-11-21 by pairscope 0.1.0"
    std::vector<std::string> warnings{};         ///< why its time may mislead, a sentence each
    std::string_view judged{};                   ///< for a failed row: "wrong", "faulty"; empty: it did not run
    std::string word{};        ///< what stands in place of its bar, where its state does not say it: "right so far"
    std::string verdict{};     ///< what its check found, where it is right; else it is the reason
    std::string reason{};      ///< why the row has no time and will get none
    std::string lesson{};      ///< what it teaches, one sentence
    std::string waste{};       ///< what it still wastes, one sentence
    int threads = 0;           ///< whose ceiling limits a CPU variant; 0: of a GPU
    std::string_view output{}; ///< see output_label()
    std::string difference{};  ///< "approximate output: 37 of 16 384 rows differ", after its check
    bool covered = false;      ///< the guided tour asks for its bar, which is not shown until it is predicted
    std::optional<double> guessed{}; ///< where the user predicted the end of its bar, 0 to 1
    /// Whose fraction `share` is.
    std::optional<profiling::CeilingKind> limited_by{};
};

/// The rows that run on one kind of device, or ran on a recorded one.
struct LadderSection {
    Backend backend = Backend::cpu;
    int recording = 0;    ///< id of the recording that its figures are of; 0: of none
    Device device;        ///< the device of that recording
    bool of_user = false; ///< the kernels of the user's own
    bool own = true;      ///< the rows of this session's ladder, even where their figures are those of a recording
    std::string title;    ///< the device: "on NVIDIA H200", "on this CPU, 16 threads"
    std::string facts;    ///< size, date and memory of its runs, such as "2026-11-21, n = 30 336"; empty if unknown
    std::string reason;   ///< why none of its rows can run, where all give the same reason; else empty
    std::int64_t n = 0;   ///< points of its figures
    std::vector<LadderRow> rows;
};

/// The title and the facts: "recorded: NVIDIA H200, 2026-11-21, n = 30 336".
[[nodiscard]] std::string whole_title(const LadderSection& section);

/// Do sections with times differ in n? Then only times of one pair of points may stand in one column.
[[nodiscard]] bool sizes_differ(const std::vector<LadderSection>& sections);

/// "fp16 output" for one whose entries are not float32, "approximate output" for one that may differ from the
/// exact output: their figures are not to be set beside the others'. Else empty.
[[nodiscard]] std::string_view output_label(Entry entry, bool may_differ);

/// "store efficiency 25 %" of a simulated row; empty: its accesses are not known.
[[nodiscard]] std::string efficiency_text(const LadderRow& row);

/// The sections that have rows: CUDA first, then a section for each device of a recording. Where no GPU runs the CUDA
/// variants, the first recorded GPU's figures stand in their rows. Bars of time and speed-up are relative to the
/// longest of their section.
[[nodiscard]] std::vector<LadderSection> ladder_sections(const State& state);

/// "full bar: all that 1 thread can do", where it stands above the first of the rows whose bars are fractions of that
/// ceiling. Empty: the last bar above has the same one, or all bars of the section have, or the bars are no fractions.
[[nodiscard]] std::string threads_label(const LadderSection& section, std::size_t row, Bars bars);

/// Does the bar of this row end beyond the ceiling? The figure beside it says so, too.
[[nodiscard]] bool ends_beyond_ceiling(const LadderRow& row, Bars bars);

/// What the bars show: "useful fraction", "time", "speed-up over row_per_thread".
[[nodiscard]] std::string bars_caption(const State& state);
/// What a click on the caption turns them into; energy only where a row has one.
[[nodiscard]] Bars next_bars(Bars bars, bool has_energy);
[[nodiscard]] bool have_energy(const std::vector<LadderSection>& sections);

} // namespace pairscope::app
