// SPDX-License-Identifier: MIT
#include "kernels/own/object.h"

#include "kernels/data/errors.h"
#include "kernels/engines/cpu/faults.h"
#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/simt/memory/kernel_module.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/binding.h"
#include "kernels/own/glue.h"

#include <fmt/format.h>

#include <dlfcn.h>
#include <stdexcept>
#include <utility>

namespace pairscope::own {
namespace {

const Glue& loaded(const std::filesystem::path& object) {
    void* const handle = ::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) throw std::runtime_error(fmt::format("the kernel cannot be loaded: {}", ::dlerror()));
    const auto* const glue = static_cast<const Glue*>(::dlsym(handle, "pairscope_own"));
    if (glue == nullptr || glue->layout != layout_of_calls())
        throw std::runtime_error("the kernel was compiled with the headers of another version of Pairscope: install "
                                 "the program and its folder share/pairscope together");
    return *glue;
}

} // namespace

OwnObject::OwnObject(const std::filesystem::path& object, OwnFile file) : file_(std::move(file)) {
    const Glue& glue = loaded(object);
    const simt::KernelModule& module = simt::module_of(reinterpret_cast<const void*>(glue.simulate));
    if (!module.code.empty()) cpu::count_as_the_program(module.code.front().begin, module.code.front().end);
    const std::filesystem::path path(file_.path);
    id_ = fmt::format("own/{}", path.stem().string());
    source_ = fmt::format("{}{}", own_folder, path.filename().string());
    variant_ = {.id = id_,
                .workload = type_of(file_.workload).id,
                .source = source_,
                .source_text = file_.text,
                .title = id_,
                .backend = Backend::cuda,
                .simulate = glue.simulate};
}

void make_launches(const Run& run, const Glue& glue) {
    OwnFile file = own_file_of(glue.path, glue.text);
    for (std::size_t i = 0; i < file.sliders.size(); ++i) file.sliders[i].value = glue.sliders[i];
    const Names sizes = sizes_of(file, run.problem);
    for (std::size_t i = 0; i < file.kernels.size(); ++i) {
        const OwnKernel& kernel = file.kernels[i];
        glue.kernels[i](shape_of(file, kernel, sizes), arguments_of(file, kernel, run.problem).data());
    }
}

} // namespace pairscope::own
