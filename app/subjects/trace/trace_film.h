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
    std::size_t request = 0;        ///< index into Trace::block
    std::vector<StoredCells> cells; ///< that it stores to
};
struct Film {
    std::shared_ptr<const simt::Trace> trace;
    std::vector<FilmStep> steps;
    Region cells; ///< the smallest region with all cells that are stored to; empty: there are none
};
enum class FilmContent : std::uint8_t {
    requests, ///< all of them
    stores    ///< only those that fill cells of the matrix, if there are any
};
/// Between two barriers the warps take turns, request by request. A GPU's own order differs from run to run.
[[nodiscard]] Film film_of(std::shared_ptr<const simt::Trace> trace, FilmContent content = FilmContent::requests);

/// A matrix of so many rows and columns is small enough that a room can see the cells which a warp stores.
constexpr std::int64_t rows_for_teaching = 64;

constexpr double slowest_film = 0.5, usual_film = 8.0, fastest_film = 240.0; ///< [requests per second]

/// Where the film is.
struct FilmState {
    std::shared_ptr<const Film> film; ///< made from the trace that is shown; null: it was not asked for
    bool shown = false;               ///< instead of the requests of one line
    bool playing = false;
    FilmContent content = FilmContent::requests;
    FilmContent made_of = FilmContent::requests; ///< the content of `film`
    std::size_t step = 0;
    double per_second = usual_film;
    std::optional<std::chrono::steady_clock::time_point> stepped; ///< absent: it does not run yet
};

/// The step that is shown; null: no film is shown.
[[nodiscard]] const FilmStep* film_step(const FilmState& state);
/// Makes the film of the trace where it is shown, and moves it on while it plays. The session calls it in each frame.
void update_film(State& state, std::chrono::steady_clock::time_point now);

} // namespace pairscope::app
