// SPDX-License-Identifier: MIT
// The program's window as the X server knows it: found by its process, given keys, asked to close.
#pragma once

#include <sys/types.h>

#include <memory>

namespace pairscope {

/// Connects to the display of the environment variable DISPLAY. Throws std::runtime_error if there is none.
class X11Window {
public:
    X11Window();
    ~X11Window();

    /// Looks for a window of that process. False if it has none (yet).
    [[nodiscard]] bool find(pid_t process);
    /// Presses and releases a key, such as "F11" or "q".
    void press(const char* key, bool control = false);
    /// What the cross in the title bar does.
    void ask_to_close();

private:
    struct Connection;
    std::unique_ptr<Connection> connection_;
};

} // namespace pairscope
