// SPDX-License-Identifier: MIT
#include "kernels/own/object.h"

#include "kernels/data/errors.h"
#include "kernels/engines/cpu/faults.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/engines/cpu/sets.h"
#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/cpu/variant_guard.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/engines/simt/memory/kernel_module.h"
#include "kernels/engines/simt/memory/memory_map.h"
#include "kernels/engines/simt/memory/variables.h"
#include "kernels/ladder/entry.h"
#include "kernels/ladder/host_run.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/binding.h"
#include "kernels/own/glue.h"
#include "kernels/own/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace pairscope::own {
namespace {

constexpr double most_tolerance = 1e-5; ///< for a variant that a file describes

/// A file that describes a variant may name functions of the program that no run calls, such as work_of().
const Glue& loaded(const std::filesystem::path& object, bool is_variant) {
    void* const handle = ::dlopen(object.c_str(), (is_variant ? RTLD_LAZY : RTLD_NOW) | RTLD_LOCAL);
    if (handle == nullptr) {
        const std::string why = ::dlerror();
        if (why.find("cannot map zero-fill pages") != std::string::npos)
            throw std::runtime_error("its __device__ variables are larger than the memory that a try may take: make "
                                     "their arrays smaller");
        const std::string before = object.string() + ": ";
        throw std::runtime_error(
            fmt::format("the kernel cannot be loaded: {}", why.starts_with(before) ? why.substr(before.size()) : why));
    }
    const auto* const glue = static_cast<const Glue*>(::dlsym(handle, "pairscope_own"));
    if (glue == nullptr || glue->layout != layout_of_calls())
        throw std::runtime_error("the kernel was compiled with the headers of another version of Pairscope: install "
                                 "the program and its folder share/pairscope together");
    return *glue;
}

/// What the file says of its variant. The executor has compiled it, so that its launch is the one to simulate.
KernelVariant described(const Glue& glue) {
    KernelVariant variant = glue.describe();
    const auto refuse = [](const std::string& why) {
        throw std::runtime_error(fmt::format("the variant cannot be tried, because {}", why));
    };
    if (variant.backend != Backend::cuda || variant.launch == nullptr) refuse("it describes no launch of CUDA kernels");
    if (variant.gpu_only) refuse("it says that it runs on a GPU only");
    if (variant.entry != Entry::float32 || variant.may_differ_by != nullptr || variant.both_directions)
        refuse("only output in float32 is judged, and only one that is exact");
    if (!(variant.tolerance <= most_tolerance && variant.of_norms <= most_tolerance))
        refuse(fmt::format("its tolerance is {}, and at most {} is accepted",
                           std::max(variant.tolerance, variant.of_norms), most_tolerance));
    if (!variant.writes_linear) refuse("it does not write into linear memory");
    variant.simulate = variant.launch;
    variant.launch = nullptr;
    return variant;
}

/// Where the variable is declared with __shared__. Absent: a macro does it, or a header.
std::optional<Place> place_of_shared(const OwnFile& file, std::string_view name) {
    const std::string code = split(file.text).code;
    if (const std::size_t last = name.rfind("::"); last != std::string_view::npos) name.remove_prefix(last + 2);
    bool is_shared = false;
    for (const std::string_view token : code_tokens(code)) {
        is_shared = token == "__shared__" || (is_shared && token != ";");
        if (is_shared && token == name) return place_of(code, static_cast<std::size_t>(token.data() - code.data()));
    }
    return std::nullopt;
}

/// CUDA refuses more static shared memory in a kernel. Where a file has several kernels, the variables of all of them
/// are known together, so that only one that is too large by itself is refused.
void check_static_shared(const simt::KernelModule& module, const OwnFile& file) {
    constexpr std::uintptr_t most = 49152;
    std::uintptr_t all = 0;
    for (const simt::SharedVariable& variable : simt::variables_of(module).shared) {
        const std::uintptr_t bytes = variable.end - variable.begin;
        all += bytes;
        if (bytes <= most && (file.kernels.size() != 1 || all <= most)) continue;
        const std::string why = fmt::format("{} brings the static shared memory of a block to {} bytes, and CUDA "
                                            "allows {}: take less, or dynamic shared memory by a line `// shared:`",
                                            variable.name, all, most);
        const auto place = place_of_shared(file, variable.name);
        throw std::runtime_error(place ? at_place(file.path, *place, why) : why);
    }
}

constexpr std::int64_t line_bytes = 256;
/// A piece of a workspace, as kernels find it.
struct alignas(line_bytes) PoisonedLine {
    std::array<std::uint32_t, line_bytes / 4> words;
    PoisonedLine() { words.fill(poison_bits); }
};

} // namespace

