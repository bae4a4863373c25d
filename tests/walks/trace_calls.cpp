// SPDX-License-Identifier: MIT
// Records which functions an action enters. With -finstrument-functions, each function calls the first hook below when
// it is entered and the second one when it is left, also by an exception. This file is compiled without them.
//
// Each thread keeps a tree. A node is a function that was called from one place, below the function that called it,
// with the number of calls. So a loop of a million calls needs no more memory than one call, and how often control went
// from file to file can still be computed exactly. Threads that start during the action, such as a watcher, are left
// out.
//
// As a preloaded library, with PAIRSCOPE_CALLS=FILE in the environment, it records a whole run of a program.
#include "tests/walks/trace_calls.h"

#include <link.h>
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr std::uint32_t most_nodes = 1 << 22; // 160 MiB per thread, of which only the touched pages are real
constexpr std::size_t most_threads = 256;

struct Node {
    const void* function;
    const void* place; ///< the return address of the call
    std::uint32_t parent, first_child, next;
    std::uint64_t times;
};

struct Thread {
    Node* nodes; ///< node 0 is the root, whose function is null
    std::uint32_t used, now;
    int action;      ///< of which the nodes are
    int left_out_of; ///< the action during which the thread started
};

// A hook may run in a signal handler or on the stack of a fiber: it takes no lock and allocates nothing but its nodes.
constinit std::array<Thread, most_threads> threads{};
constinit std::atomic<std::size_t> thread_count = 0;
constinit std::atomic<int> action = 0;
constinit std::atomic<bool> records = false, is_full = false;
constinit thread_local Thread* this_thread = nullptr;

void stop_as_full() {
    is_full = true;
    records = false;
}

/// The tree of this thread; null if it records nothing now.
Thread* recording_thread() {
    if (this_thread == nullptr) {
        const std::size_t number = thread_count++;
        if (number >= most_threads) std::abort();
        this_thread = &threads[number];
        this_thread->left_out_of = records ? action.load() : 0;
    }
    Thread& thread = *this_thread;
    if (!records || thread.left_out_of == action) return nullptr;
    if (thread.nodes == nullptr) {
        void* memory = mmap(nullptr, most_nodes * sizeof(Node), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) std::abort();
        thread.nodes = static_cast<Node*>(memory);
    }
    if (thread.action != action) {
        thread.action = action;
        thread.nodes[0] = {};
        thread.used = 1;
        thread.now = 0;
    }
    return &thread;
}

/// Programs are loaded at addresses that differ from run to run. Files have the addresses of the program on disk.
std::uintptr_t load_address() {
    std::uintptr_t address = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* result) {
            *static_cast<std::uintptr_t*>(result) = info->dlpi_addr;
            return 1; // the program comes first
        },
        &address);
    return address;
}

struct WholeRun {
    const char* path = std::getenv("PAIRSCOPE_CALLS");
    WholeRun() {
        if (path != nullptr) begin_to_trace_calls();
    }
    ~WholeRun() {
        if (path != nullptr) end_tracing_calls(path);
    }
} whole_run;

} // namespace

extern "C" void __cyg_profile_func_enter(void* function, void* place) {
    Thread* thread = recording_thread();
    if (thread == nullptr) return;
    Node* nodes = thread->nodes;
    Node& parent = nodes[thread->now];
    std::uint32_t at = parent.first_child;
    while (at != 0 && (nodes[at].function != function || nodes[at].place != place)) at = nodes[at].next;
    if (at == 0) {
        if (thread->used == most_nodes) return stop_as_full();
        at = thread->used++;
        nodes[at] = {function, place, thread->now, 0, parent.first_child, 0};
        parent.first_child = at;
    }
    ++nodes[at].times;
    thread->now = at;
}

extern "C" void __cyg_profile_func_exit(void* function, void*) {
    Thread* thread = recording_thread();
    if (thread == nullptr) return;
    // The function is not always the last one that was entered: a fiber that is continued leaves functions that it
    // entered before another fiber ran, and the action may begin inside a function.
    for (std::uint32_t at = thread->now; at != 0; at = thread->nodes[at].parent)
        if (thread->nodes[at].function == function) {
            thread->now = thread->nodes[at].parent;
            return;
        }
}

extern "C" void begin_to_trace_calls() {
    (void)recording_thread(); // this thread exists already
    ++action;
    records = true;
}

/// A line for each node: thread, node, its parent, function, place of the call, number of calls.
extern "C" void end_tracing_calls(const char* path) {
    records = false;
    std::FILE* file = std::fopen(path, "w");
    if (file == nullptr || is_full) {
        std::fprintf(stderr, "The calls cannot be written to %s: %s.\n", path,
                     is_full ? "there are too many" : "the file cannot be opened");
        std::_Exit(1);
    }
    const std::uintptr_t start = load_address();
    const auto offset = [&](const void* address) {
        return static_cast<unsigned long>(reinterpret_cast<std::uintptr_t>(address) - start);
    };
    for (std::size_t number = 0; number < thread_count; ++number) {
        const Thread& thread = threads[number];
        if (thread.action != action) continue;
        for (std::uint32_t at = 1; at < thread.used; ++at) {
            const Node& node = thread.nodes[at];
            std::fprintf(file, "%d %u %u %lx %lx %llu\n", &thread == this_thread ? 0 : int(number + 1), at, node.parent,
                         offset(node.function), offset(node.place), static_cast<unsigned long long>(node.times));
        }
    }
    std::fclose(file);
}
