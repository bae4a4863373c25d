// SPDX-License-Identifier: MIT
#include "app/state/reproduce.h"

#include "profiling/recording/file.h"

#include <fmt/format.h>

#include <string_view>

namespace pairscope::app {

std::string shell_word(const std::string& text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + "'";
}

std::string shell_command_of(const DataSource& source) {
    if (const auto* settings = std::get_if<GeneratorSettings>(&source))
        return fmt::format("pairscope {}", command_line_of(*settings));
    const auto& file = std::get<FileSource>(source);
    const char* before = file.path.extension() == profiling::recording_ending ? "--points " : "";
    std::string line = fmt::format("pairscope {}{} --n {}", before, shell_word(file.path.string()), file.n);
    const auto add = [&](const char* option, const std::string& value) {
        if (!value.empty()) line += fmt::format(" {} {}", option, shell_word(value));
    };
    add("--x", file.columns.x);
    add("--y", file.columns.y);
    add("--label", file.columns.label.value_or(""));
    add("--order", std::string(name_of(file.order)));
    return line;
}

} // namespace pairscope::app
