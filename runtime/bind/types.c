// native('types'): util.types. Each asks for the internal slots of a value, never for its properties.
#include "bind/runtime.h"

#define FUNCTION_ASYNC -1
#define FUNCTION_GENERATOR -2
#define ANY_BUFFER -3
#define SHARED_BUFFER -4
#define PLAIN_BUFFER -5
#define VIEW -6
#define ITERATOR_OF -100 // minus vm_type
#define BOXED -200       // minus the vm_type of what is inside
#define TYPED_ARRAY -300 // minus vm_element_type

static bool has_flag(vm_value v, unsigned flag) {
    return vm_type_of(v) == VM_FUNCTION && (vm_function_flags(v) & flag);
}

static bool is_shared(vm_value v) { return vm_array_buffer_flags(v) & VM_BUFFER_SHARED; }

// The question is in the function's data: a vm_type, or one of the numbers above.
static vm_value is_type(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    vm_value v = vm_argument(frame, argc, 0);
    int question = (int)(intptr_t)vm_function_data(frame[-1]);
    vm_type type = vm_type_of(v);
    vm_view view;
    bool answer;
    if (question >= 0) {
        answer = type == (vm_type)question;
    } else if (question > ITERATOR_OF) {
        answer = question == FUNCTION_ASYNC       ? has_flag(v, VM_FUNCTION_ASYNC)
                 : question == FUNCTION_GENERATOR ? has_flag(v, VM_FUNCTION_GENERATOR)
                 : question == VIEW               ? type == VM_TYPED_ARRAY || type == VM_DATA_VIEW
                 : type != VM_ARRAY_BUFFER
                     ? false
                     : question == ANY_BUFFER || is_shared(v) == (question == SHARED_BUFFER);
    } else if (question > BOXED) {
        answer = type == VM_ITERATOR && vm_iterated_type(v) == (vm_type)(ITERATOR_OF - question);
    } else if (question > TYPED_ARRAY) {
        answer = type == VM_BOXED &&
                 (question == BOXED || vm_type_of(vm_inner_value(v)) == (vm_type)(BOXED - question));
    } else {
        answer = type == VM_TYPED_ARRAY && vm_view_of(v, &view) &&
                 view.type == (vm_element_type)(TYPED_ARRAY - question);
    }
    return vm_bool(answer);
}

bool types_natives(vm_isolate *vm, vm_value object) {
    static const struct {
        const char *name;
        int question;
    } rows[] = {
        {"isDate", VM_DATE},
        {"isArgumentsObject", VM_ARGUMENTS},
        {"isBigIntObject", BOXED - VM_BIGINT},
        {"isBooleanObject", BOXED - VM_BOOLEAN},
        {"isNumberObject", BOXED - VM_NUMBER},
        {"isStringObject", BOXED - VM_STRING},
        {"isSymbolObject", BOXED - VM_SYMBOL},
        {"isBoxedPrimitive", BOXED},
        {"isNativeError", VM_ERROR},
        {"isRegExp", VM_REGEXP},
        {"isAsyncFunction", FUNCTION_ASYNC},
        {"isGeneratorFunction", FUNCTION_GENERATOR},
        {"isGeneratorObject", VM_GENERATOR},
        {"isPromise", VM_PROMISE},
        {"isMap", VM_MAP},
        {"isSet", VM_SET},
        {"isMapIterator", ITERATOR_OF - VM_MAP},
        {"isSetIterator", ITERATOR_OF - VM_SET},
        {"isWeakMap", VM_WEAK_MAP},
        {"isWeakSet", VM_WEAK_SET},
        {"isArrayBuffer", PLAIN_BUFFER},
        {"isDataView", VM_DATA_VIEW},
        {"isSharedArrayBuffer", SHARED_BUFFER},
        {"isProxy", VM_PROXY},
        {"isModuleNamespaceObject", VM_NAMESPACE},
        {"isAnyArrayBuffer", ANY_BUFFER},
        {"isArrayBufferView", VIEW},
        {"isTypedArray", VM_TYPED_ARRAY},
        {"isUint8Array", TYPED_ARRAY - VM_UINT8},
        {"isUint8ClampedArray", TYPED_ARRAY - VM_UINT8_CLAMPED},
        {"isUint16Array", TYPED_ARRAY - VM_UINT16},
        {"isUint32Array", TYPED_ARRAY - VM_UINT32},
        {"isInt8Array", TYPED_ARRAY - VM_INT8},
        {"isInt16Array", TYPED_ARRAY - VM_INT16},
        {"isInt32Array", TYPED_ARRAY - VM_INT32},
        {"isFloat32Array", TYPED_ARRAY - VM_FLOAT32},
        {"isFloat64Array", TYPED_ARRAY - VM_FLOAT64},
        {"isBigInt64Array", TYPED_ARRAY - VM_BIGINT64},
        {"isBigUint64Array", TYPED_ARRAY - VM_BIGUINT64},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        vm_value function = vm_function(vm, is_type, rows[i].name, 1, (void *)(intptr_t)rows[i].question);
        if (vm_is_exception(function) || !vm_set(vm, object, rows[i].name, function)) {
            return false;
        }
    }
    return true;
}
