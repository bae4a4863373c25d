// SPDX-License-Identifier: MIT
#include "kernels/own/as_variant.h"

#include "kernels/data/errors.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/binding.h"
#include "kernels/own/source_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <vector>

namespace pairscope::own {
namespace {

constexpr double usual_tolerance = KernelVariant{}.tolerance;

/// The lines of the file that stand before its namespace, and those in it.
struct Lines {
    std::vector<std::string> includes;
    std::string code;
};

/// Inside the namespace pairscope, cuda:: is pairscope::cuda.
std::string with_global_cuda(std::string_view line, std::string_view code) {
    constexpr std::string_view word = "cuda::";
    std::string found;
    std::size_t written = 0;
    for (std::size_t at = code.find(word); at != std::string_view::npos; at = code.find(word, at + 1)) {
        if (at > 0 && (is_in_name(code[at - 1]) || code[at - 1] == ':')) continue;
        found += line.substr(written, at - written);
        found += "::";
        written = at;
    }
    return found + std::string(line.substr(written));
}

std::string included_by(std::string_view line) {
    const std::size_t begin = line.find_first_of("<\""), end = line.find_last_of(">\"");
    return begin == std::string_view::npos || end <= begin ? "" : std::string(line.substr(begin, end - begin + 1));
}

/// Headers beside the user's file are not in the tree.
void check_include(const OwnFile& file, int line, const std::string& header) {
    if (!header.starts_with('"') || header.starts_with("\"kernels/")) return;
    throw InputError(at_place(file.path, {line, 1},
                              fmt::format("a variant cannot include {}, which is not in the source tree: write what it "
                                          "holds into this file",
                                          header)));
}

Lines lines_of(const OwnFile& file) {
    const SplitText parts = split(file.text);
    std::set<int> entries;
    for (const Written& comment : parts.comments)
        if (holds_entries(comment)) entries.insert(comment.place.line);
    Lines found;
    int number = 1;
    for (std::size_t begin = 0; begin < file.text.size(); ++number) {
        const std::size_t end = std::min(file.text.find('\n', begin), file.text.size());
        const std::string_view line = std::string_view(file.text).substr(begin, end - begin),
                               code = std::string_view(parts.code).substr(begin, end - begin);
        const std::size_t first = code.find_first_not_of(" \t");
        const bool is_include =
            first != std::string_view::npos && code[first] == '#' && code.find("include", first) < first + 3;
        if (is_include) {
            const std::string header = included_by(line);
            check_include(file, number, header);
            found.includes.push_back(header);
        } else if (!entries.contains(number) && !line.starts_with("// SPDX-License-Identifier")) {
            found.code += with_global_cuda(line, code) + "\n";
        }
        begin = end + 1;
    }
    const std::size_t first = found.code.find_first_not_of('\n'), last = found.code.find_last_not_of('\n');
    found.code = first == std::string::npos ? "" : found.code.substr(first, last - first + 1);
    return found;
}

/// In 64 bits, as the program evaluates it. `block` is the first extent of the block.
std::string as_code(std::string_view expression, std::string_view block = {}) {
    std::string found;
    for (std::size_t i = 0; i < expression.size();) {
        std::size_t end = i;
        while (end < expression.size() && is_in_name(expression[end])) ++end;
        const std::string_view word = expression.substr(i, end - i);
        if (word == "min" || word == "max")
            found += fmt::format("std::{}<std::int64_t>", word);
        else if (word == "block")
            found += std::ranges::all_of(block, is_in_name) ? std::string(block) : fmt::format("({})", block);
        else
            found += word.empty() ? expression.substr(i, 1) : word;
        i = std::max(end, i + 1);
    }
    return found;
}

std::string size_expression(const PlainName& name) {
    switch (name.value) {
    case PlainValue::rows:
        return "problem.a.rows";
    case PlainValue::cols:
        return "problem.b.rows";
    case PlainValue::dims:
        return "problem.a.dims";
    case PlainValue::first_pitch:
        return "problem.a.pitch";
    case PlainValue::second_pitch:
        return "problem.b.pitch";
    case PlainValue::pitch:
        return "std::get<LinearMemory>(problem.out).pitch";
    case PlainValue::latitude_first:
        return "problem.a.globe.latitude_first";
    case PlainValue::first_set:
    case PlainValue::second_set:
    case PlainValue::output:
    case PlainValue::parameter:
    case PlainValue::workspace:
    case PlainValue::first_origin:
    case PlainValue::second_origin:
    case PlainValue::thread:
    case PlainValue::threads:
        break;
    }
    return {};
}

std::string output_expression(OutputKind kind) {
    switch (kind) {
    case OutputKind::matrix:
        return "std::get<LinearMemory>(problem.out).data";
    case OutputKind::scalar:
        return "scalar_out(problem)";
    case OutputKind::pair:
        return "pair_out(problem)";
    case OutputKind::matches:
        return "matches_out(problem)";
    case OutputKind::values:
        return "values_out(problem)";
    }
    return {};
}

class VariantWriter {
public:
    VariantWriter(const OwnFile& file, std::string_view name)
        : file_(file), name_(name), type_(type_of(file.workload)), lines_(lines_of(file)) {}

