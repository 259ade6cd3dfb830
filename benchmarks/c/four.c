/* Who wins four in a row on an empty grid: four COLUMNS ROWS MEGABYTES prints the value (1, 0, -1) and nodes.
 *
 * What can be done by hand for this one game: a column is ROWS + 1 bits of a word, the topmost always empty,
 * so that lines never run from one column into the next, and adding the bottom row to the stones gives the
 * cells that may be filled.  Alpha-beta by two questions (is it a win, is it no loss), with a table, mirror
 * images as one position, replies to threats without a search, and moves that threaten most first.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t word;

static int columns, rows, stride, cells;
static word bottom, board, column_of[9];
static int order[9];
static word nodes;

/* A table entry: the key in the upper 60 bits, then the lower and the upper bound, each plus one. */
static word *table;
static word buckets;
enum { BUCKET = 4 };

static word column(int c) { return (((word)1 << rows) - 1) << c * stride; }

/* The empty cells that complete four stones of one side. */
static word threats(word stones, word taken)
{
    word found = stones << 1 & stones << 2 & stones << 3; /* upward */
    int directions[3] = {stride, stride - 1, stride + 1};
    for (int k = 0; k < 3; k++) {
        int d = directions[k];
        word pair = stones << d & stones << 2 * d;
        found |= pair & stones << 3 * d;
        found |= pair & stones >> d;
        pair = stones >> d & stones >> 2 * d;
        found |= pair & stones << d;
        found |= pair & stones >> 3 * d;
    }
    return found & (board ^ taken);
}

static word open_cells(word taken) { return (taken + bottom) & board; }

static word mirror(word w)
{
    word image = 0;
    for (int c = 0; c < columns; c++) {
        int from = c * stride, to = (columns - 1 - c) * stride;
        image |= (w >> from & (((word)1 << stride) - 1)) << to;
    }
    return image;
}

/* The stones of the side to move and one bit above each column say all; of two mirror images the lesser. */
static word key_of(word mine, word taken)
{
    word key = mine + taken + bottom;
    word image = mirror(mine) + mirror(taken) + bottom;
    return key < image ? key : image;
}

static word *bucket_of(word key)
{
    word h = key * 0x9E3779B97F4A7C15u;
    return table + ((h ^ h >> 32) % buckets) * BUCKET;
}

static int look_up(word key, int *least, int *most)
{
    word *bucket = bucket_of(key);
    for (int k = 0; k < BUCKET; k++)
        if (bucket[k] >> 4 == key) {
            *least = (int)(bucket[k] >> 2 & 3) - 1;
            *most = (int)(bucket[k] & 3) - 1;
            return 1;
        }
    *least = -1;
    *most = 1;
    return 0;
}

static void enter(word key, int least, int most)
{
    word *bucket = bucket_of(key), entry = key << 4 | (word)(least + 1) << 2 | (word)(most + 1);
    int place = 0;
    while (place < BUCKET - 1 && bucket[place] >> 4 != key && bucket[place])
        place++;
    if (bucket[place] && bucket[place] >> 4 != key) { /* full: the oldest goes */
        memmove(bucket, bucket + 1, (BUCKET - 1) * sizeof(word));
        place = BUCKET - 1;
    }
    bucket[place] = entry;
}

struct child {
    word mine, taken;
    int score;
};

/* Whether the side to move gets at least `beta`, 1 or 0; it has no stone that wins at once. */
static int reaches(word mine, word taken, int beta)
{
    nodes++;
    word theirs = mine ^ taken;
    word moves = open_cells(taken);
    if (!moves)
        return beta <= 0;
    word danger = threats(theirs, taken);
    word must = moves & danger;
    if (must) {
        if (must & (must - 1))
            return 0;
        moves = must;
    }
    moves &= ~(danger >> 1);
    if (!moves)
        return 0;
    word key = key_of(mine, taken);
    int least, most;
    look_up(key, &least, &most);
    if (least >= beta)
        return 1;
    if (most < beta)
        return 0;

    struct child children[9];
    int count = 0;
    for (int k = 0; k < columns; k++) {
        word move = moves & column_of[order[k]];
        if (!move)
            continue;
        struct child child = {theirs, taken | move, 0};
        child.score = __builtin_popcountll(threats(mine | move, taken | move));
        int place = count++;
        while (place && children[place - 1].score < child.score) {
            children[place] = children[place - 1];
            place--;
        }
        children[place] = child;
    }
    int asked = 1 - beta;
    for (int k = 0; k < count; k++) { /* one of them may be known to decide it */
        int low, high;
        if (look_up(key_of(children[k].mine, children[k].taken), &low, &high) && high < asked) {
            enter(key, beta, most);
            return 1;
        }
    }
    for (int k = 0; k < count; k++) {
        if (!(threats(children[k].mine, children[k].taken) & open_cells(children[k].taken)) &&
            !reaches(children[k].mine, children[k].taken, asked)) {
            enter(key, beta, most);
            return 1;
        }
    }
    enter(key, least, beta - 1);
    return 0;
}

int main(int count, char **words)
{
    if (count != 4)
        return fprintf(stderr, "usage: four COLUMNS ROWS MEGABYTES\n"), 2;
    columns = atoi(words[1]);
    rows = atoi(words[2]);
    stride = rows + 1;
    cells = columns * rows;
    if (columns < 4 || columns > 9 || rows < 1 || columns * stride > 59)
        return fprintf(stderr, "four: the grid does not fit in a word\n"), 2;
    for (int c = 0; c < columns; c++) {
        bottom |= (word)1 << c * stride;
        board |= column_of[c] = column(c);
        order[c] = columns / 2 + (c % 2 ? -(c + 1) / 2 : c / 2);
    }
    if (columns % 2 == 0)
        for (int c = 0; c < columns; c++)
            order[c] = columns / 2 - 1 + (c % 2 ? (c + 1) / 2 : -(c / 2));
    buckets = ((word)atoi(words[3]) << 20) / (BUCKET * sizeof(word)) | 1;
    table = calloc(buckets * BUCKET, sizeof(word));
    if (!table)
        return fprintf(stderr, "four: no memory\n"), 1;
    int value = reaches(0, 0, 1) ? 1 : reaches(0, 0, 0) ? 0 : -1;
    printf("%d %llu\n", value, (unsigned long long)nodes);
    return 0;
}
