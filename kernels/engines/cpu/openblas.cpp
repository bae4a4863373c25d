// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/openblas.h"

#include <dlfcn.h>

namespace pairscope::cpu {
namespace {

/// The functions that are needed, with the types of the library's header.
struct OpenBlas {
    void (*multiply)(int order, int op_a, int op_b, int m, int n, int k, float alpha, const float* a, int lda,
                     const float* b, int ldb, float beta, float* c, int ldc) = nullptr;
    void (*set_threads)(int) = nullptr;

    [[nodiscard]] bool is_here() const { return multiply != nullptr && set_threads != nullptr; }
};

template <class Function> void find_symbol(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
}

OpenBlas load_openblas() {
    OpenBlas found;
    for (const char* name : {"libopenblas.so.0", "libopenblas.so"}) {
        void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) continue;
        find_symbol(library, "cblas_sgemm", found.multiply);
        find_symbol(library, "openblas_set_num_threads", found.set_threads);
        if (found.is_here()) break;
    }
    return found;
}

/// Loaded once and never closed.
const OpenBlas& openblas() {
    static const OpenBlas loaded = load_openblas();
    return loaded;
}

} // namespace

std::string_view why_no_openblas() {
    return openblas().is_here() ? "" : "libopenblas was not found: on Debian, install libopenblas0-pthread";
}

void multiply_with_openblas(const BlasProduct& p, int threads) {
    constexpr int row_major = 101, as_it_is = 111, transposed = 112; // the numbers that CBLAS has for them
    openblas().set_threads(threads);
    openblas().multiply(row_major, as_it_is, transposed, p.m, p.n, p.k, p.alpha, p.a, p.a_pitch, p.b, p.b_pitch, 0.0f,
                        p.c, p.c_pitch);
}

} // namespace pairscope::cpu
