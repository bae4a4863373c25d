// SPDX-License-Identifier: MIT
#include "profiling/machine_code/cubin.h"

#include "profiling/machine_code/elf.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace pairscope::profiling {
namespace {

constexpr std::string_view called = "the cubin";
constexpr int function_type = 2, entry_flag = 0x10; // a kernel's symbol
constexpr std::uint64_t kept_by_system = 1024; // [B] of the shared memory of a block, from Hopper on in the section
constexpr std::string_view sign_of_kept = "__nv_reservedSMEM_offset_0_alias";

/// A section .nv.info is a list of attributes: what kind of value it has, its number, and the value or its length.
namespace attribute {
constexpr int with_length = 4; // else the two bytes that follow are the value
constexpr int registers = 0x2f, frame_size = 0x11;
} // namespace attribute

std::string demangled_symbol(std::string_view symbol) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 && text ? std::string(text.get()) : std::string(symbol);
}

/// The values of an attribute that is given for each symbol, as pairs of a symbol and a number.
void read_info(const ElfSection& section, std::vector<CubinKernel>& kernels) {
    const Bytes info{section.bytes, called};
    for (std::uint64_t at = 0; at + 4 <= section.bytes.size();) {
        const auto format = info.number<std::uint8_t>(at), number = info.number<std::uint8_t>(at + 1);
        const auto length = format == attribute::with_length ? info.number<std::uint16_t>(at + 2) : std::uint16_t{0};
        if (length == 8 && (number == attribute::registers || number == attribute::frame_size)) {
            const auto symbol = int(info.number<std::uint32_t>(at + 4));
            const auto value = info.number<std::uint32_t>(at + 8);
            const auto kernel = std::ranges::find(kernels, symbol, &CubinKernel::index);
            if (kernel != kernels.end() && number == attribute::registers) kernel->registers = int(value);
            if (kernel != kernels.end() && number == attribute::frame_size) kernel->stack_bytes = value;
        }
        at += 4 + std::uint64_t{length};
    }
}

bool is_of_a_name(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

} // namespace

std::vector<CubinKernel> kernels_in(std::string_view cubin) {
    const Elf elf = read_elf({cubin, called});
    std::vector<CubinKernel> kernels;
    for (std::size_t i = 0; i < elf.symbols.size(); ++i) {
        const ElfSymbol& symbol = elf.symbols[i];
        if (symbol.type != function_type || (symbol.other & entry_flag) == 0) continue;
        kernels.push_back({.symbol = std::string(symbol.name),
                           .name = demangled_symbol(symbol.name),
                           .index = int(i),
                           .code_bytes = std::int64_t(symbol.size)});
    }
    const bool is_counted = std::ranges::find(elf.symbols, sign_of_kept, &ElfSymbol::name) != elf.symbols.end();
    for (const ElfSection& section : elf.sections) {
        if (section.name == ".nv.info") read_info(section, kernels);
        constexpr std::string_view shared = ".nv.shared.";
        if (!section.name.starts_with(shared)) continue;
        const auto kernel = std::ranges::find(kernels, section.name.substr(shared.size()), &CubinKernel::symbol);
        if (kernel != kernels.end()) {
            const std::uint64_t kept = is_counted ? std::min(kept_by_system, section.size) : 0;
            kernel->shared_bytes = std::int64_t(section.size - kept);
        }
    }
    return kernels;
}

std::string brief_name(std::string_view demangled) {
    std::string brief;
    std::string_view rest = demangled;
    if (rest.starts_with("void ")) rest.remove_prefix(5);
    constexpr std::string_view unnamed = "(anonymous namespace)::";
    for (std::size_t i = 0, depth = 0; i < rest.size(); ++i) {
        if (rest.substr(i).starts_with(unnamed)) {
            i += unnamed.size() - 1;
        } else if (rest.substr(i).starts_with("::")) {
            while (!brief.empty() && is_of_a_name(brief.back())) brief.pop_back();
            ++i;
        } else if (rest[i] == '(' && depth == 0) {
            break; // the parameters
        } else {
            depth += rest[i] == '<' ? 1 : 0;
            depth -= rest[i] == '>' && depth > 0 ? 1 : 0;
            brief += rest[i];
        }
    }
    return brief;
}

} // namespace pairscope::profiling
