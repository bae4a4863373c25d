// SPDX-License-Identifier: MIT
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/ladder/compare.h"
#include "tests/workloads/bit_differences/ceiling.h"

#include <fmt/format.h>

#include <array>
#include <bit>

namespace pairscope::workloads {
namespace {

constexpr bool has_cuda = PAIRSCOPE_HAS_CUDA != 0;

Work work(const Workload& workload, Entry) {
    const auto rows = static_cast<double>(workload.rows), words = static_cast<double>((workload.dims + 7) / 8);
    return {.integer_operations = bit_differences::operations_per_word * words * rows * rows,
            .pairs = rows * rows,
            .compulsory_bytes = rows * static_cast<double>(workload.dims) + sizeof(double)};
}

Dataset example(int, std::int64_t rows, std::int64_t dims, std::stop_token) {
    Dataset data{.name = "bits", .rows = rows, .dims = dims};
    Pcg32 random(3);
    std::vector<std::uint8_t> values(static_cast<std::size_t>(rows * dims));
    for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(random.next() >> 24);
    data.values = std::move(values);
    return data;
}

/// By the bits of a column, of which every pair of a 0 and a 1 differs, in both directions.
double expected_sum(const Input& set, const std::stop_token& stop) {
    double sum = 0.0;
    for (std::int64_t k = 0; k < set.dims && !stop.stop_requested(); ++k) {
        std::array<std::int64_t, 8> ones{};
        for (std::int64_t i = 0; i < set.rows; ++i)
            for (std::size_t bit = 0; bit < 8; ++bit) ones[bit] += set.bytes()[i * set.pitch + k] >> bit & 1;
        for (const std::int64_t count : ones) sum += 2.0 * static_cast<double>(count * (set.rows - count));
    }
    return sum;
}

Comparison compare(const Problem& problem, const Accuracy&, std::stop_token stop) {
    const double expected = expected_sum(problem.a, stop), found = *scalar_out(problem);
    constexpr std::uint64_t unwritten = std::uint64_t{poison_bits} << 32 | poison_bits;
    Comparison result{.entries_checked = 1, .rows_checked = 1};
    if (std::bit_cast<std::uint64_t>(found) == unwritten) {
        result.unwritten_entries = 1;
    } else if (found != expected) {
        result.wrong_entries = 1;
        result.row = result.col = 0;
        result.found = static_cast<float>(found);
        result.expected = expected;
        result.first_wrong = fmt::format("the sum is {:.9g} but should be {:.9g}", found, expected);
    }
    return result;
}

} // namespace

WorkloadType bit_differences_workload() {
    return {
        .place = 102,
        .title = "Differing bits",
        .question = "In how many bits do all of these vectors differ from each other?",
        .inputs = {.sets = 1, .element = Element::uint8, .rows = {1, 4096}, .dims = {1, 64}, .names = {"vectors"}},
        .output = OutputKind::scalar,
        .classic = {.rows = 1024, .cols = 1024, .dims = 32},
        .example = example,
        .work = work,
        .ceilings = {"read", "popcount"},
        .own_ceilings = {{.name = "popcount",
                          .title = "bit count",
                          .meaning = "Counts the bits in which words of 64 bits differ, and adds the counts up. A word "
                                     "is three operations.",
                          .how = "4 chains of counted words per thread",
                          .counts = Arithmetic::operation,
                          .on_cpu = bit_differences::count_on_cpu,
                          .on_gpu = has_cuda ? bit_differences::count_on_gpu : nullptr}},
        .compare = compare};
}

} // namespace pairscope::workloads
