// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/memory/shared_storage.h"

#include "kernels/engines/simt/kernel_calls.h"

#include <link.h>

namespace pairscope::simt {
namespace {

/// The module whose thread-local storage holds `host_thread` is the one that holds the kernels.
int look_at_storage(dl_phdr_info* module, std::size_t, void* found) {
    const auto here = reinterpret_cast<std::uintptr_t>(&host_thread);
    for (int i = 0; i < module->dlpi_phnum; ++i) {
        const auto& segment = module->dlpi_phdr[i];
        const auto begin = reinterpret_cast<std::uintptr_t>(module->dlpi_tls_data);
        if (segment.p_type != PT_TLS || begin == 0 || here < begin || here >= begin + segment.p_memsz) continue;
        *static_cast<StaticShared*>(found) = {begin, begin + segment.p_memsz};
        return 1;
    }
    return 0;
}

} // namespace

StaticShared static_shared_of_this_thread() {
    thread_local StaticShared storage;
    if (storage.begin == 0) dl_iterate_phdr(look_at_storage, &storage);
    return storage;
}

} // namespace pairscope::simt
