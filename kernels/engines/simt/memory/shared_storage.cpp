// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/memory/shared_storage.h"

#include "kernels/engines/simt/memory/kernel_module.h"

/// What the loader takes for a variable of a module, and its function that finds it. A thread that has not touched a
/// module's storage before gets it now, so that no kernel does while it can be left in the middle.
struct LoadedVariable {
    unsigned long module, offset;
};
extern "C" void* __tls_get_addr(LoadedVariable* variable); // NOLINT(bugprone-reserved-identifier)

namespace pairscope::simt {

StaticShared static_shared_of_this_thread(const KernelModule& module) {
    thread_local const KernelModule* last = nullptr;
    thread_local StaticShared storage;
    if (last == &module) return storage;
    last = &module;
    storage = {};
    if (module.storage == 0) return storage;
    LoadedVariable first{module.storage, 0};
    storage.begin = reinterpret_cast<std::uintptr_t>(__tls_get_addr(&first));
    storage.end = storage.begin + module.storage_bytes;
    return storage;
}

} // namespace pairscope::simt
