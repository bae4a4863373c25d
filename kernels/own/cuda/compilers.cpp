// SPDX-License-Identifier: MIT
#include "kernels/own/cuda/compilers.h"

#include "kernels/own/unit.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <nvrtc.h>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace pairscope::own {
namespace {

namespace fs = std::filesystem;

struct Nvrtc {
    decltype(&nvrtcVersion) version = nullptr;
    decltype(&nvrtcCreateProgram) create = nullptr;
    decltype(&nvrtcDestroyProgram) destroy = nullptr;
    decltype(&nvrtcAddNameExpression) add_name = nullptr;
    decltype(&nvrtcGetLoweredName) lowered_name = nullptr;
    decltype(&nvrtcCompileProgram) compile = nullptr;
    decltype(&nvrtcGetProgramLogSize) log_size = nullptr;
    decltype(&nvrtcGetProgramLog) log = nullptr;
    decltype(&nvrtcGetCUBINSize) image_size = nullptr;
    decltype(&nvrtcGetCUBIN) image = nullptr;
    decltype(&nvrtcGetErrorString) error_string = nullptr;
    fs::path file; ///< the library
};

std::vector<fs::path> toolkits() {
    std::vector<fs::path> found;
    for (const char* const name : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* const folder = std::getenv(name); folder != nullptr && *folder != '\0')
            found.emplace_back(folder);
    found.insert(found.end(), {PAIRSCOPE_TOOLKIT, "/usr/local/cuda", "/opt/cuda"});
    return found;
}

template <class Function> bool find(Function& function, void* library, const char* name) {
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
}

std::optional<Nvrtc> functions_of(void* library) {
    Nvrtc f;
    const bool has_all =
        find(f.version, library, "nvrtcVersion") && find(f.create, library, "nvrtcCreateProgram") &&
        find(f.destroy, library, "nvrtcDestroyProgram") && find(f.add_name, library, "nvrtcAddNameExpression") &&
        find(f.lowered_name, library, "nvrtcGetLoweredName") && find(f.compile, library, "nvrtcCompileProgram") &&
        find(f.log_size, library, "nvrtcGetProgramLogSize") && find(f.log, library, "nvrtcGetProgramLog") &&
        find(f.image_size, library, "nvrtcGetCUBINSize") && find(f.image, library, "nvrtcGetCUBIN") &&
        find(f.error_string, library, "nvrtcGetErrorString");
    if (!has_all) return std::nullopt;
    Dl_info info{};
    if (::dladdr(reinterpret_cast<void*>(f.version), &info) != 0 && info.dli_fname != nullptr) f.file = info.dli_fname;
    return f;
}

/// The library of the toolkit which this program was built with comes first. It stays loaded.
const Nvrtc* nvrtc() {
    static const std::optional<Nvrtc> found = []() -> std::optional<Nvrtc> {
        std::vector<fs::path> folders;
        for (const fs::path& toolkit : toolkits())
            for (const char* const part : {"lib64", "lib", "targets/x86_64-linux/lib"})
                folders.push_back(toolkit / part);
        folders.emplace_back(); // the loader's own search
        for (const fs::path& folder : folders)
            for (const char* const name : {"libnvrtc.so.13", "libnvrtc.so.12"}) {
                void* const library = ::dlopen((folder / name).c_str(), RTLD_NOW | RTLD_LOCAL);
                if (library == nullptr) continue;
                if (auto functions = functions_of(library)) return functions;
            }
        return std::nullopt;
    }();
    return found ? &*found : nullptr;
}

/// The folder with the headers of CUDA that belongs to the library; empty: there is none.
fs::path headers_beside(const fs::path& library) {
    std::error_code ignored;
    for (const fs::path& folder : {library.parent_path().parent_path() / "include",
                                   library.parent_path().parent_path().parent_path() / "include"})
        if (fs::exists(folder / "cuda_runtime.h", ignored)) return folder;
    for (const fs::path& toolkit : toolkits())
        if (fs::exists(toolkit / "include/cuda_runtime.h", ignored)) return toolkit / "include";
    return {};
}

std::string flags_for(int compute_capability) { return fmt::format("-arch=sm_{} -std=c++20", compute_capability); }

/// "FILE:3: the CUDA compiler says ..." from "FILE(3): error: ..." of the first error.
std::string first_error(const std::string& log, const std::string& name) {
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t at = line.find("error");
        if (at == std::string::npos) continue;
        const std::size_t colon = line.find(':', at);
        std::string said = colon == std::string::npos ? line : line.substr(colon + 1);
        said.erase(0, said.find_first_not_of(' '));
        const std::size_t open = line.find('('), close = line.find(')');
        if (line.starts_with(name) && open == name.size() && close != std::string::npos)
            return fmt::format("{}:{}: CUDA's compiler says \"{}\"", name, line.substr(open + 1, close - open - 1),
                               said);
        return fmt::format("{}: CUDA's compiler says \"{}\"", name, said);
    }
    return fmt::format("{}: CUDA's compiler refuses it and says nothing", name);
}

