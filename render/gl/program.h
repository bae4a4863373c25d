// SPDX-License-Identifier: MIT
// A vertex and a fragment shader, linked.
#pragma once

#include "render/gl/object.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

namespace pairscope::gl {

void delete_program(std::uint32_t id);

struct ShaderSource {
    std::string name; ///< for messages: the file
    std::string text;
};
/// Throws InputError if the file cannot be read.
[[nodiscard]] ShaderSource load_shader(const std::filesystem::path& file);

class Program {
public:
    /// Throws Error with the driver's log and the shader's name.
    Program(const ShaderSource& vertex, const ShaderSource& fragment);

    [[nodiscard]] std::uint32_t id() const { return object_.id(); }
    void use() const;

    /// A uniform that the compiler removed is ignored.
    void set(const char* name, int value) const;
    void set(const char* name, float value) const;
    void set(const char* name, std::array<int, 2> value) const;
    void set(const char* name, std::array<float, 2> value) const;
    void set(const char* name, std::array<float, 4> value) const;

private:
    Object<delete_program> object_;
};

} // namespace pairscope::gl
