// SPDX-License-Identifier: MIT
// From the names in an own kernel to what it is launched with.
#pragma once

#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/problem.h"
#include "kernels/own/glue.h"
#include "kernels/own/own_file.h"

#include <string>
#include <vector>

namespace pairscope::own {

/// Throws InputError for a parameter whose name or type the workload does not have, and if no kernel takes the output.
void check_parameters(const OwnFile& file);

/// The entry of the table for a parameter. Null: it has the name of a slider, as check_parameters() has found.
[[nodiscard]] const PlainName* plain_name(const OwnFile& file, const Parameter& parameter);

/// What the launch lines may name: the sizes of the workload, and the sliders.
[[nodiscard]] Names sizes_of(const OwnFile& file, const Problem& problem);

/// Evaluates the size of the workspace. Throws InputError. The file asks for one.
[[nodiscard]] std::int64_t workspace_bytes(const OwnFile& file, const Workload& workload);

/// Can plain kernels write into a texture? Those that take the output are then templates over its type.
[[nodiscard]] bool writes_texture(const OwnFile& file);

/// Evaluates the launch lines of a kernel. Throws InputError for what CUDA would refuse.
[[nodiscard]] Shape shape_of(const OwnFile& file, const OwnKernel& kernel, const Names& sizes);

/// A sentence about each kernel of a file that does not say how it is launched.
[[nodiscard]] std::vector<std::string> usual_launches(const OwnFile& file);

/// Which of how many threads calls a function for the CPU.
struct HostThreads {
    std::int64_t thread = 0, all = 1;
};
[[nodiscard]] std::vector<Argument> arguments_of(const OwnFile& file, const OwnKernel& kernel, const Problem& problem,
                                                 const HostThreads& threads = {});

/// Does a kernel of the file take the pitch of the output? Then it must be right with any.
[[nodiscard]] bool takes_pitch(const OwnFile& file);
/// Does one take the pitch of an input? Then it must be right with any of these, too.
[[nodiscard]] bool takes_input_pitch(const OwnFile& file);

/// "int, long long or size_t": the types that a name may have.
[[nodiscard]] std::string types_in_words(const PlainName& name);

} // namespace pairscope::own
