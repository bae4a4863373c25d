// SPDX-License-Identifier: MIT
#include "kernels/matrix/pair_panel.h"

#include <algorithm>
#include <cmath>

namespace pairscope::cpu {

std::int64_t word_count(const Input& set) { return set.element == Element::uint8 ? (set.dims + 1) / 2 : set.dims; }

void words_of(const Input& set, std::int64_t row, std::int32_t* words) {
    const std::uint8_t* const bytes = set.bytes() + row * set.pitch;
    for (std::int64_t k = 0; k + 1 < set.dims; k += 2) words[k / 2] = bytes[k] | bytes[k + 1] << 16;
    if (set.dims % 2 == 1) words[set.dims / 2] = bytes[set.dims - 1];
}

void lay_out(const Input& set, std::int64_t first, std::int64_t count, PairPanel& panel) {
    constexpr std::int64_t together = 64; // at least as many as a vector register has lanes
    panel.vectors = count;
    panel.words = word_count(set);
    panel.pitch = (count + together - 1) / together * together;
    const auto size = static_cast<std::size_t>(panel.words * panel.pitch);
    if (set.element == Element::uint8) {
        panel.pairs.assign(size, 0);
        std::vector<std::int32_t> words(static_cast<std::size_t>(panel.words));
        for (std::int64_t i = 0; i < count; ++i) {
            words_of(set, first + i, words.data());
            for (std::int64_t w = 0; w < panel.words; ++w)
                panel.pairs[static_cast<std::size_t>(w * panel.pitch + i)] = words[static_cast<std::size_t>(w)];
        }
        return;
    }
    panel.floats.assign(size, 0.0f);
    const float* const from = set.floats() + first * set.pitch;
    for (std::int64_t w = 0; w < panel.words; ++w)
        for (std::int64_t i = 0; i < count; ++i)
            panel.floats[static_cast<std::size_t>(w * panel.pitch + i)] = from[i * set.pitch + w];
}

bool are_tame(const Input& set, std::int64_t first, std::int64_t count) {
    if (set.element == Element::uint8) return true;
    constexpr float most = 1e17f; // (2e17)^2 times 4096 coordinates is below the largest float32
    bool tame = set.dims <= 4096;
    for (std::int64_t i = first; i < first + count; ++i)
        for (std::int64_t k = 0; k < set.dims; ++k) tame &= std::abs(set.floats()[i * set.pitch + k]) < most;
    return tame;
}

} // namespace pairscope::cpu
