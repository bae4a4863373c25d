// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/symbols.h"

#include "kernels/engines/cpu/faults.h"
#include "kernels/ladder/own_variants.h"

#include <algorithm>
#include <array>
#include <backtrace.h>
#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <fmt/format.h>
#include <memory>

namespace pairscope {
namespace {

void ignore_error(void*, const char*, int) {} // no debug information is not an error: there will be no frames

int add_frame(void* frames, std::uintptr_t, const char* file, int line, const char*) {
    if (file != nullptr) static_cast<std::vector<SourceLine>*>(frames)->push_back({in_repository(file), line});
    return 0;
}

void keep_symbol(void* found, std::uintptr_t, const char* symbol, std::uintptr_t, std::uintptr_t) {
    if (symbol != nullptr) *static_cast<std::string*>(found) = symbol;
}

/// The library can neither free this nor do with less: one for the program. Creating it is safe between threads.
backtrace_state* program() {
    static backtrace_state* const state = backtrace_create_state(nullptr, 1, ignore_error, nullptr);
    return state;
}

thread_local bool looking_up = false;
thread_local double seconds_spent = 0.0;

class LookUp {
public:
    LookUp() : begin_(cpu::processor_seconds()) { looking_up = true; }
    ~LookUp() {
        seconds_spent += cpu::processor_seconds() - begin_;
        looking_up = false;
    }
    LookUp(const LookUp&) = delete;
    LookUp& operator=(const LookUp&) = delete;

private:
    double begin_;
};

} // namespace

bool is_looking_up() { return looking_up; }

double seconds_of_looking_up() { return seconds_spent; }

std::string in_repository(std::string_view path) {
    // The last one: the repository itself may lie in a folder of such a name.
    for (const std::string_view folder : {"/kernels/", "/tests/"}) {
        const std::size_t at = path.rfind(folder);
        // tests/kernels/ is a folder, too
        if (at != std::string_view::npos && !path.substr(0, at).ends_with("tests"))
            return std::string(path.substr(at + 1));
    }
    return std::string(path);
}

bool is_of_a_kernel(const SourceLine& line) {
    return line.file.find("/ladder/") != std::string::npos || line.file.starts_with("tests/") || is_own(line.file);
}

SourceLine chosen_frame(const std::vector<SourceLine>& frames) {
    const auto is_ours = [](const SourceLine& frame) {
        return !frame.file.empty() && !frame.file.starts_with('/') && !frame.file.starts_with("kernels/engines/simt/");
    };
    // What stores an entry serves all kernels, and says nothing about the one that calls it.
    const auto is_of_shared_kernels = [&](const SourceLine& frame) {
        return is_ours(frame) && !frame.file.starts_with("kernels/matrix/") &&
               !frame.file.starts_with("kernels/engines/cuda/");
    };
    auto found = std::ranges::find_if(frames, is_of_a_kernel);
    if (found == frames.end()) found = std::ranges::find_if(frames, is_of_shared_kernels);
    if (found == frames.end()) found = std::ranges::find_if(frames, is_ours);
    if (found == frames.end()) found = frames.begin();
    return found == frames.end() ? SourceLine{} : *found;
}

SourceLine source_of(std::uintptr_t return_address) {
    const LookUp now;
    std::vector<SourceLine> frames;
    // The return address belongs to the next instruction, which may be on another line.
    if (program() != nullptr) backtrace_pcinfo(program(), return_address - 1, add_frame, ignore_error, &frames);
    return chosen_frame(frames);
}

std::string line_in_words(std::uintptr_t pc, std::uintptr_t beside) {
    const SourceLine line = source_of(pc);
    if (line.file.empty()) return {};
    if (line.file == source_of(beside).file) return fmt::format(" in line {}", line.line);
    return fmt::format(" at {}:{}", line.file, line.line);
}

std::string function_symbol_of(std::uintptr_t return_address) {
    const LookUp now;
    std::string symbol;
    if (program() != nullptr) backtrace_syminfo(program(), return_address - 1, keep_symbol, ignore_error, &symbol);
    return symbol;
}

std::string short_function_name(const std::string& symbol) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> demangled(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    std::string name = demangled ? demangled.get() : symbol;
    constexpr std::string_view unnamed = "(anonymous namespace)::";
    for (std::size_t at = name.find(unnamed); at != std::string::npos; at = name.find(unnamed))
        name.erase(at, unnamed.size());
    int depth = 0; // depth in the arguments of templates, among which there may be "(Metric)1"
    for (std::size_t i = 0; i < name.size(); ++i) {
        depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
        if (name[i] == '(' && depth == 0) name.erase(i);
    }
    if (name.starts_with("void ")) name.erase(0, 5);
    const auto is_of_a_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t end = name.find("::"); end != std::string::npos; end = name.find("::")) {
        std::size_t begin = end;
        while (begin > 0 && is_of_a_word(name[begin - 1])) --begin;
        name.erase(begin, end + 2 - begin);
    }
    return name;
}

} // namespace pairscope
