// SPDX-License-Identifier: MIT
#include "kernels/own/copy_of_rung.h"

#include "kernels/data/errors.h"
#include "kernels/ladder/kernel_place.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/binding.h"
#include "kernels/own/own_file.h"
#include "kernels/own/rung_kernel.h"
#include "kernels/own/rung_launch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace pairscope::own {
namespace {

constexpr std::int64_t most_of_threads = 1024;
constexpr auto npos = std::string_view::npos;

bool contains(std::string_view text, std::string_view part) { return text.find(part) != npos; }

std::size_t line_behind(std::string_view text, std::size_t at) {
    return std::min(text.find('\n', at), text.size() - 1) + 1;
}

/// Comments in whole lines right before this place belong to what stands there.
std::size_t begin_with_comments(std::string_view text, std::size_t begin) {
    while (begin > 0) {
        const std::size_t before = begin < 2 ? npos : text.rfind('\n', begin - 2);
        const std::size_t line = before == npos ? 0 : before + 1;
        if (!text.substr(line).starts_with("//")) break;
        begin = line;
    }
    return begin;
}

/// Headers that a copy needs only where a word stands in it.
std::vector<PlainHeader> headers_of_copies() {
    std::vector<PlainHeader> headers{{"dynamic_shared.cuh", "dynamic_shared<"}};
    for (const WorkloadType& type : workload_types())
        if (type.plain != nullptr)
            headers.insert(headers.end(), type.plain->headers.begin(), type.plain->headers.end());
    return headers;
}

/// A part of the text that is replaced.
struct Change {
    std::size_t begin, end;
    std::string text;
};

std::string changed(std::string_view text, std::size_t begin, std::size_t end, std::vector<Change> changes) {
    std::ranges::sort(changes, {}, &Change::begin);
    std::string found;
    for (const Change& change : changes) {
        if (change.begin < begin || change.end > end) continue;
        found += text.substr(begin, change.begin - begin);
        found += change.text;
        begin = change.end;
    }
    return found + std::string(text.substr(begin, end - begin));
}

/// Writes the plain file of one rung.
class Writer {
public:
    Writer(const KernelVariant& rung, std::string_view name)
        : rung_(rung), name_(name), type_(type_of(rung.workload)), source_(rung.source_text),
          functions_(functions_in(source_)) {}

    std::string written() {
        refuse_what_no_plain_kernel_does();
        host_ = read_host(rung_);
        const std::size_t begin = source_.find("\nnamespace {\n") + 13,
                          end = begin_with_comments(source_, launch_begin());
        copy_kernels();
        drop_host_code();
        add_sliders();
        std::string code = plain_code(changed(source_, begin, end, changes_));
        const std::string includes = includes_for(code);
        return fmt::format("// {}, copied from {}.\n{}\n{}{}\n", rung_.title, rung_.id, head_, includes, code);
    }

private:
    void refuse_what_no_plain_kernel_does() const {
        if (type_.plain == nullptr) throw NotPlain(fmt::format("{} takes no plain kernels", type_.id));
        if (rung_.gpu_only) throw NotPlain("it uses hardware that the executor on the CPU does not have");
        if (rung_.entry != Entry::float32)
            throw NotPlain("it writes numbers of 16 bits, and plain kernels write float32");
        if (rung_.both_directions || rung_.may_differ_by != nullptr)
            throw NotPlain("its output is not that of a plain kernel");
    }

    [[nodiscard]] std::size_t offset(const DefinedFunction& function) const {
        return static_cast<std::size_t>(function.text.data() - source_.data());
    }
    [[nodiscard]] std::size_t launch_begin() const {
        const auto found = std::ranges::find(functions_, "launch", &DefinedFunction::name);
        if (found == functions_.end()) throw NotPlain("its file has no launch function");
        return offset(*found);
    }

    void copy_kernels() {
        const auto is_kernel = [](const DefinedFunction& each) { return contains(each.text, "__global__"); };
        if (std::ranges::count_if(functions_, is_kernel) != std::ssize(host_.launches))
            throw NotPlain("its launches are not one for each kernel in its file");
        std::size_t last = 0;
        for (const RungLaunch& launch : host_.launches) {
            const auto kernel = std::ranges::find_if(
                functions_, [&](const DefinedFunction& each) { return is_kernel(each) && each.name == launch.kernel; });
            if (kernel == functions_.end())
                throw NotPlain(fmt::format("its kernel {} is in code that other rungs share", launch.kernel));
            if (offset(*kernel) < last) throw NotPlain("its kernels do not run in the order of its file");
            last = offset(*kernel);
            PlainCopy copy = plain_copy(kernel->text, launch, host_, type_);
            for (const auto& [condition, value] : host_.conditions) copy.text = decided(copy.text, condition, value);
            changes_.push_back(
                {last, last + kernel->text.size(), fmt::format("{}{}{}", copy.before, launch_line(launch), copy.text)});
            for (const Tokens& each : launch.template_arguments) note_constants(each);
            for (const Tokens& each : launch.arguments)
                if (each.size() == 1) note_constants(each);
        }
    }

