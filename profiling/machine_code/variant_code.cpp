// SPDX-License-Identifier: MIT
#include "profiling/machine_code/variant_code.h"

#include "kernels/data/errors.h"
#include "kernels/ladder/kernel_place.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"
#include "profiling/counting/counting.h"
#include "profiling/machine_code/disassembler.h"
#include "profiling/machine_code/fat_binary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>

namespace pairscope::profiling {
namespace {

/// The image for the newest architecture that this GPU can run.
const StoredImage* image_of(const KernelVariant& variant, ImageKind kind, int compute_capability) {
    const StoredImage* found = nullptr;
    for (const StoredImage& image : own_images()) {
        if (image.kind != kind || repository_path(image.source) != variant.source) continue;
        if (compute_capability != 0 && image.architecture > compute_capability) continue;
        if (found == nullptr || image.architecture > found->architecture) found = &image;
    }
    return found;
}

/// Is the number one of the template arguments? "coalesced<256, LinearTarget>" has 256.
bool has_argument(std::string_view brief, std::string_view argument) {
    for (std::size_t at = brief.find(argument); at != std::string_view::npos; at = brief.find(argument, at + 1)) {
        const char before = at == 0 ? ' ' : brief[at - 1];
        const std::size_t end = at + argument.size();
        if ((before == '<' || before == ' ') && end < brief.size() &&
            (brief[end] == ',' || brief[end] == '>' || brief[end] == ' '))
            return true;
    }
    return false;
}

} // namespace

CompiledKernels compiled_kernels(const KernelVariant& variant, int compute_capability) {
    if (variant.backend != Backend::cuda)
        return {.why_not = "It runs on the CPU: only CUDA variants have machine code of a GPU here."};
    if (is_own(variant.id))
        return {.why_not =
                    "A kernel of your own is compiled where it runs, and this program keeps no machine code of it."};
    if (own_images().empty())
        return {.why_not = "This program was built without CUDA, so it holds no machine code: build it where nvcc is "
                           "installed."};
    const StoredImage* const image = image_of(variant, ImageKind::cubin, compute_capability);
    if (image == nullptr)
        return {.why_not = "This program holds no machine code of this variant for this GPU: configure the build with "
                           "its architecture."};
    CompiledKernels compiled{.architecture = image->architecture, .kernels = kernels_in(unpacked(*image))};
    if (compiled.kernels.empty())
        compiled.why_not = "This variant has no kernel of its own: it calls a library, whose machine code is not here.";
    return compiled;
}

std::size_t usual_kernel(const std::vector<CubinKernel>& kernels, const KernelVariant& variant, TargetKind target,
                         int block) {
    const std::string_view function = kernel_place(variant).name;
    const std::string_view wanted = target == TargetKind::linear ? "LinearTarget" : "SurfaceTarget",
                           other = target == TargetKind::linear ? "SurfaceTarget" : "LinearTarget";
    const std::string threads = fmt::format("{}", block_of_run(variant, block));
    const auto merit = [&](const CubinKernel& kernel) {
        const std::string brief = brief_name(kernel.name);
        return std::tuple(function_name(kernel.name) == function, brief.find(wanted) != std::string::npos,
                          brief.find(other) == std::string::npos, has_argument(brief, threads));
    };
    return std::size_t(std::ranges::max_element(kernels, {}, merit) - kernels.begin());
}

std::size_t kernel_named(const std::vector<CubinKernel>& kernels, std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number < kernels.size()) return number;
    std::vector<std::size_t> matching;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const std::string brief = brief_name(kernels[i].name);
        names.push_back(fmt::format("{}: {}", i, brief));
        if (brief == text) return i;
        if (brief.find(text) != std::string::npos) matching.push_back(i);
    }
    if (matching.size() == 1) return matching.front();
    throw InputError(fmt::format("--kernel is {}, and {} kernels of this variant match: choose a number of {}", text,
                                 matching.size(), fmt::join(names, "; ")));
}

MachineCode machine_code(const KernelVariant& variant, const CompiledKernels& compiled, std::size_t kernel,
                         const std::stop_token& stop) {
    MachineCode code{.kernel = compiled.kernels.at(kernel), .architecture = compiled.architecture};
    const Disassembler tool = find_disassembler();
    code.tool = tool.file.string();
    code.why_no_sass = tool.why_not;
    if (code.why_no_sass.empty()) {
        try {
            const std::string cubin = cubin_of(variant, compiled.architecture);
            for (SassKernel& each : read_sass(disassemble(tool, cubin, std::array{code.kernel.index}, stop)))
                if (each.symbol == code.kernel.symbol) code.sass = std::move(each);
            if (code.sass.instructions.empty())
                code.why_no_sass = fmt::format("{} printed no instructions of this kernel: use the nvdisasm of a newer "
                                               "CUDA toolkit.",
                                               code.tool);
        } catch (const InputError& error) { // PTX is there all the same
            code.why_no_sass = error.what();
        }
    }
    if (const StoredImage* const ptx = image_of(variant, ImageKind::ptx, compiled.architecture))
        code.ptx = ptx_of_kernel(unpacked(*ptx), code.kernel.symbol);
    return code;
}

std::string cubin_of(const KernelVariant& variant, int compute_capability) {
    const StoredImage* const image = image_of(variant, ImageKind::cubin, compute_capability);
    return image == nullptr ? std::string() : unpacked(*image);
}

} // namespace pairscope::profiling
