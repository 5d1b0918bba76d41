/* Refuses one allocation, for tests.attacks.core.allocations: preloaded in front of the C library.

   refuse_number(n): the n-th allocation from now on fails (n counts from 1); 0: none does.
   refused_since(): how many allocations there were since then. Threads that cannot be started count as allocations. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static atomic_long number, made;
static char early[1 << 16];     /* for what dlsym itself allocates before the real functions are known */
static size_t early_used;

void refuse_number(long n) { atomic_store(&made, 0); atomic_store(&number, n); }
long refused_since(void) { return atomic_load(&made); }

static int refused(void) {
    long n = atomic_load(&number);
    return n && atomic_fetch_add(&made, 1) + 1 == n;
}

static void* next_one(const char* name) { return dlsym(RTLD_NEXT, name); }

static void* from_early(size_t size) {
    size_t at = early_used;
    early_used += (size + 15) / 16 * 16;
    return early_used <= sizeof early ? early + at : NULL;
}

static int is_early(void* block) { return (char*)block >= early && (char*)block < early + sizeof early; }

void* malloc(size_t size) {
    static void* (*real)(size_t);
    if (!real) real = next_one("malloc");
    if (refused()) { errno = ENOMEM; return NULL; }
    return real(size);
}

void* calloc(size_t count, size_t size) {
    static void* (*real)(size_t, size_t);
    static int finding;
    if (!real) {
        if (finding) return from_early(count * size);
        finding = 1;
        real = next_one("calloc");
    }
    if (refused()) { errno = ENOMEM; return NULL; }
    return real(count, size);
}

void* realloc(void* block, size_t size) {
    static void* (*real)(void*, size_t);
    if (!real) real = next_one("realloc");
    if (refused()) { errno = ENOMEM; return NULL; }
    if (is_early(block)) {
        void* moved = malloc(size);
        if (moved) memcpy(moved, block, size);
        return moved;
    }
    return real(block, size);
}

void free(void* block) {
    static void (*real)(void*);
    if (!real) real = next_one("free");
    if (!is_early(block)) real(block);
}

int posix_memalign(void** block, size_t alignment, size_t size) {
    static int (*real)(void**, size_t, size_t);
    if (!real) real = next_one("posix_memalign");
    return refused() ? ENOMEM : real(block, alignment, size);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
    static int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    if (!real) real = next_one("pthread_create");
    return refused() ? EAGAIN : real(thread, attributes, start, argument);
}
