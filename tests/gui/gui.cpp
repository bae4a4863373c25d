// SPDX-License-Identifier: MIT
#include "tests/gui/gui.h"

#include "render/gl/context.h"
#include "render/png.h"

#include <glad/gl.h>

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <imgui_impl_opengl3.h>
#include <imgui_te_context.h>
#include <imgui_te_engine.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

namespace pairscope::app {
namespace {

constexpr int screen_width = 1600, screen_height = 900;
constexpr double patience = 60.0; // [s] a machine under load is slow, not wrong
constexpr double brief = 0.1;     // seconds of timed runs: the stories are not about the last percent

Image read_window() {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const auto width = std::int64_t(size.x), height = std::int64_t(size.y);
    Image image{.width = width, .height = height, .pixels = std::vector<Rgba>(std::size_t(width * height))};
    glReadPixels(0, 0, int(width), int(height), GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
    for (std::int64_t y = 0; y < height / 2; ++y)
        std::swap_ranges(image.pixels.begin() + y * width, image.pixels.begin() + (y + 1) * width,
                         image.pixels.begin() + (height - 1 - y) * width);
    for (Rgba& pixel : image.pixels) pixel.a = 255;
    return image;
}

void update_textures() {
    for (ImTextureData* const texture : *ImGui::GetDrawData()->Textures)
        if (texture->Status != ImTextureStatus_OK) ImGui_ImplOpenGL3_UpdateTexture(texture);
}

} // namespace

std::string why_no_window() {
    if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return "there is no display";
    return {};
}

StartOptions with_points(Shape shape, std::int64_t n) {
    StartOptions options;
    options.generator = default_settings(shape, n);
    return options;
}

Gui::Gui(StartOptions options, Settings settings) {
    options.fresh = settings == Settings::fresh;
    options.builtin_files = true;
    options.seconds = std::min(options.seconds, brief);
    if (options.width == 0) options.width = screen_width;
    if (options.height == 0) options.height = screen_height;
    if (!options.generator && options.files.empty() && !options.vectors)
        options.generator = default_settings(Shape::clusters, 256);
    window_ = std::make_unique<Window>(options);
    drawn_by_cpu_ = gl::context_info().software;
    // Tests that run side by side take the focus from each other, and a window that loses it forgets its keys.
    glfwSetWindowFocusCallback(glfwGetCurrentContext(), nullptr);
    session_ = std::make_unique<GuiSession>(options, 1.0f, &Window::wake);
    engine_ = ImGuiTestEngine_CreateContext();
    ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine_);
    io.ConfigRunSpeed = ImGuiTestRunSpeed_Fast;
    io.ConfigVerboseLevel = ImGuiTestVerboseLevel_Warning;
    io.ConfigVerboseLevelOnError = ImGuiTestVerboseLevel_Info;
    io.ConfigLogToTTY = true;
    io.ConfigNoThrottle = true;
    io.ConfigWatchdogWarning = io.ConfigWatchdogKillTest = 4.0f * float(patience);
    io.ScreenCaptureUserData = this;
    ImGuiTestEngine_Start(engine_, ImGui::GetCurrentContext());
    ImGuiTest* test = IM_REGISTER_TEST(engine_, "gui", "person");
    test->TestFunc = [](ImGuiTestContext* context) {
        auto* self = static_cast<Gui*>(context->EngineIO->ScreenCaptureUserData);
        self->person_(*context);
    };
}

Gui::~Gui() {
    ImGuiTestEngine_Stop(engine_);
    session_.reset();
    window_.reset(); // ends the ImGui context, which must go before the engine's
    ImGuiTestEngine_DestroyContext(engine_);
}

void Gui::frame() {
    window_->wait(0.0);
    window_->begin_frame();
    session_->frame();
    if (!is_drawn()) {
        ImGui::Render();
        update_textures(); // new letters
        ImGuiTestEngine_PreSwap(engine_);
        ImGuiTestEngine_PostSwap(engine_);
        return;
    }
    window_->draw(session_->own_textures());
    ImGuiTestEngine_PreSwap(engine_);
    if (screen_wanted_) {
        screen_ = read_window();
        compare_with_whole();
    }
    window_->swap();
    ImGuiTestEngine_PostSwap(engine_);
}

bool Gui::resize(int width, int height) {
    constexpr int frames_of_layout = 8;
    glfwSetWindowSize(glfwGetCurrentContext(), width, height);
    const auto is_done = [&] {
        const ImVec2 size = ImGui::GetIO().DisplaySize;
        return size.x == float(width) && size.y == float(height);
    };
    const auto start = Clock::now();
    while (!is_done() && std::chrono::duration<double>(Clock::now() - start).count() < patience) frame();
    for (int i = 0; i < frames_of_layout; ++i) frame();
    return is_done();
}

bool Gui::act(const std::function<void(ImGuiTestContext&)>& person) {
    person_ = person;
    ImGuiTestEngine_QueueTests(engine_, ImGuiTestGroup_Tests, "person", ImGuiTestRunFlags_RunFromCommandLine);
    while (!ImGuiTestEngine_IsTestQueueEmpty(engine_)) frame();
    ImGuiTestEngineResultSummary summary;
    ImGuiTestEngine_GetResultSummary(engine_, &summary);
    return summary.CountTested > 0 && summary.CountSuccess == summary.CountTested;
}

bool Gui::wait_until(ImGuiTestContext& person, const std::function<bool()>& condition) {
    const auto start = Clock::now();
    while (!condition() && std::chrono::duration<double>(Clock::now() - start).count() < patience) person.Yield();
    return condition();
}

void Gui::wait_for_picture(ImGuiTestContext& person) {
    person.Yield(2);
    (void)wait_until(person, [this] { return session_->picture_ready(); });
    person.Yield(2);
}

void Gui::wait_for_picture_alone(ImGuiTestContext& person) {
    wait_for_picture(person);
    session_->push(command::CancelWork{});
    person.Yield(3);
}

void Gui::wait_for_rest(ImGuiTestContext& person) {
    person.Yield(2);
    (void)wait_until(person, [this] { return session_->at_rest(); });
    person.Yield(2);
}

bool Gui::wait_until_measured(std::chrono::seconds longest) {
    const auto end = Clock::now() + longest;
    do {
        frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(50)); // the CPU is measured meanwhile
    } while (!session_->at_rest() && Clock::now() < end);
    return session_->at_rest();
}

