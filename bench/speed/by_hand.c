/* The three games of by_hand.py written by hand in C, to compare compiled rules with: the same boards, the same tables,
   and nothing checked twice. `series` plays games at random, each with the chance of its number (docs/wasm.md). */

#include <stdint.h>
#include <string.h>

static uint64_t counter;

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static void begin(uint64_t seed, uint64_t number) {
    counter = mix(mix(seed + 0x9E3779B97F4A7C15u) + number);
}

static int below(int count) {
    counter += 0x9E3779B97F4A7C15u;
    return (int)((double)(mix(counter) >> 11) * 0x1p-53 * count);
}

/* Every straight line of `length` cells through each cell; a cell has at most 16 of them. */
static int lines_through(int columns, int rows, int length, int8_t (*through)[16][4], int *count) {
    static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    memset(count, 0, sizeof(int) * columns * rows);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            for (int way = 0; way < 4; way++) {
                int x = ways[way][0], y = ways[way][1];
                int last_column = column + x * (length - 1), last_row = row + y * (length - 1);
                if (last_column < 0 || last_column >= columns || last_row >= rows) continue;
                for (int i = 0; i < length; i++) {
                    int cell = (row + y * i) * columns + column + x * i;
                    for (int j = 0; j < length; j++)
                        through[cell][count[cell]][j] = (int8_t)((row + y * j) * columns + column + x * j);
                    count[cell]++;
                }
            }
    return columns * rows;
}

static int8_t triples[9][16][4], fours[42][16][4];
static int triple_count[9], four_count[42];
static int8_t ahead[2][64], slant[2][64][2];
static int slant_count[2][64];

static void prepare(void) {
    lines_through(3, 3, 3, triples, triple_count);
    lines_through(7, 6, 4, fours, four_count);
    for (int turn = 0; turn < 2; turn++)
        for (int square = 0; square < 64; square++) {
            int to = square + (turn ? -8 : 8), inside = to >= 0 && to < 64;
            ahead[turn][square] = (int8_t)(inside ? to : -1);
            slant_count[turn][square] = 0;
            for (int x = -1; x <= 1; x += 2)
                if (inside && square % 8 + x >= 0 && square % 8 + x < 8)
                    slant[turn][square][slant_count[turn][square]++] = (int8_t)(to + x);
        }
}

static int tic_tac_toe(void) {
    int8_t cells[9], options[9];
    int turn = 0;
    memset(cells, -1, sizeof cells);
    for (int moves = 0;; moves++) {
        int count = 0;
        for (int cell = 0; cell < 9; cell++)
            if (cells[cell] < 0) options[count++] = (int8_t)cell;
        if (!count) return moves;
        int move = options[below(count)];
        cells[move] = (int8_t)turn;
        for (int i = 0; i < triple_count[move]; i++) {
            int8_t *line = triples[move][i];
            if (cells[line[0]] == turn && cells[line[1]] == turn && cells[line[2]] == turn) return moves + 1;
        }
        turn = 1 - turn;
    }
}

static int connect_four(void) {
    int8_t cells[42], heights[7] = {0}, options[7];
    int turn = 0;
    memset(cells, -1, sizeof cells);
    for (int moves = 0;; moves++) {
        int count = 0;
        for (int column = 0; column < 7; column++)
            if (heights[column] < 6) options[count++] = (int8_t)column;
        if (!count) return moves;
        int move = options[below(count)], cell = heights[move]++ * 7 + move;
        cells[cell] = (int8_t)turn;
        for (int i = 0; i < four_count[cell]; i++) {
            int8_t *line = fours[cell][i];
            if (cells[line[0]] == turn && cells[line[1]] == turn && cells[line[2]] == turn && cells[line[3]] == turn)
                return moves + 1;
        }
        turn = 1 - turn;
    }
}

static int breakthrough(void) {
    int8_t squares[64];
    int pawns[2] = {16, 16}, turn = 0;
    int16_t options[64];
    memset(squares, -1, sizeof squares);
    memset(squares, 0, 16);
    memset(squares + 48, 1, 16);
    for (int moves = 0;; moves++) {
        int count = 0;
        for (int start = 0; start < 64; start++) {
            if (squares[start] != turn) continue;
            int to = ahead[turn][start];
            if (to >= 0 && squares[to] < 0) options[count++] = (int16_t)(start * 64 + to);
            for (int i = 0; i < slant_count[turn][start]; i++) {
                to = slant[turn][start][i];
                if (squares[to] != turn) options[count++] = (int16_t)(start * 64 + to);
            }
        }
        int move = options[below(count)], start = move / 64, to = move % 64;
        if (squares[to] == 1 - turn) pawns[1 - turn]--;
        squares[start] = -1;
        squares[to] = (int8_t)turn;
        if (to / 8 == (turn ? 0 : 7) || !pawns[1 - turn]) return moves + 1;
        turn = 1 - turn;
    }
}

/* Plays games `first` to `first + games - 1` of a series; gives how many moves were made in all. */
int64_t series(int game, uint64_t seed, uint64_t first, int64_t games) {
    int (*play)(void) = game == 0 ? tic_tac_toe : game == 1 ? connect_four : breakthrough;
    int64_t moves = 0;
    if (!ahead[0][0]) prepare();
    for (int64_t i = 0; i < games; i++) {
        begin(seed, first + (uint64_t)i);
        moves += play();
    }
    return moves;
}
