// SPDX-License-Identifier: MIT
// Measures how long a frame of the window takes during an interaction such as zooming or dragging a point, at 1600 x
// 900. It draws all frames.
//   bench_frames [WINDOW] [FRAMES] [DEVICE]
// WINDOW: measure only the windows whose names contain this text: "deep", "stored 2048", "points 512", "film",
// "matches", "tracks".
//
// FRAMES: the number of frames of each movement, 60 by default.
//
// DEVICE: the device that computes the matrices, cpu by default. With "cuda" the matrix that is not stored has
// 1 000 000 points instead of 50 000.
//
// Each line on stdout says what moves, the median, the 95th percentile and the longest of the times of the frames, and
// the processor time of this process per frame. A frame begins with the events and ends when the window shows the
// picture. The window needs a display: "xvfb-run -a" gives it one. LP_NUM_THREADS tells llvmpipe how many threads draw.
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/trace/trace.h"
#include "tests/gui/gui.h"
#include "tests/kernels/temporary_folder.h"

#include <imgui_internal.h>
#include <imgui_te_context.h>
#include <imgui_te_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {
namespace {

constexpr int usual_frames = 60;
constexpr int warm_up_frames = 12; // the driver compiles shaders

/// What a person does before a frame, by the number of the frame.
using Step = std::function<void(int)>;

class Bench {
public:
    Bench(std::string_view wanted, int frames, std::string_view device)
        : wanted_(wanted), frames_(frames), device_(device) {}

    [[nodiscard]] bool wants(std::string_view window) const { return window.find(wanted_) != std::string_view::npos; }

    [[nodiscard]] bool computes_on_cpu() const { return device_ == "cpu"; }
    [[nodiscard]] StartOptions points(std::int64_t n) const {
        StartOptions options = with_points(Shape::clusters, n);
        options.device = device_;
        return options;
    }

