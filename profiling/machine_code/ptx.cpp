// SPDX-License-Identifier: MIT
#include "profiling/machine_code/ptx.h"

#include "kernels/data/errors.h"
#include "profiling/machine_code/fat_binary.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

namespace pairscope::profiling {
namespace {

/// Takes the number at the head of a text away; absent: there is none.
std::optional<int> take_integer(std::string_view& text) {
    text = trimmed(text);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return {};
    text.remove_prefix(std::size_t(end - text.data()));
    return value;
}

class PtxReader {
public:
    PtxReader(std::string_view module, std::string_view symbol) : module_(module), symbol_(symbol) {}

    std::vector<PtxLine> read() {
        read_files(); // they stand behind the code that refers to them
        each_line([&](std::string_view line) { read_line(line); });
        return std::move(lines_);
    }

private:
    [[noreturn]] void refuse(std::string_view line) const {
        throw InputError(
            fmt::format("line {} of the PTX is not understood: \"{}\"", number_, std::string(line.substr(0, 80))));
    }

    template <class Use> void each_line(const Use& use) {
        number_ = 0;
        for (std::string_view rest = module_; !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            ++number_;
            use(trimmed(rest.substr(0, end)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }

    /// `.file 1 "/home/me/pairscope/kernels/matrix/target.cuh"`
    void read_files() {
        each_line([&](std::string_view line) {
            if (!line.starts_with(".file")) return;
            std::string_view rest = line.substr(5);
            const auto number = take_integer(rest);
            const std::size_t from = rest.find('"'), to = rest.rfind('"');
            if (!number || from == std::string_view::npos || to <= from) refuse(line);
            files_[*number] = repository_path(rest.substr(from + 1, to - from - 1));
        });
    }

    void read_line(std::string_view line) {
        line = trimmed(line.substr(0, line.find("//")));
        if (line.empty()) return;
        if (line.find(".entry ") != std::string_view::npos) {
            const std::size_t at = line.find(".entry ") + 7;
            is_asked_ = trimmed(line.substr(at, line.find_first_of("( \t", at) - at)) == symbol_;
            depth_ = 0;
            return;
        }
        if (!is_asked_) return;
        if (line == "{" && depth_++ == 0) return;
        if (line == "}" && --depth_ == 0) {
            is_asked_ = false;
            return;
        }
        if (depth_ == 0) return;                                                              // the parameters
        if (line.starts_with(".loc ") || line.starts_with(".loc\t")) return read_place(line); // and not .local
        lines_.push_back({without_symbol(line), places_});
    }

    /// Parameters have the name of the kernel in front of theirs, which may be 200 letters long.
    [[nodiscard]] std::string without_symbol(std::string_view line) const {
        std::string text(line);
        const std::string before = std::string(symbol_) + "_param_";
        for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at))
            text.erase(at, symbol_.size() + 1);
        return text;
    }

    std::optional<CodePlace> take_place(std::string_view& rest) const {
        const auto file = take_integer(rest), line = take_integer(rest), column = take_integer(rest);
        if (!file || !line || !column) return {};
        const auto found = files_.find(*file);
        if (found == files_.end()) return {};
        return CodePlace{.file = found->second, .line = *line};
    }

    /// `.loc 2 39 19, function_name $L__info_string0, inlined_at 1 31 5`
    void read_place(std::string_view line) {
        std::string_view rest = line.substr(4);
        const auto place = take_place(rest);
        if (!place) refuse(line);
        CodePlaces places;
        if (place->line > 0) places.push_back(*place);
        constexpr std::string_view inlined = "inlined_at";
        if (const std::size_t at = rest.find(inlined); at != std::string_view::npos) {
            rest.remove_prefix(at + inlined.size());
            const auto outer = take_place(rest);
            if (!outer) refuse(line);
            const auto known = chains_.find({outer->file, outer->line});
            if (known != chains_.end())
                places.insert(places.end(), known->second.begin(), known->second.end());
            else if (outer->line > 0)
                places.push_back(*outer);
        }
        if (!places.empty()) chains_[{places.front().file, places.front().line}] = places;
        places_ = std::move(places);
    }

    std::string_view module_, symbol_;
    int number_ = 0;
    int depth_ = 0;
    bool is_asked_ = false;
    std::map<int, std::string> files_;
    std::map<std::pair<std::string, int>, CodePlaces> chains_; ///< where a line was inlined last
    CodePlaces places_;
    std::vector<PtxLine> lines_;
};

} // namespace

std::vector<PtxLine> ptx_of_kernel(std::string_view module, std::string_view symbol) {
    return PtxReader(module, symbol).read();
}

} // namespace pairscope::profiling