OwnObject::OwnObject(const std::filesystem::path& object, OwnFile file) : file_(std::move(file)) {
    const Glue& glue = loaded(object, !file_.variant.empty());
    const std::filesystem::path path(file_.path);
    id_ = fmt::format("{}{}", own_prefix, path.stem().string());
    source_ = fmt::format("{}{}", own_prefix, path.filename().string());
    if (file_.is_cpu)
        variant_ = {.title = id_,
                    .backend = Backend::cpu,
                    .uses_all_threads = file_.has_all_threads,
                    .layout = file_.layout,
                    .workspace_bytes = file_.workspace ? glue.workspace_bytes : nullptr,
                    .launch = glue.simulate};
    else if (file_.variant.empty())
        variant_ = {.title = id_,
                    .backend = Backend::cuda,
                    .writes_surface = writes_texture(file_),
                    .layout = file_.layout,
                    .workspace_bytes = file_.workspace ? glue.workspace_bytes : nullptr,
                    .simulate = glue.simulate};
    else
        variant_ = described(glue);
    variant_.id = id_;
    variant_.workload = type_of(file_.workload).id;
    variant_.source = source_;
    variant_.source_text = file_.text;
    const auto launch = file_.is_cpu ? variant_.launch : variant_.simulate;
    const simt::KernelModule& module = simt::module_of(reinterpret_cast<const void*>(launch));
    if (!module.code.empty()) cpu::count_as_the_program(module.code.front().begin, module.code.front().end);
    if (!file_.is_cpu) check_static_shared(module, file_);
}

namespace {

OwnFile read_file_of(const Glue& glue) {
    OwnFile file = own_file_of(glue.path, glue.text);
    for (std::size_t i = 0; i < file.sliders.size(); ++i) file.sliders[i].value = glue.sliders[i];
    return file;
}

/// The file as it was compiled. It is read once, because the time of a function for the CPU begins before the call.
const OwnFile& file_of(const Glue& glue) {
    static std::mutex mutex;
    static std::map<const Glue*, const OwnFile> known; // objects stay loaded
    const std::lock_guard lock(mutex);
    const auto found = known.find(&glue);
    return found != known.end() ? found->second : known.emplace(&glue, read_file_of(glue)).first->second;
}

/// A function for the CPU.
void call_in_threads(const Run& run, const OwnFile& file, LaunchKernel function) {
    const std::int64_t threads = file.has_all_threads ? run.host->threads : 1;
    const auto call = [&](std::int64_t thread) {
        const auto arguments = arguments_of(file, file.kernels.front(), run.problem, {thread, threads});
        const std::string& name = file.kernels.front().name;
        try {
            function({}, arguments.data());
        } catch (const std::exception& error) {
            throw std::runtime_error(
                fmt::format("{} threw an exception, which nobody caught: it says \"{}\"", name, error.what()));
        } catch (const int number) {
            throw std::runtime_error(
                fmt::format("{} threw the number {} as an exception, which nobody caught", name, number));
        }
    };
    cpu::for_rows({.rows = threads, .threads = static_cast<int>(threads)}, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t thread = first; thread < last; ++thread) call(thread);
    });
}

} // namespace

std::int64_t bytes_of_workspace(const Workload& workload, const Glue& glue) {
    return workspace_bytes(file_of(glue), workload);
}

void make_launches(const Run& run, const Glue& glue) {
    const OwnFile& file = file_of(glue);
    if (file.is_cpu) {
        call_in_threads(run, file, glue.kernels[0]);
        return;
    }
    const Names sizes = sizes_of(file, run.problem);
    for (std::size_t i = 0; i < file.kernels.size(); ++i) {
        const OwnKernel& kernel = file.kernels[i];
        glue.kernels[i](shape_of(file, kernel, sizes), arguments_of(file, kernel, run.problem).data());
    }
}

double run(const KernelVariant& variant, const Inputs& inputs, const UnfollowedRun& run) {
    Problem problem = problem_of(inputs, run.out);
    cpu::SetStore a, b;
    if (variant.layout != Layout::row_major) {
        a.load(inputs.a);
        problem.a = problem.b = a.in(variant.layout);
        if (inputs.b.data != inputs.a.data) {
            b.load(inputs.b);
            problem.b = b.in(variant.layout);
        }
    }
    std::vector<PoisonedLine> workspace;
    if (variant.workspace_bytes != nullptr) {
        const std::int64_t bytes = variant.workspace_bytes(workload_of(variant.workload, inputs));
        workspace.resize(static_cast<std::size_t>((bytes + line_bytes - 1) / line_bytes));
        problem.workspace = reinterpret_cast<std::byte*>(workspace.data());
    }
    const HostRun host{.threads = cpu::threads_to_use(run.threads), .stop = run.stop};
    const Run asked{.problem = problem, .block = run.block, .host = &host};
    using Clock = std::chrono::steady_clock;
    if (variant.backend != Backend::cpu) {
        const auto begin = Clock::now();
        simt::run(variant, asked, run.patience);
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }
    double seconds = 0.0;
    cpu::VariantGuard(variant.id, run.stop).run([&] {
        const auto begin = Clock::now();
        variant.launch(asked);
        seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    });
    return seconds;
}

} // namespace pairscope::own
