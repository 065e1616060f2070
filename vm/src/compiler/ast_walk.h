// Going through a syntax tree in search of something.
#pragma once

#include "compiler/ast.h"

typedef bool (*ast_test)(const struct ast_node *node, void *data);

// Whether the test holds for every part of `node` that evaluating it may evaluate: bodies of functions are
// none. Absent parts are left out. False for a node whose parts are not told apart: patterns, classes, and
// statements that are rare in loops.
bool ast_every_part(const struct ast_node *node, ast_test test, void *data);
