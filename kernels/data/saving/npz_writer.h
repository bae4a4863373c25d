// SPDX-License-Identifier: MIT
// Writes an archive of NumPy, .npz: a ZIP file whose members are .npy files (APPNOTE.TXT of PKWARE, 4.3), not
// compressed. Nothing but the list of members is kept, and nothing is written twice, so that a pipe can take it.
#pragma once

#include "kernels/data/save.h"
#include "kernels/data/saving/anonymous_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

class NpzWriter {
public:
    /// The sink must outlive this.
    explicit NpzWriter(const ByteSink& sink) : sink_(sink) {}

    /// Adds the array "NAME.npy", whose header and whose items these are.
    void add(std::string_view name, std::string_view header, std::span<const std::byte> items);
    void add(std::string_view name, std::string_view header, const AnonymousFile& items);
    /// Writes the list of members. Nothing may be added behind it.
    void finish();

private:
    struct Member {
        std::string name;
        std::int64_t begin = 0, size = 0; ///< [B]
        std::uint32_t check_sum = 0;
    };
    void begin(std::string_view name, std::int64_t size, std::uint32_t check_sum);
    void put(std::string_view bytes);

    const ByteSink& sink_;
    std::int64_t written_ = 0; ///< [B]
    std::vector<Member> members_;
};

} // namespace pairscope
