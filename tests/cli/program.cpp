// SPDX-License-Identifier: MIT
#include "tests/cli/program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace pairscope {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

pid_t started(std::vector<std::string> command, std::vector<std::string> environment,
              posix_spawn_file_actions_t& actions) {
    pid_t process = 0;
    const int failed = posix_spawn(&process, command.front().c_str(), &actions, nullptr, pointers_to(command).data(),
                                   pointers_to(environment).data());
    if (failed != 0) throw std::runtime_error("cannot start " + command.front());
    return process;
}

/// Has the process a handler for the signal? The system tells it as a mask of bits.
bool handles(pid_t process, int signal) {
    constexpr std::string_view field = "\nSigCgt:";
    const std::string status = text_of(fs::path("/proc") / std::to_string(process) / "status");
    const std::size_t place = status.find(field);
    if (place == std::string::npos) return false;
    return (std::strtoull(status.c_str() + place + field.size(), nullptr, 16) >> (signal - 1) & 1) != 0;
}

int code_of(pid_t process) {
    int status = 0;
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

Program::Program() {
    std::string pattern = (fs::temp_directory_path() / "pairscope-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder " + pattern);
    home = fs::path(pattern) / "home";
    folder = fs::path(pattern) / "work";
    fs::create_directories(home);
    fs::create_directories(folder);
}

Program::~Program() {
    std::error_code ignored;
    fs::remove_all(folder.parent_path(), ignored);
}

namespace {

constexpr const char* brief = "0.1"; // of timed runs per variant

bool measures(const std::vector<std::string>& arguments) {
    constexpr std::array<std::string_view, 2> verbs{"bench", "record"};
    if (arguments.empty() || std::ranges::find(verbs, arguments.front()) == verbs.end()) return false;
    return std::ranges::find(arguments, "--help") == arguments.end();
}

} // namespace

Finished Program::run(const std::vector<std::string>& arguments, const Circumstances& circumstances) const {
    std::vector<std::string> command{PAIRSCOPE_PROGRAM};
    command.insert(command.end(), arguments.begin(), arguments.end());
    if (measures(arguments) && std::ranges::find(arguments, "--seconds") == arguments.end())
        command.insert(command.end(), {"--seconds", brief}); // these tests are not about the last percent
    return run_command(std::move(command), circumstances);
}

Finished Program::run_command(std::vector<std::string> command, const Circumstances& circumstances) const {
    return finish(start_command(std::move(command), circumstances), circumstances);
}

pid_t Program::start_command(std::vector<std::string> command, const Circumstances& circumstances) const {
    const fs::path out = folder.parent_path() / "out", err = folder.parent_path() / "err";
    const std::string out_file = circumstances.out_file.empty() ? out.string() : circumstances.out_file;
    const char* path = std::getenv("PATH");
    std::vector<std::string> environment{"HOME=" + home.string()};
    if (!circumstances.environment.contains("PATH"))
        environment.push_back(std::string("PATH=") + (path == nullptr ? "/usr/bin:/bin" : path));
    // The first is set by tests/mutants/run, the second by CMakeLists.txt.
    for (const char* name : {"PAIRSCOPE_MUTANT", "PAIRSCOPE_CEILING_SECONDS"})
        if (const char* value = std::getenv(name); value != nullptr && !circumstances.environment.contains(name))
            environment.push_back(std::string(name) + "=" + value);
    for (const auto& [name, value] : circumstances.environment) environment.push_back(name + "=" + value);
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    const pid_t process = started(std::move(command), std::move(environment), actions);
    posix_spawn_file_actions_destroy(&actions);
    return process;
}

void Program::interrupt(pid_t process, int signal, std::chrono::milliseconds after) {
    const auto begin = std::chrono::steady_clock::now();
    while (!handles(process, signal) && std::chrono::steady_clock::now() - begin < std::chrono::seconds(5))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(after);
    kill(process, signal);
}

Finished Program::finish(pid_t process, const Circumstances& circumstances) const {
    if (circumstances.interrupt_after) interrupt(process, circumstances.signal, *circumstances.interrupt_after);
    const int code = code_of(process);
    return {.code = code, .out = text_of(folder.parent_path() / "out"), .err = text_of(folder.parent_path() / "err")};
}

std::string Program::file(std::string_view name, std::string_view text) const {
    const fs::path path = folder / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
}

std::vector<std::string> Program::files() const {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

std::size_t lines_in(std::string_view text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

} // namespace pairscope
