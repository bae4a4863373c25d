// SPDX-License-Identifier: MIT
// The same interface in a build without CUDA: no texture can be lent.
#include "render/interop.h"

#include "kernels/ladder/no_cuda.h"

#include <stdexcept>
#include <string>

namespace pairscope {
namespace {
std::string reason() {
    std::string sentence(why_no_cuda());
    if (!sentence.empty()) sentence.front() = 'T'; // "this build has no CUDA ..."
    return sentence + ".";
}
} // namespace

struct TextureLink::Parts {};

GlDevice gl_device() { return {.ordinal = {}, .why_not = reason()}; }

TextureLink::TextureLink(const gl::Texture&) { throw std::runtime_error(reason()); }
TextureLink::~TextureLink() = default;
TextureLink::TextureLink(TextureLink&&) noexcept = default;
TextureLink& TextureLink::operator=(TextureLink&&) noexcept = default;

Surface TextureLink::map() { throw std::runtime_error(reason()); }
void TextureLink::unmap() {}
bool TextureLink::is_mapped() const { return false; }
Surface TextureLink::surface() const { return {}; }

void map(std::span<TextureLink* const>) { throw std::runtime_error(reason()); }
void unmap(std::span<TextureLink* const>) {}

} // namespace pairscope