    std::string launch_line(const RungLaunch& launch) {
        std::vector<std::string> parts{"// block: " + list(launch.block), "grid: " + list(launch.grid)};
        if (launch.shared != Tokens{"0"}) parts.push_back("shared: " + line_text(launch.shared));
        return fmt::format("{}\n", fmt::join(parts, "   "));
    }
    std::string list(const std::vector<Tokens>& extents) {
        std::vector<std::string> texts;
        for (const Tokens& each : extents) texts.push_back(line_text(each));
        return fmt::format("{}", fmt::join(texts, ", "));
    }
    /// An expression of a launch line, whose constants become sliders.
    std::string line_text(const Tokens& tokens) {
        for (const std::string& token : tokens) {
            if (!is_name(token) || token == "min" || token == "max") continue;
            const auto name = std::ranges::find(type_.plain->names, token, &PlainName::name);
            const bool is_size =
                name != type_.plain->names.end() && !is_pointer(name->value) && !is_number(name->value);
            if (!is_size && token != block_constant && !host_.constants.contains(token))
                throw NotPlain(fmt::format("its launch needs {}, which no launch line can name", token));
        }
        note_constants(tokens);
        return text_of(tokens);
    }
    void note_constants(const Tokens& tokens) {
        for (const std::string& token : tokens)
            if (token == block_constant || host_.constants.contains(token)) sliders_.insert(token);
    }

    /// Functions that neither a kernel nor another device function can call.
    void drop_host_code() {
        for (const DefinedFunction& function : functions_) {
            const bool is_host = !contains(function.text, "__global__") && !contains(function.text, "__device__") &&
                                 !contains(function.text.substr(0, function.text.find('(')), "constexpr");
            if (!is_host) continue;
            const std::size_t begin = offset(function);
            changes_.push_back(
                {begin_with_comments(source_, begin), line_behind(source_, begin + function.text.size()), ""});
        }
        if (const std::size_t blocks = source_.find("\nusing Blocks"); blocks != npos)
            changes_.push_back({begin_with_comments(source_, blocks + 1), line_behind(source_, blocks + 1), ""});
    }

    void add_sliders() {
        std::string text = fmt::format("// workload: {}\n", type_.id);
        if (rung_.layout != Layout::row_major) text += layout_line();
        if (!host_.workspace.empty()) text += fmt::format("// workspace: {}\n", line_text(host_.workspace));
        for (const std::string& name : sliders_) {
            const auto constant = host_.constants.find(name);
            if (constant == host_.constants.end()) {
                text += fmt::format("// slider: {} = {} from {} to {}\n", name, rung_.blocks.front(),
                                    std::ranges::min(rung_.blocks), std::ranges::max(rung_.blocks));
                continue;
            }
            const std::int64_t most = name == block_constant ? most_of_threads : 4 * constant->second;
            text += fmt::format("// slider: {} = {} from 1 to {}\n", name, constant->second, most);
            const std::size_t line = source_.find(fmt::format("\nconstexpr int {} = ", name));
            changes_.push_back({line + 1, line_behind(source_, line + 1), ""});
        }
        head_ = text;
    }

    [[nodiscard]] std::string layout_line() const {
        std::vector<std::string> sets;
        for (const PlainName& each : type_.plain->names)
            if (each.value == PlainValue::first_set || each.value == PlainValue::second_set)
                sets.push_back(fmt::format("{} {}", each.name, name_of(rung_.layout)));
        return fmt::format("// layout: {}\n", fmt::join(sets, ", "));
    }

    /// The text as it must be outside of the program's namespaces.
    [[nodiscard]] std::string plain_code(std::string code) const {
        constexpr std::array<std::string_view, 6> spaces{"cuda", "sums", "globe", "metrics", "farthest", "matching"};
        code = with_plain_shared_memory(std::move(code));
        for (const std::string_view space : spaces) code = qualified(code, fmt::format("{}::", space));
        for (const std::string_view type : {"CrossSets ", "CrossSets& "}) code = qualified(code, type);
        while (code.starts_with('\n')) code.erase(0, 1);
        while (code.ends_with("\n")) code.pop_back();
        for (std::size_t at = code.find("\n\n\n"); at != npos; at = code.find("\n\n\n")) code.erase(at, 1);
        return with_kernel_renamed(std::move(code));
    }

