// SPDX-License-Identifier: MIT
#include "profiling/machine_code/sass.h"

#include "kernels/data/errors.h"
#include "profiling/machine_code/fat_binary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

namespace pairscope::profiling {
namespace {

/// Reads line by line. What is before a kernel's first label belongs to no kernel.
class SassReader {
public:
    explicit SassReader(std::string_view text) : rest_(text) {}

    std::vector<SassKernel> read() {
        while (!rest_.empty()) {
            const std::size_t end = std::min(rest_.find('\n'), rest_.size());
            ++number_;
            read_line(trimmed(rest_.substr(0, end)));
            rest_.remove_prefix(std::min(end + 1, rest_.size()));
        }
        finish();
        return std::move(kernels_);
    }

private:
    [[noreturn]] void refuse(std::string_view line) const {
        throw InputError(
            fmt::format("line {} of what nvdisasm printed is \"{}\", which is not understood: use the nvdisasm of "
                        "CUDA 12 or 13",
                        number_, line.substr(0, 80)));
    }

    void read_line(std::string_view line) {
        if (line.empty()) return;
        if (line.starts_with("//##")) return read_place(line);
        if (line.starts_with("//---------------------")) return begin_section(trimmed(line.substr(23)));
        if (line.starts_with("/*")) return read_instruction(line);
        if (line.starts_with(".target")) {
            architecture_ = trimmed(line.substr(7));
            return;
        }
        if (line.ends_with(':')) return read_label(line.substr(0, line.size() - 1));
        constexpr std::array<std::string_view, 12> directives{".headerflags", ".elftype", ".section", ".sectionflags",
                                                              ".sectioninfo", ".align",   ".type",    ".size",
                                                              ".other",       ".global",  ".weak",    ".local"};
        const std::string_view word = line.substr(0, line.find_first_of(" \t"));
        if (std::ranges::count(directives, word) == 0 && is_code_) refuse(line);
    }

    void begin_section(std::string_view heading) {
        finish();
        constexpr std::string_view code = ".text.";
        const std::string_view name = heading.substr(0, heading.find_first_of(" \t"));
        is_code_ = name.starts_with(code);
        if (is_code_)
            kernels_.push_back({.symbol = std::string(name.substr(code.size())), .architecture = architecture_});
    }

    void read_label(std::string_view label) {
        if (!is_code_) return;
        if (label.starts_with(".text.") || label == kernels_.back().symbol) return;
        if (!label.starts_with(".L_")) places_.clear(); // a function of the compiler's, which has no source
        labels_before_.emplace_back(label);
    }

    /// `//## File "NAME", line N`, or the same with `inlined at "NAME", line N`, whose own place is the next line's.
    void read_place(std::string_view line) {
        if (!is_code_) return;
        constexpr std::string_view head = "//## File \"", middle = "\", line ";
        const std::size_t end_of_name = line.find(middle);
        if (!line.starts_with(head) || end_of_name == std::string_view::npos) refuse(line);
        const std::string_view number = line.substr(end_of_name + middle.size());
        CodePlace place{.file = repository_path(line.substr(head.size(), end_of_name - head.size()))};
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), place.line);
        const std::string_view after = number.substr(std::size_t(end - number.data()));
        const bool is_inlined = trimmed(after).starts_with("inlined at \"");
        if (error != std::errc() || place.line < 0 || !(after.empty() || is_inlined)) refuse(line);
        if (!continues_) places_.clear();
        if (place.line > 0) places_.push_back(std::move(place)); // line 0: the compiler's own
        continues_ = is_inlined;
    }

    /// A return names the kernel by its symbol, which may be 200 letters long.
    [[nodiscard]] std::string without_symbol(std::string_view instruction) const {
        const std::string named = fmt::format("`({})", kernels_.back().symbol);
        const std::size_t at = instruction.find(named);
        if (at == std::string_view::npos) return std::string(instruction);
        return std::string(instruction.substr(0, at)) + "`(kernel)" +
               std::string(instruction.substr(at + named.size()));
    }

