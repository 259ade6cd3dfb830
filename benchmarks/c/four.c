/* Who wins four in a row on an empty grid: four COLUMNS ROWS MEGABYTES prints the value (1, 0, -1) and nodes.
 *
 * What an expert does by hand for this one game.  A column is ROWS + 1 bits of a word, the topmost always
 * empty, so that lines never run from one column into the next, and adding the bottom row to the stones gives
 * the cells that may be filled.  Alpha-beta by two questions (is it a win, is it no loss), with
 *
 *   - threats, found for the whole grid at once; what must be answered is played without a node
 *   - a table in which mirror images are one position, and stones that are in no open line have no owner
 *   - all positions that the moves lead to looked up before one of them is searched
 *   - moves that threaten most first, then those in most lines
 *   - follow-up (V. Allis, A knowledge-based approach of Connect-Four, 1988): with an even number of empty
 *     cells, the side that is not to move can answer every stone in the same column, or in another column
 *     whose empty cells are odd in number, and so gets every second cell from the top
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t word;
enum { MOST_COLUMNS = 9, BUCKET = 4, KEY_BITS = 56, OPEN = 2 };

static int columns, rows, stride, weight[64];
static word bottom, board, lowest_column, answers; /* every second cell of a column, from the top */
static word nodes;

/* A position from the side to move, with the threats of both sides, and the key of it and its images. */
struct key {
    word me, other;
};
struct node {
    word me, other, mine, theirs;
    struct key key;
    int first; /* the column that the table names */
};
struct child {
    struct node node;
    int least, most; /* its value, for the side to move in `node` */
    int sign;        /* 1 if that is the side which has moved, after replies that were forced */
    int column, score;
};

/* Grids of cells and lines */

/* The cells from which four in direction `d` begin. */
static inline word begins(word cells, int d)
{
    cells &= cells >> d;
    return cells & cells >> 2 * d;
}

static inline int has_line(word cells)
{
    return (begins(cells, 1) | begins(cells, stride - 1) | begins(cells, stride) | begins(cells, stride + 1)) != 0;
}

/* The cells of all lines within `cells`. */
static inline word in_lines(word cells)
{
    word found = 0;
    int directions[4] = {1, stride - 1, stride, stride + 1};
    for (int k = 0; k < 4; k++) {
        int d = directions[k];
        word line = begins(cells, d);
        line |= line << d;
        found |= line | line << 2 * d;
    }
    return found;
}

/* The empty cells that complete four stones of one side. */
static inline word threats(word stones, word taken)
{
    word found = stones << 1 & stones << 2 & stones << 3; /* upward */
    for (int d = stride - 1; d <= stride + 1; d++) {
        word up = stones << d, down = stones >> d;
        found |= up & stones << 2 * d & (stones << 3 * d | down);
        found |= down & stones >> 2 * d & (up | stones >> 3 * d);
    }
    return found & board & ~taken;
}

static inline word open_cells(word taken) { return (taken + bottom) & board; }

static inline word mirror(word cells)
{
    word image = 0;
    for (int c = 0; c < columns; c++, cells >>= stride)
        image = image << stride | (cells & lowest_column);
    return image;
}

/* The table: bounds, the best move and the work are above the cells of a key. */

static struct key *table;
static word buckets;

/* The lesser of two mirror images; a stone that is in no open line is written as one of both sides. */
static inline struct key key_of(word me, word other, word alive)
{
    word dead = (me | other) & ~alive;
    struct key key = {me | dead, other | dead}, image = {mirror(key.me), 0};
    if (image.me > key.me)
        return key;
    image.other = mirror(key.other);
    return image.me < key.me || image.other < key.other ? image : key;
}

static inline struct key *bucket_of(struct key key)
{
    word h = (key.me ^ key.other * 0xD6E8FEB86659FD93u) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
    return table + (word)((unsigned __int128)h * buckets >> 64) * BUCKET;
}

static inline int least_of(struct key *entry) { return (int)(entry->me >> KEY_BITS & 3) - 1; }
static inline int most_of(struct key *entry) { return (int)(entry->me >> (KEY_BITS + 2) & 3) - 1; }
static inline int move_of(struct key *entry) { return (int)(entry->me >> (KEY_BITS + 4)) - 1; }
static inline int work_of(struct key *entry) { return (int)(entry->other >> KEY_BITS); }

static inline int fits(struct key *entry, struct key key)
{
    word cells = ((word)1 << KEY_BITS) - 1;
    return (entry->me & cells) == key.me && (entry->other & cells) == key.other && work_of(entry);
}

static struct key *find(struct key key)
{
    struct key *bucket = bucket_of(key);
    for (int k = 0; k < BUCKET; k++)
        if (fits(bucket + k, key))
            return bucket + k;
    return 0;
}

/* Enter bounds; in a full bucket what took least makes room. */
static void enter(struct key key, int least, int most, int move, word took)
{
    struct key *bucket = bucket_of(key), *place = bucket;
    int work = 64 - __builtin_clzll(took);
    for (int k = 0; k < BUCKET; k++) {
        struct key *entry = bucket + k;
        if (fits(entry, key)) {
            least = least > least_of(entry) ? least : least_of(entry);
            most = most < most_of(entry) ? most : most_of(entry);
            work = work > work_of(entry) ? work : work_of(entry);
            move = move < 0 ? move_of(entry) : move;
            place = entry;
            break;
        }
        if (work_of(entry) < work_of(place))
            place = entry;
    }
    place->me = key.me | (word)((least + 1) | (most + 1) << 2 | (move + 1) << 4) << KEY_BITS;
    place->other = key.other | (word)work << KEY_BITS;
}

/* The search */

