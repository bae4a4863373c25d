// SPDX-License-Identifier: MIT
#include "kernels/own/gpu_code.h"

#include "kernels/engines/cuda/check.h"
#include "kernels/own/binding.h"
#include "kernels/own/cuda/compilers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cxxabi.h>
#include <memory>
#include <stdexcept>
#include <variant>
#include <vector>

#include <cuda_runtime_api.h>

namespace pairscope::own {
namespace {

using cuda::check;

std::string demangled(const char* name) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                           &std::free);
    return text ? text.get() : name;
}

/// Is `whole`, such as "void mine<Target>(float2 const*, int)", the kernel `name`?
bool is_kernel(const std::string& whole, const std::string& name) {
    for (std::size_t at = whole.find(name); at != std::string::npos; at = whole.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool begins = at == 0 || whole[at - 1] == ' ' || whole[at - 1] == ':';
        if (begins && (end == whole.size() || whole[end] == '(' || whole[end] == '<')) return true;
    }
    return false;
}

/// The library of one image.
class Library {
public:
    explicit Library(const std::vector<char>& image) {
        check(cudaLibraryLoadData(&library_, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    }
    ~Library() { cuda::warn(cudaLibraryUnload(library_)); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    [[nodiscard]] cudaKernel_t kernel(const std::string& mangled) const {
        cudaKernel_t found = nullptr;
        check(cudaLibraryGetKernel(&found, library_, mangled.c_str()));
        return found;
    }
    /// By the name in the source; null: there is none.
    [[nodiscard]] cudaKernel_t kernel_named(const std::string& name) const {
        unsigned count = 0;
        check(cudaLibraryGetKernelCount(&count, library_));
        std::vector<cudaKernel_t> all(count);
        check(cudaLibraryEnumerateKernels(all.data(), count, library_));
        for (const cudaKernel_t kernel : all) {
            const char* mangled = nullptr;
            check(cudaFuncGetName(&mangled, kernel));
            if (is_kernel(demangled(mangled), name)) return kernel;
        }
        return nullptr;
    }

private:
    cudaLibrary_t library_ = nullptr;
};

/// What a kernel is given, in the type that it takes.
struct Given {
    const void* pointer = nullptr;
    std::int32_t narrow = 0;
    std::int64_t wide = 0;
    float single = 0;
    double number = 0;
    struct Target {
        float* data;
        std::int64_t pitch;
    } target{};
};

bool is_wide(const std::string& type) {
    return type.find("long") != std::string::npos || type.find("64") != std::string::npos ||
           type.find("size_t") != std::string::npos || type.find("ptrdiff_t") != std::string::npos;
}

/// The address of the argument within `given`.
void* place_of(Given& given, const OwnFile& file, const OwnKernel& kernel, const Parameter& parameter,
               const Argument& argument, const Problem& problem) {
    if (!kernel.target.empty() && parameter.type == kernel.target) {
        const auto& memory = std::get<LinearMemory>(problem.out);
        given.target = {memory.data, memory.pitch};
        return &given.target;
    }
    const PlainName* const name = plain_name(file, parameter);
    if (name != nullptr && is_pointer(name->value)) {
        given.pointer = argument.pointer;
        return &given.pointer;
    }
    if (name != nullptr && is_number(name->value)) {
        given.number = argument.number;
        given.single = static_cast<float>(argument.number);
        return parameter.type.find("double") != std::string::npos ? static_cast<void*>(&given.number) : &given.single;
    }
    given.wide = argument.integer;
    given.narrow = static_cast<std::int32_t>(argument.integer);
    return is_wide(parameter.type) ? static_cast<void*>(&given.wide) : &given.narrow;
}

dim3 extent(const std::array<std::int64_t, 3>& of) {
    return dim3(static_cast<unsigned>(of[0]), static_cast<unsigned>(of[1]), static_cast<unsigned>(of[2]));
}

} // namespace

struct GpuCode::Parts {
    OwnFile file;
    std::unique_ptr<Library> library{};
    std::vector<cudaKernel_t> kernels{};
    std::string compiler{};
    int ordinal = 0;                                ///< the device has it
    inline static const Parts* last_made = nullptr; ///< a child has one file

    void launch(const Run& run) const;
};

GpuCode::GpuCode(const OwnFile& file, const Device& device, const GpuPlaces& places)
    : parts_(std::make_unique<Parts>(Parts{.file = file})) {
    if (file.is_cpu) throw std::runtime_error("a function for the CPU does not run on a GPU");
    if (!file.variant.empty())
        throw std::runtime_error("a file that describes a whole variant is not compiled for a GPU here: its time comes "
                                 "with the program that it is added to");
    const GpuImage made = compiled_for_gpu(unit_for_gpu(file, device.compute_capability, places));
    check(cudaSetDevice(device.ordinal));
    parts_->ordinal = device.ordinal;
    parts_->library = std::make_unique<Library>(made.image);
    std::vector<std::string> needs;
    for (std::size_t i = 0; i < file.kernels.size(); ++i) {
        const std::string& name = file.kernels[i].name;
        const cudaKernel_t kernel =
            made.names.empty() ? parts_->library->kernel_named(name) : parts_->library->kernel(made.names[i]);
        if (kernel == nullptr) throw std::runtime_error(fmt::format("nvcc has compiled no kernel {}", name));
        cudaFuncAttributes attributes{};
        check(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel)));
        needs.push_back(attributes.localSizeBytes == 0
                            ? fmt::format("{} has {} registers per thread", name, attributes.numRegs)
                            : fmt::format("{} has {} registers and {} bytes of local memory per thread", name,
                                          attributes.numRegs, attributes.localSizeBytes));
        parts_->kernels.push_back(kernel);
    }
    parts_->compiler = fmt::format("{}; {}", made.compiler, fmt::join(needs, "; "));
    Parts::last_made = parts_.get();
}