void Gui::compare_with_whole() {
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    const Image whole = read_window();
    wrong_pixels_ = 0;
    for (std::size_t i = 0; i < whole.pixels.size(); ++i)
        if (whole.pixels[i] != screen_.pixels[i]) ++wrong_pixels_;
}

Image Gui::screen(ImGuiTestContext& person) {
    screen_wanted_ = true;
    person.Yield(2);
    screen_wanted_ = false;
    EXPECT_EQ(wrong_pixels_, 0) << "pixels were not drawn again, or differ where only a part is drawn";
    return screen_;
}

void Gui::keep_screen(ImGuiTestContext& person, const std::string& name) {
    if (const char* folder = std::getenv("PAIRSCOPE_SCREENSHOTS"))
        save_png(std::filesystem::path(folder) / (name + ".png"), screen(person));
}

double Gui::lightness_of_matrix(ImGuiTestContext& person) {
    const ImRect box = person.ItemInfo("//Matrix/##heatmap").RectFull;
    const Image picture = screen(person);
    double sum = 0.0;
    for (auto y = std::int64_t(box.Min.y); y < std::int64_t(box.Max.y); ++y)
        for (auto x = std::int64_t(box.Min.x); x < std::int64_t(box.Max.x); ++x) {
            const Rgba pixel = picture.at(x, y);
            sum += 0.2126 * pixel.r + 0.7152 * pixel.g + 0.0722 * pixel.b;
        }
    return sum / double(box.GetArea());
}

ImVec2 Gui::center_of(ImGuiTestContext& person, const char* ref) { return person.ItemInfo(ref).RectFull.GetCenter(); }

} // namespace pairscope::app
