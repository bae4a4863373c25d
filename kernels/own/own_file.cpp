// SPDX-License-Identifier: MIT
#include "kernels/own/own_file.h"

#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/plain_names.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/host_code.h"
#include "kernels/own/kernels_in.h"
#include "kernels/own/source_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>

namespace pairscope::own {
namespace {

constexpr std::array<std::string_view, 8> keys{"workload", "block",     "grid",   "shared",
                                               "slider",   "workspace", "layout", "threads"};

/// "block: 256" in a comment.
struct Entry {
    std::string_view key;
    Written value;
};

/// The key that stands at this place, with its colon; empty: none does.
std::string_view key_at(std::string_view text, std::size_t at) {
    if (at > 0 && is_in_name(text[at - 1])) return {};
    const std::string_view rest = text.substr(at);
    for (const std::string_view key : keys) {
        if (!rest.starts_with(key)) continue;
        const std::size_t colon = rest.find_first_not_of(" \t", key.size());
        if (colon != std::string_view::npos && rest[colon] == ':') return key;
    }
    return {};
}

/// Only a comment that begins with a key has entries. Any other comment is for people.
std::vector<Entry> entries_of(const Written& comment) {
    const std::string_view text = comment.text;
    const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
    if (key_at(text, first).empty()) return {};
    std::vector<Entry> found;
    std::vector<std::size_t> begins;
    for (std::size_t i = first; i < text.size(); ++i)
        if (!key_at(text, i).empty()) begins.push_back(i);
    for (std::size_t k = 0; k < begins.size(); ++k) {
        const std::size_t end = k + 1 < begins.size() ? begins[k + 1] : text.size();
        std::size_t begin = text.find(':', begins[k]) + 1, last = end;
        while (begin < last && is_blank(text[begin])) ++begin;
        while (last > begin && is_blank(text[last - 1])) --last;
        found.push_back({key_at(text, begins[k]),
                         {std::string(text.substr(begin, last - begin)),
                          {comment.place.line, comment.place.column + static_cast<int>(begin)}}});
    }
    return found;
}

/// "STRIDE = 1 from 1 to 64"
Slider slider_of(const Written& text, std::string_view file) {
    const auto refuse = [&](const std::string& what) {
        throw InputError(
            at_place(file, text.place, fmt::format("{}; a slider is such as STRIDE = 1 from 1 to 64", what)));
    };
    const std::size_t equals = text.text.find('='), from = text.text.find("from"), to = text.text.find("to", from);
    if (equals == std::string::npos || from == std::string::npos || to == std::string::npos || from < equals ||
        to < from)
        refuse(fmt::format("`{}` is no slider", text.text));
    const auto number = [&](std::size_t begin, std::size_t end) {
        const Place place{text.place.line, text.place.column + static_cast<int>(begin)};
        return value_of({text.text.substr(begin, end - begin), place}, {}, file);
    };
    Slider slider{.name = text.text.substr(0, equals),
                  .value = number(equals + 1, from),
                  .least = number(from + 4, to),
                  .most = number(to + 2, text.text.size()),
                  .place = text.place};
    while (!slider.name.empty() && is_blank(slider.name.back())) slider.name.pop_back();
    if (!is_identifier(slider.name)) refuse(fmt::format("`{}` is no name", slider.name));
    constexpr std::int64_t limit = std::numeric_limits<std::int32_t>::max();
    slider.in_text = slider.value;
    if (slider.least < -limit || slider.most > limit || slider.value < slider.least || slider.value > slider.most)
        refuse(fmt::format("{} is {}, which must lie between its ends {} and {}, and these fit into 32 bits",
                           slider.name, slider.value, slider.least, slider.most));
    return slider;
}

void add_slider(OwnFile& file, Slider slider) {
    const auto& names = find_workload(file.workload)->plain->names;
    const bool is_taken = slider.name == "block" ||
                          std::ranges::find(names, slider.name, &PlainName::name) != names.end() ||
                          std::ranges::find(file.sliders, slider.name, &Slider::name) != file.sliders.end();
    if (is_taken)
        throw InputError(at_place(file.path, slider.place, fmt::format("the name {} is taken already", slider.name)));
    file.sliders.push_back(std::move(slider));
}

std::string workload_of_entry(const Written& value, std::string_view file) {
    const WorkloadType* const type = find_workload(value.text);
    if (type != nullptr && type->plain != nullptr) return value.text;
    throw InputError(at_place(
        file, value.place,
        type == nullptr ? fmt::format("there is no workload `{}`: choose one of {}", value.text, workloads_in_words())
                        : fmt::format("{} takes no own kernel: choose one of {}", value.text, workloads_in_words())));
}

void add_workspace(OwnFile& file, const Written& bytes) {
    if (file.workspace)
        throw InputError(at_place(file.path, bytes.place,
                                  fmt::format("the workspace stands in line {} already", file.workspace->place.line)));
    file.workspace = bytes;
}

const PlainName* name_of_set(const OwnFile& file, std::string_view name) {
    const auto& names = find_workload(file.workload)->plain->names;
    const auto found = std::ranges::find(names, name, &PlainName::name);
    const bool is_set =
        found != names.end() && (found->value == PlainValue::first_set || found->value == PlainValue::second_set);
    return is_set ? &*found : nullptr;
}

/// "a column_major" or "a column_major, b column_major". All sets of a workload lie alike.
void set_layout(OwnFile& file, const Written& text) {
    const auto& names = find_workload(file.workload)->plain->names;
    const auto has = [&](PlainValue value) {
        return std::ranges::find(names, value, &PlainName::value) != names.end();
    };
    const auto refuse = [&](Place place, const std::string& message) {
        throw InputError(at_place(file.path, place, message));
    };
    if (!has(PlainValue::first_pitch))
        refuse(text.place, fmt::format("the vectors of {} lie as they do, and no line can change it", file.workload));
    std::vector<PlainValue> named;
    std::vector<Layout> layouts;
    for (const Written& part : parts_of(text)) {
        const std::size_t blank = part.text.find(' ');
        const PlainName* const set = name_of_set(file, part.text.substr(0, blank));
        const std::string layout = blank == std::string::npos ? "" : part.text.substr(part.text.find_last_of(' ') + 1);
        const auto found = std::ranges::find(layout_names, layout, &Name<Layout>::name);
        if (set == nullptr || found == layout_names.end())
            refuse(part.place, fmt::format("`{}` is no layout of a set, which is such as a column_major", part.text));
        named.push_back(set->value);
        layouts.push_back(found->value);
    }
    const std::size_t sets = has(PlainValue::second_set) ? 2 : 1;
    const bool are_all = named.size() == sets && (sets == 1 || named[0] != named[1]);
    if (!are_all || layouts.front() != layouts.back())
        refuse(text.place,
               fmt::format("both sets of {} have one layout, as in `layout: a column_major, b column_major`",
                           file.workload));
    file.layout = layouts.front();
}

/// A kernel with an array of dynamic shared memory, and no line that says how large it is.
void refuse_missing_shared(const OwnFile& file, std::string_view code) {
    const auto refuse = [&](std::size_t at, const std::string& kernel) {
        throw InputError(at_place(
            file.path, place_of(code, at),
            fmt::format("{} has dynamic shared memory, but no line such as `// shared: 4 * block` says how much",
                        kernel)));
    };
    for (const std::string_view word : {"extern", "dynamic_shared"})
        for (std::size_t at = code.find(word); at != std::string_view::npos; at = code.find(word, at + 1)) {
            const std::size_t end = code.find_first_of(";{", at);
            const bool is_array = word != "extern" || code.substr(at, end - at).find("__shared__") != std::string::npos;
            if (!is_array || (at > 0 && is_in_name(code[at - 1]))) continue;
            const auto kernel = std::ranges::find_if(
                file.kernels, [&](const OwnKernel& each) { return each.body_begin < at && at < each.body_end; });
            const auto has_line = [](const OwnKernel& each) { return each.launch.shared.has_value(); };
            if (kernel != file.kernels.end() && !kernel->launch.shared) refuse(at, kernel->name);
            if (kernel == file.kernels.end() && std::ranges::none_of(file.kernels, has_line)) refuse(at, "the file");
        }
}

void set_threads(OwnFile& file, const Written& text) {
    if (!file.is_cpu || (text.text != "all" && text.text != "1"))
        throw InputError(at_place(file.path, text.place,
                                  "`threads` is all or 1, and stands in a C++ file, whose name ends in .cpp"));
    file.has_all_threads = text.text == "all";
}

/// The entry belongs to the next kernel in the file.
void add_to_launch(OwnFile& file, const Entry& entry) {
    if (file.is_cpu)
        throw InputError(
            at_place(file.path, entry.value.place,
                     fmt::format("a function for the CPU is called, not launched: leave `{}` out", entry.key)));
    const auto kernel = std::ranges::find_if(
        file.kernels, [&](const OwnKernel& each) { return each.place.line > entry.value.place.line; });
    if (kernel == file.kernels.end())
        throw InputError(
            at_place(file.path, entry.value.place, "no kernel follows this line: it stands before its kernel"));
    std::optional<Written>& place = entry.key == "block"  ? kernel->launch.block
                                    : entry.key == "grid" ? kernel->launch.grid
                                                          : kernel->launch.shared;
    if (place)
        throw InputError(
            at_place(file.path, entry.value.place,
                     fmt::format("`{}` of {} stands in line {} already", entry.key, kernel->name, place->place.line)));
    place = entry.value;
}

/// "pairscope::ladder::distance_matrix::mine_variant" of `KernelVariant mine_variant() {`; empty: there is none.
std::string variant_in(std::string_view code) {
    constexpr std::string_view type = "KernelVariant ", ending = "_variant";
    for (std::size_t at = code.find(type); at != std::string_view::npos; at = code.find(type, at + 1)) {
        std::size_t end = at + type.size();
        while (end < code.size() && is_in_name(code[end])) ++end;
        const std::string_view name = code.substr(at + type.size(), end - at - type.size());
        const std::size_t brace = code.find_first_of("{;", end);
        const bool is_defined = brace != std::string_view::npos && code[brace] == '{';
        const auto around = namespaces_around(code, at);
        if (name.size() > ending.size() && name.ends_with(ending) && is_defined && around)
            return *around + std::string(name);
    }
    return {};
}

/// The workload is that of the line, or else the namespace within `ladder`.
OwnFile of_variant(OwnFile file, const std::vector<Entry>& entries) {
    const auto named = std::ranges::find(entries, "workload", &Entry::key);
    const std::string_view function = file.variant, within = "ladder::";
    const std::size_t begin = function.find(within), end = function.rfind("::");
    const bool has_namespace = begin != std::string_view::npos && begin + within.size() < end;
    const std::string space(has_namespace ? function.substr(begin + within.size(), end - begin - within.size()) : "");
    const bool is_named = named != entries.end();
    file.workload = workload_of_entry(is_named ? named->value : Written{space, {}}, file.path);
    return file;
}

/// Else it could be right for the executor only, and nobody would see it without a GPU.
void refuse_other_code_for_the_executor(const OwnFile& file, std::string_view code) {
    const std::size_t at = code.find("PAIRSCOPE_SIMULATED");
    if (at != std::string_view::npos)
        throw InputError(at_place(file.path, place_of(code, at),
                                  "the executor and a GPU must run the same code: leave PAIRSCOPE_SIMULATED out"));
}

/// Is it what a parameter is called in some workload? A function that takes something else is a helper.
bool is_of_a_workload(std::string_view name) {
    const std::array further{plain::workspace, plain::thread, plain::threads};
    const auto is_in = [&](const WorkloadType& type) {
        return type.plain != nullptr &&
               std::ranges::find(type.plain->names, name, &PlainName::name) != type.plain->names.end();
    };
    return std::ranges::find(further, name, &PlainName::name) != further.end() ||
           std::ranges::any_of(workload_types(), is_in);
}

/// The kernels, the function for the CPU, or the name of the function that describes a variant.
void read_kernels(OwnFile& file, std::string_view code) {
    refuse_other_code_for_the_executor(file, code);
    if (file.is_cpu) {
        file.kernels = {cpu_function_in(code, file.path, is_of_a_workload)};
        return;
    }
    refuse_assembly(file.path, code);
    file.variant = variant_in(code);
    if (!file.variant.empty()) return;
    file.kernels = kernels_in(code, file.path);
    refuse_host_code(file.path, code);
    if (file.kernels.empty())
        throw InputError(fmt::format("{} has no kernel: it defines no function that is marked __global__", file.path));
}

} // namespace

std::string workloads_in_words() {
    std::vector<std::string_view> names;
    for (const WorkloadType& type : workload_types())
        if (type.plain != nullptr) names.push_back(type.id);
    return fmt::format("{}", fmt::join(names, ", "));
}

bool holds_entries(const Written& comment) { return !entries_of(comment).empty(); }

OwnFile own_file_of(std::string path, std::string text) {
    OwnFile file{.path = std::move(path), .text = std::move(text), .workload = {}, .kernels = {}, .sliders = {}};
    file.is_cpu = std::filesystem::path(file.path).extension() == ".cpp";
    const SplitText parts = split(file.text);
    read_kernels(file, parts.code);
    std::vector<Entry> entries;
    for (const Written& comment : parts.comments)
        for (Entry& entry : entries_of(comment)) entries.push_back(std::move(entry));
    if (!file.variant.empty()) return of_variant(std::move(file), entries);
    const auto named = std::ranges::find(entries, "workload", &Entry::key);
    if (named == entries.end())
        throw InputError(
            at_place(file.path, {},
                     fmt::format("a comment must name the workload after `// workload:`, which is one of {}",
                                 workloads_in_words())));
    file.workload = workload_of_entry(named->value, file.path);
    for (const Entry& entry : entries) {
        if (entry.key == "slider")
            add_slider(file, slider_of(entry.value, file.path));
        else if (entry.key == "layout")
            set_layout(file, entry.value);
        else if (entry.key == "workspace")
            add_workspace(file, entry.value);
        else if (entry.key == "threads")
            set_threads(file, entry.value);
        else if (entry.key != "workload")
            add_to_launch(file, entry);
        else if (entry.value.text != file.workload)
            throw InputError(at_place(
                file.path, entry.value.place,
                fmt::format("a file has one workload, and line {} says {}", named->value.place.line, file.workload)));
    }
    if (!file.is_cpu) refuse_missing_shared(file, parts.code);
    return file;
}

OwnFile read_own_file(const std::filesystem::path& path) { return own_file_of(shown(path), read_source(path)); }

void set_sliders(OwnFile& file, const std::vector<std::string>& settings) {
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos)
            throw InputError(fmt::format("--set takes NAME=VALUE, such as STRIDE=4, and not {}", setting));
        const std::string name = setting.substr(0, equals);
        const auto slider = std::ranges::find(file.sliders, name, &Slider::name);
        if (slider == file.sliders.end())
            throw InputError(
                fmt::format("{} has no slider {}, which a line such as `// slider: STRIDE = 1 from 1 to 64` makes",
                            file.path, name));
        slider->value = value_of({setting.substr(equals + 1), {1, static_cast<int>(equals) + 2}}, {}, "--set");
        if (slider->value < slider->least || slider->value > slider->most)
            throw InputError(fmt::format("--set {} is not between {} and {}, the ends of the slider", setting,
                                         slider->least, slider->most));
    }
}

} // namespace pairscope::own
