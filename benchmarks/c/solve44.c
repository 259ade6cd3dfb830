/* Four in a row on four by four: every position, and what it is worth to the side to move.
 *
 * As one would write it by hand: two boards of 16 bits make a key of 32, positions are found ply by ply
 * with a hash table each, values come from the last ply backward.  No symmetries.  Prints the number of
 * positions, of transitions, and the value of the first position (0 a draw).
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 16
#define FULL ((1u << CELLS) - 1)

static const uint32_t rows[] = {0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248};

typedef struct {
    uint32_t *keys;  /* in order of discovery */
    int8_t *values;  /* n > 0: the side to move wins in n - 1 plies; n < 0: it loses in -n - 1; 0: a draw */
    uint32_t *table; /* places in keys, plus one */
    uint32_t count, room, mask;
} Ply;

static int wins(uint32_t board) {
    for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++)
        if ((board & rows[k]) == rows[k]) return 1;
    return 0;
}

static uint32_t scatter(uint32_t key) { return (uint32_t)((key * 0x9E3779B97F4A7C15ull) >> 32); }

static void table_of(Ply *ply, uint32_t size) {
    ply->mask = size - 1;
    free(ply->table);
    ply->table = calloc(size, sizeof *ply->table);
    for (uint32_t k = 0; k < ply->count; k++) {
        uint32_t slot = scatter(ply->keys[k]) & ply->mask;
        while (ply->table[slot]) slot = (slot + 1) & ply->mask;
        ply->table[slot] = k + 1;
    }
}

static uint32_t place(const Ply *ply, uint32_t key) {
    uint32_t slot = scatter(key) & ply->mask;
    while (ply->table[slot] && ply->keys[ply->table[slot] - 1] != key) slot = (slot + 1) & ply->mask;
    return slot;
}

static void add(Ply *ply, uint32_t key) {
    if (2 * (ply->count + 1) > ply->mask + 1) table_of(ply, 2 * (ply->mask + 1));
    uint32_t slot = place(ply, key);
    if (ply->table[slot]) return;
    if (ply->count == ply->room) ply->keys = realloc(ply->keys, (ply->room *= 2) * sizeof *ply->keys);
    ply->keys[ply->count++] = key;
    ply->table[slot] = ply->count;
}

int main(void) {
    static Ply plies[CELLS + 2];
    uint64_t positions = 0, transitions = 0;
    for (int p = 0; p <= CELLS + 1; p++) {
        plies[p].room = 1024;
        plies[p].keys = malloc(1024 * sizeof(uint32_t));
        table_of(&plies[p], 4096);
    }
    add(&plies[0], 0);
    for (int p = 0; p <= CELLS; p++) { /* own marks of who is to move in the low half, the other's above */
        Ply *ply = &plies[p];
        for (uint32_t k = 0; k < ply->count; k++) {
            uint32_t own = ply->keys[k] & FULL, other = ply->keys[k] >> CELLS;
            if (wins(other)) continue;
            for (uint32_t left = FULL & ~(own | other); left; left &= left - 1) {
                transitions++;
                add(&plies[p + 1], other | (own | (left & -left)) << CELLS);
            }
        }
        positions += ply->count;
    }
    for (int p = CELLS; p >= 0; p--) {
        Ply *ply = &plies[p], *next = &plies[p + 1];
        ply->values = malloc(ply->count);
        for (uint32_t k = 0; k < ply->count; k++) {
            uint32_t own = ply->keys[k] & FULL, other = ply->keys[k] >> CELLS;
            if (wins(other)) {
                ply->values[k] = -1;
                continue;
            }
            int win = 0, loss = 0, drawn = (own | other) == FULL;
            for (uint32_t left = FULL & ~(own | other); left; left &= left - 1) {
                uint32_t key = other | (own | (left & -left)) << CELLS;
                int value = -next->values[next->table[place(next, key)] - 1];
                if (value > 0 && (!win || value < win)) win = value;
                if (value == 0) drawn = 1;
                if (value < loss) loss = value;
            }
            ply->values[k] = win ? win + 1 : drawn ? 0 : loss - 1;
        }
    }
    printf("%llu %llu %d\n", (unsigned long long)positions, (unsigned long long)transitions, plies[0].values[0]);
    return 0;
}
