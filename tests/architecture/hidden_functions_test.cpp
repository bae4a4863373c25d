// SPDX-License-Identifier: MIT
// Sources that are compiled together see each other's local functions. One that has the name and the parameters of a
// widget would be called in its place by the sources behind it, without a word from the compiler.
#include "tests/architecture/source_rules.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <string>

namespace pairscope::architecture {
namespace {

/// The types of the parameters, where a text is one type however it is passed.
std::string types_of(std::string parameters) {
    static const std::regex space("\\s+"), text("const std::string ?&|const char ?\\*"),
        last_name(" ?[a-z_]\\w*(?= ?(,|$))"), usual(" = [^,]*");
    parameters = std::regex_replace(parameters, space, " ");
    parameters = std::regex_replace(parameters, usual, "");
    parameters = std::regex_replace(parameters, text, "std::string_view ");
    parameters = std::regex_replace(parameters, space, " ");
    return std::regex_replace(parameters, last_name, "");
}

/// "small_text(const Frame&, std::string_view, ...)", with the file: the functions that begin at the start of a line.
std::multimap<std::string, std::string> functions_in(const std::string& text, const std::string& path, char end) {
    const std::regex function(std::string("(?:^|\\n)[A-Za-z\\[][^\\n(){};]*[ &*]([a-z_]\\w*)\\(([^;{()]*)\\)\\s*[") +
                              end + "]");
    std::multimap<std::string, std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), function), none; at != none; ++at)
        found.emplace((*at)[1].str() + "(" + types_of((*at)[2]) + ")", path);
    return found;
}

/// What stands in the unnamed namespaces of a source.
std::string local_part(const std::string& text) {
    std::string local;
    for (std::size_t begin = text.find("\nnamespace {\n"); begin != std::string::npos;) {
        const std::size_t end = text.find("\n}", begin);
        std::size_t close = end;
        while (close != std::string::npos && text.compare(close, 4, "\n} \n") != 0) close = text.find("\n}", close + 1);
        local += text.substr(begin, close - begin);
        begin = close == std::string::npos ? close : text.find("\nnamespace {\n", close);
    }
    return local;
}

TEST(HiddenFunctions, no_source_of_the_app_hides_a_function_of_its_headers) {
    std::multimap<std::string, std::string> declared, local;
    for (const auto& [path, text] : sources_of(".")) {
        if (!path.starts_with("app/") || path.starts_with("app/cli/") || path.starts_with("app/paper/")) continue;
        const std::string code = std::regex_replace(text, std::regex("//[^\n]*"), "");
        if (path.ends_with(".h")) declared.merge(functions_in(code, path, ';'));
        if (path.ends_with(".cpp")) local.merge(functions_in(local_part(code), path, '{'));
    }
    EXPECT_GE(declared.size(), 500u);
    EXPECT_GE(local.size(), 500u);
    for (const auto& [function, path] : local)
        for (auto [at, end] = declared.equal_range(function); at != end; ++at)
            ADD_FAILURE() << path << " hides " << function << " of " << at->second << ": give it another name";
}

} // namespace
} // namespace pairscope::architecture
