// SPDX-License-Identifier: MIT
// What the warps of the selected CUDA variant touch: when it is traced, and the rows of the trace.
#pragma once

#include "app/spine/question.h"
#include "app/subjects/data/data.h"
#include "app/subjects/trace/trace_film.h"
#include "kernels/engines/simt/trace.h"
#include "profiling/ledger.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct Effects;
struct Failure;
struct Job;
struct State;

/// What a trace is of.
struct TraceKey {
    std::string variant_id;
    Workload workload;
    TargetKind target = TargetKind::linear;
    std::int64_t block = -1; ///< linear index of the block whose warp is followed; -1: the middle one
    int warp = 0;
    auto operator<=>(const TraceKey&) const = default;
};

/// What the warps of the selected CUDA variant touch. Always made on the CPU, whatever runs the variant.
struct TraceState {
    std::shared_ptr<const simt::Trace> trace; ///< the last one that was made; null: none yet
    std::optional<TraceKey> made_for;
    std::optional<TraceKey> failed_for; ///< not tried again until something changes
    std::string failure;
    std::int64_t block = -1;
    int warp = 0;
    std::optional<std::size_t> line;           ///< the chosen one of Trace::lines; absent: the store that touches most
    std::size_t request = 0;                   ///< which one of the requests that the warp makes from this line
    std::optional<DataSource> before_teaching; ///< the data that command::PlayForTeaching has cut
    FilmState film;                            ///< the requests of the whole block, one after the other

    /// Traces that were made before, the latest first: a key that goes back to a variant finds its trace.
    struct Kept {
        TraceKey key;
        std::shared_ptr<const simt::Trace> trace;
    };
    std::vector<Kept> kept;

    /// The trace of the variant that the selected one is compared with, and for what it was made or failed.
    std::shared_ptr<const simt::Trace> other;
    std::optional<TraceKey> other_made_for, other_failed_for;
};

namespace command {

struct ChooseWarp {
    std::int64_t block; ///< linear index; -1: the middle one
    int warp;
};
struct ChooseTraceLine {
    std::size_t line;
};
struct ChooseTraceRequest {
    std::size_t request;
}; ///< shows one of the requests that the warp makes from the chosen line, instead of the film
struct ShowFilm {
    bool on;
}; ///< the requests of the whole block, one after the other
struct PlayFilm {
    bool on;
}; ///< plays the film, from its beginning if it has come to its end
struct StepFilm {
    std::size_t step;
}; ///< shows this request and stops there
struct SetFilmSpeed {
    double per_second;
}; ///< [requests per second]
struct ShowFilmContent {
    FilmContent content;
};
struct PlayForTeaching {}; ///< plays the stores of a block where the data has rows_for_teaching rows
struct LeaveTeaching {};   ///< takes the data again that PlayForTeaching has cut

void carry_out(const ChooseWarp&, State&, Effects&);
void carry_out(const ChooseTraceLine&, State&, Effects&);
void carry_out(const ChooseTraceRequest&, State&, Effects&);
void carry_out(const ShowFilm&, State&, Effects&);
void carry_out(const PlayFilm&, State&, Effects&);
void carry_out(const StepFilm&, State&, Effects&);
void carry_out(const SetFilmSpeed&, State&, Effects&);
void carry_out(const ShowFilmContent&, State&, Effects&);
void carry_out(const PlayForTeaching&, State&, Effects&);
void carry_out(const LeaveTeaching&, State&, Effects&);

} // namespace command

namespace job {

/// Follow what the warps of a CUDA variant touch.
struct Trace {
    Question question;
    const KernelVariant* variant = nullptr;
    TraceKey key;
};

} // namespace job

namespace event {

struct Traced {
    TraceKey key;
    std::shared_ptr<const simt::Trace> trace; ///< null: cancelled
};

void take(const Traced&, State&);
void take_failure(const Traced&, const Failure&, State&);

} // namespace event

/// The trace that the selected variant should have; absent if it can have none.
[[nodiscard]] std::optional<TraceKey> wanted_trace(const State& state);

/// The trace of the variant that the selected one is compared with; absent if it can have none, or there is no other.
[[nodiscard]] std::optional<TraceKey> wanted_other_trace(const State& state);

/// Shows traces that were made before, if they are wanted now.
void use_kept_traces(State& state);

