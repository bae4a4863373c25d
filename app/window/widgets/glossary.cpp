// SPDX-License-Identifier: MIT
#include "app/window/widgets/glossary.h"

#include "app/window/widgets/glossary_pictures.h"

#include <algorithm>
#include <array>
#include <string>

namespace pairscope::app {
namespace {

constexpr std::array<Term, 23> all_terms{{
    {"warp", "warp|warps",
     "A warp is a group of 32 threads that execute the same instruction together. A GPU reads and writes memory for "
     "all 32 threads of a warp at once.",
     &draw_warp},
    {"lane", "lane|lanes",
     "A lane is the place of one thread in its warp: the 32 lanes have the numbers 0 to 31. In the vector unit of a "
     "CPU, a lane is the place of one number.",
     &draw_lane},
    {"block", "block|blocks|thread block|thread blocks",
     "A block is a group of up to 1 024 threads that run on one multiprocessor. The threads of a block use the same "
     "shared memory and can wait for each other at a barrier.",
     &draw_block},
    {"multiprocessor", "multiprocessor|multiprocessors|sm|sms",
     "A multiprocessor, or SM, is one of the many processors of a GPU. It holds several blocks at the same time. "
     "While one warp waits, another warp runs.",
     &draw_multiprocessor},
    {"request", "request|requests",
     "A request is one memory instruction of one warp. It asks for the addresses of all its active lanes together.",
     &draw_request},
    {"sector", "sector|sectors",
     "A sector is a piece of 32 bytes, the smallest piece that the memory of a GPU transfers. A cache line of 128 "
     "bytes has four sectors.",
     &draw_sector},
    {"coalescing", // a variant is called "coalesced", so that this word alone is a name
     "coalescing|coalesce|coalesces|uncoalesced|are coalesced|coalesced store|coalesced stores|coalesced "
     "load|coalesced loads|coalesced reads|coalesced writes|coalesced requests|coalesced accesses",
     "Requests are coalesced if neighbouring lanes access neighbouring addresses. Then a request touches few sectors "
     "and uses all of their bytes.",
     &draw_coalescing},
    {"wavefront", "wavefront|wavefronts",
     "A wavefront is one pass in which the hardware serves a part of a request. A request needs several wavefronts if "
     "one pass cannot reach all of its addresses.",
     &draw_wavefront},
    {"shared memory", "shared memory",
     "Shared memory is a small, fast memory inside each multiprocessor. The threads of a block can load a value from "
     "DRAM once, keep it there, and use it many times.",
     &draw_shared_memory},
    {"bank", "bank|banks|bank conflict|bank conflicts",
     "Shared memory has 32 banks, and each of them delivers one word of 4 bytes per pass. If lanes of a warp need "
     "different words of one bank, these lanes conflict and wait for each other.",
     &draw_bank},
    {"barrier", "barrier|barriers",
     "A barrier is a place in a kernel at which each thread waits until all threads of its block have arrived. Then "
     "each thread can read what the other threads have written to shared memory.",
     &draw_barrier},
    {"atomic", "atomic|atomics|atomic operation|atomic operations|atomic maximum|atomically",
     "An atomic operation reads a number in memory, changes it and writes it back, and no other thread can change the "
     "number in between. If many threads use the same address, they take turns.",
     &draw_atomic},
    {"texel", "texel|texels",
     "A texel is one element of a texture, as a pixel is one element of a picture. A texture is stored in small tiles, "
     "so texels that are close together in any direction are close together in memory.",
     &draw_texel},
    {"tensor core", "tensor core|tensor cores",
     "A tensor core is a unit that multiplies small matrices with one instruction. It is many times as fast as the "
     "ordinary units, but most numbers that it multiplies have fewer bits than float32.",
     &draw_tensor_core},
    {"latency", "latency|latencies",
     "Latency is the time between the start of an instruction and its result. A load from DRAM takes hundreds of "
     "clock cycles. During this time the multiprocessor can execute other warps.",
     &draw_latency},
    {"occupancy", "occupancy",
     "Occupancy is the number of warps that are resident on a multiprocessor, divided by the largest possible number. "
     "While some warps wait for memory, the others can compute.",
     &draw_occupancy},
    {"bandwidth", "bandwidth", "Bandwidth is the number of bytes that a memory transfers per second.", &draw_bandwidth},
    {"ceiling", "ceiling|ceilings",
     "A ceiling is a limit of this machine, such as the bandwidth of its memory or the rate of its arithmetic. The "
     "program measures each ceiling with a simple kernel that only moves data or only computes.",
     &draw_ceiling},
    {"limiting", "limiting",
     "The limiting ceiling is the one that allows the least speed for a kernel. A kernel becomes faster if it needs "
     "less of what is limiting; saving anything else changes little.",
     &draw_limiting},
    {"useful fraction", "useful fraction",
     "The useful fraction is the shortest time that the limiting ceiling allows for this work, divided by the time of "
     "the run. If it is 1, the run cannot become faster.",
     &draw_useful_fraction},
    {"arithmetic intensity", "arithmetic intensity",
     "Arithmetic intensity is the number of operations per byte that memory transfers. With few operations per byte, "
     "memory limits a kernel; with many, arithmetic does.",
     &draw_intensity},
    {"roofline", "roofline|rooflines",
     "A roofline shows the best possible performance for each arithmetic intensity. It rises with the bandwidth of "
     "memory and ends at the rate of arithmetic.",
     &draw_roofline},
    {"ULP", "ulp|ulps",
     "A ULP, or unit in the last place, is the distance between two neighbouring floating-point numbers. It doubles at "
     "each power of two, so errors in ULP can be compared between small and large numbers.",
     &draw_ulp},
}};

char small(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }
bool is_letter(char c) {
    return (small(c) >= 'a' && small(c) <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

std::string small(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](char c) { return small(c); });
    return result;
}

/// A word ends here if no letter and no part of a name follows: "warp." at the end of a sentence, but not "warp.cu".
bool ends_word(std::string_view rest) {
    if (rest.empty()) return true;
    if (is_letter(rest[0]) || rest[0] == '_' || rest[0] == '-' || rest[0] == '/' || rest[0] == '(') return false;
    return rest[0] != '.' || rest.size() == 1 || !is_letter(rest[1]);
}

bool begins_word(std::string_view before) {
    if (before.empty()) return true;
    const char c = before.back();
    return !is_letter(c) && c != '_' && c != '.' && c != '/' && c != '-' && c != '\'';
}

/// The length of the longest form of the term that the text begins with; 0: none.
std::size_t length_at(std::string_view text, std::string_view forms) {
    std::size_t longest = 0;
    while (!forms.empty()) {
        const std::size_t end = std::min(forms.find('|'), forms.size());
        const std::string_view form = forms.substr(0, end);
        forms.remove_prefix(std::min(end + 1, forms.size()));
        if (form.size() <= longest || form.size() > text.size()) continue;
        const bool same =
            std::ranges::equal(form, text.substr(0, form.size()), {}, {}, [](char c) { return small(c); });
        if (same && ends_word(text.substr(form.size()))) longest = form.size();
    }
    return longest;
}

FoundTerm term_at(std::string_view text, std::size_t at) {
    FoundTerm found{.begin = at};
    for (const Term& term : all_terms)
        if (const std::size_t length = length_at(text.substr(at), term.forms); length > found.length) {
            found.term = &term;
            found.length = length;
        }
    return found;
}

} // namespace

std::span<const Term> glossary() { return all_terms; }

const Term* find_term(std::string_view word) {
    const auto found = std::ranges::find(all_terms, word, &Term::word);
    return found == all_terms.end() ? nullptr : &*found;
}

bool has_letters(const Term& term, std::string_view letters) {
    return term.forms.find(small(letters)) != std::string_view::npos;
}

std::vector<const Term*> terms_with(std::string_view letters) {
    const std::string wanted = small(letters);
    std::vector<const Term*> result;
    for (const bool by_name : {true, false}) // a word before those whose texts only use it
        for (const Term& term : all_terms) {
            const bool has_name = has_letters(term, wanted);
            const bool has_text = small(term.meaning).find(wanted) != std::string::npos;
            if (by_name ? has_name : has_text && !has_name) result.push_back(&term);
        }
    return result;
}

std::vector<FoundTerm> terms_in(std::string_view text) {
    std::vector<FoundTerm> result;
    for (std::size_t at = 0; at < text.size();) {
        const bool begins = is_letter(text[at]) && begins_word(text.substr(0, at));
        const FoundTerm found = begins ? term_at(text, at) : FoundTerm{};
        if (found.term != nullptr && std::ranges::find(result, found.term, &FoundTerm::term) == result.end())
            result.push_back(found);
        at += std::max<std::size_t>(found.length, 1);
    }
    return result;
}

} // namespace pairscope::app
