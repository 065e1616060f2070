// The vocabulary of the interpreter's loop: operands, control, and the bodies that several operations share.
// Every macro works on the loop's locals (vm, pc, R, K, ci, frame, value, labels) and its rules; see
// interpreter.c.
#ifndef EXEC_INTERPRETER_MACROS_H
#define EXEC_INTERPRETER_MACROS_H

#define OPERAND_A (((const uint8_t *)pc)[1])
#define OPERAND_B (((const uint8_t *)pc)[2])
#define OPERAND_C (((const uint8_t *)pc)[3])
#define OPERAND_IMM8 (((const int8_t *)pc)[3])
#define OPERAND_BC (((const uint16_t *)pc)[1])
#define OPERAND_SIGNED_BC (((const int16_t *)pc)[1])
#define RA R[OPERAND_A]
#define RB R[OPERAND_B]
#define RC R[OPERAND_C]
#define CACHE(distance) ((struct property_cache *)((char *)K - (distance)))
#define CALL_CACHE() ((struct call_cache *)((char *)K - (pc[1] >> 8) * 8))
#define KEY(index) key_from_value_bits(K[index])
#define STRICT (ci->function->code->cell.flags & CODE_STRICT)

#define CASE(name) op_##name:
#define DISPATCH() goto *labels[*(const uint8_t *)pc]
#define NEXT(words)                                                                                          \
    do {                                                                                                     \
        pc += (words);                                                                                       \
        DISPATCH();                                                                                          \
    } while (0)
#define SAVE_PC() (ci->pc = pc)
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define POLL()                                                                                               \
    do {                                                                                                     \
        if (unlikely(atomic_load_explicit(&vm->safepoint, memory_order_relaxed))) {                          \
            goto safepoint;                                                                                  \
        }                                                                                                    \
    } while (0)
#define TAKE_JUMP()                                                                                          \
    do {                                                                                                     \
        int32_t distance_ = (int32_t)pc[1];                                                                  \
        pc += distance_;                                                                                     \
        if (distance_ <= 0) {                                                                                \
            POLL();                                                                                          \
        }                                                                                                    \
        DISPATCH();                                                                                          \
    } while (0)
#define RELOAD()                                                                                             \
    do {                                                                                                     \
        ci = vm->call;                                                                                       \
        R = ci->registers;                                                                                   \
        K = ci->constants;                                                                                   \
        pc = ci->pc;                                                                                         \
    } while (0)
// R[a] = expression that may throw, run script and collect.
#define SLOW_RESULT(expression, words)                                                                       \
    do {                                                                                                     \
        SAVE_PC();                                                                                           \
        vm_value result_ = (expression);                                                                     \
        if (unlikely(value_is_exception(result_))) {                                                         \
            goto exception;                                                                                  \
        }                                                                                                    \
        RA = result_;                                                                                        \
        NEXT(words);                                                                                         \
    } while (0)
#define SLOW_CHECK(condition, words)                                                                         \
    do {                                                                                                     \
        SAVE_PC();                                                                                           \
        if (unlikely(!(condition))) {                                                                        \
            goto exception;                                                                                  \
        }                                                                                                    \
        NEXT(words);                                                                                         \
    } while (0)