GpuCode::~GpuCode() {
    if (Parts::last_made == parts_.get()) Parts::last_made = nullptr;
}

const std::string& GpuCode::compiler() const { return parts_->compiler; }

void GpuCode::Parts::launch(const Run& run) const {
    const Names sizes = sizes_of(file, run.problem);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const OwnKernel& kernel = file.kernels[i];
        const Shape shape = shape_of(file, kernel, sizes);
        const std::vector<Argument> arguments = arguments_of(file, kernel, run.problem);
        std::vector<Given> given(arguments.size());
        std::vector<void*> places;
        for (std::size_t k = 0; k < arguments.size(); ++k)
            places.push_back(place_of(given[k], file, kernel, kernel.parameters[k], arguments[k], run.problem));
        const auto* const function = reinterpret_cast<const void*>(kernels[i]);
        if (shape.shared_bytes > 48 * 1024)
            check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       static_cast<int>(shape.shared_bytes)));
        cudaLaunchConfig_t config{};
        config.gridDim = extent(shape.grid);
        config.blockDim = extent(shape.block);
        config.dynamicSmemBytes = static_cast<std::size_t>(shape.shared_bytes);
        config.stream = run.stream;
        cudaLaunchKernelExC(&config, function, places.data());
    }
}

std::vector<LaunchFacts> GpuCode::facts(const Problem& problem) const {
    std::vector<LaunchFacts> found;
    const Names sizes = sizes_of(parts_->file, problem);
    const auto attribute = [&](cudaDeviceAttr which) {
        int value = 0;
        check(cudaDeviceGetAttribute(&value, which, parts_->ordinal));
        return value;
    };
    const int warp = attribute(cudaDevAttrWarpSize);
    const int most_warps = attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / warp;
    for (std::size_t i = 0; i < parts_->kernels.size(); ++i) {
        const Shape shape = shape_of(parts_->file, parts_->file.kernels[i], sizes);
        const auto* const function = reinterpret_cast<const void*>(parts_->kernels[i]);
        cudaFuncAttributes attributes{};
        check(cudaFuncGetAttributes(&attributes, function));
        LaunchFacts facts{.kernel = parts_->file.kernels[i].name};
        for (std::size_t k = 0; k < 3; ++k) {
            facts.grid[k] = static_cast<int>(shape.grid[k]);
            facts.block[k] = static_cast<int>(shape.block[k]);
        }
        facts.registers = attributes.numRegs;
        facts.shared_bytes = static_cast<std::int64_t>(attributes.sharedSizeBytes) + shape.shared_bytes;
        const int threads = facts.block[0] * facts.block[1] * facts.block[2];
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&facts.blocks_per_unit, function, threads,
                                                            static_cast<std::size_t>(shape.shared_bytes)));
        facts.occupancy =
            std::min(1.0, static_cast<double>(facts.blocks_per_unit * ((threads + warp - 1) / warp)) / most_warps);
        found.push_back(std::move(facts));
    }
    return found;
}

void GpuCode::launch(const Run& run) {
    if (Parts::last_made == nullptr) throw std::logic_error("no kernel was compiled for the GPU");
    Parts::last_made->launch(run);
}

} // namespace pairscope::own
