// SPDX-License-Identifier: MIT
#include "tests/cli/x11_window.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <chrono>
#include <stdexcept>
#include <thread>

namespace pairscope {

struct X11Window::Connection {
    Display* display = XOpenDisplay(nullptr);
    Window window = 0;

    [[nodiscard]] pid_t process_of(Window candidate) const {
        const Atom name = XInternAtom(display, "_NET_WM_PID", False);
        Atom type = 0;
        int format = 0;
        unsigned long count = 0, left = 0;
        unsigned char* bytes = nullptr;
        const int failed = XGetWindowProperty(display, candidate, name, 0, 1, False, XA_CARDINAL, &type, &format,
                                              &count, &left, &bytes);
        if (failed != Success || bytes == nullptr) return 0;
        const auto process = count == 1 ? static_cast<pid_t>(*reinterpret_cast<unsigned long*>(bytes)) : 0;
        XFree(bytes);
        return process;
    }

    void send(XEvent& event, long mask) const {
        XSendEvent(display, window, False, mask, &event);
        XFlush(display);
    }
};

X11Window::X11Window() : connection_(std::make_unique<Connection>()) {
    if (connection_->display == nullptr) throw std::runtime_error("cannot connect to the display");
    XSetErrorHandler([](Display*, XErrorEvent*) { return 0; }); // a window may end while it is looked at
}

X11Window::~X11Window() { XCloseDisplay(connection_->display); }

bool X11Window::find(pid_t process) {
    Window root = 0, parent = 0, *children = nullptr;
    unsigned int count = 0;
    XQueryTree(connection_->display, DefaultRootWindow(connection_->display), &root, &parent, &children, &count);
    for (unsigned int i = 0; i < count; ++i)
        if (connection_->process_of(children[i]) == process) connection_->window = children[i];
    if (children != nullptr) XFree(children);
    return connection_->window != 0;
}

void X11Window::press(const char* key, bool control) {
    const auto send = [this](const char* name, int type, long mask) {
        XEvent event{};
        event.type = type;
        event.xkey.window = connection_->window;
        event.xkey.root = DefaultRootWindow(connection_->display);
        event.xkey.same_screen = True;
        event.xkey.keycode = XKeysymToKeycode(connection_->display, XStringToKeysym(name));
        connection_->send(event, mask);
        std::this_thread::sleep_for(std::chrono::milliseconds(100)); // as slow as a person
    };
    if (control) send("Control_L", KeyPress, KeyPressMask);
    send(key, KeyPress, KeyPressMask);
    send(key, KeyRelease, KeyReleaseMask);
    if (control) send("Control_L", KeyRelease, KeyReleaseMask);
}

void X11Window::ask_to_close() {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = connection_->window;
    event.xclient.message_type = XInternAtom(connection_->display, "WM_PROTOCOLS", False);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(XInternAtom(connection_->display, "WM_DELETE_WINDOW", False));
    event.xclient.data.l[1] = CurrentTime;
    connection_->send(event, NoEventMask);
}

} // namespace pairscope
