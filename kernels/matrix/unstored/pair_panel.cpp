// SPDX-License-Identifier: MIT
#include "kernels/matrix/unstored/pair_panel.h"

#include "kernels/matrix/unstored/pair_entry.h"

#include <algorithm>
#include <cmath>

namespace pairscope::cpu {
namespace {

constexpr std::int64_t words_of_place = 3;

/// Word w of vector i goes to w * pitch + i.
template <class Word>
void lay_out_words(const Input& set, PairTerms terms, std::int64_t first, const PairPanel& panel,
                   std::vector<Word>& to) {
    std::vector<Word> words(static_cast<std::size_t>(panel.words));
    for (std::int64_t i = 0; i < panel.vectors; ++i) {
        words_of(set, terms, first + i, words.data());
        for (std::int64_t w = 0; w < panel.words; ++w)
            to[static_cast<std::size_t>(w * panel.pitch + i)] = words[static_cast<std::size_t>(w)];
    }
}

} // namespace

std::int64_t word_count(const Input& set, PairTerms terms) {
    if (set.element == Element::uint8) return (set.dims + 1) / 2;
    return terms == PairTerms::places ? words_of_place : set.dims;
}

bool are_prepared(Element element, PairTerms terms) {
    return element == Element::uint8 || terms == PairTerms::directions || terms == PairTerms::places;
}

void words_of(const Input& set, PairTerms, std::int64_t row, std::int32_t* words) {
    const std::uint8_t* const bytes = set.bytes() + row * set.pitch;
    for (std::int64_t k = 0; k + 1 < set.dims; k += 2) words[k / 2] = bytes[k] | bytes[k + 1] << 16;
    if (set.dims % 2 == 1) words[set.dims / 2] = bytes[set.dims - 1];
}

void words_of(const Input& set, PairTerms terms, std::int64_t row, float* words) {
    const float* const from = set.floats() + row * set.pitch;
    if (terms == PairTerms::places) {
        const globe::Place<float> place = matrix::place_of_vector(set, row);
        words[0] = place.longitude;
        words[1] = place.latitude;
        words[2] = place.cosine;
        return;
    }
    using metrics::Cosine;
    const bool has_direction = terms == PairTerms::directions;
    const float weight = has_direction ? Cosine::weight(matrix::sum_of_floats<Cosine>(from, from, set.dims)) : 1.0f;
    for (std::int64_t k = 0; k < set.dims; ++k) words[k] = weight * from[k];
}

void lay_out(const Input& set, PairTerms terms, std::int64_t first, std::int64_t count, PairPanel& panel) {
    constexpr std::int64_t together = 64; // at least as many as a vector register has lanes
    panel.vectors = count;
    panel.words = word_count(set, terms);
    panel.pitch = (count + together - 1) / together * together;
    const auto size = static_cast<std::size_t>(panel.words * panel.pitch);
    if (set.element == Element::uint8) {
        panel.pairs.assign(size, 0);
        return lay_out_words(set, terms, first, panel, panel.pairs);
    }
    panel.floats.assign(size, 0.0f);
    if (are_prepared(set.element, terms)) return lay_out_words(set, terms, first, panel, panel.floats);
    const float* const from = set.floats() + first * set.pitch;
    for (std::int64_t w = 0; w < panel.words; ++w)
        for (std::int64_t i = 0; i < count; ++i)
            panel.floats[static_cast<std::size_t>(w * panel.pitch + i)] = from[i * set.pitch + w];
}

bool are_tame(const Input& set, PairTerms terms, std::int64_t first, std::int64_t count) {
    if (set.element == Element::uint8) return true;
    bool tame = true;
    if (terms == PairTerms::places) {
        for (std::int64_t i = first; i < first + count; ++i)
            tame &= !std::isnan(matrix::place_of_vector(set, i).cosine);
        return tame;
    }
    constexpr float most = 1e17f; // (2e17)^2 times 4096 coordinates is below the largest float32
    tame = set.dims <= 4096;
    for (std::int64_t i = first; i < first + count; ++i)
        for (std::int64_t k = 0; k < set.dims; ++k) tame &= std::abs(set.floats()[i * set.pitch + k]) < most;
    return tame;
}

} // namespace pairscope::cpu
