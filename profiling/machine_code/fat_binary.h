// SPDX-License-Identifier: MIT
// The machine code that nvcc stored in this program: for each CUDA file a module as a cubin (an ELF file of the GPU)
// and as PTX. No GPU and no tool is needed to read it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

enum class ImageKind : std::uint8_t { ptx, cubin };

/// One image of a module, where it lies in the program.
struct StoredImage {
    ImageKind kind = ImageKind::cubin;
    int architecture = 0;        ///< 90 for sm_90
    std::string source;          ///< the path of the CUDA file, as nvcc was given it
    std::string_view bytes;      ///< as stored
    std::uint64_t full_size = 0; ///< bytes of the image; 0: it is stored as it is
    std::uint64_t flags = 0;     ///< nvcc's: how it is compressed
};

/// The images of a section .nv_fatbin, in their order. Kinds that are neither a cubin nor PTX are left out. The result
/// refers to `section`. Throws InputError with the byte that is wrong.
[[nodiscard]] std::vector<StoredImage> images_in(std::string_view section);

/// The image itself. Throws InputError if it is damaged, or compressed in a way that this program does not know.
[[nodiscard]] std::string unpacked(const StoredImage& image);

/// The section .nv_fatbin of an ELF file of this machine; empty: it has none. Throws InputError if it is no ELF file.
[[nodiscard]] std::string_view fat_section(std::string_view program);

/// The images of the running program, which were read once and stay. Empty in a build without CUDA. Throws InputError.
[[nodiscard]] const std::vector<StoredImage>& own_images();

/// A path of the build as the repository has it: "kernels/matrix/target.cuh" of "/home/me/pairscope/kernels/...". Paths
/// of other files stay.
[[nodiscard]] std::string repository_path(std::string_view path);

} // namespace pairscope::profiling
