#include "base/unicode_data.h"

#include "base/unicode_data.inc"

#define UNICODE_COUNT(text, digits) ((sizeof(text) - 1) / (digits))

const uint32_t unicode_lower_run_count = UNICODE_COUNT(unicode_lower_runs, UNICODE_RUN_DIGITS);
const uint32_t unicode_upper_run_count = UNICODE_COUNT(unicode_upper_runs, UNICODE_RUN_DIGITS);
const uint32_t unicode_fold_run_count = UNICODE_COUNT(unicode_fold_runs, UNICODE_RUN_DIGITS);
const uint32_t unicode_lower_special_count = UNICODE_COUNT(unicode_lower_special, UNICODE_SPECIAL_DIGITS);
const uint32_t unicode_upper_special_count = UNICODE_COUNT(unicode_upper_special, UNICODE_SPECIAL_DIGITS);
