// SPDX-License-Identifier: MIT
// The current OpenGL context: its functions, its properties and its error messages.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace pairscope::gl {

/// Loads the functions of the current context through glfwGetProcAddress, eglGetProcAddress or the like. Throws Error
/// if the context is older than OpenGL 4.5.
using Loader = void (*(*)(const char*))();
void load_functions(Loader loader);

struct ContextInfo {
    std::string vendor;
    std::string renderer; ///< "NVIDIA H200/PCIe/SSE2", "llvmpipe (LLVM 15.0.6, 256 bits)"
    std::string version;
    std::int64_t max_texture_side = 0; ///< [texels]
    bool software = false;             ///< drawn by the CPU
};
[[nodiscard]] ContextInfo context_info();

enum class Severity : std::uint8_t { notification, low, medium, high };
struct Message {
    Severity severity = Severity::notification;
    bool is_error = false;
    std::string text;
};

/// While it lives, messages of the current context (KHR_debug) go to `report`, on the thread that made the call. A
/// context that was not made for debugging may report little.
class MessageHook {
public:
    explicit MessageHook(std::function<void(const Message&)> report);
    ~MessageHook();
    MessageHook(const MessageHook&) = delete;
    MessageHook& operator=(const MessageHook&) = delete;

private:
    std::unique_ptr<std::function<void(const Message&)>> report_;
};

} // namespace pairscope::gl
