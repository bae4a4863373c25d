// SPDX-License-Identifier: MIT
// The requests of one block of a trace as a film: in which order they are shown, and which cells of the matrix each of
// them stores to. Plain values and pure functions; the trace panel and the matrix show the same frame of it.
#pragma once

#include "kernels/engines/simt/trace.h"
#include "render/heatmap_view.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace pairscope::app {

struct State;

/// Neighbouring cells of one row that one lane stores to with one request.
struct StoredCells {
    std::int64_t row = 0, col = 0, cols = 1;
    int lane = 0;
    bool operator==(const StoredCells&) const = default;
};

/// The cells that the request stores to, lane by lane. Empty for loads, for shared memory, and where the output is no
/// matrix.
[[nodiscard]] std::vector<StoredCells> stored_cells(const simt::Trace& trace, const simt::WarpRequest& request);

/// One request of the film.
struct FilmStep {
    std::size_t request = 0;         ///< index into Trace::block
    std::vector<StoredCells> cells;  ///< that it stores to
    std::int64_t sectors_so_far = 0; ///< touched by this request and those before it
};
struct Film {
    std::shared_ptr<const simt::Trace> trace;
    std::vector<FilmStep> steps;
    Region cells; ///< the smallest region with all cells that are stored to; empty: there are none
};
enum class FilmContent : std::uint8_t {
    requests, ///< all of them
    stores    ///< only those that fill cells of the matrix, or else all stores, if there are any
};
/// Between two barriers the warps take turns, request by request. A GPU's own order differs from run to run.
[[nodiscard]] Film film_of(std::shared_ptr<const simt::Trace> trace, FilmContent content = FilmContent::requests);
/// Only a store may stand above a store.
[[nodiscard]] bool shows_only_stores(const Film& film);

/// A matrix of so many rows and columns is small enough that a room can see the cells which a warp stores.
constexpr std::int64_t rows_for_teaching = 64;

constexpr double slowest_film = 0.5, usual_film = 8.0, fastest_film = 240.0; ///< [requests per second]

/// Where the film is.
struct FilmState {
    std::shared_ptr<const Film> film; ///< made from the trace that is shown; null: it was not asked for
    /// The film of the variant that the selected one is compared with, which goes on in step with it. Both then show
    /// stores alone. Null: there is no such variant, or one of the two makes no stores.
    std::shared_ptr<const Film> other;
    bool shown = false; ///< instead of the requests of one line
    bool playing = false;
    FilmContent content = FilmContent::requests;
    FilmContent made_of = FilmContent::requests;  ///< the wish that `film` was made for
    std::shared_ptr<const simt::Trace> made_with; ///< the trace of the compared variant at that time
    std::size_t step = 0;
    double per_second = usual_film;
    std::optional<std::chrono::steady_clock::time_point> stepped; ///< absent: it does not run yet
};

/// The step that is shown; null: no film is shown.
[[nodiscard]] const FilmStep* film_step(const FilmState& state);
/// The step of the compared variant; its last one if its film is shorter. Null: there is none.
[[nodiscard]] const FilmStep* other_film_step(const FilmState& state);
/// The steps of the film, or of the longer one if there are two; 0: none.
[[nodiscard]] std::size_t film_length(const FilmState& state);
/// Makes the film of the trace where it is shown, and moves it on while it plays. The session calls it in each frame.
void update_film(State& state, std::chrono::steady_clock::time_point now);

} // namespace pairscope::app
