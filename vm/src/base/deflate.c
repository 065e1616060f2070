#include "base/deflate.h"

#include <string.h>

const struct deflate_range deflate_length_ranges[29] = {
    {3, 0},  {4, 0},  {5, 0},  {6, 0},   {7, 0},   {8, 0},   {9, 0},   {10, 0},  {11, 1},  {13, 1},
    {15, 1}, {17, 1}, {19, 2}, {23, 2},  {27, 2},  {31, 2},  {35, 3},  {43, 3},  {51, 3},  {59, 3},
    {67, 4}, {83, 4}, {99, 4}, {115, 4}, {131, 5}, {163, 5}, {195, 5}, {227, 5}, {258, 0},
};

const struct deflate_range deflate_distance_ranges[DEFLATE_DISTANCES] = {
    {1, 0},     {2, 0},     {3, 0},     {4, 0},      {5, 1},      {7, 1},      {9, 2},     {13, 2},
    {17, 3},    {25, 3},    {33, 4},    {49, 4},     {65, 5},     {97, 5},     {129, 6},   {193, 6},
    {257, 7},   {385, 7},   {513, 8},   {769, 8},    {1025, 9},   {1537, 9},   {2049, 10}, {3073, 10},
    {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13},
};

const uint8_t deflate_length_order[DEFLATE_LENGTHS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                       11, 4,  12, 3, 13, 2, 14, 1, 15};

void deflate_fixed_lengths(uint8_t literals[static DEFLATE_LITERALS],
                           uint8_t distances[static DEFLATE_DISTANCES]) {
    memset(literals, 8, DEFLATE_LITERALS);
    memset(literals + 144, 9, 256 - 144);
    memset(literals + 256, 7, 280 - 256);
    memset(distances, 5, DEFLATE_DISTANCES);
}
