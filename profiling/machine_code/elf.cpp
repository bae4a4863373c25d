// SPDX-License-Identifier: MIT
#include "profiling/machine_code/elf.h"

namespace pairscope::profiling {
namespace {

constexpr std::uint32_t symbol_table = 2, no_bytes = 8; // types of sections
constexpr std::uint64_t section_size = 64, symbol_size = 24;

void read_sections(const Bytes& file, Elf& elf) {
    const auto table = file.number<std::uint64_t>(40);
    const auto entry = file.number<std::uint16_t>(58), count = file.number<std::uint16_t>(60),
               names = file.number<std::uint16_t>(62);
    if (count == 0) return;
    if (entry != section_size || names >= count)
        throw InputError(fmt::format("{} is damaged: its table of sections has entries of {} bytes", file.name, entry));
    const std::uint64_t name_texts = file.number<std::uint64_t>(table + section_size * names + 24);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t at = table + section_size * i;
        ElfSection section{.name = file.text(name_texts + file.number<std::uint32_t>(at)),
                           .type = file.number<std::uint32_t>(at + 4),
                           .size = file.number<std::uint64_t>(at + 32),
                           .link = file.number<std::uint32_t>(at + 40)};
        if (section.type != no_bytes && section.type != 0)
            section.bytes = file.part(file.number<std::uint64_t>(at + 24), section.size);
        elf.sections.push_back(section);
    }
}

void read_symbols(const ElfSection& table, std::string_view file_name, Elf& elf) {
    if (table.link >= elf.sections.size())
        throw InputError(fmt::format("{} is damaged: its symbols have no names", file_name));
    const Bytes symbols{table.bytes, file_name}, names{elf.sections[table.link].bytes, file_name};
    for (std::uint64_t at = 0; at + symbol_size <= table.bytes.size(); at += symbol_size)
        elf.symbols.push_back({.name = names.text(symbols.number<std::uint32_t>(at)),
                               .type = symbols.number<std::uint8_t>(at + 4) & 15,
                               .other = symbols.number<std::uint8_t>(at + 5),
                               .section = symbols.number<std::uint16_t>(at + 6),
                               .value = symbols.number<std::uint64_t>(at + 8),
                               .size = symbols.number<std::uint64_t>(at + 16)});
}

} // namespace

Elf read_elf(const Bytes& file) {
    constexpr std::string_view begin("\x7f"
                                     "ELF\x02\x01",
                                     6); // 64 bits, the order of bytes of x86
    if (!file.data.starts_with(begin)) throw InputError(fmt::format("{} is no ELF file of 64 bits", file.name));
    Elf elf;
    read_sections(file, elf);
    for (std::size_t i = 0; i < elf.sections.size(); ++i)
        if (elf.sections[i].type == symbol_table) {
            const ElfSection table = elf.sections[i];
            read_symbols(table, file.name, elf);
        }
    return elf;
}

} // namespace pairscope::profiling
