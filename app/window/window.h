// SPDX-License-Identifier: MIT
// A GLFW window with an OpenGL 4.5 core context, and ImGui in it.
#pragma once

#include "app/window/start.h"
#include "app/window/window_picture.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct GLFWwindow;

namespace pairscope::app {

/// Thrown when no window can be opened: the text says why and what to do.
struct WindowError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Window {
public:
    /// Throws WindowError.
    explicit Window(const StartOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    [[nodiscard]] bool close_asked() const;
    void close();
    /// Waits for an event for at most `seconds` (0: only looks). True if there was one.
    bool wait(double seconds);
    /// Events came, and no frame has taken them yet.
    [[nodiscard]] bool has_input() const;
    void begin_frame();
    /// Draws ImGui's data and swaps. `textures`: see GuiSession::own_textures().
    void end_frame(const OwnTextures& textures);
    void draw(const OwnTextures& textures); ///< the first half of end_frame, for a caller that acts before the swap
    void swap();

    [[nodiscard]] float scale() const;
    void set_clipboard(const std::string& text);
    void set_fullscreen(bool on);
    /// The layout of the last session could not be read, and the default one is shown.
    [[nodiscard]] bool layout_was_damaged() const { return layout_was_damaged_; }
    /// Files dropped since the last call.
    [[nodiscard]] std::vector<std::filesystem::path> take_dropped();

    /// Makes wait() return; from any thread.
    static void wake();

private:
    struct Contexts;          ///< GLFW, ImGui and ImPlot, torn down in order
    std::string layout_file_; ///< ImGui keeps a pointer to it and saves the layout when its context ends
    std::unique_ptr<Contexts> contexts_;
    GLFWwindow* window_ = nullptr;
    std::optional<WindowPicture> picture_; ///< where the CPU draws; a GPU is faster if it draws everything
    std::vector<std::filesystem::path> dropped_;
    bool layout_was_damaged_ = false;
    bool fullscreen_ = false;
    int windowed_[4] = {0, 0, 0, 0}; ///< x, y, width, height before full screen
};

} // namespace pairscope::app
