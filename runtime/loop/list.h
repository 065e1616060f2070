// Circular doubly linked lists of links that owners embed in their own structures.
//
// A list is a link of its own that stands between the last and the first member; an empty one points at
// itself. A link that is in no list has next == NULL, so "is it waiting somewhere?" needs no flag, and
// removing a link needs no knowledge of the list it is in.
#ifndef LOOP_LIST_H
#define LOOP_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct loop_link {
    struct loop_link *next, *previous;
};

// The structure of `type` whose `member` stands at `pointer`.
#define LOOP_CONTAINER(pointer, type, member) ((type *)(void *)((char *)(pointer)-offsetof(type, member)))

static inline void loop_list_initialize(struct loop_link *list) { list->next = list->previous = list; }

static inline bool loop_list_is_empty(const struct loop_link *list) { return list->next == list; }

// Whether the link stands in some list.
static inline bool loop_link_is_linked(const struct loop_link *link) { return link->next != NULL; }

// Adds a link that is in no list at the end.
static inline void loop_list_append(struct loop_link *list, struct loop_link *link) {
    struct loop_link *last = list->previous;
    link->next = list;
    link->previous = last;
    last->next = link;
    list->previous = link;
}

// Takes a linked link out of whatever list it is in.
static inline void loop_list_remove(struct loop_link *link) {
    struct loop_link *next = link->next, *previous = link->previous;
    previous->next = next;
    next->previous = previous;
    link->next = NULL;
}

// Moves all members of `from` behind those of `to`, in their order; `from` is empty afterwards.
static inline void loop_list_move_all(struct loop_link *to, struct loop_link *from) {
    if (loop_list_is_empty(from)) return;
    struct loop_link *first = from->next, *last = from->previous, *end = to->previous;
    end->next = first;
    first->previous = end;
    last->next = to;
    to->previous = last;
    loop_list_initialize(from);
}

// The same, but in front of the members of `to`.
static inline void loop_list_move_all_first(struct loop_link *to, struct loop_link *from) {
    if (loop_list_is_empty(from)) return;
    struct loop_link *first = from->next, *last = from->previous, *begin = to->next;
    to->next = first;
    first->previous = to;
    last->next = begin;
    begin->previous = last;
    loop_list_initialize(from);
}

#endif
