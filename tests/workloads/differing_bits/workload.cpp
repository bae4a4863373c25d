// SPDX-License-Identifier: MIT
#include "kernels/ladder/workload.h"
#include "kernels/data/dataset.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/matrix/judge.h"
#include "tests/workloads/differing_bits/rule.h"

namespace pairscope::workloads {
namespace {

/// Per pair and coordinate a comparison and a sum; the set is read once, and the matrix is written once.
Work work(const Workload& workload, Entry) {
    const auto rows = static_cast<double>(workload.rows), dims = static_cast<double>(workload.dims);
    return {.integer_operations = 2.0 * rows * rows * dims,
            .pairs = rows * rows,
            .compulsory_bytes = rows * dims + 4.0 * rows * rows};
}

Dataset example(int, std::int64_t rows, std::int64_t dims, std::stop_token) {
    Dataset data{.name = "random bits", .rows = rows, .dims = dims};
    Pcg32 random(41);
    std::vector<std::uint8_t> values(static_cast<std::size_t>(rows * dims));
    for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(random.next() >> 24);
    data.values = std::move(values);
    return data;
}

} // namespace

WorkloadType differing_bits_workload() {
    return {
        .place = 102,
        .title = "Differing bits",
        .question = "How many bits of two vectors differ?",
        .inputs = {.sets = 1, .element = Element::uint8, .rows = {1, 1 << 20}, .dims = {1, 256}, .names = {"codes"}},
        .parameters = {{.name = "weight", .title = "Weight of a bit", .least = 0.25, .most = 4.0, .usual = 1.0}},
        .output = OutputKind::matrix,
        .classic = {.rows = 512, .cols = 512, .dims = 16},
        .is_published = false,
        .example = example,
        .work = work,
        .ceilings = {"fill"},
        .matrix = matrix::check_by<differing_bits::Rule>("distances")};
}

} // namespace pairscope::workloads
