// SPDX-License-Identifier: MIT
#include "app/window/gui.h"

#include "app/window/gui_session.h"
#include "app/window/log_file.h"
#include "app/window/status/frame_rate.h"
#include "app/window/window.h"

#include <spdlog/spdlog.h>

#include <cstdio>

namespace pairscope::app {
namespace {

constexpr int settle_frames = 3;     // ImGui needs a frame or two after an event until everything is in place
constexpr double linger = 0.6;       // [s] after an event: tooltips appear when the mouse has rested for a while
constexpr double linger_wait = 0.02; // [s] between two of those frames
constexpr double idle_wait = 30.0;   // [s] nothing is redrawn while nothing happens
constexpr double busy_wait = 0.1;    // [s] progress moves ten times per second
constexpr double rest_wait = 0.2;    // [s] a measurement may start a little after the last edit

/// How long the loop may wait for the next event [s].
double patience(const GuiSession& session, int frames_due, bool lingers) {
    if (frames_due > 0) return 0.0;
    if (lingers) return linger_wait;
    if (session.state().run.activity) return busy_wait;
    return session.at_rest() ? idle_wait : rest_wait;
}

void loop(Window& window, GuiSession& session, const std::stop_token& stop, Clock::time_point start) {
    int frames_due = settle_frames;
    bool pictured = false;
    Clock::time_point last_event = start;
    FrameRate rate;
    while (!window.close_asked() && !session.state().quit && !stop.stop_requested()) {
        const bool lingers = std::chrono::duration<double>(Clock::now() - last_event).count() < linger;
        const double wait = patience(session, frames_due, lingers);
        const bool woken = window.wait(wait);
        // Two events of one frame, such as a quick press and release, are taken in two frames: the second one waits.
        if (wait > 0.0 ? woken : window.has_input()) {
            frames_due = settle_frames;
            last_event = Clock::now();
        }
        const bool due = frames_due > 0 || lingers || session.state().run.activity || !session.at_rest();
        if (!due) continue;
        if (auto files = window.take_dropped(); !files.empty()) session.open(files);
        session.set_display_scale(window.scale());
        window.begin_frame();
        const bool more = session.frame();
        window.end_frame(session.own_textures());
        if (!pictured && session.picture_ready()) {
            pictured = true;
            const std::chrono::duration<double> seconds = Clock::now() - start;
            spdlog::info("The first picture was on the screen {:.2f} s after the start.", seconds.count());
        }
        session.state().look.frames_per_second = rate.after_frame(wait > 0.0, Clock::now());
        window.set_fullscreen(session.state().look.presentation);
        if (auto text = session.take_clipboard()) window.set_clipboard(*text);
        frames_due = more || window.has_input() ? settle_frames : std::max(0, frames_due - 1);
    }
}

} // namespace

int run_gui(const StartOptions& options, const std::stop_token& stop) {
    const auto start = Clock::now();
    try {
        if (!options.fresh) start_log();
        Window window(options);
        GuiSession session(options, window.scale(), &Window::wake);
        if (window.layout_was_damaged())
            notify(session.state(), Severity::info,
                   "The saved layout of the panels was damaged: the default layout is shown.");
        const std::stop_callback wake(stop, &Window::wake); // else it would wait for the next event
        loop(window, session, stop, start);
        return 0;
    } catch (const WindowError& error) {
        std::fprintf(stderr, "pairscope: %s\n", error.what());
        return 3;
    }
}

} // namespace pairscope::app