/// Makes the first or else the second; absent if both are there, or failed.
[[nodiscard]] std::optional<Job> trace_job(const State& state);

/// The trace of the selected variant, perhaps of fewer points or another warp than is wanted now; null: none yet.
[[nodiscard]] const simt::Trace* trace_of(const State& state);

/// The last trace of another variant, of the same question: what is shown while that of the selected variant is made.
/// Null: there is none, or it does not have to be replaced, or nothing will replace it.
[[nodiscard]] const simt::Trace* trace_before(const State& state);

/// The trace of the variant that the selected one is compared with, in the same way; null: none.
[[nodiscard]] const simt::Trace* other_trace_of(const State& state);

/// Why command::PlayForTeaching cannot do what it says, in one sentence; empty if it can.
[[nodiscard]] std::string why_not_for_teaching(const State& state);

/// The rows of the data that command::LeaveTeaching takes again, as far as its source says; absent: there is none.
[[nodiscard]] std::optional<DataSource> data_before_teaching(const State& state);

/// The store that touches most sectors, or else any line that does. 0 if there is none.
[[nodiscard]] std::size_t heaviest_line(const simt::Trace& trace);
/// The heaviest one among the lines with accesses of the same kind, so that a store stands beside a store. In this
/// sense memory and textures are one kind. Absent: there is none.
[[nodiscard]] std::optional<std::size_t> heaviest_line_like(const simt::Trace& trace, simt::AccessKind kind);
/// The line that was chosen; before that the heaviest one.
[[nodiscard]] std::size_t chosen_line(const State& state, const simt::Trace& trace);

/// Another variant, or another number of points: the middle block's first warp, no line chosen.
void start_trace_anew(TraceState& trace);
/// The user cancelled it: it is not made until something changes.
void give_up_trace(State& state);
void give_up_other_trace(State& state);

/// A line of the table. Averages over its requests; absent where the line has none of it.
struct TraceRow {
    std::string file;
    int line = 0;
    std::string other_file{}; ///< name of the file where it is not the variant's own: "squares.cuh"
    std::string code;         ///< without its indentation; empty: the program does not have the file
    std::string access;       ///< "global store, 4 B"
    bool shared = false;
    double requests = 0.0;
    std::optional<double> sectors{};   ///< per request
    std::optional<double> least{};     ///< sectors per request that would hold the bytes that are asked for
    std::optional<double> useful{};    ///< bytes asked for of a sector's 32 [B]
    std::optional<double> bytes{};     ///< whole sectors, over all requests [B]
    std::optional<double> ways{};      ///< wavefronts per request
    std::optional<double> needed{};    ///< how many of them no other layout could save
    std::optional<double> conflicts{}; ///< wavefronts that another layout would save, over all requests
};
[[nodiscard]] std::vector<TraceRow> trace_rows(const simt::Trace& trace, const KernelVariant& variant);

/// "2-way conflict", "no conflict": how many wavefronts take the place of one that is needed. Empty for global memory.
[[nodiscard]] std::string conflict_text(const TraceRow& row);
/// "2-way", "none": the same for a narrow column.
[[nodiscard]] std::string brief_conflict_text(const TraceRow& row);

/// The code of the row, after the file's name where that is not the variant's own: "squares.cuh: squares[i] = d * d;".
[[nodiscard]] std::string code_text(const TraceRow& row);

/// Line `number` of the text, from 1, without blanks around it; empty if there is none.
[[nodiscard]] std::string_view line_of_text(std::string_view text, int number);

/// The cells that a lane works for.
struct LaneCells {
    StoredCells cells;
    bool now = false; ///< it stores to them with this very request
};
/// What the lane stores to with this request, or else the first cells that its thread stores to in its block. Absent:
/// it stores to none, or the output is no matrix.
[[nodiscard]] std::optional<LaneCells> cells_of_lane(const simt::Trace& trace, const simt::WarpRequest& request,
                                                     int lane);

/// The measurement's byte ledger, with the bytes of the variant's trace where that is of the same run.
[[nodiscard]] profiling::Ledger ledger_for(const State& state, const profiling::Measurement& m);

/// A trace looks at other blocks than the check did. What it finds is part of the verdict: a faulty kernel has no time.
void judge_by_trace(State& state);

} // namespace pairscope::app
