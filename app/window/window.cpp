// SPDX-License-Identifier: MIT
#include "app/window/window.h"

#include "app/spine/files/layout_text.h"
#include "app/spine/files/own_files.h"
#include "app/spine/files/paths.h"
#include "render/gl/context.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h> // the queue of input
#include <implot.h>

#include <GLFW/glfw3.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace pairscope::app {
namespace {

std::string glfw_error() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text == nullptr ? "no reason was given" : text;
}

GLFWwindow* create(const StartOptions& options) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "pairscope");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "pairscope");
    int width = options.width > 0 ? options.width : usual_width;
    int height = options.height > 0 ? options.height : usual_height;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor(); monitor != nullptr && options.width <= 0) {
        int x = 0, y = 0, w = 0, h = 0;
        glfwGetMonitorWorkarea(monitor, &x, &y, &w, &h);
        if (w > 0) width = std::min(width, w);
        if (h > 0) height = std::min(height, h);
    }
    return glfwCreateWindow(width, height, "Pairscope", nullptr, nullptr);
}

/// A damaged layout is kept under another name, and the default layout takes its place. True if the file was damaged.
bool set_aside_if_damaged(const std::filesystem::path& file) {
    constexpr std::uintmax_t largest = 1 << 20; // [bytes] a layout has a few thousand
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return false;
    if (std::filesystem::file_size(file, ignored) <= largest) {
        std::ifstream stream(file, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        if (is_sound_layout(text)) return false;
    }
    std::filesystem::rename(file, file.string() + ".damaged", ignored);
    return true;
}

} // namespace

struct Window::Contexts {
    bool glfw = false, imgui = false;
    ~Contexts() {
        if (imgui) {
            ImGui_ImplOpenGL3_Shutdown();
            ImGui_ImplGlfw_Shutdown();
            ImPlot::DestroyContext();
            ImGui::DestroyContext();
        }
        if (glfw) glfwTerminate();
    }
};

Window::Window(const StartOptions& options) : contexts_(std::make_unique<Contexts>()) {
    if (!glfwInit())
        throw WindowError(
            fmt::format("No window can be opened: {}. Use \"pairscope render\" for a picture without a display, or "
                        "\"pairscope bench\" for the times.",
                        glfw_error()));
    contexts_->glfw = true;
    window_ = create(options);
    if (window_ == nullptr)
        throw WindowError(fmt::format("No window with OpenGL 4.5 can be opened: {}. Update the graphics driver, or set "
                                      "LIBGL_ALWAYS_SOFTWARE=1 to draw with the CPU.",
                                      glfw_error()));
    glfwSetWindowSizeLimits(window_, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwMakeContextCurrent(window_);
    glfwSwapInterval(1);
    gl::load_functions(&glfwGetProcAddress);
    glfwSetWindowUserPointer(window_, this);
    glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
        auto* self = static_cast<Window*>(glfwGetWindowUserPointer(window));
        self->dropped_.assign(paths, paths + count);
    });

    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImPlot::CreateContext();
    contexts_->imgui = true;
    ImGuiIO& io = ImGui::GetIO();
    io.ConfigFlags |= ImGuiConfigFlags_DockingEnable | ImGuiConfigFlags_NavEnableKeyboard;
    io.ConfigNavCaptureKeyboard = false;         // keys.cpp shares the keys out
    io.ConfigInputTextCursorBlink = false;       // nothing changes, nothing is redrawn
    io.ConfigErrorRecoveryEnableTooltip = false; // a slip of ours goes to the log, not onto the screen
    io.IniFilename = nullptr;
    if (!options.fresh) {
        layout_file_ = (state_folder() / "layout-1.ini").string();
        layout_was_damaged_ = set_aside_if_damaged(layout_file_);
        const bool still_there = layout_was_damaged_ && std::filesystem::exists(layout_file_);
        if (!still_there && may_be_own_file(layout_file_)) io.IniFilename = layout_file_.c_str();
    }
    ImGui_ImplGlfw_InitForOpenGL(window_, true);
    ImGui_ImplOpenGL3_Init("#version 450 core");
    if (gl::context_info().software) picture_.emplace();
}

Window::~Window() = default;

bool Window::close_asked() const { return glfwWindowShouldClose(window_) != 0; }
void Window::close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

bool Window::wait(double seconds) {
    if (seconds <= 0.0) {
        glfwPollEvents();
        return true;
    }
    const auto start = std::chrono::steady_clock::now();
    glfwWaitEventsTimeout(seconds);
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start;
    return waited.count() < seconds * 0.98;
}

bool Window::has_input() const { return !ImGui::GetCurrentContext()->InputEventsQueue.empty(); }

void Window::begin_frame() {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

void Window::draw(const OwnTextures& textures) {
    ImGui::Render();
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    const ImVec4& background = ImGui::GetStyle().Colors[ImGuiCol_DockingEmptyBg];
    glClearColor(background.x, background.y, background.z, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    ImDrawData* drawing = ImGui::GetDrawData();
    const ImVec2 scale = drawing->FramebufferScale;
    if (picture_ && scale.x == 1.0f && scale.y == 1.0f)
        picture_->draw(*drawing, textures);
    else
        ImGui_ImplOpenGL3_RenderDrawData(drawing);
}

void Window::swap() { glfwSwapBuffers(window_); }

void Window::end_frame(const OwnTextures& textures) {
    draw(textures);
    swap();
}

float Window::scale() const {
    float x = 1.0f, y = 1.0f;
    glfwGetWindowContentScale(window_, &x, &y);
    return std::clamp(std::max(x, y), 0.5f, 4.0f);
}

void Window::set_clipboard(const std::string& text) { glfwSetClipboardString(window_, text.c_str()); }

void Window::set_fullscreen(bool on) {
    if (on == fullscreen_) return;
    fullscreen_ = on;
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
    if (on && mode != nullptr) {
        glfwGetWindowPos(window_, &windowed_[0], &windowed_[1]);
        glfwGetWindowSize(window_, &windowed_[2], &windowed_[3]);
        glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    } else if (!on && windowed_[2] > 0) {
        glfwSetWindowMonitor(window_, nullptr, windowed_[0], windowed_[1], windowed_[2], windowed_[3], 0);
    }
}

std::vector<std::filesystem::path> Window::take_dropped() { return std::exchange(dropped_, {}); }

void Window::wake() { glfwPostEmptyEvent(); }

} // namespace pairscope::app
