// Roots: sections, vm_root lists, pins, and the C stack.
//
// The stack is scanned from the frame of the scanner, below the callee-saved registers that
// __builtin_unwind_init has put into its caller's frame, up to the base given at isolate entry. Frames of
// other isolates on the same stack are scanned too: their words belong to no block of this heap.
#include "base/os.h"
#include "gc/heap_state.h"

#define ROOTS_NO_SANITIZE __attribute__((noinline, no_sanitize("address")))

void roots_initialize(struct heap *heap) {
    vm_root *roots = &heap->state->roots;
    *roots = (vm_root){.value = VALUE_UNDEFINED, .previous = roots, .next = roots};
}

void roots_finalize(struct heap *heap) {
    vm_root *roots = &heap->state->roots;
    while (roots->next != roots)
        heap_root_remove(roots->next);
    memory_free(heap->memory, heap->state->pins);
}

void heap_add_root_section(struct heap *heap, struct root_section *section) {
    section->next = heap->state->sections;
    heap->state->sections = section;
}

void heap_root_add(struct heap *heap, vm_root *root) {
    vm_root *roots = &heap->state->roots;
    root->previous = roots->previous;
    root->next = roots;
    root->previous->next = root;
    roots->previous = root;
}

void heap_root_remove(vm_root *root) {
    if (!root->next) return;
    root->previous->next = root->next;
    root->next->previous = root->previous;
    root->previous = root->next = NULL;
}

void heap_set_stack_base(struct heap *heap, void *base) { heap->state->stack_base = base; }

// -- Pins: an open-addressing table
// --------------------------------------------------------------------------

static uint32_t pin_home(const struct heap_state *state, const struct cell *cell) {
    return (uint32_t)(((uint64_t)(uintptr_t)cell >> 3) * 0x9E3779B97F4A7C15ull >> 32) &
           (state->pin_capacity - 1);
}

// The entry of a cell, or the empty one where it would stand.
static struct pin *pin_find(const struct heap_state *state, const struct cell *cell) {
    uint32_t i = pin_home(state, cell);
    while (state->pins[i].cell && state->pins[i].cell != cell)
        i = (i + 1) & (state->pin_capacity - 1);
    return &state->pins[i];
}

static bool pin_grow(struct heap *heap) {
    struct heap_state *state = heap->state;
    uint32_t old_capacity = state->pin_capacity, capacity = old_capacity ? old_capacity * 2 : 16;
    struct pin *old = state->pins, *pins = memory_allocate_zeroed(heap->memory, capacity * sizeof *pins);
    if (!pins) return false;
    state->pins = pins;
    state->pin_capacity = capacity;
    for (uint32_t i = 0; i < old_capacity; i++) {
        if (old[i].cell) *pin_find(state, old[i].cell) = old[i];
    }
    memory_free(heap->memory, old);
    return true;
}

bool heap_pin(struct heap *heap, void *cell) {
    struct heap_state *state = heap->state;
    if (!cell) return true;
    if (state->pin_count >= state->pin_capacity / 2 && !pin_grow(heap)) return false;
    struct pin *pin = pin_find(state, cell);
    if (!pin->cell) {
        pin->cell = cell;
        state->pin_count++;
    }
    pin->count++;
    return true;
}

void heap_unpin(struct heap *heap, void *cell) {
    struct heap_state *state = heap->state;
    if (!state->pin_count || !cell) return;
    struct pin *pin = pin_find(state, cell);
    if (!pin->cell || --pin->count) return;
    state->pin_count--;
    // Close the gap: move back what could not stand at its home because of it.
    uint32_t mask = state->pin_capacity - 1, gap = (uint32_t)(pin - state->pins);
    for (uint32_t i = (gap + 1) & mask; state->pins[i].cell; i = (i + 1) & mask) {
        uint32_t home = pin_home(state, state->pins[i].cell);
        if (((i - home) & mask) >= ((i - gap) & mask)) {
            state->pins[gap] = state->pins[i];
            gap = i;
        }
    }
    state->pins[gap] = (struct pin){0};
}

// -- Conservative scanning
// -------------------------------------------------------------------------------------

ROOTS_NO_SANITIZE void mark_conservative(struct marker *marker, const void *from, const void *to) {
    struct heap *heap = marker->heap;
    typedef uintptr_t __attribute__((may_alias)) stack_word;
    const stack_word *word = (const stack_word *)(((uintptr_t)from + sizeof *word - 1) & ~(sizeof *word - 1));
    const stack_word *end = (const stack_word *)((uintptr_t)to & ~(sizeof *word - 1));
    if (marker->verifying) return;
    // Most words are no pointers: two ranges sort them out.
    struct address_range blocks = block_range(heap), large = heap->state->large_range;
    for (; word < end; word++) {
        if (*word - blocks.low >= blocks.size && *word - large.low >= large.size) continue;
        struct cell *cell = heap_find_cell(heap, *word);
        if (cell) marker_root(marker, cell);
    }
}

static __attribute__((noinline)) void roots_scan_from_here(struct marker *marker) {
    mark_conservative(marker, __builtin_frame_address(0), marker->heap->state->stack_base);
}

static __attribute__((noinline)) void roots_scan_stack(struct marker *marker) {
    __builtin_unwind_init();
    roots_scan_from_here(marker);
    __asm__ volatile("" ::: "memory"); // no tail call: this frame holds the registers
}

void roots_visit(struct marker *marker) {
    struct heap *heap = marker->heap;
    struct heap_state *state = heap->state;
    for (struct root_section *section = state->sections; section; section = section->next) {
        section->visit(marker, section->data);
    }
    for (vm_root *root = state->roots.next; root != &state->roots; root = root->next) {
        mark_value(marker, root->value);
    }
    for (uint32_t i = 0; i < state->pin_capacity; i++) {
        if (state->pins[i].cell) marker_root(marker, state->pins[i].cell);
    }
    struct os_stack stack;
    if (!state->stack_base && os_stack_bounds(&stack)) state->stack_base = stack.base;
    roots_scan_stack(marker);
}
