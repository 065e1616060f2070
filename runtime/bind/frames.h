// Callbacks of the host's frames.
#ifndef BIND_FRAMES_H
#define BIND_FRAMES_H

struct runtime;

void frames_detach(struct runtime *rt);

#endif