class Program {
public:
    Program(const Nvrtc& f, const GpuUnit& unit) : f_(f) {
        const nvrtcResult result = f_.create(&program_, unit.text.c_str(), unit.name.c_str(), 0, nullptr, nullptr);
        if (result != NVRTC_SUCCESS) throw std::runtime_error(fmt::format("NVRTC: {}", f_.error_string(result)));
    }
    ~Program() { f_.destroy(&program_); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    [[nodiscard]] nvrtcResult compile(const std::vector<std::string>& options) {
        std::vector<const char*> words;
        for (const std::string& option : options) words.push_back(option.c_str());
        return f_.compile(program_, static_cast<int>(words.size()), words.data());
    }
    void add(const std::string& kernel) { f_.add_name(program_, kernel.c_str()); }
    [[nodiscard]] std::string name_of(const std::string& kernel) const {
        const char* name = nullptr;
        if (f_.lowered_name(program_, kernel.c_str(), &name) != NVRTC_SUCCESS || name == nullptr)
            throw std::runtime_error(fmt::format("NVRTC has compiled no kernel {}", kernel));
        return name;
    }
    [[nodiscard]] std::string log() const {
        std::size_t size = 0;
        f_.log_size(program_, &size);
        std::string text(size, '\0');
        if (size > 0) f_.log(program_, text.data());
        return text;
    }
    [[nodiscard]] std::vector<char> image() const {
        std::size_t size = 0;
        f_.image_size(program_, &size);
        std::vector<char> bytes(size);
        if (size > 0) f_.image(program_, bytes.data());
        return bytes;
    }

private:
    const Nvrtc& f_;
    nvrtcProgram program_ = nullptr;
};

/// Absent: it was refused. It may need headers or functions of the host, which nvcc takes.
std::optional<GpuImage> by_nvrtc(const Nvrtc& f, const GpuUnit& unit, std::string& log) {
    Program program(f, unit);
    for (const std::string& kernel : unit.kernels) program.add(kernel);
    std::vector<std::string> options{fmt::format("--gpu-architecture=sm_{}", unit.compute_capability), "--std=c++20",
                                     "--generate-line-info"};
    // NVRTC has no files of the C++ library. These declare what kernels use of it.
    options.push_back("--include-path=" + (unit.include.front() / "kernels/own/cuda/headers").string());
    for (const fs::path& folder : unit.include) options.push_back("--include-path=" + folder.string());
    if (const fs::path headers = headers_beside(f.file); !headers.empty()) {
        options.push_back("--include-path=" + headers.string());
        options.push_back("--include-path=" + (headers / "cccl").string());
    }
    if (program.compile(options) != NVRTC_SUCCESS) {
        log = program.log();
        return std::nullopt;
    }
    int major = 0, minor = 0;
    f.version(&major, &minor);
    GpuImage made{.image = program.image(),
                  .names = {},
                  .compiler = fmt::format("NVRTC {}.{} {}", major, minor, flags_for(unit.compute_capability))};
    for (const std::string& kernel : unit.kernels) made.names.push_back(program.name_of(kernel));
    return made;
}

fs::path find_nvcc() {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');)
        if (!folder.empty() && ::access((fs::path(folder) / "nvcc").c_str(), X_OK) == 0)
            return fs::path(folder) / "nvcc";
    for (const fs::path& toolkit : toolkits())
        if (::access((toolkit / "bin/nvcc").c_str(), X_OK) == 0) return toolkit / "bin/nvcc";
    return {};
}

std::string quoted(const std::string& word) {
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
    return text + "'";
}

/// What the command prints, and whether it has succeeded. It gets none of the open files of this process.
std::pair<std::string, bool> told_by(const std::string& command) {
    FILE* const pipe = ::popen((command + " 2>&1 3>&- 4>&- 5>&-").c_str(), "re");
    if (pipe == nullptr) throw std::runtime_error("no process can be started for nvcc");
    std::string text;
    std::array<char, 4096> piece{};
    for (std::size_t count = 0; (count = std::fread(piece.data(), 1, piece.size(), pipe)) > 0;)
        text.append(piece.data(), count);
    const int status = ::pclose(pipe);
    return {std::move(text), WIFEXITED(status) && WEXITSTATUS(status) == 0};
}

GpuImage by_nvcc(const fs::path& nvcc, const GpuUnit& unit) {
    const fs::path text = unit.folder / "gpu.cu", image = unit.folder / "gpu.cubin";
    std::ofstream file(text, std::ios::binary);
    file << unit.text
         << "\n#line 1 \"the names of the kernels\"\n[[maybe_unused]] static const void* const "
            "pairscope_own_kernels[] = {";
    for (const std::string& kernel : unit.kernels) file << "(const void*)" << kernel << ", ";
    file << "nullptr};\n";
    if (!file.flush()) throw std::runtime_error(fmt::format("{} cannot be written: is the disk full?", text.string()));
    const std::string flags =
        fmt::format("{} --expt-relaxed-constexpr -lineinfo -DNDEBUG", flags_for(unit.compute_capability));
    std::string command = fmt::format("{} -cubin {} -o {}", quoted(nvcc.string()), flags, quoted(image.string()));
    for (const fs::path& folder : unit.include) command += " -I" + quoted(folder.string());
    const auto [told, succeeded] = told_by(fmt::format("{} {}", command, quoted(text.string())));
    if (!succeeded) throw std::runtime_error(first_error(told, unit.name));
    std::ifstream made(image, std::ios::binary);
    return {.image = {std::istreambuf_iterator<char>(made), {}}, .names = {}, .compiler = "nvcc " + flags};
}

} // namespace