    /// The kernel that is named like the rung gets the new name, unless something else in the file has it.
    [[nodiscard]] std::string with_kernel_renamed(std::string code) const {
        const auto has_name = [&](const DefinedFunction& each) { return each.name == name_; };
        if (std::ranges::any_of(functions_, has_name) || host_.constants.contains(name_) || name_ == block_constant)
            return code;
        const std::string head = fmt::format(" {}(", short_name(rung_.id));
        const std::size_t marked = code.find("__global__");
        const std::size_t at = marked == npos ? npos : code.find(head, marked);
        return at == npos ? code : code.replace(at + 1, head.size() - 2, name_);
    }

    static std::string qualified(std::string_view code, std::string_view begin) {
        std::string found;
        for (std::size_t i = 0; i < code.size(); ++i) {
            const bool is_inside = i > 0 && (std::isalnum(static_cast<unsigned char>(code[i - 1])) != 0 ||
                                             code[i - 1] == '_' || code[i - 1] == ':');
            if (!is_inside && code.substr(i).starts_with(begin)) found += "pairscope::";
            found += code[i];
        }
        return found;
    }

    /// "float2* const rows = cuda::dynamic_shared<float2>();" is "extern __shared__ float2 rows[];" elsewhere.
    static std::string with_plain_shared_memory(std::string code) {
        constexpr std::string_view middle = "= cuda::dynamic_shared<";
        for (std::size_t at = code.find(middle); at != npos; at = code.find(middle)) {
            const std::size_t begin = code.rfind('\n', at) + 1, end = code.find(';', at) + 1;
            const std::string_view line = std::string_view(code).substr(begin, at - begin - 1);
            const std::size_t indent = line.find_first_not_of(' '), star = line.find("* const ");
            if (star == npos) break;
            code.replace(begin, end - begin,
                         fmt::format("{}extern __shared__ {} {}[];", line.substr(0, indent),
                                     line.substr(indent, star - indent), line.substr(star + 8)));
        }
        return code;
    }

    /// The headers that the code still needs.
    [[nodiscard]] std::string includes_for(std::string_view code) const {
        const std::vector<PlainHeader> needed = headers_of_copies();
        constexpr std::array<std::string_view, 4> of_targets{"store4_inside", "Sector", "LinearTarget", "streaming"};
        std::string found;
        for (std::size_t at = source_.find("#include "); at != npos; at = source_.find("#include ", at + 1)) {
            const std::string_view line = source_.substr(at, line_behind(source_, at) - at);
            const bool is_of_hosts = contains(line, "cuda/launch.h") || contains(line, "kernels/ladder/");
            const auto reason =
                std::ranges::find_if(needed, [&](const auto& each) { return contains(line, each.path); });
            const bool is_unneeded =
                reason == needed.end() ? contains(line, "/problem.h") : !contains(code, reason->word);
            const bool is_of_targets = contains(line, "matrix/target.cuh");
            const auto is_used = [&](std::string_view word) { return contains(code, word); };
            if (is_of_hosts || is_unneeded || (is_of_targets && std::ranges::none_of(of_targets, is_used))) continue;
            found += line;
        }
        return found.empty() ? found : found + "\n";
    }

    const KernelVariant& rung_;
    std::string name_;
    const WorkloadType& type_;
    std::string_view source_;
    std::vector<DefinedFunction> functions_;
    RungHost host_;
    std::set<std::string> sliders_;
    std::string head_;
    std::vector<Change> changes_;
};

/// The whole file of the rung under the new name. Where its kernel is in a header, the header's text stands in it.
std::string variant_copy(const KernelVariant& rung, std::string_view name) {
    std::string text =
        renamed(rung.source_text, fmt::format("{}_variant", short_name(rung.id)), fmt::format("{}_variant", name));
    const KernelPlace place = kernel_place(rung);
    const std::string include = fmt::format("#include \"{}\"\n", place.path);
    if (const std::size_t at = text.find(include); at != npos) {
        std::string header(text_of_source(place.path));
        if (const std::size_t once = header.find("#pragma once\n"); once != npos) header.erase(once, 13);
        text.replace(at, include.size(), header);
    }
    return fmt::format("// workload: {}\n{}", rung.workload, text);
}

} // namespace

CopyOfRung copy_of_rung(const KernelVariant& rung, std::string_view name) {
    std::string reason;
    try {
        const std::string text = Writer(rung, name).written();
        check_parameters(own_file_of(fmt::format("{}.cu", name), text));
        return {.text = text,
                .is_plain = true,
                .sentence = fmt::format("{} was written as a plain file, whose launch lines stand before its kernels.",
                                        rung.id)};
    } catch (const NotPlain& refused) {
        reason = refused.what();
    } catch (const InputError& refused) {
        reason = fmt::format("it would not be right ({})", refused.what());
    }
    return {.text = variant_copy(rung, name),
            .is_plain = false,
            .sentence =
                fmt::format("{} cannot be written as a plain file, because {}; the file describes a whole variant.",
                            rung.id, reason)};
}

} // namespace pairscope::own
