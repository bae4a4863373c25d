// SPDX-License-Identifier: MIT
#include "render/gl/headless.h"

#include "render/gl/context.h"
#include "render/gl/object.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <array>
#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace pairscope::gl {

namespace {

/// The functions of libEGL that are needed here.
struct Egl {
    decltype(&eglGetProcAddress) get_proc_address = nullptr;
    decltype(&eglInitialize) initialize = nullptr;
    decltype(&eglTerminate) terminate = nullptr;
    decltype(&eglBindAPI) bind_api = nullptr;
    decltype(&eglChooseConfig) choose_config = nullptr;
    decltype(&eglCreateContext) create_context = nullptr;
    decltype(&eglDestroyContext) destroy_context = nullptr;
    decltype(&eglMakeCurrent) make_current = nullptr;
    decltype(&eglGetError) get_error = nullptr;
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_platform_display = nullptr;
    PFNEGLQUERYDEVICESEXTPROC query_devices = nullptr;            // null if the extension is missing
    PFNEGLQUERYDEVICEATTRIBEXTPROC query_device_attrib = nullptr; // null if the extension is missing
};

template <class Function> void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) throw Error(fmt::format("libEGL.so.1 has no {}", name));
}

Egl load_egl() {
    // Never closed: drivers keep threads and exit handlers of their own.
    void* const library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) throw Error(fmt::format("libEGL cannot be opened ({}); install libegl1", dlerror()));
    Egl egl;
    find(library, "eglGetProcAddress", egl.get_proc_address);
    find(library, "eglInitialize", egl.initialize);
    find(library, "eglTerminate", egl.terminate);
    find(library, "eglBindAPI", egl.bind_api);
    find(library, "eglChooseConfig", egl.choose_config);
    find(library, "eglCreateContext", egl.create_context);
    find(library, "eglDestroyContext", egl.destroy_context);
    find(library, "eglMakeCurrent", egl.make_current);
    find(library, "eglGetError", egl.get_error);
    const auto extension = [&](const char* name, auto& function) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(egl.get_proc_address(name));
    };
    extension("eglGetPlatformDisplayEXT", egl.get_platform_display);
    extension("eglQueryDevicesEXT", egl.query_devices);
    extension("eglQueryDeviceAttribEXT", egl.query_device_attrib);
    if (egl.get_platform_display == nullptr) throw Error("this libEGL has no eglGetPlatformDisplayEXT");
    return egl;
}

/// A display to try, and what to call it.
struct Candidate {
    EGLenum platform = 0;
    void* native = nullptr;
    std::string name;
};

bool is_cuda_device(const Egl& egl, EGLDeviceEXT device, int ordinal) {
    EGLAttrib value = -1;
    return egl.query_device_attrib != nullptr &&
           egl.query_device_attrib(device, EGL_CUDA_DEVICE_NV, &value) == EGL_TRUE && value == ordinal;
}

std::vector<Candidate> candidates(const Egl& egl, std::optional<int> cuda_device) {
    std::vector<Candidate> result;
    std::array<EGLDeviceEXT, 32> devices{};
    EGLint count = 0;
    if (egl.query_devices != nullptr) egl.query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        if (cuda_device && !is_cuda_device(egl, devices[i], *cuda_device)) continue;
        result.push_back({EGL_PLATFORM_DEVICE_EXT, devices[i], fmt::format("EGL device {}", i)});
    }
    if (!cuda_device) result.push_back({EGL_PLATFORM_SURFACELESS_MESA, nullptr, "Mesa without a surface"});
    return result;
}

} // namespace

struct HeadlessContext::Parts {
    Egl egl;
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    std::string description;

    explicit Parts(const Egl& functions) : egl(functions) {}
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;
    ~Parts() {
        if (display == EGL_NO_DISPLAY) return;
        egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (context != EGL_NO_CONTEXT) egl.destroy_context(display, context);
        egl.terminate(display);
    }

    void refuse_unless(bool done, const char* what) const {
        if (!done) throw Error(fmt::format("{} failed (EGL error {:#x})", what, egl.get_error()));
    }

    void open(const Candidate& candidate) {
        display = egl.get_platform_display(candidate.platform, candidate.native, nullptr);
        refuse_unless(display != EGL_NO_DISPLAY, "eglGetPlatformDisplay");
        refuse_unless(egl.initialize(display, nullptr, nullptr) == EGL_TRUE, "eglInitialize");
        refuse_unless(egl.bind_api(EGL_OPENGL_API) == EGL_TRUE, "eglBindAPI");
        constexpr std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
        EGLConfig config = nullptr;
        EGLint found = 0;
        refuse_unless(egl.choose_config(display, wanted.data(), &config, 1, &found) == EGL_TRUE && found > 0,
                      "eglChooseConfig");
        constexpr std::array<EGLint, 9> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                                   4,
                                                   EGL_CONTEXT_MINOR_VERSION,
                                                   5,
                                                   EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                                   EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                                   EGL_CONTEXT_OPENGL_DEBUG,
                                                   EGL_TRUE,
                                                   EGL_NONE};
        context = egl.create_context(display, config, EGL_NO_CONTEXT, attributes.data());
        refuse_unless(context != EGL_NO_CONTEXT, "eglCreateContext for OpenGL 4.5 core");
        make_current();
        load_functions(egl.get_proc_address);
        const ContextInfo info = context_info();
        description = fmt::format("{}: {}, OpenGL {}", candidate.name, info.renderer, info.version);
    }

    void make_current() const {
        refuse_unless(egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE, "eglMakeCurrent");
    }
};

HeadlessContext::HeadlessContext(std::optional<int> cuda_device) {
    const Egl egl = load_egl();
    std::vector<std::string> failed{"no OpenGL 4.5 context without a display"};
    for (const Candidate& candidate : candidates(egl, cuda_device)) {
        auto parts = std::make_unique<Parts>(egl);
        try {
            parts->open(candidate);
            parts_ = std::move(parts);
            return;
        } catch (const Error& error) {
            failed.push_back(fmt::format("{}: {}", candidate.name, error.what()));
        }
    }
    if (failed.size() == 1 && cuda_device)
        failed.push_back(fmt::format("no EGL device is CUDA device {}", *cuda_device));
    throw Error(fmt::format("{}", fmt::join(failed, "; ")));
}

HeadlessContext::~HeadlessContext() = default;
HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;

void HeadlessContext::make_current() { parts_->make_current(); }
const std::string& HeadlessContext::description() const { return parts_->description; }

} // namespace pairscope::gl