    [[nodiscard]] std::string written() const {
        return fmt::format("// SPDX-License-Identifier: MIT\n{}\nnamespace pairscope::ladder::{} {{\nnamespace {{\n\n"
                           "{}{}\n\n{}{}{}}} // namespace\n\n{}\n}} // namespace pairscope::ladder::{}\n",
                           includes(), file_.workload, sliders(), lines_.code, extents(), workspace(), launch(),
                           description(), file_.workload);
    }

private:
    [[nodiscard]] bool has_template() const {
        return std::ranges::any_of(file_.kernels, [](const OwnKernel& kernel) { return !kernel.target.empty(); });
    }
    [[nodiscard]] std::string all_expressions() const {
        std::string all = file_.workspace ? file_.workspace->text : "";
        for (const OwnKernel& kernel : file_.kernels)
            for (const auto& written :
                 {std::optional(block_of(kernel)), std::optional(grid_of(kernel)), kernel.launch.shared})
                if (written) all += written->text + " ";
        return all;
    }
    [[nodiscard]] Written block_of(const OwnKernel& kernel) const {
        return kernel.launch.block.value_or(Written{std::string(type_.plain->block), kernel.place});
    }
    [[nodiscard]] Written grid_of(const OwnKernel& kernel) const {
        return kernel.launch.grid.value_or(Written{std::string(type_.plain->grid), kernel.place});
    }

    [[nodiscard]] std::string includes() const {
        std::set<std::string> ours{"\"kernels/engines/cuda/launch.h\"", "\"kernels/ladder/variant.h\""},
            others{"<cstdint>", "<cuda_runtime.h>"};
        if (has_template()) ours.insert("\"kernels/matrix/target.cuh\"");
        if (type_.output == OutputKind::matrix) others.insert("<variant>");
        const std::string expressions = all_expressions();
        if (expressions.find("min") != std::string::npos || expressions.find("max") != std::string::npos)
            others.insert("<algorithm>");
        for (const std::string& header : lines_.includes) (header.starts_with('"') ? ours : others).insert(header);
        std::string text;
        for (const std::string& header : ours) text += fmt::format("#include {}\n", header);
        text += "\n";
        for (const std::string& header : others) text += fmt::format("#include {}\n", header);
        return text;
    }

    [[nodiscard]] std::string sliders() const {
        std::string text;
        for (const Slider& slider : file_.sliders)
            text += fmt::format("constexpr int {} = {}; // from {} to {}\n", slider.name, slider.value, slider.least,
                                slider.most);
        return text.empty() ? text : text + "\n";
    }

    [[nodiscard]] static std::string extents() {
        return "dim3 extents(std::int64_t x, std::int64_t y = 1, std::int64_t z = 1) {\n"
               "    return dim3(static_cast<unsigned>(x), static_cast<unsigned>(y), static_cast<unsigned>(z));\n"
               "}\n\n";
    }

    /// A line for each size that stands in an expression.
    [[nodiscard]] std::string sizes_in(std::string_view expressions, bool of_workload) const {
        const std::vector<std::string_view> words = code_tokens(expressions);
        std::string text;
        for (const PlainName& name : type_.plain->names) {
            const std::string value = size_expression(name);
            if (value.empty() || std::ranges::find(words, name.name) == words.end()) continue;
            const std::string of_size = name.value == PlainValue::rows   ? "workload.rows"
                                        : name.value == PlainValue::cols ? "workload.cols"
                                                                         : "workload.dims";
            text += fmt::format("    const std::int64_t {} = {};\n", name.name, of_workload ? of_size : value);
        }
        return text;
    }

    [[nodiscard]] std::string workspace() const {
        if (!file_.workspace) return {};
        return fmt::format("std::int64_t workspace_bytes([[maybe_unused]] const Workload& workload) {{\n{}    return "
                           "{};\n}}\n\n",
                           sizes_in(file_.workspace->text, true), as_code(file_.workspace->text));
    }

