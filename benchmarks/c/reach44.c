/* Four in a row on four by four: every position, and that no two sides have won in any of them.
 *
 * As one would write it by hand: two boards of 16 bits make a key of 32, positions are found ply by ply
 * with a hash table each, and forgotten once the next ply is known.  No symmetries.  Prints the number of
 * positions, and of those in which both have won.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CELLS 16
#define FULL ((1u << CELLS) - 1)

static const uint32_t rows[] = {0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248};

typedef struct {
    uint32_t *table; /* keys, plus one */
    uint32_t count, mask;
} Ply;

static int wins(uint32_t board) {
    for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++)
        if ((board & rows[k]) == rows[k]) return 1;
    return 0;
}

static uint32_t scatter(uint32_t key) { return (uint32_t)((key * 0x9E3779B97F4A7C15ull) >> 32); }

static Ply empty(uint32_t size) { return (Ply){calloc(size, sizeof(uint32_t)), 0, size - 1}; }

static void add(Ply *ply, uint32_t key) {
    uint32_t slot = scatter(key) & ply->mask;
    while (ply->table[slot] && ply->table[slot] != key + 1) slot = (slot + 1) & ply->mask;
    if (ply->table[slot]) return;
    ply->table[slot] = key + 1;
    if (2 * ++ply->count <= ply->mask) return;
    Ply larger = empty(2 * (ply->mask + 1));
    for (uint32_t k = 0; k <= ply->mask; k++)
        if (ply->table[k]) {
            slot = scatter(ply->table[k] - 1) & larger.mask;
            while (larger.table[slot]) slot = (slot + 1) & larger.mask;
            larger.table[slot] = ply->table[k];
        }
    larger.count = ply->count;
    free(ply->table);
    *ply = larger;
}

int main(void) {
    uint64_t positions = 0, broken = 0;
    Ply ply = empty(4096);
    add(&ply, 0);
    while (ply.count) { /* own marks of who is to move in the low half, the other's above */
        Ply next = empty(4096);
        for (uint32_t k = 0; k <= ply.mask; k++) {
            if (!ply.table[k]) continue;
            uint32_t own = (ply.table[k] - 1) & FULL, other = (ply.table[k] - 1) >> CELLS;
            int lost = wins(other);
            positions++;
            if (lost && wins(own)) broken++;
            if (lost) continue;
            for (uint32_t left = FULL & ~(own | other); left; left &= left - 1)
                add(&next, other | (own | (left & -left)) << CELLS);
        }
        free(ply.table);
        ply = next;
    }
    printf("%llu %llu\n", (unsigned long long)positions, (unsigned long long)broken);
    return 0;
}
