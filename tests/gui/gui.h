// SPDX-License-Identifier: MIT
// The real window with a person in it: the test engine moves the mouse and presses keys, the tests look at the state.
#pragma once

#include "app/window/gui_session.h"
#include "app/window/window.h"
#include "render/image.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include <imgui.h>

struct ImGuiTestContext;
struct ImGuiTestEngine;

namespace pairscope::app {

class Gui {
public:
    enum class Settings { fresh, kept }; ///< kept: read and written in the folders that XDG_* name
    /// Fresh settings, 1600 x 900, built-in file dialogs; small generated points unless the options say otherwise.
    explicit Gui(StartOptions options = {}, Settings settings = Settings::fresh);
    ~Gui();

    /// Lets the person act; true if nothing went wrong. The window lives on, so it may be called again.
    bool act(const std::function<void(ImGuiTestContext&)>& person);
    /// Frames without the test engine's person, who presses one key a frame: what a test sends to ImGui arrives as it
    /// is.
    void frames_by_hand(const std::function<void(const std::function<void()>& frame)>& test) {
        test([this] { frame(); });
    }
    /// Changes the size of the window, as a person does who drags its edge, and draws some frames. False if the
    /// display did not change it in time. For use outside of act().
    [[nodiscard]] bool resize(int width, int height);
    [[nodiscard]] Window& window() { return *window_; }
    [[nodiscard]] GuiSession& session() { return *session_; }
    [[nodiscard]] const State& state() const { return session_->state(); }

    /// For use inside act(): lets frames pass until the picture is there, or everything has come to rest.
    void wait_for_picture(ImGuiTestContext& person);
    void wait_for_rest(ImGuiTestContext& person);
    /// Lets frames pass, outside of act(), until all variants are measured. False if that takes longer than `longest`.
    [[nodiscard]] bool wait_until_measured(std::chrono::seconds longest);
    /// The picture is there, and nothing is measured beside it.
    void wait_for_picture_alone(ImGuiTestContext& person);
    /// Lets frames pass until the condition holds. False if it does not hold within a minute.
    [[nodiscard]] static bool wait_until(ImGuiTestContext& person, const std::function<bool()>& condition);
    /// The window as it is drawn in the next frame. The person fails if it is not, pixel by pixel, what a drawing of
    /// everything is: a CPU draws only what has changed.
    [[nodiscard]] Image screen(ImGuiTestContext& person);
    /// Saves it as NAME.png in the folder that PAIRSCOPE_SCREENSHOTS names; does nothing without that variable.
    void keep_screen(ImGuiTestContext& person, const std::string& name);

    /// Draws every frame from now on, as a person sees it: for tests that measure frames.
    void draw_all_frames() { all_drawn_ = true; }

    /// How light the matrix is in the next frame, from 0 to 255. Viridis grows lighter with the value.
    [[nodiscard]] double lightness_of_matrix(ImGuiTestContext& person);

    /// The screen rectangle of an item of a panel.
    [[nodiscard]] static ImVec2 center_of(ImGuiTestContext& person, const char* ref);

private:
    void frame();
    void compare_with_whole();
    /// Where the CPU draws, it draws only what screen() asks for: two thirds of a test's time went into pixels that
    /// nobody looks at.
    [[nodiscard]] bool is_drawn() const { return screen_wanted_ || all_drawn_ || !drawn_by_cpu_; }
    bool screen_wanted_ = false, all_drawn_ = false;
    bool drawn_by_cpu_ = false;

    std::unique_ptr<Window> window_;
    std::unique_ptr<GuiSession> session_;
    ImGuiTestEngine* engine_ = nullptr;
    std::function<void(ImGuiTestContext&)> person_;
    Image screen_;
    std::int64_t wrong_pixels_ = 0; ///< of screen_, compared with a drawing of everything
};

/// Why no window can be opened here; empty if one can.
[[nodiscard]] std::string why_no_window();

/// A setting that makes small points: shape, n.
[[nodiscard]] StartOptions with_points(Shape shape, std::int64_t n);

} // namespace pairscope::app