// R[a] = the property of `v` that the cache in w1 knows, and on; otherwise falls through.
#define GET_PROPERTY(v)                                                                                      \
    do {                                                                                                     \
        struct property_cache *cache = CACHE(pc[1]);                                                         \
        if (likely(value_is_cell(v))) {                                                                      \
            struct object *o = value_as_object(v);                                                           \
            if (likely(o->shape == cache->shape)) {                                                          \
                if (likely(cache->kind == CACHE_OWN_INLINE)) {                                               \
                    RA = *(vm_value *)((char *)o + cache->offset);                                           \
                    NEXT(3);                                                                                 \
                }                                                                                            \
                if (cache->kind == CACHE_PROTOTYPE && cache->epoch == vm->prototype_epoch) {                 \
                    RA = *lookup_slot(cache->cell, cache->offset);                                           \
                    NEXT(3);                                                                                 \
                }                                                                                            \
                if (cache->kind == CACHE_OWN_SLOT) {                                                         \
                    RA = o->slots->values[-cache->offset - 1];                                               \
                    NEXT(3);                                                                                 \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    } while (0)
// Goes on behind one of the slow halves of a call.
#define ENTERED(outcome)                                                                                     \
    do {                                                                                                     \
        switch (outcome) {                                                                                   \
        case ENTER_PUSHED:                                                                                   \
            RELOAD();                                                                                        \
            POLL();                                                                                          \
            DISPATCH();                                                                                      \
        case ENTER_DONE: RA = value; NEXT(2);                                                                \
        case ENTER_THREW: goto exception;                                                                    \
        }                                                                                                    \
        __builtin_unreachable();                                                                             \
    } while (0)
// Makes the array of a rest parameter that is a view.
#define MAKE_REST(place)                                                                                     \
    do {                                                                                                     \
        value = interpreter_rest(vm, ci);                                                                    \
        if (unlikely(value_is_exception(value))) {                                                           \
            goto exception;                                                                                  \
        }                                                                                                    \
        (place) = value;                                                                                     \
    } while (0)

// Both numbers, whatever their form.
#define BOTH_NUMBERS(x, y) (value_is_number(x) && value_is_number(y))
#define BOTH_DOUBLES(x, y) (value_is_double(x) && value_is_double(y))

#define ARITHMETIC(right, overflow_builtin, operator, slow)                                                  \
    do {                                                                                                     \
        vm_value x = RB, y = (right);                                                                        \
        if (likely(value_both_int(x, y))) {                                                                  \
            int32_t r;                                                                                       \
            if (likely(!overflow_builtin(value_as_int(x), value_as_int(y), &r))) {                           \
                RA = value_from_int(r);                                                                      \
            } else {                                                                                         \
                RA = value_box_arithmetic((double)value_as_int(x) operator(double) value_as_int(y));         \
            }                                                                                                \
            NEXT(1);                                                                                         \
        }                                                                                                    \
        if (likely(BOTH_DOUBLES(x, y))) {                                                                    \
            RA = value_box_arithmetic(value_unbox_double(x) operator value_unbox_double(y));                 \
            NEXT(1);                                                                                         \
        }                                                                                                    \
        if (BOTH_NUMBERS(x, y)) {                                                                            \
            RA = value_box_arithmetic(value_as_double(x) operator value_as_double(y));                       \
            NEXT(1);                                                                                         \
        }                                                                                                    \
        SLOW_RESULT(slow, 1);                                                                                \
    } while (0)

#define ARITHMETIC_IMM(overflow_builtin, operator, slow)                                                     \
    do {                                                                                                     \
        vm_value x = RB;                                                                                     \
        int32_t immediate = OPERAND_IMM8;                                                                    \
        if (likely(value_is_int(x))) {                                                                       \
            int32_t r;                                                                                       \
            if (likely(!overflow_builtin(value_as_int(x), immediate, &r))) {                                 \
                RA = value_from_int(r);                                                                      \
            } else {                                                                                         \
                RA = value_box_arithmetic((double)value_as_int(x) operator(double) immediate);               \
            }                                                                                                \
            NEXT(1);                                                                                         \
        }                                                                                                    \
        if (value_is_double(x)) {                                                                            \
            RA = value_box_arithmetic(value_unbox_double(x) operator(double) immediate);                     \
            NEXT(1);                                                                                         \
        }                                                                                                    \
        vm_value y = value_from_int(immediate);                                                              \
        SLOW_RESULT(slow, 1);                                                                                \
    } while (0)

#define MULTIPLY(right)                                                                                      \
    do {                                                                                                     \
        vm_value x = RB, y = (right);                                                                        \
        if (likely(value_both_int(x, y))) {                                                                  \
            int64_t product = (int64_t)value_as_int(x) * value_as_int(y);                                    \
            if (likely(product == (int32_t)product &&                                                        \
                       (product != 0 || (value_as_int(x) | value_as_int(y)) >= 0))) {                        \
                RA = value_from_int((int32_t)product);                                                       \
            } else {                                                                                         \
                RA = value_box_arithmetic((double)value_as_int(x) * (double)value_as_int(y));                \
            }                                                                                                \
            NEXT(1);                                                                                         \
        }                                                                                                    \
        if (likely(BOTH_DOUBLES(x, y))) {                                                                    \
            RA = value_box_arithmetic(value_unbox_double(x) * value_unbox_double(y));                        \
            NEXT(1);                                                                                         \
        }                                                                                                    \
        if (BOTH_NUMBERS(x, y)) {                                                                            \
            RA = value_box_arithmetic(value_as_double(x) * value_as_double(y));                              \
            NEXT(1);                                                                                         \
        }                                                                                                    \
        SLOW_RESULT(js_arithmetic(vm, OPERATOR_MULTIPLY, x, y), 1);                                          \
    } while (0)

#define DIVIDE(right)                                                                                        \
    do {                                                                                                     \
        vm_value x = RB, y = (right);                                                                        \
        if (likely(BOTH_NUMBERS(x, y))) {                                                                    \
            double quotient = value_as_double(x) / value_as_double(y);                                       \
            RA = value_both_int(x, y) ? value_from_double(quotient) : value_box_arithmetic(quotient);        \
            NEXT(1);                                                                                         \
        }                                                                                                    \
        SLOW_RESULT(js_arithmetic(vm, OPERATOR_DIVIDE, x, y), 1);                                            \
    } while (0)

#define REMAINDER(right)                                                                                     \
    do {                                                                                                     \
        vm_value x = RB, y = (right);                                                                        \
        if (likely(value_both_int(x, y) && value_as_int(x) >= 0 && value_as_int(y) > 0)) {                   \
            uint32_t dividend = (uint32_t)value_as_int(x), divisor = (uint32_t)value_as_int(y);              \
            RA = value_from_int(                                                                             \
                (int32_t)((divisor & (divisor - 1)) == 0 ? dividend & (divisor - 1) : dividend % divisor));  \
            NEXT(1);                                                                                         \
        }                                                                                                    \
        if (BOTH_NUMBERS(x, y)) {                                                                            \
            RA = value_from_double(number_remainder(value_as_double(x), value_as_double(y)));                \
            NEXT(1);                                                                                         \
        }                                                                                                    \
        SLOW_RESULT(js_arithmetic(vm, OPERATOR_REMAINDER, x, y), 1);                                         \
    } while (0)

#define BITWISE(right, expression, kind)                                                                     \
    do {                                                                                                     \
        vm_value x = RB, y = (right);                                                                        \
        if (likely(value_both_int(x, y))) {                                                                  \
            int32_t i = value_as_int(x), j = value_as_int(y);                                                \
            RA = value_from_int(expression);                                                                 \
            NEXT(1);                                                                                         \
        }                                                                                                    \
        if (BOTH_NUMBERS(x, y)) {                                                                            \
            int32_t i = interpreter_int32(x), j = interpreter_int32(y);                                      \
            RA = value_from_int(expression);                                                                 \
            NEXT(1);                                                                                         \
        }                                                                                                    \
        SLOW_RESULT(js_arithmetic(vm, OPERATOR_##kind, x, y), 1);                                            \
    } while (0)

// Comparison of two operands: ints, doubles, mixed; else the slow function.
#define COMPARE(x, y, operator, slow, when_true, when_false)                                                 \
    do {                                                                                                     \
        bool holds;                                                                                          \
        if (likely(value_both_int(x, y))) {                                                                  \
            holds = value_as_int(x) operator value_as_int(y);                                                \
        } else if (BOTH_NUMBERS(x, y)) {                                                                     \
            holds = value_as_double(x) operator value_as_double(y);                                          \
        } else {                                                                                             \
            SAVE_PC();                                                                                       \
            enum outcome outcome_ = slow;                                                                    \
            if (unlikely(outcome_ == OUTCOME_EXCEPTION)) {                                                   \
                goto exception;                                                                              \
            }                                                                                                \
            holds = outcome_;                                                                                \
        }                                                                                                    \
        if (holds) {                                                                                         \
            when_true;                                                                                       \
        } else {                                                                                             \
            when_false;                                                                                      \
        }                                                                                                    \
    } while (0)
#define COMPARE_VALUE(operator, slow)                                                                        \
    do {                                                                                                     \
        vm_value x = RB, y = RC;                                                                             \
        COMPARE(x, y, operator, slow, RA = VALUE_TRUE, RA = VALUE_FALSE);                                    \
        NEXT(1);                                                                                             \
    } while (0)
#define COMPARE_JUMP(operator, slow)                                                                         \
    do {                                                                                                     \
        vm_value x = RA, y = RB;                                                                             \
        COMPARE(x, y, operator, slow, TAKE_JUMP(), NEXT(2));                                                 \
    } while (0)
#define COMPARE_JUMP_NOT(operator, slow)                                                                     \
    do {                                                                                                     \
        vm_value x = RA, y = RB;                                                                             \
        COMPARE(x, y, operator, slow, NEXT(2), TAKE_JUMP());                                                 \
    } while (0)
#define COMPARE_IMM(operator, slow, when_true, when_false)                                                   \
    do {                                                                                                     \
        vm_value x = RA;                                                                                     \
        bool holds;                                                                                          \
        if (likely(value_is_int(x))) {                                                                       \
            holds = value_as_int(x) operator OPERAND_IMM8;                                                   \
        } else if (value_is_double(x)) {                                                                     \
            holds = value_unbox_double(x) operator OPERAND_IMM8;                                             \
        } else {                                                                                             \
            SAVE_PC();                                                                                       \
            vm_value y = value_from_int(OPERAND_IMM8);                                                       \
            enum outcome outcome_ = slow;                                                                    \
            if (unlikely(outcome_ == OUTCOME_EXCEPTION)) {                                                   \
                goto exception;                                                                              \
            }                                                                                                \
            holds = outcome_;                                                                                \
        }                                                                                                    \
        if (holds) {                                                                                         \
            when_true;                                                                                       \
        } else {                                                                                             \
            when_false;                                                                                      \
        }                                                                                                    \
    } while (0)
#define TRUTH(x) (value_is_boolean(x) ? value_is_true(x) : value_is_object(x) || js_to_boolean(x))
// Equal bits decide for everything but numbers (NaN, integral doubles) and strings.
#define STRICTLY_EQUAL(x, y)                                                                                 \
    (value_both_int(x, y) || !(value_is_number(x) || value_is_cell(x)) ? value_same_bits(x, y)               \
                                                                       : js_strictly_equal(vm, x, y))
// The same for a constant `y`, which is seldom a number.
#define EQUALS_CONSTANT(x, y)                                                                                \
    (value_is_number(y) || (value_is_cell(y) && !value_same_bits(x, y)) ? STRICTLY_EQUAL(x, y)               \
                                                                        : value_same_bits(x, y))

// Enters the function whose call cache matches with `argc` arguments; goes to `miss` otherwise. `frame`
// points to `this`.
#define CALL_CACHED(miss)                                                                                    \
    do {                                                                                                     \
        struct call_cache *cache = CALL_CACHE();                                                             \
        vm_value callee = frame[-1];                                                                         \
        if (unlikely(!value_is_kind(callee, CELL_FUNCTION))) {                                               \
            goto miss;                                                                                       \
        }                                                                                                    \
        struct function *f = value_as_cell(callee);                                                          \
        if (unlikely(f->code != cache->code)) {                                                              \
            goto miss;                                                                                       \
        }                                                                                                    \
        if (unlikely(frame + cache->registers > vm->stack_end || ci + 1 >= frames_end)) {                    \
            goto miss;                                                                                       \
        }                                                                                                    \
        for (uint32_t i = argc; i < cache->parameters; i++) {                                                \
            frame[1 + i] = VALUE_UNDEFINED;                                                                  \
        }                                                                                                    \
        SAVE_PC();                                                                                           \
        ci++;                                                                                                \
        R = ci->registers = frame;                                                                           \
        K = ci->constants = cache->constants;                                                                \
        ci->function = f;                                                                                    \
        ci->flags = 0;                                                                                       \
        ci->argc = argc;                                                                                     \
        vm->call = ci;                                                                                       \
        pc = cache->words;                                                                                   \
        POLL();                                                                                              \
        DISPATCH();                                                                                          \
    } while (0)

#endif