    [[nodiscard]] std::string argument(const OwnKernel& kernel, const Parameter& parameter) const {
        const PlainName* const name = plain_name(file_, parameter);
        if (name == nullptr) return parameter.name; // a slider
        if (!kernel.target.empty() && parameter.type == kernel.target) return "out";
        const std::string& type = parameter.type;
        switch (name->value) {
        case PlainValue::first_set:
        case PlainValue::second_set: {
            const std::string data = name->value == PlainValue::first_set ? "problem.a.data" : "problem.b.data";
            return type.starts_with("const ") ? fmt::format("static_cast<{}>({})", type, data)
                                              : fmt::format("static_cast<{}>(const_cast<void*>({}))", type, data);
        }
        case PlainValue::output:
            return output_expression(type_.output);
        case PlainValue::parameter:
            return fmt::format("static_cast<{}>(problem.parameters[{}])", type, name->parameter);
        case PlainValue::first_origin:
        case PlainValue::second_origin:
            return fmt::format("static_cast<{}>(problem.a.globe.origin[{}])", type,
                               name->value == PlainValue::first_origin ? 0 : 1);
        case PlainValue::workspace:
            return fmt::format("reinterpret_cast<{}>(problem.workspace)", type);
        case PlainValue::rows:
        case PlainValue::cols:
        case PlainValue::dims:
        case PlainValue::first_pitch:
        case PlainValue::second_pitch:
        case PlainValue::pitch:
        case PlainValue::latitude_first:
        case PlainValue::thread:
        case PlainValue::threads:
            break;
        }
        return fmt::format("static_cast<{}>({})", type, size_expression(*name));
    }

    [[nodiscard]] std::string launch_of(const OwnKernel& kernel) const {
        const Written block = block_of(kernel);
        const std::string first = as_code(parts_of(block).front().text);
        const std::string shared = kernel.launch.shared ? fmt::format("static_cast<std::size_t>({})",
                                                                      as_code(kernel.launch.shared->text, first))
                                                        : "0";
        std::vector<std::string> arguments;
        for (const Parameter& parameter : kernel.parameters) arguments.push_back(argument(kernel, parameter));
        const bool is_template = !kernel.target.empty();
        const std::string indent(is_template ? 8 : 4, ' '), inner = indent + std::string(18, ' ');
        const std::string call =
            fmt::format("{0}cuda::launch_grid({2}{3},\n{1}extents({4}), extents({5}),\n{1}{6}, run.stream{7});\n",
                        indent, inner, kernel.name, is_template ? "<decltype(out)>" : "",
                        as_code(grid_of(kernel).text, first), as_code(block.text), shared,
                        arguments.empty() ? "" : fmt::format(",\n{}{}", inner, fmt::join(arguments, ", ")));
        return is_template ? fmt::format("    cuda::with_target(problem.out, [&](auto out) {{\n{}    }});\n", call)
                           : call;
    }

    [[nodiscard]] std::string launch() const {
        std::string text =
            "void launch(const Run& run) {\n    [[maybe_unused]] const Problem& problem = run.problem;\n";
        std::string expressions;
        for (const OwnKernel& kernel : file_.kernels)
            expressions += fmt::format("{} {} {} ", block_of(kernel).text, grid_of(kernel).text,
                                       kernel.launch.shared ? kernel.launch.shared->text : "");
        text += sizes_in(expressions, false);
        for (const OwnKernel& kernel : file_.kernels) text += launch_of(kernel);
        return text + "}\n\n";
    }

    [[nodiscard]] std::string description() const {
        const auto parent = std::ranges::find_if(variants(), [&](const KernelVariant& variant) {
            return variant.workload == type_.id && variant.backend == Backend::cuda;
        });
        std::string text = fmt::format(
            "KernelVariant {}_variant() {{\n    return {{.title = \"{}\",\n            .teaches = \"What the student "
            "learns from this variant, in one or two sentences.\",\n            .wastes = \"What this variant still "
            "wastes, in one or two sentences.\",\n",
            name_, name_);
        const auto add = [&](const std::string& member) { text += fmt::format("            {},\n", member); };
        if (parent != variants().end()) add(fmt::format(".parent = \"{}\"", parent->id));
        add(".backend = Backend::cuda");
        if (writes_texture(file_)) add(".writes_surface = true");
        if (file_.layout != Layout::row_major) add(fmt::format(".layout = Layout::{}", name_of(file_.layout)));
        if (file_.workspace) add(".workspace_bytes = workspace_bytes");
        add(".launch = launch");
        if (type_.plain->tolerance != usual_tolerance) add(fmt::format(".tolerance = {}", type_.plain->tolerance));
        text.resize(text.size() - 2); // the last comma
        return text + "};\n}\n";
    }

    const OwnFile& file_;
    std::string_view name_;
    const WorkloadType& type_;
    Lines lines_;
};

} // namespace

std::string variant_file(const OwnFile& file, std::string_view name) {
    if (!file.variant.empty())
        throw InputError(fmt::format("{} describes a variant already: copy it to {}", file.path,
                                     place_in_tree(file, name).string()));
    if (file.is_cpu)
        throw InputError(fmt::format("{} holds a function for the CPU, and --as-variant writes CUDA variants only: "
                                     "begin with a copy of a .cpp file in {}",
                                     file.path, place_in_tree(file, name).parent_path().string()));
    if (!is_identifier(name))
        throw InputError(
            fmt::format("{} is no name of a variant: give the file a name of letters, digits and _", name));
    return VariantWriter(file, name).written();
}

std::filesystem::path place_in_tree(const OwnFile& file, std::string_view name) {
    return std::filesystem::path("kernels/workloads") / file.workload / "ladder" / fmt::format("{}.cu", name);
}

} // namespace pairscope::own