GpuUnit unit_for_gpu(const OwnFile& file, int compute_capability, const GpuPlaces& places) {
    constexpr const char* target = "::pairscope::cuda::LinearTarget";
    GpuUnit unit{.text = fmt::format("{}#line 1 \"{}\"\n{}\n", gpu_lines_before(file), file.path, file.text),
                 .name = file.path,
                 .kernels = {},
                 .include = {places.include, places.file.parent_path()},
                 .folder = places.folder,
                 .compute_capability = compute_capability};
    for (const OwnKernel& kernel : file.kernels)
        unit.kernels.push_back(kernel.target.empty() ? fmt::format("&::{}", kernel.name)
                                                     : fmt::format("&::{}<{}>", kernel.name, target));
    return unit;
}

bool has_gpu_compiler() { return nvrtc() != nullptr || !find_nvcc().empty(); }

GpuImage compiled_for_gpu(const GpuUnit& unit) {
    std::string log;
    if (const Nvrtc* const library = nvrtc())
        if (auto made = by_nvrtc(*library, unit, log)) return *std::move(made);
    if (const fs::path nvcc = find_nvcc(); !nvcc.empty()) return by_nvcc(nvcc, unit);
    if (!log.empty())
        throw std::runtime_error(
            fmt::format("{}, and nvcc, which takes more headers, was not found", first_error(log, unit.name)));
    throw std::runtime_error(
        "no compiler for a GPU was found: install the CUDA toolkit, or name its folder in CUDA_HOME");
}

} // namespace pairscope::own
