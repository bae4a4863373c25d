// SPDX-License-Identifier: MIT
#include "render/interop.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/devices.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cuda_gl_interop.h>
#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

std::string renderer() {
    const auto* text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return text == nullptr ? "an unknown renderer" : text;
}

std::string why_no_interop(cudaError_t status) {
    if (const std::string reason = cuda::why_no_gpu(); !reason.empty())
        return fmt::format("OpenGL has no GPU to share with CUDA: {}.", reason);
    const std::string drawn_by = renderer();
    const auto mentions = [&](std::string_view word) { return drawn_by.find(word) != std::string::npos; };
    if (mentions("llvmpipe") || mentions("softpipe")) {
        return fmt::format("OpenGL is drawn by the CPU ({}), so the outputs of the GPU are copied through host memory. "
                           "Install the OpenGL of the NVIDIA driver to avoid that.",
                           drawn_by);
    }
    if (mentions("D3D12"))
        return fmt::format("OpenGL goes through Direct3D here ({}), where CUDA cannot share its textures.", drawn_by);
    if (!mentions("NVIDIA")) {
        return fmt::format("OpenGL is drawn by another device ({}): start with __NV_PRIME_RENDER_OFFLOAD=1 "
                           "__GLX_VENDOR_LIBRARY_NAME=nvidia to draw on the NVIDIA GPU.",
                           drawn_by);
    }
    return fmt::format("OpenGL on {} does not share its textures with CUDA ({}).", drawn_by, cudaGetErrorName(status));
}

/// All textures are lent and taken back on this stream; the engines' streams do not wait for it.
constexpr cudaStream_t mapping_stream = nullptr;

} // namespace

GlDevice gl_device() {
    unsigned count = 0;
    std::array<int, 16> ordinals{};
    const cudaError_t status = cudaGLGetDevices(&count, ordinals.data(), ordinals.size(), cudaGLDeviceListAll);
    cudaGetLastError(); // to have no interop is no error
    const auto usable = cuda::gpu_devices();
    const auto draws = [&](const Device& device) {
        return std::find(ordinals.begin(), ordinals.begin() + count, device.ordinal) != ordinals.begin() + count;
    };
    const auto found = status == cudaSuccess ? std::ranges::find_if(usable, draws) : usable.end();
    if (found == usable.end()) return {.ordinal = {}, .why_not = why_no_interop(status)};
    return {.ordinal = found->ordinal, .why_not = {}};
}

struct TextureLink::Parts {
    int ordinal = 0;
    cudaGraphicsResource_t resource = nullptr;
    Surface surface;
    bool mapped = false;

    Parts() = default;
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;
    ~Parts() {
        cuda::warn(cudaSetDevice(ordinal));
        if (surface.handle != 0) cuda::warn(cudaDestroySurfaceObject(surface.handle));
        if (mapped) cuda::warn(cudaGraphicsUnmapResources(1, &resource, mapping_stream));
        if (resource != nullptr) cuda::warn(cudaGraphicsUnregisterResource(resource));
    }

    void make_surface() {
        cudaResourceDesc description{};
        description.resType = cudaResourceTypeArray;
        cuda::check(cudaGraphicsSubResourceGetMappedArray(&description.res.array.array, resource, 0, 0));
        cudaSurfaceObject_t handle = 0;
        cuda::check(cudaCreateSurfaceObject(&handle, &description));
        surface.handle = handle;
    }
    void end_surface() {
        if (const auto handle = std::exchange(surface.handle, 0); handle != 0)
            cuda::check(cudaDestroySurfaceObject(handle));
    }
};

TextureLink::TextureLink(const gl::Texture& texture) : parts_(std::make_unique<Parts>()) {
    const GlDevice device = gl_device();
    if (!device.ordinal) throw cuda::Error(cudaErrorInvalidGraphicsContext, device.why_not);
    parts_->ordinal = *device.ordinal;
    if (texture.format() == gl::Format::r16f) parts_->surface.entry = Entry::float16;
    cuda::check(cudaSetDevice(parts_->ordinal));
    const cudaError_t status = cudaGraphicsGLRegisterImage(&parts_->resource, texture.id(), GL_TEXTURE_2D,
                                                           cudaGraphicsRegisterFlagsSurfaceLoadStore);
    if (status == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        const std::int64_t bytes = gl::bytes_per_texel(texture.format()) * texture.width() * texture.height();
        throw MemoryError(
            fmt::format("a texture of {} could not be shared with CUDA: choose fewer points, or close other "
                        "programs that use the GPU",
                        bytes_in_words(static_cast<double>(bytes))));
    }
    cuda::check(status);
}
TextureLink::~TextureLink() = default;
TextureLink::TextureLink(TextureLink&&) noexcept = default;
TextureLink& TextureLink::operator=(TextureLink&&) noexcept = default;

bool TextureLink::is_mapped() const { return parts_->mapped; }
Surface TextureLink::surface() const { return parts_->surface; }

Surface TextureLink::map() {
    TextureLink* const self = this;
    pairscope::map({&self, 1});
    return surface();
}
void TextureLink::unmap() {
    TextureLink* const self = this;
    pairscope::unmap({&self, 1});
}

void map(std::span<TextureLink* const> links) {
    if (links.empty()) return;
    std::vector<cudaGraphicsResource_t> resources;
    for (const TextureLink* link : links) resources.push_back(link->parts_->resource);
    cuda::check(cudaSetDevice(links.front()->parts_->ordinal));
    cuda::check(cudaGraphicsMapResources(static_cast<int>(resources.size()), resources.data(), mapping_stream));
    for (const TextureLink* link : links) link->parts_->mapped = true;
    for (const TextureLink* link : links) link->parts_->make_surface();
    cuda::check(cudaStreamSynchronize(mapping_stream)); // or another stream might write before GL has finished
}

void unmap(std::span<TextureLink* const> links) {
    std::vector<cudaGraphicsResource_t> resources;
    for (const TextureLink* link : links) {
        if (!std::exchange(link->parts_->mapped, false)) continue;
        cuda::check(cudaSetDevice(link->parts_->ordinal));
        link->parts_->end_surface();
        resources.push_back(link->parts_->resource);
    }
    if (resources.empty()) return;
    cuda::check(cudaGraphicsUnmapResources(static_cast<int>(resources.size()), resources.data(), mapping_stream));
}

} // namespace pairscope