    /// `/*0470*/  @P0 BRA `(.L_x_5) ;`
    void read_instruction(std::string_view line) {
        if (!is_code_) return;
        SassInstruction instruction;
        const char* const begin = line.data() + 2;
        const auto [end, error] = std::from_chars(begin, line.data() + line.size(), instruction.offset, 16);
        const std::string_view after = line.substr(std::size_t(end - line.data()));
        if (error != std::errc() || !after.starts_with("*/") || !after.ends_with(';')) refuse(line);
        instruction.text = without_symbol(trimmed(after.substr(2, after.size() - 3)));
        auto& instructions = kernels_.back().instructions;
        const std::int64_t least = instructions.empty() ? 0 : instructions.back().offset + 1;
        if (instruction.text.empty() || instruction.offset < least) refuse(line);
        for (const std::string& label : labels_before_) labels_.insert_or_assign(label, instruction.offset);
        if (!labels_before_.empty()) instruction.label = labels_before_.back();
        labels_before_.clear();
        instruction.places = places_;
        continues_ = false;
        instructions.push_back(std::move(instruction));
    }

    /// Behind the last instruction stand a branch to itself and empty ones, which are never executed.
    static void drop_filling(std::vector<SassInstruction>& instructions) {
        while (!instructions.empty() && opcode(instructions.back().text) == "NOP" && instructions.back().label.empty())
            instructions.pop_back();
        if (!instructions.empty() && instructions.back().target == instructions.back().offset) instructions.pop_back();
    }

    void finish() {
        if (is_code_) {
            SassKernel& kernel = kernels_.back();
            for (SassInstruction& instruction : kernel.instructions) {
                const std::string_view text = instruction.text;
                const std::size_t from = text.find("`("), to = text.rfind(')');
                const std::string_view code = opcode(text);
                if (from == std::string_view::npos || to == std::string_view::npos || to < from ||
                    (code != "BRA" && code != "BRX" && code != "JMP"))
                    continue;
                const auto label = labels_.find(std::string(text.substr(from + 2, to - from - 2)));
                if (label != labels_.end()) instruction.target = label->second;
            }
            drop_filling(kernel.instructions);
            find_loops(kernel);
            kernel.labels = std::move(labels_);
        }
        labels_.clear();
        labels_before_.clear();
        places_.clear();
        continues_ = false;
    }

    /// Each branch back closes a loop; several to one place are one loop, which ends at the last of them.
    static void find_loops(SassKernel& kernel) {
        std::map<std::size_t, std::size_t> loops;
        for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
            const SassInstruction& branch = kernel.instructions[i];
            if (!branch.target || *branch.target > branch.offset) continue;
            const auto first =
                std::ranges::lower_bound(kernel.instructions, *branch.target, {}, &SassInstruction::offset);
            loops[std::size_t(first - kernel.instructions.begin())] = i;
        }
        for (const auto& [first, last] : loops) {
            int depth = 0;
            for (const SassLoop& outer : kernel.loops)
                if (outer.first <= first && outer.last >= last) ++depth;
            kernel.loops.push_back({first, last, depth});
        }
    }

    std::string_view rest_;
    int number_ = 0;
    bool is_code_ = false;
    bool continues_ = false; ///< the next place is where the one before was inlined
    std::string architecture_;
    std::vector<std::string> labels_before_; ///< labels of the next instruction
    CodePlaces places_;
    std::map<std::string, std::int64_t> labels_;
    std::vector<SassKernel> kernels_;
};

} // namespace

std::vector<SassKernel> read_sass(std::string_view text) { return SassReader(text).read(); }

std::string with_offset(const SassKernel& kernel, std::string_view instruction) {
    const std::size_t from = instruction.find("`("), to = instruction.find(')', from);
    if (from == std::string_view::npos || to == std::string_view::npos) return std::string(instruction);
    const auto label = kernel.labels.find(std::string(instruction.substr(from + 2, to - from - 2)));
    if (label == kernel.labels.end()) return std::string(instruction);
    return fmt::format("{}0x{:04x}{}", instruction.substr(0, from), label->second, instruction.substr(to + 1));
}

std::string_view opcode(std::string_view instruction) {
    if (instruction.starts_with('@')) {
        const std::size_t space = instruction.find(' ');
        instruction = space == std::string_view::npos ? std::string_view() : trimmed(instruction.substr(space));
    }
    return instruction.substr(0, instruction.find_first_of(" .;"));
}

LocalAccesses local_accesses(const SassKernel& kernel) {
    LocalAccesses found;
    for (const SassInstruction& instruction : kernel.instructions) {
        const std::string_view code = opcode(instruction.text);
        found.loads += code == "LDL" ? 1 : 0;
        found.stores += code == "STL" ? 1 : 0;
    }
    return found;
}

} // namespace pairscope::profiling
