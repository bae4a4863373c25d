// SPDX-License-Identifier: MIT
// Great-circle distances on a GPU, whose sines and arctangents are not those of the executor.
#include "kernels/engines/outputs.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "kernels/neighbours/search.h"
#include "tests/gpu/gpu_test.h"
#include "tests/kernels/hard_places.h"

namespace pairscope {
namespace {

class GpuMetrics : public GpuTest {
protected:
    void expect_right(const Dataset& places) const {
        Engine engine(gpu());
        engine.load(places);
        int tried = 0;
        for (const KernelVariant& variant : variants()) {
            const bool is_asked = type_of(variant.workload).metric == Metric::great_circle;
            if (!is_asked || variant.backend != Backend::cuda) continue;
            OutputBuffer buffer = engine.allocate({places.rows, places.rows}, variant.entry);
            engine.run(variant, buffer.memory(), {});
            const Comparison found = compare_output(engine, variant, buffer.memory(), places.rows, {});
            EXPECT_TRUE(found.right()) << variant.id << ": " << describe(found);
            ++tried;
        }
        EXPECT_GE(tried, 2);
    }
};

TEST_F(GpuMetrics, measure_places_that_are_hard_for_great_circles) {
    expect_right(samples::hard_places());
    expect_right(samples::impossible_places());
}

TEST_F(GpuMetrics, know_the_origin_and_the_order_of_the_coordinates) {
    Dataset places = samples::places_of({0.001f, 0.002f, -0.003f, 0.0005f, 0.01f, -0.02f});
    places.origin = {13.375, 52.5};
    expect_right(places);
    places.axes = {"lat", "lon"};
    places.origin = {-52.5, 179.9375};
    expect_right(places);
}

TEST_F(GpuMetrics, leave_the_search_for_other_neighbours_to_the_cpu) {
    const Dataset places = samples::hard_places();
    for (const Metric metric : {Metric::squared, Metric::manhattan, Metric::great_circle}) {
        const neighbours::NeighbourQuestion question{.first = places, .k = 3, .metric = metric};
        EXPECT_EQ(neighbours::nearest_neighbours_on(gpu(), question, {}).neighbours,
                  neighbours::nearest_neighbours(question, {}).neighbours);
    }
}

} // namespace
} // namespace pairscope
