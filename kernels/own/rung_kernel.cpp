// SPDX-License-Identifier: MIT
#include "kernels/own/rung_kernel.h"

#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/plain_names.h"
#include "kernels/own/source_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace pairscope::own {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// "float" and "factor" of "float factor"; of "const float2* __restrict__ points" all that stands before the name.
struct Declared {
    std::string type, name;
};
Declared declared(std::string_view text) {
    text = trimmed(text);
    std::size_t begin = text.size();
    while (begin > 0 && is_in_name(text[begin - 1])) --begin;
    return {std::string(trimmed(text.substr(0, begin))), std::string(text.substr(begin))};
}

std::vector<Declared> declared_in(std::string_view list) {
    std::vector<Declared> found;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        const char c = i < list.size() ? list[i] : ',';
        depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
        if (c != ',' || (depth != 0 && i < list.size())) continue;
        if (!trimmed(list.substr(begin, i - begin)).empty()) found.push_back(declared(list.substr(begin, i - begin)));
        begin = i + 1;
    }
    return found;
}

/// Where the pieces of a kernel stand in its text.
struct Pieces {
    std::string_view template_list, attributes, parameters, body;
};

Pieces pieces_of(std::string_view text, std::string_view name) {
    const std::string code = split(text).code;
    const std::size_t marked = code.find("__global__");
    std::size_t at = code.find(name, marked);
    while (at != std::string::npos && (is_in_name(code[at - 1]) || code[at + name.size()] != '('))
        at = code.find(name, at + 1);
    if (marked == std::string::npos || at == std::string::npos) throw NotPlain("its kernel cannot be read");
    const std::size_t open = at + name.size(), brace = code.find('{', open), close = code.rfind(')', brace);
    Pieces found{.template_list = {},
                 .attributes = text.substr(marked, at - marked),
                 .parameters = text.substr(open + 1, close - open - 1),
                 .body = text.substr(brace + 1)};
    if (code.starts_with("template")) {
        const std::size_t begin = code.find('<') + 1;
        found.template_list = text.substr(begin, code.rfind('>', marked) - begin);
    }
    return found;
}

class Copier {
public:
    Copier(const RungLaunch& launch, const RungHost& host, const WorkloadType& type)
        : launch_(launch), host_(host), type_(type) {}

    PlainCopy copied(std::string_view text) {
        const Pieces pieces = pieces_of(text, launch_.kernel);
        read_template(pieces.template_list);
        const std::vector<Declared> parameters = declared_in(pieces.parameters);
        if (parameters.size() != launch_.arguments.size()) throw NotPlain("its kernel cannot be read");
        for (std::size_t i = 0; i < parameters.size(); ++i) bind(parameters[i], launch_.arguments[i]);
        for (std::size_t i = 0; i < parameters.size(); ++i)
            if (!is_bound(launch_.arguments[i])) compute(parameters[i], launch_.arguments[i]);
        std::string body(pieces.body);
        for (const std::string& name : taken_) body = renamed(body, name, name + "_of_rung"); // it means something else
        for (const auto& [old, fresh] : renames_) body = renamed(body, old, fresh);
        std::string lines;
        for (const std::string& line : lines_) lines += "\n    " + line;
        return {.before = before_,
                .text = fmt::format(
                    "{}{} {}({}) {{{}{}", target_.empty() ? "" : fmt::format("template <class {}>\n", target_),
                    trimmed(pieces.attributes), launch_.kernel, fmt::join(parameters_, ", "), lines, body)};
    }

private:
    void read_template(std::string_view list) {
        const std::vector<Declared> parameters = declared_in(list);
        if (parameters.size() != launch_.template_arguments.size()) throw NotPlain("its kernel cannot be read");
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const Declared& parameter = parameters[i];
            const Tokens& argument = launch_.template_arguments[i];
            if (std::ranges::find(argument, target_token) != argument.end())
                target_ = parameter.name;
            else if (parameter.type == "class")
                before_ += fmt::format("using {} = {};\n", parameter.name, text_of(argument));
            else if (argument != Tokens{parameter.name})
                before_ += fmt::format("constexpr {} {} = {};\n", parameter.type, parameter.name, text_of(argument));
        }
    }

    [[nodiscard]] const PlainName* plain_name(std::string_view name) const {
        if (name == plain::workspace.name) return &plain::workspace;
        const auto found = std::ranges::find(type_.plain->names, name, &PlainName::name);
        return found == type_.plain->names.end() ? nullptr : &*found;
    }

    /// "points" of reinterpret_cast<const float2*>(points); empty: the argument is more than a name.
    static std::string single_name(Tokens tokens) {
        while (tokens.size() > 1) {
            const bool is_cast = tokens[0] == "reinterpret_cast" || tokens[0] == "static_cast";
            const auto begin = is_cast ? std::ranges::find(tokens, ">") + 1 : tokens.begin();
            if (begin == tokens.end() || *begin != "(" || tokens.back() != ")") return {};
            tokens = Tokens(begin + 1, tokens.end() - 1);
        }
        return tokens.empty() ? "" : tokens.front();
    }

    /// Is the argument the value of a name that a plain kernel may take?
    [[nodiscard]] bool is_bound(const Tokens& argument) const {
        const std::string name = single_name(argument);
        return name == target_token || plain_name(name) != nullptr || host_.constants.contains(name) ||
               name == block_constant;
    }

    void bind(const Declared& parameter, const Tokens& argument) {
        if (!is_bound(argument)) return;
        const auto out = std::ranges::find(type_.plain->names, PlainValue::output, &PlainName::value);
        const std::string name = single_name(argument);
        add(parameter, name == target_token ? std::string(out->name) : name);
    }

    void add(const Declared& parameter, const std::string& name) {
        parameters_.push_back(fmt::format("{} {}", parameter.type, name));
        names_.push_back(name);
        if (parameter.name != name) renames_.emplace_back(parameter.name, name);
    }

    /// The kernel computes what the host did.
    void compute(const Declared& parameter, const Tokens& argument) {
        constexpr std::array<std::string_view, 4> known{"min", "max", "static_cast", "reinterpret_cast"};
        for (std::size_t i = 0; i < argument.size(); ++i) {
            const std::string& token = argument[i];
            const bool is_call = i + 1 < argument.size() && argument[i + 1] == "(";
            if (is_call && is_name(token) && std::ranges::find(known, token) == known.end())
                throw NotPlain(fmt::format("its host code computes `{}` with {}()", parameter.name, token));
            if (const PlainName* const name = plain_name(token)) take(*name);
        }
        const bool is_taken = plain_name(parameter.name) != nullptr;
        const std::string name = is_taken ? fmt::format("{}_of_rung", parameter.name) : parameter.name;
        if (is_taken && std::ranges::find(taken_, parameter.name) == taken_.end())
            renames_.emplace_back(parameter.name, name);
        std::string type = parameter.type;
        if (!argument.empty() && argument.size() > 1 && argument[1] == "{") type = "auto"; // the value names its type
        lines_.push_back(
            fmt::format("const {} {} = {};", type, name, text_of(type == "int" ? for_line(argument) : argument)));
    }

    void take(const PlainName& name) {
        if (std::ranges::find(names_, name.name) != names_.end()) return;
        const bool is_pitch = name.value == PlainValue::pitch;
        const std::string_view type = is_pointer(name.value)  ? name.types[name.types[1].empty() ? 0 : 1]
                                      : is_number(name.value) ? "double"
                                      : is_pitch              ? "std::int64_t"
                                                              : "int";
        parameters_.push_back(fmt::format("{} {}", type, name.name));
        names_.emplace_back(name.name);
        taken_.emplace_back(name.name);
    }

    const RungLaunch& launch_;
    const RungHost& host_;
    const WorkloadType& type_;
    std::string before_, target_;
    std::vector<std::string> parameters_, names_, lines_;
    std::vector<std::string> taken_; ///< names that only the first lines of the kernel use
    std::vector<std::pair<std::string, std::string>> renames_;
};

} // namespace

