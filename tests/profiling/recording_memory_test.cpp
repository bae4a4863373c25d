// SPDX-License-Identifier: MIT
// Memory that is used up while a recording is read or written is a sentence, wherever it happens: the limit of a child
// grows until it is enough.
#include "kernels/data/errors.h"
#include "profiling/recording/file.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/profiling/sample_recording.h"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

namespace pairscope::profiling {
namespace {

/// [B] of this process.
rlim_t address_space() {
    std::ifstream pages("/proc/self/statm");
    rlim_t count = 0;
    pages >> count;
    return count * rlim_t(::sysconf(_SC_PAGESIZE));
}

/// This process gets so many bytes, and no more. What is free in its heap is taken away first.
void limit_memory(rlim_t bytes) {
    rlimit limit{};
    ::getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = address_space();
    ::setrlimit(RLIMIT_AS, &limit);
    static void* volatile taken = nullptr; // so that no compiler leaves the calls out
    for (std::size_t size = std::size_t{1} << 26; size >= 16; size /= 2) do
            taken = std::malloc(size);
        while (taken != nullptr);
    limit.rlim_cur += bytes;
    ::setrlimit(RLIMIT_AS, &limit);
}

enum Code : int { done, was_refused, else_ended };

/// What a child says that may have so many bytes more than this process.
int ended_within(rlim_t bytes, const std::function<void()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
        limit_memory(bytes);
        try {
            work();
        } catch (const MemoryError& error) {
            const bool is_told =
                std::string_view(error.what()).find("memory of this process is used up; ") != std::string_view::npos;
            ::_exit(is_told ? was_refused : else_ended);
        } catch (...) {
            ::_exit(else_ended);
        }
        ::_exit(done);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : else_ended;
}

void expect_sentences_until_enough(const std::function<void()>& work) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the sanitizer needs more address space than it leaves";
#endif
    constexpr rlim_t mebibyte = 1 << 20;
    int refusals = 0;
    for (rlim_t size = 8; size < 1024; size += size / 3) {
        const int code = ended_within(size * mebibyte, work);
        ASSERT_NE(code, else_ended) << size << " MiB";
        if (code == done) break;
        ++refusals;
    }
    EXPECT_GT(refusals, 4);
}

} // namespace

TEST(RecordingMemory, that_is_used_up_while_reading_is_a_sentence) {
    const TemporaryFolder folder;
    std::string text = text_of(sample_recording());
    std::string member = "\"unknown\": [0";
    for (int i = 0; i < 200'000; ++i) member += ",{\"a\":[1,2]}";
    const auto path = folder.file("large.pairscope", text.insert(text.find('{') + 1, member + "],"));
    expect_sentences_until_enough([&] { (void)load_recording(path); });
}

TEST(RecordingMemory, that_is_used_up_while_writing_is_a_sentence) {
    const TemporaryFolder folder;
    Recording large = sample_recording();
    std::get<Measurement>(large.runs[0]).seconds.assign(450'000, 0.123456789);
    expect_sentences_until_enough([&] { save_recording(folder.path() / "large.pairscope", large); });
}

} // namespace pairscope::profiling
