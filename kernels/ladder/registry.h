// SPDX-License-Identifier: MIT
// The list of variants. The build writes it from the folder kernels/workloads; there is no second list.
#pragma once

#include "kernels/ladder/variant.h"
#include "kernels/ladder/workload.h"

#include <span>
#include <string_view>
#include <vector>

namespace pairscope {

/// All variants of this build in ladder order: each after its parent, CUDA before CPU, the workloads in their order.
/// Checked once: parents exist, texts are present, every variant can launch and writes somewhere.
[[nodiscard]] std::span<const KernelVariant> variants();

/// The variants this build lacks, each with the reason.
[[nodiscard]] std::span<const LeftOut> left_out();

/// By full id ("distance_matrix/coalesced") or by the last part alone, which means the first variant of that name in
/// ladder order. A user's own kernel has the id "own/NAME". Null if there is none.
[[nodiscard]] const KernelVariant* find_variant(std::string_view id);

/// The variants whose id or last part matches a pattern of letters, `*` and `?`, in ladder order.
[[nodiscard]] std::vector<const KernelVariant*> matching_variants(std::string_view pattern);

/// The last part of an id: "coalesced". What the screen shows.
[[nodiscard]] std::string_view short_name(std::string_view id);

/// Why this variant cannot answer this workload on this device into this target, in one sentence; empty if it can.
[[nodiscard]] std::string why_not(const KernelVariant& variant, const Workload& workload, const Device& device,
                                  TargetKind target);

/// The variant that is expected to be the fastest one for this workload on this device, by the size alone: see
/// WorkloadType::fastest. Null if it is not known, as on devices unlike the one that was measured.
[[nodiscard]] const KernelVariant* expected_fastest(const Workload& workload, const Device& device);

/// Why the executor on the CPU cannot run this CUDA variant, in one sentence; empty if it can.
[[nodiscard]] std::string why_no_simulation(const KernelVariant& variant);

/// Why the variant cannot be launched with blocks of so many threads, in one sentence; empty if it can, and for 0,
/// which stands for the usual size.
[[nodiscard]] std::string why_not_block(const KernelVariant& variant, int block);

/// The threads of a block that such a run has: of 0 the usual ones; 0 for a variant that has no blocks.
[[nodiscard]] int block_of_run(const KernelVariant& variant, int asked);

/// The most rows of a matrix that are simulated: a program stays responsive with them.
inline constexpr std::int64_t most_simulated_rows = 4096;
/// The most coordinates that are simulated where each set has one vector; a simulation then takes seconds.
inline constexpr std::int64_t most_simulated_coordinates = std::int64_t{1} << 22;

/// Does this device run the variant through the executor (kernels/engines/simt)? Such a run has an output, and no time.
[[nodiscard]] bool simulated(const KernelVariant& variant, const Device& device);

/// The form in which the variant computes. Null: the usual one of its workload, and for a null variant.
[[nodiscard]] const WorkForm* form_of(const KernelVariant* variant);
/// The work of the form in which the variant computes; of the usual form for a null variant.
[[nodiscard]] Work work_of(const KernelVariant* variant, const Workload& workload, Entry entry = Entry::float32);

/// Bytes of DRAM traffic the variant should cause [B].
[[nodiscard]] double predicted_bytes(const KernelVariant& variant, const Workload& workload);

/// Puts variants into ladder order and checks them; what the list of a build goes through. Throws std::logic_error with
/// the variant's id and what it lacks. A parent may be among those left out.
[[nodiscard]] std::vector<KernelVariant> in_ladder_order(std::vector<KernelVariant> variants,
                                                         const std::vector<LeftOut>& left_out);

/// A file of this repository, as it was built.
struct SourceText {
    std::string_view path; ///< "kernels/workloads/rbf_pair/squares.cuh"
    std::string_view text;
};

/// The text of a file that kernels are in: a variant's own, or a header of a workload. Empty for any other file.
[[nodiscard]] std::string_view text_of_source(std::string_view path);

/// Written by the build.
namespace manifest {
[[nodiscard]] std::vector<KernelVariant> variants();
[[nodiscard]] std::vector<LeftOut> left_out();
[[nodiscard]] std::vector<SourceText> headers();
} // namespace manifest

} // namespace pairscope
