// SPDX-License-Identifier: MIT
#include "render/gl/program.h"

#include "kernels/data/errors.h"

#include <fmt/format.h>
#include <fstream>
#include <glad/gl.h>
#include <iterator>

namespace pairscope::gl {

namespace {

void delete_shader(std::uint32_t id) { glDeleteShader(id); }
using Shader = Object<delete_shader>;

std::string shader_log(GLuint shader) {
    GLint length = 0;
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length), '\0');
    glGetShaderInfoLog(shader, length, &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    return log;
}

std::string program_log(GLuint program) {
    GLint length = 0;
    glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length), '\0');
    glGetProgramInfoLog(program, length, &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    return log;
}

Shader compiled(GLenum stage, const ShaderSource& source) {
    Shader shader(glCreateShader(stage));
    const char* const text = source.text.c_str();
    glShaderSource(shader.id(), 1, &text, nullptr);
    glCompileShader(shader.id());
    GLint done = 0;
    glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &done);
    if (done == 0) throw Error(fmt::format("{} does not compile: {}", source.name, shader_log(shader.id())));
    return shader;
}

} // namespace

void delete_program(std::uint32_t id) { glDeleteProgram(id); }

ShaderSource load_shader(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw InputError(fmt::format("{}: the shader cannot be opened; reinstall Pairscope", file.string()));
    return {file.string(), std::string(std::istreambuf_iterator<char>(in), {})};
}

Program::Program(const ShaderSource& vertex, const ShaderSource& fragment) : object_(glCreateProgram()) {
    const Shader first = compiled(GL_VERTEX_SHADER, vertex);
    const Shader second = compiled(GL_FRAGMENT_SHADER, fragment);
    glAttachShader(id(), first.id());
    glAttachShader(id(), second.id());
    glLinkProgram(id());
    glDetachShader(id(), first.id());
    glDetachShader(id(), second.id());
    GLint done = 0;
    glGetProgramiv(id(), GL_LINK_STATUS, &done);
    if (done == 0) throw Error(fmt::format("{} and {} do not link: {}", vertex.name, fragment.name, program_log(id())));
}

void Program::use() const { glUseProgram(id()); }

void Program::set(const char* name, int value) const {
    glProgramUniform1i(id(), glGetUniformLocation(id(), name), value);
}
void Program::set(const char* name, float value) const {
    glProgramUniform1f(id(), glGetUniformLocation(id(), name), value);
}
void Program::set(const char* name, std::array<int, 2> value) const {
    glProgramUniform2iv(id(), glGetUniformLocation(id(), name), 1, value.data());
}
void Program::set(const char* name, std::array<float, 2> value) const {
    glProgramUniform2fv(id(), glGetUniformLocation(id(), name), 1, value.data());
}
void Program::set(const char* name, std::array<float, 4> value) const {
    glProgramUniform4fv(id(), glGetUniformLocation(id(), name), 1, value.data());
}

} // namespace pairscope::gl
