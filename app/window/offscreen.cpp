// SPDX-License-Identifier: MIT
#include "app/window/offscreen.h"

#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/window/gui_session.h"
#include "kernels/data/errors.h"
#include "render/gl/context.h"
#include "render/gl/framebuffer.h"
#include "render/gl/headless.h"
#include "render/gl/texture.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <implot.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace pairscope::app {
namespace {

/// ImGui without a window.
class OffscreenGui {
public:
    OffscreenGui(int width, int height) : width_(width), height_(height) {
        ImGui::CreateContext();
        ImPlot::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.ConfigFlags |= ImGuiConfigFlags_DockingEnable | ImGuiConfigFlags_NavEnableKeyboard;
        io.DisplaySize = {float(width), float(height)};
        io.DeltaTime = 1.0f / 60.0f;
        ImGui_ImplOpenGL3_Init("#version 450 core");
        picture_ = gl::Texture(gl::Format::rgba8, width, height);
        target_.attach(picture_);
    }
    ~OffscreenGui() {
        ImGui_ImplOpenGL3_Shutdown();
        ImPlot::DestroyContext();
        ImGui::DestroyContext();
    }
    OffscreenGui(const OffscreenGui&) = delete;
    OffscreenGui& operator=(const OffscreenGui&) = delete;

    void frame(GuiSession& session) {
        ImGui_ImplOpenGL3_NewFrame();
        ImGui::NewFrame();
        session.frame();
        ImGui::Render();
        target_.bind();
        glViewport(0, 0, width_, height_);
        const ImVec4& background = ImGui::GetStyle().Colors[ImGuiCol_DockingEmptyBg];
        glClearColor(background.x, background.y, background.z, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    }

    [[nodiscard]] Image image() {
        Image image{.width = width_,
                    .height = height_,
                    .pixels = std::vector<Rgba>(std::size_t(width_) * std::size_t(height_))};
        std::vector<Rgba> upside_down(image.pixels.size());
        target_.bind();
        glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, upside_down.data());
        const auto row = std::size_t(width_);
        for (std::size_t y = 0; y < std::size_t(height_); ++y)
            std::copy_n(upside_down.begin() + std::ptrdiff_t((std::size_t(height_) - 1 - y) * row), row,
                        image.pixels.begin() + std::ptrdiff_t(y * row));
        for (Rgba& pixel : image.pixels) pixel.a = 255;
        return image;
    }

private:
    int width_, height_;
    gl::Texture picture_;
    gl::Framebuffer target_;
};

/// Lets the worker's thread end the wait between two frames.
class Bell {
public:
    void ring() {
        const std::lock_guard lock(mutex_);
        rung_ = true;
        changed_.notify_all();
    }
    void wait() {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, std::chrono::milliseconds(50), [this] { return rung_; });
        rung_ = false;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool rung_ = false;
};

/// A place in the matrix that was asked for. Only loaded data tells whether it exists.
class AskedView {
public:
    AskedView(std::optional<ViewText> view, const OrderChoice& order) : view_(std::move(view)), order_(order) {
        if (view_ && view_->order.kind == OrderKind::as_loaded) view_->order = order_;
    }

    /// Throws InputError as soon as there is data without the rows and columns that were asked for.
    void use_when_loaded(State& state) {
        if (is_used_ || !state.data.now.question.first) return;
        is_used_ = true;
        if (view_)
            if (const std::string reason = why_not_viewed(state, *view_); !reason.empty())
                throw InputError("The view cannot be used. " + reason);
        if (const std::string reason = why_no_row(order_, *state.data.now.question.first); !reason.empty())
            throw InputError(reason);
        state.view.asked = view_;
        use_asked_view(state);
    }

private:
    std::optional<ViewText> view_;
    OrderChoice order_;
    bool is_used_ = false;
};

void come_to_rest(OffscreenGui& gui, GuiSession& session, AskedView& view, Bell& bell, double patience_seconds) {
    const auto start = Clock::now();
    const auto draw_frame = [&] {
        view.use_when_loaded(session.state());
        gui.frame(session);
    };
    draw_frame();
    while (!(session.at_rest() && session.picture_ready())) {
        if (std::chrono::duration<double>(Clock::now() - start).count() > patience_seconds) break;
        const bool failed = !session.state().output.failure.empty() || !session.state().data.now.question.first;
        if (failed && session.at_rest()) break;
        bell.wait();
        draw_frame();
    }
    for (int i = 0; i < 4; ++i) draw_frame(); // windows find their sizes
}

} // namespace

int render_offscreen(const OffscreenOptions& options) {
    std::optional<gl::HeadlessContext> context;
    try {
        context.emplace();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "pairscope: cannot draw a picture of the window: %s\n", error.what());
        return 3;
    }
    StartOptions start = options.start;
    start.fresh = true;
    AskedView view(std::exchange(start.view, {}), start.view_order);
    Bell bell;
    OffscreenGui gui(start.width > 0 ? start.width : usual_width, start.height > 0 ? start.height : usual_height);
    GuiSession session(start, 1.0f, [&bell] { bell.ring(); });
    come_to_rest(gui, session, view, bell, options.patience_seconds);
    if (!session.state().data.now.question.first) return 2; // the log says why
    save_png(options.output, gui.image(), picture_facts(session.state()));
    return 0;
}

} // namespace pairscope::app