    void measure(ImGuiTestContext& person, std::string_view name, const Step& step) const {
        std::vector<double> seconds;
        std::clock_t work = 0;
        for (int i = 0; i < warm_up_frames + frames_; ++i) {
            if (i == warm_up_frames) work = std::clock();
            step(i);
            const auto before = Clock::now();
            person.Yield();
            if (i >= warm_up_frames) seconds.push_back(std::chrono::duration<double>(Clock::now() - before).count());
        }
        const double busy = double(std::clock() - work) / CLOCKS_PER_SEC / frames_;
        std::ranges::sort(seconds);
        const auto at = [&](double share) { return 1e3 * seconds[std::size_t(share * double(seconds.size() - 1))]; };
        fmt::print("{:<42} median {:5.1f} ms, 95 % {:5.1f} ms, longest {:5.1f} ms, processor {:5.1f} ms\n", name,
                   at(0.5), at(0.95), at(1.0), 1e3 * busy);
        std::fflush(stdout);
    }

private:
    std::string wanted_;
    int frames_;
    std::string device_;
};

void require(bool condition, std::string_view what) {
    if (!condition) throw std::runtime_error(fmt::format("This was not reached in time: {}.", what));
}

ImRect rectangle_of(ImGuiTestContext& person, const char* item) { return person.ItemInfo(item).RectFull; }

/// Back and forth between 0 and 1, twelve steps each way.
double swing(int i) {
    const int phase = i % 24;
    return double(phase < 12 ? phase : 24 - phase) / 12.0;
}

/// The mouse moves over 96 x 48 pixels around the place, with a button held.
void drag_around(const Bench& bench, ImGuiTestContext& person, std::string_view name, ImVec2 at) {
    person.MouseTeleportToPos(at);
    person.Yield(2);
    person.MouseDown();
    bench.measure(person, name, [&](int i) {
        const auto part = float(swing(i));
        person.MouseTeleportToPos({at.x + 96.0f * part, at.y + 48.0f * part}, ImGuiTestOpFlags_NoYield);
    });
    person.MouseUp();
    person.Yield(2);
}

/// The wheel zooms in and out again.
void zoom_around(const Bench& bench, ImGuiTestContext& person, std::string_view name, ImVec2 at) {
    person.MouseTeleportToPos(at);
    person.Yield(2);
    bench.measure(person, name, [&](int i) { person.Inputs->MouseWheel = {0.0f, i % 24 < 12 ? 1.0f : -1.0f}; });
}

bool is_exact(const State& state) {
    if (!is_deep(state) || !state.deep.sight || state.deep.revision != state.data.revision) return false;
    const auto wanted = wanted_tiles(state);
    const auto known = [&](const TileKey& key) { return state.deep.tiles.find(key) != nullptr; };
    return std::ranges::all_of(wanted, known) && tile_progress(state).is_complete();
}

/// Lets the window come to rest, and then ends what would be measured beside the frames.
void settle(Gui& gui, ImGuiTestContext& person) {
    gui.session().push(command::CancelWork{});
    gui.wait_for_rest(person);
    gui.draw_all_frames();
}

void move_the_deep_matrix(const Bench& bench, Gui& gui, ImGuiTestContext& person, std::int64_t n) {
    const State& state = gui.state();
    const auto exact = [&] { return is_exact(state); };
    require(Gui::wait_until(person, exact), "the picture of a matrix that is not stored");
    settle(gui, person);
    const ImRect box = rectangle_of(person, "//Matrix/##heatmap");
    const Viewport viewport{int(box.GetWidth()), int(box.GetHeight())};
    const ImVec2 at{box.Min.x + 0.4f * box.GetWidth(), box.Min.y + 0.4f * box.GetHeight()};
    const auto name = [&](std::string_view what) { return fmt::format("{} points, {}", n, what); };
    bench.measure(person, name("at rest, all frames drawn"), [](int) {});
    zoom_around(bench, person, name("zoom from the whole"), at);
    const HeatmapView place = clamped({{0.5 * double(n), 0.5 * double(n)}, 0.3}, viewport, shown_shape(state));
    for (const double pixels : {0.0, 100.0, -100.0, 0.0}) { // the tiles that the way passes
        gui.session().push(command::SetView{panned(place, {pixels, 0.5 * pixels}, viewport, shown_shape(state))});
        person.Yield(2);
        require(Gui::wait_until(person, exact), "the picture of a part");
    }
    settle(gui, person);
    drag_around(bench, person, name("pan"), at);
    zoom_around(bench, person, name("zoom from 0.3 pixels per entry"), at);
}

void move_a_stored_matrix(const Bench& bench, Gui& gui, ImGuiTestContext& person, std::int64_t n) {
    gui.wait_for_picture_alone(person);
    settle(gui, person);
    const ImRect box = rectangle_of(person, "//Matrix/##heatmap");
    const ImVec2 at{box.Min.x + 0.4f * box.GetWidth(), box.Min.y + 0.4f * box.GetHeight()};
    const auto name = [&](std::string_view what) { return fmt::format("{} points, {}", n, what); };
    bench.measure(person, name("at rest, all frames drawn"), [](int) {});
    zoom_around(bench, person, name("zoom from the whole"), at);
    person.MouseTeleportToPos(at);
    for (int i = 0; i < 4; ++i) {
        person.MouseWheelY(1.0f);
        person.Yield();
    }
    gui.wait_for_picture_alone(person);
    drag_around(bench, person, name("pan"), at);
}

/// A table of so many points, with three columns of categories and three of numbers.
std::string table_with_tracks(std::int64_t rows) {
    std::string text = "name,k1,k2,k3,u,v,w,x,y\n";
    for (std::int64_t i = 0; i < rows; ++i) {
        const std::int64_t mixed = i * 7919 % rows;
        text +=
            fmt::format("r{},a{},b{},c{},{},{},{},{},{}\n", i, mixed % 3, mixed % 7, mixed % 20, 0.1 * double(mixed),
                        0.2 * double(i), 0.3 * double(i % 71), std::cos(double(mixed)), std::sin(double(mixed % 97)));
    }
    return text;
}

/// The same with six tracks along rows and columns, and without them.
void move_a_matrix_with_tracks(const Bench& bench, Gui& gui, ImGuiTestContext& person, std::int64_t n) {
    const State& state = gui.state();
    require(Gui::wait_until(person,
                            [&] {
                                const auto& set = state.data.now.question.first;
                                return set && set->rows == n && state.data.now.table && gui.session().picture_ready();
                            }),
            "the picture of the file");
    for (const bool tracks : {false, true}) {
        if (tracks) gui.session().push(command::ChooseTracks{{.columns = {"k1", "k2", "k3", "u", "v", "w"}}});
        require(
            Gui::wait_until(
                person, [&] { return tracks_of(state).size() == (tracks ? 6u : 0u) && gui.session().picture_ready(); }),
            "the tracks");
        gui.wait_for_picture_alone(person);
        settle(gui, person);
        const ImRect box = rectangle_of(person, "//Matrix/##heatmap");
        const ImVec2 at{box.Min.x + 0.4f * box.GetWidth(), box.Min.y + 0.4f * box.GetHeight()};
        const auto name = [&](std::string_view what) {
            return fmt::format("{} points, {} tracks, {}", n, tracks ? 6 : 0, what);
        };
        bench.measure(person, name("at rest"), [](int) {});
        zoom_around(bench, person, name("zoom from the whole"), at);
        gui.session().push(command::FitView{});
        person.Yield(2);
        person.MouseTeleportToPos(at);
        for (int i = 0; i < 4; ++i) {
            person.MouseWheelY(1.0f);
            person.Yield();
        }
        gui.wait_for_picture_alone(person);
        drag_around(bench, person, name("pan"), at);
        gui.session().push(command::FitView{});
        person.Yield(2);
    }
}

void drag_a_point(const Bench& bench, Gui& gui, ImGuiTestContext& person, std::int64_t n) {
    gui.wait_for_picture_alone(person);
    settle(gui, person);
    const ImRect box = rectangle_of(person, "//Points/##scatter");
    const State& state = gui.state();
    const auto all = coordinates(*state.data.now.question.first);
    const Viewport viewport{int(box.GetWidth()), int(box.GetHeight())};
    const Pixel point = to_pixel(state.view.scatter, {double(all[0]), double(all[1])}, viewport);
    drag_around(bench, person, fmt::format("{} points, drag a point", n),
                {box.Min.x + float(point.x), box.Min.y + float(point.y)});
}

void play_the_film(const Bench& bench, Gui& gui, ImGuiTestContext& person) {
    require(Gui::wait_until(person, [&] { return trace_of(gui.state()) != nullptr; }), "the trace");
    gui.wait_for_picture_alone(person);
    gui.session().push(command::FocusPanel{"Trace"});
    person.Yield(20);
    person.ItemClick("//Trace/Play block##film");
    settle(gui, person);
    const auto play = [&](int) {
        const FilmState& film = gui.state().trace.film;
        require(film.film != nullptr, "the film");
        if (film.playing) return;
        if (film.step + 1 >= film.film->steps.size()) gui.session().push(command::StepFilm{0});
        gui.session().push(command::PlayFilm{true});
    };
    bench.measure(person, "2048 points, film of a trace", play);
}

void move_the_slider_of_matches(const Bench& bench, Gui& gui, ImGuiTestContext& person) {
    require(Gui::wait_until(person, [&] { return gui.state().matches.counts.all > 0; }), "the matches");
    gui.wait_for_picture_alone(person);
    gui.session().push(command::FocusPanel{"Matches"});
    settle(gui, person);
    const ImRect box = rectangle_of(person, "//Matches/##ratio");
    const ImVec2 at{box.Max.x - 0.25f * box.GetWidth(), box.GetCenter().y};
    person.MouseTeleportToPos(at);
    person.Yield(2);
    person.MouseDown();
    bench.measure(person, "best_match, slider of the ratio", [&](int i) {
        person.MouseTeleportToPos({at.x - 0.6f * float(swing(i)) * box.GetWidth(), at.y}, ImGuiTestOpFlags_NoYield);
    });
    person.MouseUp();
}

/// Opens the window and lets the simulated person act. Throws what the person threw.
void with_window(StartOptions options, const std::function<void(Gui&, ImGuiTestContext&)>& act) {
    Gui gui(std::move(options));
    std::exception_ptr failure;
    (void)gui.act([&](ImGuiTestContext& person) {
        try {
            act(gui, person);
        } catch (const std::exception&) {
            failure = std::current_exception();
        }
    });
    if (failure) std::rethrow_exception(failure);
}

StartOptions traced(const Bench& bench) {
    StartOptions options = bench.points(2048);
    options.variant = "distance_matrix/tile16";
    return options;
}

StartOptions matched() {
    StartOptions options;
    options.workload = "best_match";
    options.variant = "best_match/cpu_parallel";
    options.device = "cpu";
    options.vectors = VectorSource{};
    return options;
}

void run(const Bench& bench) {
    if (bench.wants("deep")) {
        const std::int64_t n = bench.computes_on_cpu() ? 50'000 : 1'000'000;
        with_window(bench.points(n),
                    [&](Gui& gui, ImGuiTestContext& person) { move_the_deep_matrix(bench, gui, person, n); });
    }
    for (const std::int64_t n : {2048, 8192})
        if (bench.wants(fmt::format("stored {}", n)))
            with_window(bench.points(n),
                        [&](Gui& gui, ImGuiTestContext& person) { move_a_stored_matrix(bench, gui, person, n); });
    if (bench.wants("tracks")) {
        constexpr std::int64_t rows = 5000;
        const TemporaryFolder folder;
        StartOptions options;
        options.device = bench.points(rows).device;
        options.files = {folder.file("tracks.csv", table_with_tracks(rows))};
        with_window(options,
                    [&](Gui& gui, ImGuiTestContext& person) { move_a_matrix_with_tracks(bench, gui, person, rows); });
    }
    for (const std::int64_t n : {512, 2048})
        if (bench.wants(fmt::format("points {}", n)))
            with_window(bench.points(n),
                        [&](Gui& gui, ImGuiTestContext& person) { drag_a_point(bench, gui, person, n); });
    if (bench.wants("film"))
        with_window(traced(bench), [&](Gui& gui, ImGuiTestContext& person) { play_the_film(bench, gui, person); });
    if (bench.wants("matches"))
        with_window(matched(),
                    [&](Gui& gui, ImGuiTestContext& person) { move_the_slider_of_matches(bench, gui, person); });
}

int main_of(std::span<const char* const> arguments) {
    if (const std::string reason = why_no_window(); !reason.empty()) throw std::runtime_error(reason);
    const int frames = arguments.size() > 2 ? std::atoi(arguments[2]) : usual_frames;
    run({arguments.size() > 1 ? arguments[1] : "", std::max(frames, 2), arguments.size() > 3 ? arguments[3] : "cpu"});
    return 0;
}

} // namespace
} // namespace pairscope::app

int main(int count, char** arguments) {
    try {
        return pairscope::app::main_of({arguments, std::size_t(count)});
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_frames: {}\n", error.what());
        return 1;
    }
}
