// SPDX-License-Identifier: MIT
#include "render/gl/context.h"

#include "render/gl/object.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <glad/gl.h>
#include <string_view>

namespace pairscope::gl {

namespace {

std::string text_of(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text == nullptr ? "" : text;
}

Severity severity_of(GLenum severity) {
    switch (severity) {
    case GL_DEBUG_SEVERITY_HIGH:
        return Severity::high;
    case GL_DEBUG_SEVERITY_MEDIUM:
        return Severity::medium;
    case GL_DEBUG_SEVERITY_LOW:
        return Severity::low;
    default:
        return Severity::notification;
    }
}

void GLAD_API_PTR on_message(GLenum, GLenum type, GLuint, GLenum severity, GLsizei length, const GLchar* text,
                             const void* report) {
    const auto& function = *static_cast<const std::function<void(const Message&)>*>(report);
    function({severity_of(severity), type == GL_DEBUG_TYPE_ERROR, std::string(text, static_cast<std::size_t>(length))});
}

} // namespace

void load_functions(Loader loader) {
    const int version = gladLoadGL(loader);
    if (version == 0) throw Error("OpenGL's functions cannot be loaded: no context is current on this thread");
    if (version < GLAD_MAKE_VERSION(4, 5)) {
        throw Error(fmt::format("OpenGL 4.5 is needed, and {} offers {}.{}; update the graphics driver",
                                text_of(GL_RENDERER), GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version)));
    }
}

ContextInfo context_info() {
    ContextInfo info{text_of(GL_VENDOR), text_of(GL_RENDERER), text_of(GL_VERSION), 0, false};
    GLint side = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
    info.max_texture_side = side;
    constexpr std::array<std::string_view, 3> rasterizers{"llvmpipe", "softpipe", "SWR"};
    info.software = std::ranges::any_of(
        rasterizers, [&](std::string_view name) { return info.renderer.find(name) != std::string::npos; });
    return info;
}

MessageHook::MessageHook(std::function<void(const Message&)> report)
    : report_(std::make_unique<std::function<void(const Message&)>>(std::move(report))) {
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(on_message, report_.get());
}

MessageHook::~MessageHook() {
    glDebugMessageCallback(nullptr, nullptr);
    glDisable(GL_DEBUG_OUTPUT);
}

} // namespace pairscope::gl
