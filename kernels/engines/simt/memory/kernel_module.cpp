// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/memory/kernel_module.h"

#include "kernels/engines/simt/kernel_calls.h"

#include <algorithm>
#include <link.h>
#include <memory>
#include <mutex>

namespace pairscope::simt {
namespace {

/// The loader's list begins with the program, whose name is empty.
KernelModule described(const dl_phdr_info& info) {
    const bool is_program = *info.dlpi_name == '\0';
    KernelModule found{.path = is_program ? "/proc/self/exe" : info.dlpi_name,
                       .bias = info.dlpi_addr,
                       .code = {},
                       .variables = {},
                       .is_program = is_program};
    for (int i = 0; i < info.dlpi_phnum; ++i) {
        const auto& segment = info.dlpi_phdr[i];
        const std::uintptr_t begin = info.dlpi_addr + segment.p_vaddr;
        const AddressRange range{begin, begin + segment.p_memsz};
        if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0) found.code.push_back(range);
        if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) != 0) found.variables.push_back(range);
        if (segment.p_type != PT_TLS) continue;
        found.storage = info.dlpi_tls_modid;
        found.storage_bytes = segment.p_memsz;
    }
    return found;
}

bool holds(const KernelModule& module, std::uintptr_t place) {
    return std::ranges::any_of(module.code, [&](const AddressRange& range) { return range.contains(place); });
}

struct Search {
    std::uintptr_t place = 0;
    std::unique_ptr<KernelModule> found{};
};

int look_at_module(dl_phdr_info* info, std::size_t, void* search) {
    auto& [place, found] = *static_cast<Search*>(search);
    KernelModule module = described(*info);
    if (!holds(module, place)) return 0;
    found = std::make_unique<KernelModule>(std::move(module));
    return 1;
}

} // namespace

const KernelModule& module_of(const void* code) {
    static std::mutex mutex;
    static std::vector<std::unique_ptr<KernelModule>> known; // few: one for each file that was tried
    const std::scoped_lock lock(mutex);
    const auto place = reinterpret_cast<std::uintptr_t>(code);
    for (const auto& module : known)
        if (holds(*module, place)) return *module;
    Search search{.place = place};
    dl_iterate_phdr(look_at_module, &search);
    known.push_back(search.found ? std::move(search.found) : std::make_unique<KernelModule>());
    return *known.back();
}

const KernelModule& module_of_program() {
    static const KernelModule& module = module_of(reinterpret_cast<const void*>(&finish_launch));
    return module;
}

} // namespace pairscope::simt
