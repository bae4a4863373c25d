// SPDX-License-Identifier: MIT
// The command line as a whole: every argument is used, or an InputError says in a sentence why it cannot be.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace pairscope::cli {

/// Parses: a first argument that names a verb chooses it, everything else is for the window. Returns the text of a help
/// or the version where that was asked for; empty: the verb can run. Throws InputError.
[[nodiscard]] std::string parse(CLI::App& program, std::vector<std::string> arguments);

/// Throws InputError for an option or argument that was given and is not one of `used`: "--n is not used HERE". Names
/// as they are declared, such as "--json" and "FILES".
void refuse_all_but(const CLI::App& verb, const std::vector<std::string>& used, const std::string& here);

} // namespace pairscope::cli