std::string renamed(std::string_view text, std::string_view old, std::string_view fresh) {
    std::string found;
    for (std::size_t i = 0; i < text.size();) {
        const bool begins = text.substr(i).starts_with(old) && (i == 0 || !is_in_name(text[i - 1]));
        const bool ends = i + old.size() >= text.size() || !is_in_name(text[i + old.size()]);
        const bool is_member = i > 0 && (text[i - 1] == '.' || text[i - 1] == ':' || text.substr(0, i).ends_with("->"));
        if (begins && ends && !is_member) {
            found += fresh;
            i += old.size();
        } else {
            found += text[i++];
        }
    }
    return found;
}

namespace {

/// Behind the statement that begins at `at`: braces, or up to a semicolon.
std::size_t end_of_statement(std::string_view text, std::size_t at) {
    while (at < text.size() && is_blank(text[at])) ++at;
    const bool has_braces = at < text.size() && text[at] == '{';
    int depth = 0;
    for (; at < text.size(); ++at) {
        depth += text[at] == '{' || text[at] == '(' ? 1 : text[at] == '}' || text[at] == ')' ? -1 : 0;
        if (depth == 0 && text[at] == (has_braces ? '}' : ';')) return at + 1;
    }
    return text.size();
}

/// The statement without its braces.
std::string_view without_braces(std::string_view text) {
    text = trimmed(text);
    return text.starts_with('{') ? trimmed(text.substr(1, text.size() - 2)) : text;
}

} // namespace

std::string decided(std::string text, std::string_view condition, bool value) {
    const std::string head = fmt::format("if constexpr ({})", condition);
    for (std::size_t at = text.find(head); at != std::string::npos; at = text.find(head, at)) {
        const std::string_view all = text;
        const std::size_t begin = at + head.size(), end = end_of_statement(all, begin);
        const std::size_t next = std::min(all.find_first_not_of(" \n", end), all.size());
        const bool has_else = all.substr(next).starts_with("else");
        const std::size_t last = has_else ? end_of_statement(all, next + 4) : end;
        const std::string_view yes = all.substr(begin, end - begin);
        const std::string_view no = has_else ? all.substr(next + 4, last - next - 4) : std::string_view();
        text.replace(at, last - at, std::string(without_braces(value ? yes : no)));
    }
    return text;
}

PlainCopy plain_copy(std::string_view text, const RungLaunch& launch, const RungHost& host, const WorkloadType& type) {
    return Copier(launch, host, type).copied(text);
}

} // namespace pairscope::own