/* Play a stone and all replies that are forced; `unmoved` are the cells that `parent->me` may still need. */
static inline void play(const struct node *parent, word stone, word unmoved, struct child *child)
{
    word x = parent->other, y = parent->me | stone, taken = x | y, open;
    word a = parent->theirs & ~stone, b = threats(y, taken); /* what x and y threaten; x is to move */
    int cell = __builtin_ctzll(stone), sign = -1, value = OPEN;
    child->score = weight[cell] + 64 * __builtin_popcountll(b);
    child->column = cell / stride;
    for (;;) {
        open = open_cells(taken);
        word moves = open, must = b & open;
        if (!open)
            value = 0;
        else if (a & open)
            value = 1;
        else if (must & (must - 1))
            value = -1;
        else if (!(moves = (must ? must : open) & ~(b >> 1)))
            value = -1;
        if (value != OPEN || moves & (moves - 1))
            break;
        taken |= moves;
        x |= moves;
        a &= ~moves;
        word before = b & ~moves, found = threats(x, taken), stones = x;
        x = y, y = stones, a = before, b = found, sign = -sign;
        unmoved = 0;
    }
    child->sign = sign;
    child->least = value == OPEN ? -1 : value;
    child->most = value == OPEN ? 1 : value;
    if (value != OPEN)
        return;
    word hope = in_lines(board & ~y), fear = unmoved ? unmoved : in_lines(board & ~x);
    if (!hope)
        child->most = 0;
    if (!fear)
        child->least = 0;
    if (!(__builtin_popcountll(board ^ taken) & 1)) {
        word held = y | (answers & ~taken & ~open);
        if (!has_line(board & ~held))
            child->most = has_line(held) ? -1 : 0;
    }
    child->node = (struct node){x, y, a, b, key_of(x, y, hope | fear), -1};
    __builtin_prefetch(bucket_of(child->node.key));
}

/* What the table adds to the bounds of a child. */
static void look_up(struct child *child)
{
    struct key *entry = find(child->node.key);
    if (!entry)
        return;
    child->least = child->least > least_of(entry) ? child->least : least_of(entry);
    child->most = child->most < most_of(entry) ? child->most : most_of(entry);
    child->node.first = move_of(entry);
}

/* Bounds of a child for the side that moved there. */
static int at_least(const struct child *child) { return child->sign > 0 ? child->least : -child->most; }
static int at_most(const struct child *child) { return child->sign > 0 ? child->most : -child->least; }

/* Whether the side to move gets at least `beta`, 1 or 0; it cannot win at once, and nor could the other. */
static int reaches(const struct node *node, int beta)
{
    word start = nodes++, moves = open_cells(node->me | node->other) & ~(node->theirs >> 1);
    word unmoved = in_lines(board & ~node->other);
    struct child list[MOST_COLUMNS];
    int count = 0, left = 0;
    for (; moves; moves &= moves - 1) {
        play(node, moves & -moves, unmoved, list + count);
        if (at_least(list + count) >= beta)
            return 1;
        count += at_most(list + count) >= beta;
    }
    for (int k = 0; k < count; k++) {
        look_up(list + k);
        if (at_least(list + k) >= beta)
            return 1;
        if (at_most(list + k) >= beta)
            list[left++] = list[k];
    }
    for (int tried = 0; left; tried = 1) {
        struct child *best = list;
        for (int k = 0; k < left; k++) {
            if (list[k].column == node->first)
                list[k].score = 1 << 20;
            if (list[k].score > best->score)
                best = list + k;
        }
        if (tried) /* what has been searched since may have decided it */
            look_up(best);
        int good = at_least(best) >= beta;
        if (!good && at_most(best) >= beta)
            good = best->sign > 0 ? reaches(&best->node, beta) : !reaches(&best->node, 1 - beta);
        if (good) {
            enter(node->key, beta, 1, best->column, nodes - start);
            return 1;
        }
        *best = list[--left];
    }
    enter(node->key, -1, beta - 1, -1, nodes - start);
    return 0;
}

int main(int count, char **words)
{
    if (count != 4)
        return fprintf(stderr, "usage: four COLUMNS ROWS MEGABYTES\n"), 2;
    columns = atoi(words[1]);
    rows = atoi(words[2]);
    stride = rows + 1;
    if (columns < 4 || columns > MOST_COLUMNS || rows < 1 || columns * stride > KEY_BITS)
        return fprintf(stderr, "four: the grid does not fit in a word\n"), 2;
    lowest_column = ((word)1 << stride) - 1;
    for (int c = 0; c < columns; c++) {
        bottom |= (word)1 << c * stride;
        board |= (lowest_column >> 1) << c * stride;
        for (int row = rows - 1; row >= 0; row -= 2)
            answers |= (word)1 << (c * stride + row);
    }
    int directions[4] = {1, stride - 1, stride, stride + 1};
    for (int k = 0; k < 4; k++)
        for (word from = begins(board, directions[k]); from; from &= from - 1)
            for (int step = 0; step < 4; step++)
                weight[__builtin_ctzll(from) + step * directions[k]]++;
    buckets = ((word)atoi(words[3]) << 20) / (BUCKET * sizeof(struct key)) | 1;
    table = aligned_alloc(64, buckets * BUCKET * sizeof(struct key));
    if (!table)
        return fprintf(stderr, "four: no memory\n"), 1;
    for (word k = 0; k < buckets * BUCKET; k++)
        table[k] = (struct key){0, 0};
    struct node root = {0, 0, 0, 0, key_of(0, 0, board), -1};
    int value = reaches(&root, 1) ? 1 : reaches(&root, 0) ? 0 : -1;
    printf("%d %llu\n", value, (unsigned long long)nodes);
    return 0;
}
