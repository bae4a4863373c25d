// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/memory/variables.h"

#include "kernels/engines/simt/memory/kernel_module.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <map>
#include <memory>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pairscope::simt {
namespace {

constexpr std::uintptr_t shared_alignment = 128; // what the shim's __shared__ asks for

/// A file in memory; empty if it cannot be read.
class MappedFile {
public:
    explicit MappedFile(const std::string& path) {
        const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (file < 0) return;
        struct stat status {};
        if (fstat(file, &status) == 0 && status.st_size > 0) {
            void* const pages =
                mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
            if (pages != MAP_FAILED)
                bytes_ = {static_cast<const std::byte*>(pages), static_cast<std::size_t>(status.st_size)};
        }
        close(file);
    }
    ~MappedFile() {
        if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    /// A table of the file; empty if the file is shorter.
    template <class T> [[nodiscard]] std::span<const T> table(std::uint64_t offset, std::uint64_t bytes) const {
        if (offset > bytes_.size() || bytes > bytes_.size() - offset) return {};
        return {reinterpret_cast<const T*>(bytes_.data() + offset), static_cast<std::size_t>(bytes / sizeof(T))};
    }

private:
    std::span<const std::byte> bytes_;
};

/// A kernel outside of all namespaces names ours in the types of its parameters, and so does what is declared in it.
bool is_of_the_executor(std::string_view mangled, const KernelModule& module) {
    constexpr std::string_view ours = "9pairscope4simt";
    if (module.is_program) return mangled.find(ours) != std::string_view::npos;
    const std::size_t begin = std::min(mangled.find_first_not_of("_ZNKL"), mangled.size());
    return mangled.substr(begin).starts_with(ours) || mangled.starts_with("pairscope_own") ||
           mangled.find("_GLOBAL__N_1L13pairscope_own") != std::string_view::npos;
}

void add(Variables& found, const ElfW(Sym) & symbol, const char* symbol_name, const KernelModule& module,
         bool can_be_written) {
    const std::uintptr_t begin = symbol.st_value, end = begin + symbol.st_size;
    const std::string_view mangled = symbol_name;
    const bool is_ours = is_of_the_executor(mangled, module) || mangled.starts_with("_ZGV");
    if (symbol.st_size == 0 || symbol.st_shndx == SHN_UNDEF || is_ours) return;
    const int type = ELF64_ST_TYPE(symbol.st_info);
    if (type == STT_TLS && begin % shared_alignment == 0)
        found.shared.push_back({name_in_source(symbol_name), symbol_name, begin, end});
    if (type != STT_OBJECT || !can_be_written) return;
    found.device.push_back({name_in_source(symbol_name), module.bias + begin, module.bias + end, false, {}});
    // The namespaces of the variants and of the tests' specimens. A variable outside of all namespaces is not known.
    const bool is_of_kernel = !module.is_program || mangled.find("16simulated_ladder") != std::string_view::npos ||
                              mangled.find("9pairscope9specimens") != std::string_view::npos;
    if (is_of_kernel) found.of_kernels.emplace_back(reinterpret_cast<std::byte*>(module.bias + begin), symbol.st_size);
}

Variables read_variables(const KernelModule& module) {
    Variables found;
    const MappedFile file(module.path);
    const auto header = file.table<ElfW(Ehdr)>(0, sizeof(ElfW(Ehdr)));
    if (header.empty() || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0) return found;
    const auto sections =
        file.table<ElfW(Shdr)>(header[0].e_shoff, std::uint64_t{header[0].e_shnum} * sizeof(ElfW(Shdr)));
    for (const auto& section : sections) {
        if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
        found.are_known = true;
        const auto& text = sections[section.sh_link];
        const auto names = file.table<char>(text.sh_offset, text.sh_size);
        if (names.empty() || names.back() != '\0') continue;
        for (const auto& symbol : file.table<ElfW(Sym)>(section.sh_offset, section.sh_size)) {
            if (symbol.st_name >= names.size()) continue;
            const bool can_be_written =
                symbol.st_shndx < sections.size() && (sections[symbol.st_shndx].sh_flags & SHF_WRITE) != 0;
            add(found, symbol, names.data() + symbol.st_name, module, can_be_written);
        }
    }
    std::ranges::sort(found.shared, {}, &SharedVariable::begin);
    std::ranges::sort(found.device, {}, &GlobalRange::begin);
    return found;
}

} // namespace

const Variables& variables_of(const KernelModule& module) {
    static std::mutex mutex;
    static std::map<const KernelModule*, Variables> known;
    const std::scoped_lock lock(mutex);
    const auto [place, is_new] = known.try_emplace(&module);
    if (is_new) place->second = read_variables(module);
    return place->second;
}

RestoredVariables::RestoredVariables(std::span<const GlobalRange> variables)
    : variables_(variables), is_saved_(variables.size()) {}

RestoredVariables::~RestoredVariables() {
    // Some that were saved never change, and are in memory that cannot be written.
    for (const Saved& saved : saved_)
        if (!std::equal(saved.value.begin(), saved.value.end(), saved.at)) std::ranges::copy(saved.value, saved.at);
}

/// Whoever writes has come here first, so the variable still has its old value when the first thread holds the mutex.
void RestoredVariables::save_value(std::size_t number) {
    const std::scoped_lock lock(saving_);
    if (is_saved_[number].load(std::memory_order_relaxed)) return;
    const GlobalRange& variable = variables_[number];
    auto* const at = reinterpret_cast<std::byte*>(variable.begin);
    saved_.push_back({at, {at, at + (variable.end - variable.begin)}});
    is_saved_[number].store(true, std::memory_order_release);
}

std::string name_in_source(const std::string& symbol) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> demangled(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    if (!demangled) return symbol; // an extern "C" one
    const std::string full = demangled.get();
    const std::size_t colons = full.rfind("::");
    return colons == std::string::npos ? full : full.substr(colons + 2);
}

} // namespace pairscope::simt
