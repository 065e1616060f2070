// Errors that nothing caught, and rejections that nothing handles. (runtime.h has what others call.)
#ifndef BIND_UNCAUGHT_H
#define BIND_UNCAUGHT_H

struct runtime;

void uncaught_attach(struct runtime *rt);
void uncaught_detach(struct runtime *rt);

#endif
