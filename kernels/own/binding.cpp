// SPDX-License-Identifier: MIT
#include "kernels/own/binding.h"

#include "kernels/data/errors.h"
#include "kernels/ladder/plain_names.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <variant>

namespace pairscope::own {
namespace {

constexpr std::array<std::string_view, 17> size_types{
    "int",           "long long",          "size_t",        "long",      "unsigned",  "unsigned int",
    "unsigned long", "unsigned long long", "long long int", "int32_t",   "int64_t",   "uint32_t",
    "uint64_t",      "std::int64_t",       "long int",      "ptrdiff_t", "signed int"};
constexpr std::array<std::string_view, 2> number_types{"float", "double"};

constexpr std::int64_t most_threads = 1024, most_threads_in_z = 64, most_in_x = 0x7fffffff, most_in_yz = 65535,
                       most_shared = 227 * 1024, most_workspace = std::int64_t{2} << 30;

const PlainKernel& table_of(const OwnFile& file) { return *type_of(file.workload).plain; }

const PlainName* find_name(const OwnFile& file, std::string_view name) {
    if (name == plain::workspace.name) return &plain::workspace;
    if (file.has_all_threads && name == plain::thread.name) return &plain::thread;
    if (file.has_all_threads && name == plain::threads.name) return &plain::threads;
    const auto names = table_of(file).names;
    const auto found = std::ranges::find(names, name, &PlainName::name);
    return found == names.end() ? nullptr : &*found;
}

bool is_among(std::string_view type, std::span<const std::string_view> types) {
    return std::ranges::find(types, type) != types.end();
}

bool may_have(const PlainName& name, std::string_view type) {
    if (is_number(name.value)) return is_among(type, number_types);
    if (name.value == PlainValue::latitude_first && type == "bool") return true;
    if (!is_pointer(name.value)) return is_among(type, size_types);
    if (name.value == PlainValue::workspace) return type.ends_with('*') && !type.ends_with("**");
    const std::string with_const = fmt::format("const {}", type);
    return std::ranges::any_of(
        name.types, [&](std::string_view each) { return !each.empty() && (each == type || each == with_const); });
}

const Input& set_of(const PlainName& name, const Problem& problem) {
    return name.value == PlainValue::second_set || name.value == PlainValue::second_pitch ? problem.b : problem.a;
}

/// A texture has none; its rows have as many entries as the matrix has columns.
std::int64_t pitch_of(const Problem& problem) {
    const auto* const memory = std::get_if<LinearMemory>(&problem.out);
    return memory == nullptr ? problem.b.rows : memory->pitch;
}

std::int64_t size_of(const PlainName& name, const Problem& problem) {
    switch (name.value) {
    case PlainValue::rows:
        return problem.a.rows;
    case PlainValue::cols:
        return problem.b.rows;
    case PlainValue::dims:
        return problem.a.dims;
    case PlainValue::first_pitch:
    case PlainValue::second_pitch:
        return set_of(name, problem).pitch;
    case PlainValue::pitch:
        return pitch_of(problem);
    case PlainValue::latitude_first:
        return problem.a.globe.latitude_first ? 1 : 0;
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
    return 0;
}

bool is_pitch(PlainValue value) {
    return value == PlainValue::pitch || value == PlainValue::first_pitch || value == PlainValue::second_pitch;
}

bool is_size(const PlainName& name) { return !is_pointer(name.value) && !is_number(name.value); }

Argument argument_of(const PlainName& name, const Problem& problem) {
    if (name.value == PlainValue::parameter)
        return {.number = problem.parameters[static_cast<std::size_t>(name.parameter)]};
    if (is_number(name.value))
        return {.number = problem.a.globe.origin[name.value == PlainValue::first_origin ? 0 : 1]};
    if (name.value == PlainValue::output) return {.pointer = std::get<LinearMemory>(problem.out).data};
    if (name.value == PlainValue::workspace) return {.pointer = problem.workspace};
    if (is_pointer(name.value)) return {.pointer = set_of(name, problem).data};
    return {.integer = size_of(name, problem)};
}

/// Up to three extents; those that are missing are 1.
std::array<std::int64_t, 3> extents_of(const Written& list, const Names& names, std::string_view file) {
    const std::vector<Written> parts = parts_of(list);
    if (parts.size() > 3)
        throw InputError(at_place(file, parts[3].place, "a block and a grid have at most three extents"));
    std::array<std::int64_t, 3> found{1, 1, 1};
    for (std::size_t i = 0; i < parts.size(); ++i) found[i] = value_of(parts[i], names, file);
    return found;
}

void refuse_blocks(const std::array<std::int64_t, 3>& block, const Written& list, std::string_view file) {
    const bool fits = std::ranges::all_of(block, [](std::int64_t each) { return each >= 1 && each <= most_threads; }) &&
                      block[0] * block[1] * block[2] <= most_threads && block[2] <= most_threads_in_z;
    if (!fits)
        throw InputError(
            at_place(file, list.place,
                     fmt::format("a block of {} threads cannot be launched: it has 1 to {}, at most {} in z",
                                 fmt::join(block, " x "), most_threads, most_threads_in_z)));
}

/// Constants of the text are not known here, and only the compiler knows what they say.
void refuse_bounds(const std::array<std::int64_t, 3>& block, const OwnKernel& kernel, const Names& names,
                   std::string_view file) {
    if (!kernel.most_threads) return;
    std::int64_t most = 0;
    try {
        most = value_of(*kernel.most_threads, names, file);
    } catch (const InputError&) {
        return;
    }
    const std::int64_t threads = block[0] * block[1] * block[2];
    if (threads > most)
        throw InputError(at_place(file, kernel.most_threads->place,
                                  fmt::format("{} is launched with blocks of {} threads, but its __launch_bounds__ "
                                              "allows {}, so CUDA refuses the launch",
                                              kernel.name, threads, most)));
}

void refuse_grids(const std::array<std::int64_t, 3>& grid, const Written& list, const Names& sizes,
                  std::string_view file) {
    const bool fits = std::ranges::all_of(grid, [](std::int64_t each) { return each >= 1; }) && grid[0] <= most_in_x &&
                      grid[1] <= most_in_yz && grid[2] <= most_in_yz;
    if (fits) return;
    const auto n = sizes.find("n");
    throw InputError(
        at_place(file, list.place,
                 fmt::format("a grid of {} blocks cannot be launched at n = {}: each extent is at least "
                             "1, and at most {} in x and {} in y and z",
                             fmt::join(grid, " x "), n == sizes.end() ? 1 : n->second, most_in_x, most_in_yz)));
}

const Slider* find_slider(const OwnFile& file, std::string_view name) {
    const auto found = std::ranges::find(file.sliders, name, &Slider::name);
    return found == file.sliders.end() ? nullptr : &*found;
}

bool takes(const OwnFile& file, PlainValue value) {
    return std::ranges::any_of(file.kernels, [&](const OwnKernel& kernel) {
        return std::ranges::any_of(kernel.parameters, [&](const Parameter& parameter) {
            const PlainName* const name = find_name(file, parameter.name);
            return name != nullptr && name->value == value;
        });
    });
}

bool is_target(const OwnKernel& kernel, const Parameter& parameter) {
    return !kernel.target.empty() && parameter.type == kernel.target;
}

const PlainName& output_in(const PlainKernel& table) {
    return *std::ranges::find(table.names, PlainValue::output, &PlainName::value);
}

/// A pointer to what may be written, and no parameter of any kernel has the name of the output.
bool is_likely_output(const OwnFile& file, const Parameter& parameter) {
    const bool is_written = parameter.type.ends_with('*') && !parameter.type.starts_with("const ");
    return is_written && !takes(file, PlainValue::output);
}

/// Empty: the parameter can be bound.
std::string what_is_wrong(const OwnFile& file, const OwnKernel& kernel, const Parameter& parameter) {
    const PlainName* const name = find_name(file, parameter.name);
    if (name == nullptr && find_slider(file, parameter.name) != nullptr)
        return is_among(parameter.type, size_types)
                   ? ""
                   : fmt::format("the slider `{}` has the type `{}`, but it must be int, long long or size_t",
                                 parameter.name, parameter.type);
    if (name == nullptr && is_likely_output(file, parameter)) {
        const PlainName& output = output_in(table_of(file));
        return fmt::format("the output of {0} is called `{1}`, and `{2}` is nothing that a kernel is given: write `{3} "
                           "{1}`",
                           file.workload, output.name, parameter.name, output.types[0]);
    }
    if (name == nullptr) {
        std::vector<std::string_view> names;
        for (const PlainName& each : table_of(file).names) names.push_back(each.name);
        names.push_back(plain::workspace.name);
        return fmt::format("a kernel of {} is given nothing of the name `{}`: it may take {}", file.workload,
                           parameter.name, fmt::join(names, ", "));
    }
    if (is_target(kernel, parameter)) {
        const bool is_matrix = name->value == PlainValue::output && type_of(file.workload).output == OutputKind::matrix;
        return is_matrix ? ""
                         : fmt::format("`{}` cannot have the type {} of a template: only the output can, if it is a "
                                       "matrix",
                                       parameter.name, kernel.target);
    }
    if (!may_have(*name, parameter.type))
        return fmt::format("`{}` has the type `{}`, but it must be {}", parameter.name, parameter.type,
                           types_in_words(*name));
    if (name->value == PlainValue::workspace && !file.workspace)
        return "`workspace` has no size, so add a line such as `// workspace: 4 * n`, which counts bytes";
    if (file.layout != Layout::row_major && parameter.type.ends_with("float2*") &&
        (name->value == PlainValue::first_set || name->value == PlainValue::second_set))
        return fmt::format("`{}` has the type `{}`, but x and y do not lie together in the layout {}: it must be {}",
                           parameter.name, parameter.type, name_of(file.layout), name->types[1]);
    return {};
}

} // namespace

std::string types_in_words(const PlainName& name) {
    if (is_number(name.value)) return "float or double";
    if (name.value == PlainValue::latitude_first) return "int or bool";
    if (!is_pointer(name.value)) return "int, long long or size_t";
    if (name.value == PlainValue::workspace) return "a pointer, such as float*";
    return name.types[1].empty() ? std::string(name.types[0]) : fmt::format("{} or {}", name.types[0], name.types[1]);
}

const PlainName* plain_name(const OwnFile& file, const Parameter& parameter) { return find_name(file, parameter.name); }

void check_parameters(const OwnFile& file) {
    if (!file.variant.empty()) return;
    for (const OwnKernel& kernel : file.kernels)
        for (const Parameter& parameter : kernel.parameters)
            if (const std::string wrong = what_is_wrong(file, kernel, parameter); !wrong.empty())
                throw InputError(at_place(file.path, parameter.place, wrong));
    for (const OwnKernel& kernel : file.kernels)
        if (!kernel.target.empty() && std::ranges::none_of(kernel.parameters, [&](const Parameter& parameter) {
                return parameter.type == kernel.target;
            }))
            throw InputError(at_place(
                file.path, kernel.place,
                fmt::format("{} is a template over {}, but no parameter has this type", kernel.name, kernel.target)));
    if (!takes(file, PlainValue::output)) {
        const PlainName& out = output_in(table_of(file));
        throw InputError(
            at_place(file.path, file.kernels.front().place,
                     fmt::format("no kernel takes `{} {}`, so nothing can be written there", out.types[0], out.name)));
    }
    if (file.workspace && !takes(file, PlainValue::workspace))
        throw InputError(at_place(file.path, file.workspace->place, "no kernel takes a parameter `workspace`"));
}

Names sizes_of(const OwnFile& file, const Problem& problem) {
    Names sizes;
    for (const PlainName& name : table_of(file).names)
        if (is_size(name)) sizes.emplace(name.name, size_of(name, problem));
    for (const Slider& slider : file.sliders) sizes.emplace(slider.name, slider.value);
    return sizes;
}

std::int64_t workspace_bytes(const OwnFile& file, const Workload& workload) {
    Problem problem;
    problem.a.rows = workload.rows;
    problem.b.rows = workload.cols;
    problem.a.dims = problem.b.dims = workload.dims;
    Names sizes = sizes_of(file, problem);
    for (const PlainName& name : table_of(file).names)
        if (is_pitch(name.value)) sizes.erase(std::string(name.name)); // a workspace is made before pitches are known
    const std::int64_t bytes = value_of(*file.workspace, sizes, file.path);
    if (bytes < 1 || bytes > most_workspace)
        throw InputError(
            at_place(file.path, file.workspace->place,
                     fmt::format("a workspace of {} bytes cannot be given: it has 1 to {}", bytes, most_workspace)));
    return bytes;
}

bool writes_texture(const OwnFile& file) {
    if (!file.variant.empty() || file.is_cpu || takes(file, PlainValue::pitch)) return false;
    return std::ranges::all_of(file.kernels, [&](const OwnKernel& kernel) {
        return std::ranges::all_of(kernel.parameters, [&](const Parameter& parameter) {
            const PlainName* const name = find_name(file, parameter.name);
            return name == nullptr || name->value != PlainValue::output || is_target(kernel, parameter);
        });
    });
}

Shape shape_of(const OwnFile& file, const OwnKernel& kernel, const Names& sizes) {
    const PlainKernel& usual = table_of(file);
    const Written block = kernel.launch.block.value_or(Written{std::string(usual.block), kernel.place});
    const Written grid = kernel.launch.grid.value_or(Written{std::string(usual.grid), kernel.place});
    Shape shape;
    shape.block = extents_of(block, sizes, file.path);
    refuse_blocks(shape.block, block, file.path);
    refuse_bounds(shape.block, kernel, sizes, file.path);
    Names with_block = sizes;
    with_block["block"] = shape.block[0];
    shape.grid = extents_of(grid, with_block, file.path);
    refuse_grids(shape.grid, grid, sizes, file.path);
    if (!kernel.launch.shared) return shape;
    shape.shared_bytes = value_of(*kernel.launch.shared, with_block, file.path);
    if (shape.shared_bytes < 0 || shape.shared_bytes > most_shared)
        throw InputError(at_place(file.path, kernel.launch.shared->place,
                                  fmt::format("a block cannot have {} bytes of shared memory: it has at most {}",
                                              shape.shared_bytes, most_shared)));
    return shape;
}

std::vector<std::string> usual_launches(const OwnFile& file) {
    std::vector<std::string> notes;
    const PlainKernel& usual = table_of(file);
    for (const OwnKernel& kernel : file.kernels) {
        if (file.is_cpu) break;
        if (kernel.launch.grid && kernel.launch.block) continue;
        std::vector<std::string> lines;
        if (!kernel.launch.block) lines.push_back(fmt::format("block: {}", usual.block));
        if (!kernel.launch.grid) lines.push_back(fmt::format("grid: {}", usual.grid));
        notes.push_back(at_place(file.path, kernel.place,
                                 fmt::format("no line says how {} is launched, so it has the usual `{}` of {}",
                                             kernel.name, fmt::join(lines, "   "), file.workload)));
    }
    return notes;
}

std::vector<Argument> arguments_of(const OwnFile& file, const OwnKernel& kernel, const Problem& problem,
                                   const HostThreads& threads) {
    std::vector<Argument> found;
    for (const Parameter& parameter : kernel.parameters) {
        const PlainName* const name = plain_name(file, parameter);
        if (name == nullptr)
            found.push_back({.integer = find_slider(file, parameter.name)->value});
        else if (is_target(kernel, parameter))
            found.push_back({.pointer = &problem.out});
        else if (name->value == PlainValue::thread || name->value == PlainValue::threads)
            found.push_back({.integer = name->value == PlainValue::thread ? threads.thread : threads.all});
        else
            found.push_back(argument_of(*name, problem));
    }
    return found;
}

bool takes_pitch(const OwnFile& file) {
    const auto is_template = [](const OwnKernel& kernel) { return !kernel.target.empty(); };
    if (!file.variant.empty()) return true;
    return takes(file, PlainValue::pitch) || std::ranges::any_of(file.kernels, is_template);
}

bool takes_input_pitch(const OwnFile& file) {
    if (file.layout != Layout::row_major) return false; // its pitch is larger than a row at most sizes
    return takes(file, PlainValue::first_pitch) || takes(file, PlainValue::second_pitch);
}

} // namespace pairscope::own
