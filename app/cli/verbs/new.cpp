// SPDX-License-Identifier: MIT
// pairscope new: writes a file with a right kernel to begin with, and lists what a kernel may take.
#include "app/cli/reports/output.h"
#include "app/cli/verbs/verbs.h"
#include "app/subjects/workshop/trusted_kernels.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/ladder/plain_names.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/binding.h"
#include "kernels/own/copy_of_rung.h"
#include "kernels/own/new_file.h"
#include "kernels/own/own_file.h"
#include "kernels/own/source_text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope::cli {
namespace {

struct NewOptions {
    std::string name, workload, from;
    bool names = false;
};

const WorkloadType& workload_called(const std::string& name) {
    const WorkloadType* const type = name.empty() ? &workload_types().front() : find_workload(name);
    if (type == nullptr || type->plain == nullptr)
        throw InputError(fmt::format("--workload is {}, for which no kernel can be written so: choose one of {}", name,
                                     own::workloads_in_words()));
    return *type;
}

std::string names_of(const WorkloadType& type) {
    TextTable table({{"name"}, {"type"}, {"meaning"}, {"size or unit"}});
    const auto add = [&](const PlainName& name) {
        table.add(
            {std::string(name.name), own::types_in_words(name), std::string(name.about), std::string(name.extent)});
    };
    std::ranges::for_each(type.plain->names, add);
    add(plain::workspace);
    add(plain::thread);
    add(plain::threads);
    const std::string prepared = type.plain->prepared.empty() ? "" : fmt::format("{}\n", type.plain->prepared);
    return fmt::format("{}: {}\n{}{}", type.id, type.question, prepared, table.text());
}

std::string all_names(const std::string& workload) {
    std::string text;
    for (const WorkloadType& type : workload_types())
        if (type.plain != nullptr && (workload.empty() || &type == &workload_called(workload)))
            text += names_of(type) + "\n";
    return text + "Each entry of the output is NaN before a kernel writes it, and so is the workspace. Pitches count "
                  "elements, not bytes.\nWhere the output is a matrix, a kernel may be a template over its type, as in "
                  "`template <class Target> __global__ void mine(Target out)`:\nout.store(row, col, value) then writes "
                  "into linear memory or a texture.\n";
}

/// An existing file is never replaced.
void write_new(const std::filesystem::path& path, const std::string& text) {
    std::FILE* const file = std::fopen(path.c_str(), "wx");
    if (file == nullptr && errno == EEXIST)
        throw InputError(fmt::format("{} is there already: choose another name", shown(path)));
    const bool is_written = file != nullptr && std::fputs(text.c_str(), file) >= 0;
    if (file == nullptr || std::fclose(file) != 0 || !is_written)
        throw InputError(fmt::format("{} cannot be written: {}", shown(path), std::strerror(errno)));
}

const KernelVariant& rung_called(const std::string& name) {
    const std::vector<const KernelVariant*> found = matching_variants(name);
    const auto left = std::ranges::find_if(
        left_out(), [&](const LeftOut& each) { return each.id == name || short_name(each.id) == name; });
    if (found.empty() && left != left_out().end())
        throw InputError(fmt::format("--from names {}, which this build does not have: {}", left->id, left->reason));
    const bool is_one = found.size() == 1 && found.front()->backend == Backend::cuda;
    if (!is_one)
        throw InputError(fmt::format(
            "--from takes the name of one rung in CUDA, such as {}, and not {}: pairscope list names all rungs",
            variants().front().id, name));
    return *found.front();
}

/// The text, and a sentence about it for the user; empty: there is nothing to say.
std::pair<std::string, std::string> text_for(const NewOptions& options, const std::string& kernel, bool is_cpu) {
    if (is_cpu && !options.from.empty())
        throw InputError("--from copies a rung in CUDA, and a file whose name ends in .cpp holds a function for the "
                         "CPU: leave --from out, or .cpp");
    if (options.from.empty()) {
        const WorkloadType& type = workload_called(options.workload);
        return {is_cpu ? own::new_cpu_file(type, kernel) : own::new_file(type, kernel), ""};
    }
    if (!options.workload.empty()) throw InputError("--from names a rung of one workload: leave --workload out");
    const own::CopyOfRung copy = own::copy_of_rung(rung_called(options.from), kernel);
    return {copy.text, copy.sentence + "\n"};
}

/// Names that C++ or CUDA has given to something else, which no function can have.
bool is_taken(std::string_view name) {
    static constexpr auto taken = std::to_array<std::string_view>(
        {"main", "std", "NULL", "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "dim3", "size_t", "float2",
         "float3", "float4", "int2", "int4", "uint2", "uint4", "double2"});
    return std::ranges::find(taken, name) != taken.end();
}

ExitCode write_or_list(const NewOptions& options) {
    if (options.names) {
        print_text(all_names(options.workload));
        return ExitCode::ok;
    }
    if (options.name.empty()) throw InputError("give the new kernel a name, such as pairscope new mine");
    std::filesystem::path path(options.name);
    const bool is_cpu = path.extension() == ".cpp";
    if (path.extension() != ".cu" && !is_cpu) path += ".cu";
    const std::string kernel = path.stem().string();
    if (!own::is_identifier(kernel) || is_taken(kernel))
        throw InputError(fmt::format(
            "{} cannot be the name of a kernel: use letters, digits and _, and no word of C++ or CUDA", kernel));
    const auto [text, about] = text_for(options, kernel, is_cpu);
    write_new(path, text);
    app::trust_new_kernel(path); // the window need not ask whether it may run it
    print_text(fmt::format("{}{} was written: pairscope try {} compiles, runs and judges it\n", about, shown(path),
                           shown(path)));
    return ExitCode::ok;
}

} // namespace

void add_new(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<NewOptions>();
    CLI::App* verb =
        program.add_subcommand("new", "Write a file with a kernel to begin with, or list what a kernel may take");
    verb->footer(std::string(exit_code_help));
    verb->add_option("NAME", options->name,
                     "The name of the kernel, for NAME.cu in this folder; or NAME.cpp, for a function for the CPU")
        ->type_name("");
    verb->add_option("--workload", options->workload,
                     fmt::format("The workload that the kernel is written for [{}]", workload_types().front().id))
        ->type_name("");
    verb->add_option("--from", options->from,
                     fmt::format("The rung that the kernel is copied from, such as {}", variants().front().id))
        ->type_name("");
    verb->add_flag("--names", options->names, "List the names and types that a kernel's parameters may have");
    verb->callback([&chosen, options] { chosen = [options] { return write_or_list(*options); }; });
}

} // namespace pairscope::cli
