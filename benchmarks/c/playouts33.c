/* Random matches of tic-tac-toe, so many as the first argument says; prints how many moves they took.
 *
 * Scalar code for one core: a board of nine bits for each side, a free cell chosen by xorshift dice, and
 * after each move a look whether it made a row.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const uint32_t rows[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

static int wins(uint32_t board) {
    for (int k = 0; k < 8; k++)
        if ((board & rows[k]) == rows[k]) return 1;
    return 0;
}

int main(int count, char **arguments) {
    uint64_t dice = 88172645463325252ull, moves = 0, won[3] = {0};
    long matches = count > 1 ? atol(arguments[1]) : 1000000;
    for (long match = 0; match < matches; match++) {
        uint32_t own = 0, other = 0, left = 0777;
        int result = 2;
        for (int ply = 0; ply < 9; ply++) {
            dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
            uint32_t chosen = left;
            for (uint32_t k = (uint32_t)((dice >> 32) * (9 - ply) >> 32); k; k--) chosen &= chosen - 1;
            uint32_t cell = chosen & -chosen;
            left ^= cell, own |= cell, moves++;
            if (wins(own)) {
                result = ply & 1;
                break;
            }
            uint32_t turn = own;
            own = other, other = turn;
        }
        won[result]++;
    }
    printf("%llu %llu %llu %llu\n", (unsigned long long)moves, (unsigned long long)won[0],
           (unsigned long long)won[1], (unsigned long long)won[2]);
    return 0;
}
