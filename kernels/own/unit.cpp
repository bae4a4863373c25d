// SPDX-License-Identifier: MIT
#include "kernels/own/unit.h"

#include "kernels/own/binding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

namespace pairscope::own {
namespace {

/// What nvcc defines. Only the user's text sees it: the headers of the program have other code for the executor.
constexpr std::string_view words_of_nvcc = "#define __CUDACC__ 1\n#define __CUDA_ARCH__ 900\n";

/// The executor gets of the user's text what a GPU gets: what tells them apart is gone before it begins.
constexpr std::string_view without_side = "#include \"kernels/engines/cuda/side.h\"\n#undef PAIRSCOPE_SIMULATED\n";

/// Writes the text as a literal of C++, in pieces, because compilers limit the length of one.
std::string literal(std::string_view text) {
    constexpr std::size_t piece = 8192;
    std::string found = "\"";
    std::size_t written = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (++written % piece == 0) found += "\"\n\"";
        found += byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\' || c == '?' ? fmt::format("\\{:03o}", byte)
                                                                                  : std::string(1, c);
    }
    return found + "\"";
}

/// rewrite.py renames the namespace of the ladders.
std::string as_rewritten(std::string name) {
    constexpr std::string_view ladder = "ladder::";
    const std::size_t at = name.find(ladder);
    const bool is_whole = at == 0 || (at != std::string::npos && name[at - 1] == ':');
    return is_whole ? name.replace(at, ladder.size(), "simulated_ladder::") : name;
}

std::string_view member_of(const PlainName* name) {
    if (name == nullptr) return "integer"; // a slider
    if (is_number(name->value)) return "number";
    return is_pointer(name->value) ? "pointer" : "integer";
}

/// Where a kernel is a template, the call stands in a lambda that is given the target.
std::string call_of(const OwnFile& file, std::size_t number) {
    const OwnKernel& kernel = file.kernels[number];
    std::string kernel_name = fmt::format("::{}", as_rewritten(kernel.name)), target;
    std::vector<std::string> arguments{"shape"};
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        const Parameter& parameter = kernel.parameters[i];
        if (!kernel.target.empty() && parameter.type == kernel.target) {
            target = fmt::format("*static_cast<const ::pairscope::OutputTarget*>(arguments[{}].pointer)", i);
            arguments.emplace_back("pairscope_own_out");
            continue;
        }
        arguments.push_back(
            fmt::format("({})arguments[{}].{}", parameter.type, i, member_of(plain_name(file, parameter))));
    }
    if (!target.empty()) kernel_name += "<decltype(pairscope_own_out)>";
    std::string call = fmt::format("::pairscope::own::launch({}, {});", kernel_name, fmt::join(arguments, ", "));
    if (file.is_cpu)
        call = fmt::format("{}({});", kernel_name, fmt::join(std::next(arguments.begin()), arguments.end(), ", "));
    if (!target.empty())
        call = fmt::format("::pairscope::cuda::with_target({}, [&](auto pairscope_own_out) {{ {} }});", target, call);
    return fmt::format("void pairscope_own_launch_{}([[maybe_unused]] const ::pairscope::own::Shape& shape, "
                       "[[maybe_unused]] const ::pairscope::own::Argument* arguments) {{\n    {}\n}}\n",
                       number, call);
}

/// The entry of a file that describes a variant.
std::string description_of(const OwnFile& file) {
    return fmt::format("\n#line 1 \"the description of the variant\"\n"
                       "extern \"C\" __attribute__((visibility(\"default\"))) const ::pairscope::own::Glue "
                       "pairscope_own = {{.layout = ::pairscope::own::layout_of_calls(), .describe = ::{}}};\n",
                       as_rewritten(file.variant));
}

bool has_template(const OwnFile& file) {
    return std::ranges::any_of(file.kernels, [](const OwnKernel& kernel) { return !kernel.target.empty(); });
}

std::string lines_of_sliders(const OwnFile& file) {
    std::string text;
    for (const Slider& slider : file.sliders)
        text += fmt::format("[[maybe_unused]] constexpr int {} = {};\n", slider.name, slider.value);
    return text;
}

/// What a plain kernel finds without an include, as far as C++ has it.
std::string lines_before_cpu_function() {
    return "#include \"kernels/own/glue.h\"\n#include \"kernels/own/plain_outputs.h\"\n#include <math.h>\n"
           "#include <stddef.h>\n#include <stdint.h>\nstruct alignas(8) float2 { float x, y; };\n";
}

} // namespace

std::string lines_before(const OwnFile& file) {
    if (!file.variant.empty())
        return "#include <cuda_runtime.h>\n#include \"kernels/own/glue.h\"\n" + std::string(without_side);
    if (file.is_cpu) return lines_before_cpu_function() + lines_of_sliders(file);
    std::string text = "#include <cuda_runtime.h>\n#include <math.h>\n#include \"kernels/own/glue_launch.h\"\n"
                       "#include \"kernels/own/plain_outputs.h\"\n";
    if (has_template(file)) text += "#include \"kernels/matrix/target.cuh\"\n";
    return text + std::string(without_side) + lines_of_sliders(file) + std::string(words_of_nvcc);
}

std::string gpu_lines_before(const OwnFile& file) {
    std::string text = "#include \"kernels/own/plain_outputs.h\"\n";
    if (has_template(file)) text += "#include \"kernels/matrix/target_types.cuh\"\n";
    return text + lines_of_sliders(file);
}

std::string lines_behind(const OwnFile& file) {
    if (!file.variant.empty()) return description_of(file);
    std::string text = "\n#undef __CUDACC__\n#undef __CUDA_ARCH__\n#line 1 \"the calls of the kernels\"\nnamespace {\n";
    std::string calls, sliders;
    for (const Slider& slider : file.sliders) sliders += fmt::format("{}, ", slider.value);
    for (std::size_t i = 0; i < file.kernels.size(); ++i) {
        text += call_of(file, i);
        calls += fmt::format("pairscope_own_launch_{}, ", i);
    }
    text += fmt::format("constexpr std::int64_t pairscope_own_sliders[] = {{{}0}};\n"
                        "constexpr ::pairscope::own::LaunchKernel pairscope_own_kernels[] = {{{}}};\n"
                        "constexpr const char* pairscope_own_path = {};\n"
                        "constexpr const char* pairscope_own_text = {};\n"
                        "}}\n",
                        sliders, calls, literal(file.path), literal(file.text));
    return text +
           "extern \"C\" const ::pairscope::own::Glue pairscope_own;\n"
           "static void pairscope_own_simulate(const ::pairscope::Run& run) {\n"
           "    ::pairscope::own::make_launches(run, pairscope_own);\n"
           "}\n"
           "[[maybe_unused]] static std::int64_t pairscope_own_workspace(const ::pairscope::Workload& workload) {\n"
           "    return ::pairscope::own::bytes_of_workspace(workload, pairscope_own);\n"
           "}\n"
           "extern \"C\" __attribute__((visibility(\"default\"))) const ::pairscope::own::Glue pairscope_own = {"
           "::pairscope::own::layout_of_calls(), pairscope_own_path, pairscope_own_text, pairscope_own_sliders, "
           "pairscope_own_kernels, "
           "pairscope_own_simulate, pairscope_own_workspace};\n";
}

} // namespace pairscope::own
