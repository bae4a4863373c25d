// SPDX-License-Identifier: MIT
#include "profiling/machine_code/fat_binary.h"

#include "profiling/machine_code/elf.h"

#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

namespace pairscope::profiling {
namespace {

constexpr std::string_view own_code = "the machine code in this program";
constexpr std::uint32_t fat_begin = 0xba55ed50;
constexpr std::uint64_t alignment = 8;
constexpr int ptx_kind = 1, cubin_kind = 2;
constexpr std::uint64_t packed_with_zstd = 0x8000, packed_with_lz4 = 0x2000; // flags of an image
constexpr std::uint64_t largest_image = std::uint64_t{256} << 20;

/// Where an image's header has what, in bytes from its beginning.
namespace in_image {
constexpr std::uint64_t kind = 0, header_size = 4, padded_size = 8, packed_size = 16, architecture = 28, source_at = 32,
                        source_size = 36, flags = 40, full_size = 56;
}

StoredImage image_at(const Bytes& section, std::uint64_t at, std::uint64_t header_size, std::uint64_t stored_size) {
    const auto packed = section.number<std::uint32_t>(at + in_image::packed_size);
    if (packed > stored_size)
        throw InputError(fmt::format("{} is damaged: the image at byte {} is larger than its place", own_code, at));
    const auto source_at = section.number<std::uint32_t>(at + in_image::source_at),
               source_size = section.number<std::uint32_t>(at + in_image::source_size);
    std::string_view source;
    if (source_size > 0) source = section.part(at + source_at, source_size);
    return {.kind = section.number<std::uint16_t>(at + in_image::kind) == ptx_kind ? ImageKind::ptx : ImageKind::cubin,
            .architecture = int(section.number<std::uint32_t>(at + in_image::architecture)),
            .source = std::string(source.substr(0, source.find('\0'))),
            .bytes = section.part(at + header_size, packed > 0 ? packed : stored_size),
            .full_size = section.number<std::uint64_t>(at + in_image::full_size),
            .flags = section.number<std::uint64_t>(at + in_image::flags)};
}

/// The file stays mapped as long as the program runs, because all images lie in it.
std::string_view mapped_program() {
    const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat facts {};
    if (file < 0 || ::fstat(file, &facts) != 0 || facts.st_size <= 0) {
        if (file >= 0) ::close(file);
        throw InputError("the file of this program cannot be read, and so its machine code cannot be shown");
    }
    void* const begin = ::mmap(nullptr, std::size_t(facts.st_size), PROT_READ, MAP_PRIVATE, file, 0);
    ::close(file);
    if (begin == MAP_FAILED) throw InputError("the file of this program cannot be mapped into memory");
    return {static_cast<const char*>(begin), std::size_t(facts.st_size)};
}

} // namespace

std::vector<StoredImage> images_in(std::string_view bytes) {
    const Bytes section{bytes, own_code};
    std::vector<StoredImage> images;
    for (std::uint64_t at = 0; at + 16 <= bytes.size();) {
        if (section.number<std::uint32_t>(at) != fat_begin) { // what the linker put between two of them
            at += alignment;
            continue;
        }
        const auto header = section.number<std::uint16_t>(at + 6);
        const auto size = section.number<std::uint64_t>(at + 8);
        static_cast<void>(section.part(at + header, size));
        const std::uint64_t end = at + header + size;
        for (std::uint64_t image = at + header; image < end;) {
            const auto kind = section.number<std::uint16_t>(image + in_image::kind);
            const auto header_size = section.number<std::uint32_t>(image + in_image::header_size);
            const auto stored_size = section.number<std::uint64_t>(image + in_image::padded_size);
            if (header_size < in_image::full_size + 8 || header_size > end - image ||
                stored_size > end - image - header_size)
                throw InputError(fmt::format("{} is damaged: the image at byte {} does not fit in", own_code, image));
            if (kind == ptx_kind || kind == cubin_kind)
                images.push_back(image_at(section, image, header_size, stored_size));
            image += header_size + stored_size;
        }
        at = end;
    }
    return images;
}

std::string unpacked(const StoredImage& image) {
    if (image.full_size == 0) return std::string(image.bytes);
    if ((image.flags & packed_with_lz4) != 0 || (image.flags & packed_with_zstd) == 0)
        throw InputError(fmt::format("the machine code of {} is compressed in a way that is not known here: build with "
                                     "CUDA 13, or with nvcc's option --no-compress",
                                     image.source));
    if (image.full_size > largest_image)
        throw InputError(
            fmt::format("the machine code of {} is damaged: it would have {} bytes", image.source, image.full_size));
    std::string text(std::size_t(image.full_size), '\0');
    const std::size_t size = ZSTD_decompress(text.data(), text.size(), image.bytes.data(), image.bytes.size());
    if (ZSTD_isError(size) != 0 || size != text.size())
        throw InputError(fmt::format("the machine code of {} is damaged: {}", image.source,
                                     ZSTD_isError(size) != 0 ? ZSTD_getErrorName(size) : "it is too short"));
    return text;
}

std::string_view fat_section(std::string_view program) {
    for (const ElfSection& section : read_elf({program, "the file of this program"}).sections)
        if (section.name == ".nv_fatbin") return section.bytes;
    return {};
}

const std::vector<StoredImage>& own_images() {
    static const std::vector<StoredImage> images = images_in(fat_section(mapped_program()));
    return images;
}

std::string repository_path(std::string_view path) {
    for (const std::string_view folder : {"/kernels/", "/profiling/", "/tests/"})
        if (const std::size_t at = path.rfind(folder); at != std::string_view::npos)
            return std::string(path.substr(at + 1));
    return std::string(path);
}

} // namespace pairscope::profiling
