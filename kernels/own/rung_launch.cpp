// SPDX-License-Identifier: MIT
#include "kernels/own/rung_launch.h"

#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace pairscope::own {
namespace {

/// Null: no workload has such a function.
const PlainProblem* problem_made_by(std::string_view name) {
    for (const WorkloadType& type : workload_types()) {
        if (type.plain == nullptr) continue;
        const auto found = std::ranges::find(type.plain->problems, name, &PlainProblem::function);
        if (found != type.plain->problems.end()) return &*found;
    }
    return nullptr;
}

/// -1: it is no number.
std::int64_t number_in(std::string_view token) {
    std::int64_t value = -1;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    return error == std::errc{} && end == token.data() + token.size() ? value : -1;
}

Tokens between(const Tokens& tokens, std::size_t begin, std::size_t end) {
    return {tokens.begin() + static_cast<std::ptrdiff_t>(begin), tokens.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::size_t find_token(const Tokens& tokens, std::string_view token, std::size_t from = 0) {
    const auto found = std::find(tokens.begin() + static_cast<std::ptrdiff_t>(from), tokens.end(), token);
    return static_cast<std::size_t>(found - tokens.begin());
}

/// Reads the statements of a launch function from its first to its last.
class LaunchReader {
public:
    LaunchReader(Meanings meanings, RungHost& host) : meanings_(std::move(meanings)), host_(host) {}

    void read(const Tokens& tokens) {
        tokens_ = tokens;
        for (at_ = 0; at_ < tokens_.size();) {
            const std::string& token = tokens_[at_];
            if (token == "}" || token == ")" || token == ";" || token == "{")
                ++at_;
            else if (token == "Blocks::with")
                enter(Tokens{std::string(block_constant)});
            else if (token == "cuda::with_target")
                enter(Tokens{std::string(target_token)});
            else if (token == "cuda::launch_grid")
                add_launch();
            else if (token == "if" || token == "for" || token == "while" || token == "return")
                throw NotPlain("its host code decides what is launched, and a plain file has the same launches always");
            else
                read_statement();
        }
    }

private:
    /// "Blocks::with(run.block, [&](auto size) {": goes on behind the brace.
    void enter(const Tokens& meaning) {
        const std::size_t brace = find_token(tokens_, "{", at_);
        if (brace + 1 >= tokens_.size() || tokens_[brace - 1] != ")") throw NotPlain("its host code cannot be read");
        meanings_.values[tokens_[brace - 2]] = meaning;
        at_ = brace + 1;
    }

    [[nodiscard]] Tokens meaning_of(const Tokens& tokens) const { return resolved(tokens, meanings_); }

    /// The extents of a grid or a block: a variable, dim3(...), or one number.
    [[nodiscard]] std::vector<Tokens> extents_of(const Tokens& tokens) const {
        if (const auto known = extents_.find(tokens.front()); tokens.size() == 1 && known != extents_.end())
            return known->second;
        if (tokens.front() != "dim3") return {for_line(meaning_of(tokens))};
        std::vector<Tokens> extents;
        for (const Tokens& each : list_of(between(tokens, 2, tokens.size() - 1)))
            extents.push_back(for_line(meaning_of(each)));
        return extents;
    }

    void add_launch() {
        const std::size_t end = behind_bracket(tokens_, at_ + 1);
        const Tokens inside = between(tokens_, at_ + 2, end - 1);
        // The template arguments of the kernel have commas, too.
        const std::size_t bracket = inside.at(1) == "<" ? find_token(inside, ">") : 0;
        RungLaunch launch{.kernel = inside.front()};
        if (bracket > 0)
            for (const Tokens& each : list_of(between(inside, 2, bracket)))
                launch.template_arguments.push_back(meaning_of(each));
        const std::vector<Tokens> parts = list_of(between(inside, bracket + 2, inside.size()));
        if (parts.size() < 4) throw NotPlain("its host code cannot be read");
        launch.grid = extents_of(parts[0]);
        launch.block = extents_of(parts[1]);
        launch.shared = for_line(meaning_of(parts[2]));
        for (std::size_t i = 4; i < parts.size(); ++i) launch.arguments.push_back(meaning_of(parts[i]));
        host_.launches.push_back(std::move(launch));
        at_ = end;
    }

    /// A declaration of one or several names. Everything else is a call of shared code.
    void read_statement() {
        std::size_t end = at_;
        while (end < tokens_.size() && tokens_[end] != ";")
            end = tokens_[end] == "(" || tokens_[end] == "{" ? behind_bracket(tokens_, end) : end + 1;
        const Tokens statement = between(tokens_, at_, end);
        const bool is_extent = statement[0] == "dim3" || (statement.size() > 1 && statement[1] == "dim3");
        for (const Tokens& part : list_of(statement)) {
            if (is_extent)
                declare_extents(part);
            else
                declare(part);
        }
        at_ = end;
    }

    void declare_extents(const Tokens& part) {
        const std::size_t open = find_token(part, "(");
        if (open == 0 || open >= part.size()) throw NotPlain("its host code cannot be read");
        const std::string& name = part[open - 1];
        std::vector<Tokens> extents;
        for (const Tokens& each : list_of(between(part, open + 1, part.size() - 1)))
            extents.push_back(for_line(meaning_of(each)));
        for (std::size_t i = 0; i < 3; ++i)
            meanings_.values[name + "." + "xyz"[i]] = i < extents.size() ? extents[i] : Tokens{"1"};
        extents_[name] = std::move(extents);
    }

    void declare(const Tokens& part) {
        const std::size_t equals = find_token(part, "=");
        if (equals == 0 || equals >= part.size() || !is_name(part[equals - 1])) {
            const auto call = std::ranges::find_if(part, [](const std::string& token) { return is_name(token); });
            throw NotPlain(
                fmt::format("its host code uses {}, which other rungs share", call == part.end() ? "code" : *call));
        }
        const std::string& name = part[equals - 1];
        const Tokens value = between(part, equals + 1, part.size());
        if (const PlainProblem* const problem = problem_made_by(value.front())) {
            for (const auto& [member, plain] : problem->members)
                meanings_.values[fmt::format("{}.{}", name, member)] = tokens_in(plain);
            if (!problem->whole.empty()) meanings_.values[name] = tokens_in(problem->whole);
        } else if (value.front() == "std::get") {
            meanings_.values[name + ".data"] = {"out"};
            meanings_.values[name + ".pitch"] = {"pitch"};
        } else {
            meanings_.values[name] = meaning_of(value);
        }
    }

    Meanings meanings_;
    RungHost& host_;
    std::map<std::string, std::vector<Tokens>, std::less<>> extents_;
    Tokens tokens_;
    std::size_t at_ = 0;
};

/// "int" and "rows_per_block" and the value of `constexpr int rows_per_block = 256;`
void add_constant(std::string_view line, const WorkloadType& type, RungHost& host, Meanings& meanings) {
    const Tokens tokens = tokens_in(line);
    const std::size_t equals = find_token(tokens, "="), open = find_token(tokens, "(");
    if (open < equals) { // a function
        const std::size_t brace = find_token(tokens, "{");
        if (brace + 2 >= tokens.size() || tokens[brace + 1] != "return") return;
        Formula formula;
        for (const Tokens& each : list_of(between(tokens, open + 1, behind_bracket(tokens, open) - 1)))
            formula.parameters.push_back(each.back());
        formula.value = resolved(between(tokens, brace + 2, find_token(tokens, ";", brace)), meanings);
        meanings.formulas[tokens[open - 1]] = std::move(formula);
        return;
    }
    if (equals < 2 || equals + 1 >= tokens.size() || tokens.back() != ";") return;
    const std::string& name = tokens[equals - 1];
    const Tokens value = between(tokens, equals + 1, tokens.size() - 1);
    const std::int64_t number = value.size() == 1 ? number_in(value.front()) : -1;
    const bool is_taken = std::ranges::find(type.plain->names, name, &PlainName::name) != type.plain->names.end();
    constexpr std::array<std::string_view, 4> whole{"int", "unsigned", "std::int64_t", "std::size_t"};
    constexpr std::int64_t most_of_slider = 4096; // what is larger is a limit, and nothing to play with
    if (std::ranges::find(whole, tokens[1]) == whole.end()) return;
    if (number > 0 && tokens[1] == "int" && !is_taken && number <= most_of_slider)
        host.constants[name] = number;
    else
        meanings.values[name] = resolved(value, meanings);
}

/// The code between the braces of a function; empty: there is none of that name.
std::string_view body_of(std::string_view code, std::string_view head) {
    const std::size_t begin = code.find(head);
    if (begin == std::string_view::npos) return {};
    const std::size_t open = code.find('{', begin);
    int depth = 0;
    for (std::size_t i = open; i < code.size(); ++i) {
        depth += code[i] == '{' ? 1 : code[i] == '}' ? -1 : 0;
        if (depth == 0) return code.substr(open + 1, i - open - 1);
    }
    return {};
}

std::string name_with(const WorkloadType& type, PlainValue value, const std::string& otherwise) {
    const auto found = std::ranges::find(type.plain->names, value, &PlainName::value);
    return found == type.plain->names.end() ? otherwise : std::string(found->name);
}

/// The bytes as an expression of the file's own function, or as the number that they are at every size.
Tokens workspace_of(const KernelVariant& rung, std::string_view code, Meanings meanings) {
    if (rung.workspace_bytes == nullptr) return {};
    const WorkloadType& type = type_of(rung.workload);
    const auto bytes = [&](std::int64_t n) {
        return rung.workspace_bytes({rung.workload, n, n, std::max<std::int64_t>(type.inputs.dims.least, n)});
    };
    if (bytes(1) == bytes(100) && bytes(1) == bytes(100'000)) return {std::to_string(bytes(1))};
    const std::string rows = name_with(type, PlainValue::rows, "1");
    meanings.values["workload.rows"] = {rows};
    meanings.values["workload.cols"] = {name_with(type, PlainValue::cols, rows)};
    meanings.values["workload.dims"] = {name_with(type, PlainValue::dims, "2")};
    const Tokens tokens = tokens_in(body_of(code, "std::int64_t workspace_bytes(const Workload& workload)"));
    if (tokens.empty() || tokens.front() != "return")
        throw NotPlain("the size of its workspace is computed by code that other rungs share");
    return for_line(resolved(between(tokens, 1, tokens.size() - 1), meanings));
}

/// The formula of a metric, as its header names it, with what it decides.
void add_formula(Metric metric, RungHost& host, Meanings& meanings) {
    const std::string_view text = text_of_source("kernels/metrics/formulas.h");
    const std::size_t at = text.find(fmt::format("metric = Metric::{};", name_of(metric)));
    const std::size_t begin = at == std::string_view::npos ? at : text.rfind("struct ", at);
    if (begin == std::string_view::npos) throw NotPlain("no formula is defined for its metric");
    const std::string_view name = text.substr(begin + 7, text.find(' ', begin + 7) - begin - 7);
    const std::string_view members = text.substr(begin, text.find("\n};", begin) - begin);
    meanings.values["Formula"] = {fmt::format("pairscope::metrics::{}", name)};
    host.conditions["Formula::needs_norms"] = members.find("needs_norms = true") != std::string_view::npos;
}

} // namespace

RungHost read_host(const KernelVariant& rung) {
    const std::string code = split(rung.source_text).code;
    const WorkloadType& type = type_of(rung.workload);
    RungHost host;
    Meanings meanings;
    for (std::size_t at = 0; at < code.size();) {
        const std::size_t end = std::min(code.find('\n', at), code.size());
        const std::string_view line = std::string_view(code).substr(at, end - at);
        if (line.starts_with("constexpr ")) add_constant(line, type, host, meanings);
        at = end + 1;
    }
    meanings.values["run.problem.workspace"] = {"workspace"};
    meanings.formulas["Blocks::threads"] = {{}, {std::string(block_constant)}};
    if (code.find("template <class Formula> void launch") != std::string::npos)
        add_formula(type.metric, host, meanings);
    host.workspace = workspace_of(rung, code, meanings);
    const std::string_view body = body_of(code, "void launch(const Run& run)");
    if (body.empty()) throw NotPlain("its file has no launch function");
    LaunchReader(std::move(meanings), host).read(tokens_in(body));
    if (host.launches.empty()) throw NotPlain("its launch function launches no kernel");
    return host;
}

} // namespace pairscope::own
