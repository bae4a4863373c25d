// SPDX-License-Identifier: MIT
// Plain files as variants for the source tree: they compute and touch what the plain kernels do.
#include "kernels/own/as_variant.h"

#include "kernels/data/errors.h"
#include "kernels/ladder/compare.h"
#include "kernels/own/binding.h"
#include "kernels/own/new_file.h"
#include "tests/kernels/own/compiled_object.h"
#include "tests/kernels/sample_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::simulated_ladder::distance_matrix {
KernelVariant strided_variant();
}

namespace pairscope::own {
namespace {

const std::string folder_of_files = std::string(PAIRSCOPE_ROOT) + "/tests/kernels/own/as_variant/";

std::string written(const std::string& text, const std::string& name = "mine") {
    const OwnFile file = own_file_of(name + ".cu", text);
    check_parameters(file);
    return variant_file(file, name);
}

TEST(AsVariant, is_what_the_tree_compiles) {
    EXPECT_EQ(written(pairscope::bytes_of(folder_of_files + "strided.cu"), "strided"),
              pairscope::bytes_of(folder_of_files + "distance_matrix/strided.cu"));
}

TEST(AsVariant, stands_in_the_tree_and_is_right_in_both_targets) {
    KernelVariant variant = simulated_ladder::distance_matrix::strided_variant();
    variant.id = "distance_matrix/strided";
    variant.workload = "distance_matrix";
    variant.simulate = variant.launch;
    ASSERT_NE(variant.simulate, nullptr) << variant.not_simulated;
    EXPECT_TRUE(variant.writes_surface);
    for (const std::int64_t n : {1, 31, 65, 257})
        for (const TargetKind target : {TargetKind::linear, TargetKind::surface}) {
            const Dataset data = samples::random_points(n);
            simt::TracedRun run = simt::traced_run(variant, data, {.target = target, .most_accesses = 0});
            for (const simt::Finding& finding : run.trace.findings) ADD_FAILURE() << simt::describe(finding);
            const Problem problem = problem_of(input_of(data), LinearMemory{run.output.data(), n});
            Comparison comparison;
            for (std::int64_t row = 0; row < n; ++row)
                type_of(variant.workload)
                    .matrix.compare_row(problem, row, {variant.tolerance, variant.entry}, comparison);
            EXPECT_TRUE(comparison.right()) << describe(comparison);
        }
    EXPECT_NO_THROW((void)in_ladder_order({variant, *find_variant(variant.parent)}, {}));
}

void expect_equal_to_its_variant(const std::string& text) {
    const TemporaryFolder plain_folder, variant_folder;
    const auto plain = compiled(text, plain_folder);
    const std::string variant_text = written(text);
    const auto variant = compiled(variant_text, variant_folder);
    ASSERT_NE(plain, nullptr);
    ASSERT_NE(variant, nullptr) << variant_text;
    EXPECT_FALSE(variant->file().variant.empty());
    EXPECT_EQ(plain->variant().writes_surface, variant->variant().writes_surface);
    EXPECT_EQ(plain->variant().layout, variant->variant().layout);
    expect_equal_runs(plain->variant(), variant->variant(), TargetKind::linear);
}

TEST(AsVariant, of_a_new_file_for_each_workload_does_what_the_file_does) {
    for (const WorkloadType& type : workload_types()) {
        if (type.plain == nullptr) continue;
        SCOPED_TRACE(std::string(type.id));
        expect_equal_to_its_variant(new_file(type, "mine"));
    }
}

TEST(AsVariant, has_workspace_layout_shared_memory_and_several_kernels) {
    expect_equal_to_its_variant(
        "// workload: cross_distance   layout: a column_major, b column_major\n"
        "// workspace: 4 * max(n, m)\n"
        "#include <cuda/barrier>\n"
        "// block: 32   grid: (n + block - 1) / block\n"
        "__global__ void squares(const float* a, int n, int dims, size_t a_pitch, float* "
        "workspace) {\n"
        "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i >= n) return;\n"
        "    workspace[i] = 0;\n"
        "    for (int k = 0; k < dims; ++k) workspace[i] += a[k * a_pitch + i];\n"
        "}\n"
        "// block: 16, 2   grid: (m + 15) / 16, (n + 1) / 2   shared: 4 * block\n"
        "__global__ void mine(const float* a, const float* b, int n, int m, int dims, size_t "
        "a_pitch, size_t b_pitch, const float* workspace, float* out, size_t pitch) {\n"
        "    extern __shared__ float sums[];\n"
        "    __shared__ cuda::barrier<cuda::thread_scope_block> all;\n"
        "    if (threadIdx.x + threadIdx.y == 0) init(&all, 32);\n"
        "    __syncthreads();\n"
        "    const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 2 + threadIdx.y;\n"
        "    if (threadIdx.y == 0) sums[threadIdx.x] = 0;\n"
        "    all.arrive_and_wait();\n"
        "    if (col >= m || row >= n) return;\n"
        "    float sum = sums[threadIdx.x] + 0 * workspace[row];\n"
        "    for (int k = 0; k < dims; ++k) {\n"
        "        const float d = a[k * a_pitch + row] - b[k * b_pitch + col];\n"
        "        sum += d * d;\n"
        "    }\n"
        "    out[row * pitch + col] = sqrtf(sum);\n"
        "}\n");
}

std::string refusal_of(const std::string& text, const std::string& name = "mine") {
    try {
        return written(text, name);
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(AsVariant, that_cannot_be_written_is_refused_in_one_sentence) {
    const std::string kernel = "// workload: distance_matrix\n__global__ void mine(float* out) {}\n";
    EXPECT_THAT(refusal_of("#include \"beside.h\"\n" + kernel),
                testing::HasSubstr("mine.cu:1:1: a variant cannot include \"beside.h\""));
    EXPECT_THAT(refusal_of(kernel, "my-kernel"), testing::HasSubstr("my-kernel is no name of a variant"));
    EXPECT_THAT(refusal_of(written(kernel)), testing::HasSubstr("describes a variant already: copy it to "
                                                                "kernels/workloads/distance_matrix/ladder/mine.cu"));
}

} // namespace
} // namespace pairscope::own
