// SPDX-License-Identifier: MIT
#include "app/cli/options/arguments.h"

#include "app/cli/options/spelling.h"
#include "kernels/data/errors.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace pairscope::cli {
namespace {

/// The one value that may be empty: then every counter is listed.
constexpr std::string_view may_be_empty = "--list-counters";

/// An option that had another name before version 0.2. Its older name is accepted for one version.
struct RenamedOption {
    std::string_view verb, before, now;
};
constexpr std::array renamed_options{RenamedOption{"profile", "--metrics", "--counters"},
                                     RenamedOption{"profile", "--list-metrics", "--list-counters"}};

bool is_option(std::string_view argument, std::string_view name) {
    return argument.substr(0, argument.find('=')) == name;
}

/// "--metrics=dram__bytes.sum" becomes "--counters=dram__bytes.sum".
void use_new_names(std::string_view verb, std::vector<std::string>& arguments) {
    const auto end = std::ranges::find(arguments, "--");
    for (const RenamedOption& option : renamed_options) {
        if (option.verb != verb) continue;
        const auto is_before = [&](const std::string& argument) { return is_option(argument, option.before); };
        const auto is_now = [&](const std::string& argument) { return is_option(argument, option.now); };
        if (std::any_of(arguments.begin(), end, is_before) && std::any_of(arguments.begin(), end, is_now))
            throw InputError(fmt::format("there are both {0} and {1}, and {0} is the older name of {1}: give one of "
                                         "them",
                                         option.before, option.now));
        for (auto argument = arguments.begin(); argument != end; ++argument)
            if (is_before(*argument)) argument->replace(0, option.before.size(), option.now);
    }
}

std::vector<std::string_view> verbs_of(const CLI::App& program) {
    std::vector<std::string_view> names;
    for (const CLI::App* verb : program.get_subcommands({})) names.push_back(verb->get_name());
    return names;
}

CLI::App* verb_named(CLI::App& program, const std::string& name) {
    for (CLI::App* verb : program.get_subcommands({}))
        if (verb->get_name() == name) return verb;
    return nullptr;
}

/// "pairscope check --help" of a verb, "pairscope --help" of the window.
std::string help_of(const CLI::App& app, bool is_verb) {
    return is_verb ? fmt::format("pairscope {} --help", app.get_name()) : "pairscope --help";
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// CLI11 leaves out what is empty between commas.
void check_list(const CLI::Option& option, const std::string& value) {
    if (option.get_delimiter() != ',') return;
    const bool has_gap = value.starts_with(',') || value.ends_with(',') || value.find(",,") != std::string::npos;
    if (has_gap)
        throw InputError(fmt::format(
            "{} is {}: a value is missing beside a comma, so write the values with single commas between them",
            option.get_name(), value));
}

/// What CLI11 would take for something else: a flag with a value, an option whose value is missing and that would
/// swallow the next option, a list with gaps.
void check_forms(const CLI::App& app, const std::vector<std::string>& arguments) {
    for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
        const std::string& argument = arguments[i];
        const std::size_t equals = argument.starts_with("--") ? argument.find('=') : std::string::npos;
        const std::string name = argument.substr(0, equals);
        const CLI::Option* option = name.starts_with('-') ? app.get_option_no_throw(name) : nullptr;
        if (option == nullptr) continue;
        if (!takes_value(*option)) {
            if (equals != std::string::npos) throw InputError(fmt::format("{0} takes no value: write {0} alone", name));
        } else if (equals != std::string::npos) {
            if (equals + 1 == argument.size()) throw InputError(fmt::format("{} is empty: give a value", name));
            check_list(*option, argument.substr(equals + 1));
        } else if (i + 1 == arguments.size() || arguments[i + 1].starts_with("--")) {
            throw InputError(
                i + 1 == arguments.size()
                    ? fmt::format("{} needs a value: write it after the option", name)
                    : fmt::format("{0} needs a value; if it is {1}, write {0}={1}", name, arguments[i + 1]));
        } else {
            check_list(*option, arguments[++i]);
        }
    }
}

bool is_blank(const std::string& value) { return value.find_first_not_of(" \t") == std::string::npos; }

void check_empty(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
        if (takes_value(*option) && option->get_name() != may_be_empty &&
            std::ranges::any_of(option->results(), is_blank))
            throw InputError(fmt::format("{} is empty: give a value", option->get_name()));
}

/// The first argument, if nothing can be meant by it but a verb.
void check_verb(const CLI::App& program, const std::string& first) {
    std::error_code ignored;
    if (first.starts_with('-') || first.find_first_of("./") != std::string::npos) return;
    if (std::filesystem::exists(first, ignored)) return;
    throw InputError(fmt::format("{} is neither a verb nor a file; {}", first,
                                 did_you_mean(first, verbs_of(program), "pairscope --help lists the verbs")));
}

std::string one_too_many(const std::string& argument, const std::string& help) {
    return fmt::format("there is no place for the argument {}; {} lists what can be given", argument, help);
}

/// What is left over: CLI11 knows no place for it.
std::string left_over(const CLI::App& app, bool is_verb) {
    const std::vector<std::string> left = app.remaining();
    const auto found = std::ranges::find_if(left, [](const std::string& argument) { return argument != "--"; });
    const std::string argument = found == left.end() ? "--" : *found;
    if (!argument.starts_with('-')) return one_too_many(argument, help_of(app, is_verb));
    const std::string name = argument.substr(0, argument.find('='));
    if (app.get_option_no_throw(name) != nullptr)
        return fmt::format("{0} is no option here, because it comes after --: write {0} before --", name);
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        if (option->nonpositional()) names.push_back(option->get_name());
    const std::vector<std::string_view> views(names.begin(), names.end());
    return fmt::format("{} has no option {}; {}", is_verb ? app.get_name() : "the window", name,
                       did_you_mean(name, views, fmt::format("{} lists them", help_of(app, is_verb))));
}

/// The options that CLI11 complains about, in our words.
std::string complaint(const CLI::App& app, const CLI::ParseError& error, bool is_verb) {
    const std::vector<std::string> left = app.remaining();
    const bool has_unknown = std::ranges::any_of(left, [](const std::string& argument) {
        return argument.starts_with('-') && argument != "--"; // it may be what is missing, misspelled
    });
    if (has_unknown || dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return left_over(app, is_verb);
    for (const CLI::Option* option : app.get_options()) {
        const bool given = option->count() > 0;
        if (option->get_required() && !given)
            return fmt::format("{} is missing; {} lists what is required", option->get_name(), help_of(app, is_verb));
        const auto count = static_cast<int>(option->count());
        if (given && count < option->get_items_expected_min())
            return fmt::format("{} needs {} values", option->get_name(), option->get_items_expected_min());
        if (takes_value(*option) && count > option->get_items_expected_max())
            return option->nonpositional() ? fmt::format("{} was given several times: give it once", option->get_name())
                                           : one_too_many(option->results().back(), help_of(app, is_verb));
        for (const CLI::Option* other : option->get_excludes())
            if (given && other->count() > 0)
                return fmt::format("{} and {} exclude each other: give one of them", option->get_name(),
                                   other->get_name());
    }
    return error.what();
}

} // namespace

std::string parse(CLI::App& program, std::vector<std::string> arguments) {
    CLI::App* verb = arguments.empty() ? nullptr : verb_named(program, arguments.front());
    CLI::App& app = verb == nullptr ? program : *verb;
    if (verb != nullptr) {
        arguments.erase(arguments.begin());
        use_new_names(verb->get_name(), arguments);
    } else if (!arguments.empty()) {
        check_verb(program, arguments.front());
    }
    check_forms(app, arguments);
    try {
        std::vector<std::string> from_the_last(arguments.rbegin(), arguments.rend()); // as CLI11 takes them
        app.parse(from_the_last);
    } catch (const CLI::CallForHelp&) {
        return verb == nullptr ? program.help() : verb->help("pairscope");
    } catch (const CLI::CallForVersion& version) {
        return std::string(version.what()) + "\n";
    } catch (const CLI::ParseError& error) {
        throw InputError(complaint(app, error, verb != nullptr));
    }
    if (const auto later = program.get_subcommands(); verb == nullptr && !later.empty())
        throw InputError(
            fmt::format("the verb {0} comes after other arguments: write it first, or write ./{0} if you mean a file",
                        later.front()->get_name()));
    check_empty(app);
    return {};
}

void refuse_all_but(const CLI::App& verb, const std::vector<std::string>& used, const std::string& here) {
    for (const CLI::Option* option : verb.get_options())
        if (option->count() > 0 && std::ranges::find(used, option->get_name()) == used.end())
            throw InputError(fmt::format("{} is not used {}: leave it out", option->get_name(), here));
}

} // namespace pairscope::cli
