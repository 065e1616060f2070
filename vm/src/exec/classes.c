// The class table: internal methods by cell kind. Kinds without a row, and members without a value, are
// ordinary.
#include "exec/classes.h"

#include "exec/arguments.h"
#include "exec/interpreter.h"
#include "exec/module.h"
#include "exec/namespace.h"
#include "lang/exotic.h"
#include "lang/typed_array.h"

const struct object_class object_classes[CELL_KIND_COUNT] = {
    [CELL_OBJECT] = {.name = "Object"},
    [CELL_ARRAY] = {.name = "Array", .define_own_property = array_define_own_property},
    [CELL_FUNCTION] = {.name = "Function", .call = function_call, .construct = function_construct},
    [CELL_NATIVE_FUNCTION] = {.name = "Function", .call = native_call, .construct = native_construct},
    [CELL_BOUND_FUNCTION] = {.name = "Function", .call = bound_call, .construct = bound_construct},
    [CELL_STRING_OBJECT] = {.name = "String",
                            .get_own_property = string_get_own_property,
                            .define_own_property = string_define_own_property,
                            .own_keys = string_own_keys},
    [CELL_REGEXP] = {.name = "RegExp"},
    [CELL_ERROR] = {.name = "Error"},
    [CELL_ARGUMENTS] = {.name = "Arguments",
                        .get_own_property = arguments_get_own_property,
                        .define_own_property = arguments_define_own_property,
                        .get = arguments_get,
                        .set = arguments_set,
                        .delete_property = arguments_delete},
    [CELL_TYPED_ARRAY] = {.name = "TypedArray",
                          .prevent_extensions = typed_array_prevent_extensions,
                          .get_own_property = typed_array_get_own_property,
                          .define_own_property = typed_array_define_own_property,
                          .has_property = typed_array_has_property,
                          .get = typed_array_get_property,
                          .set = typed_array_set_property,
                          .delete_property = typed_array_delete,
                          .own_keys = typed_array_own_keys},
    [CELL_NAMESPACE] = {.name = "Module",
                        .set_prototype_of = namespace_set_prototype_of,
                        .is_extensible = namespace_is_extensible,
                        .prevent_extensions = namespace_prevent_extensions,
                        .get_own_property = namespace_get_own_property,
                        .define_own_property = namespace_define_own_property,
                        .has_property = namespace_has_property,
                        .get = namespace_get,
                        .set = namespace_set,
                        .delete_property = namespace_delete,
                        .own_keys = namespace_own_keys},
    [CELL_DATE] = {.name = "Date"},
    [CELL_PROXY] = {.name = "Proxy",
                    .get_prototype_of = proxy_get_prototype_of,
                    .set_prototype_of = proxy_set_prototype_of,
                    .is_extensible = proxy_is_extensible,
                    .prevent_extensions = proxy_prevent_extensions,
                    .get_own_property = proxy_get_own_property,
                    .define_own_property = proxy_define_own_property,
                    .has_property = proxy_has_property,
                    .get = proxy_get,
                    .set = proxy_set,
                    .delete_property = proxy_delete,
                    .own_keys = proxy_own_keys,
                    .call = proxy_call,
                    .construct = proxy_construct},
};
