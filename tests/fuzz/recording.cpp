// SPDX-License-Identifier: MIT
// Any bytes as a recording: it opens and can be saved and read again, or one sentence comes out.
#include "kernels/data/errors.h"
#include "profiling/recording/file.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace pairscope;
    try {
        const auto found = profiling::recording_in_content({reinterpret_cast<const char*>(bytes), size});
        const std::string text = profiling::text_of(found);
        const auto again = profiling::recording_in(text);
        fuzz::require(profiling::text_of(again) == text, "a recording is saved as it was read");
    } catch (const InputError& error) {
        fuzz::require_sentence(error);
    }
    return 0;
}
