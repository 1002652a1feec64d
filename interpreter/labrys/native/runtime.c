/* The part of the native engine that is the same for every game: sets, lists, jobs, the flow, the clock.
   The generated part before it gives sizes, slots and tables; the one behind it the rules as functions. */
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t i32;
typedef uint64_t u64;
#define MOST 2147483647
#define NO_NUMBER (-2147483647 - 1)

/* -- sets: one word, or a few */
#if W == 1
typedef u64 B;
#define B_EMPTY ((B)0)
static inline B B_bit(i32 i) { return (u64)1 << (i & 63); }
static inline int B_has(B a, i32 i) { return (unsigned)i < 64 ? (int)(a >> i & 1) : 0; }
static inline B B_or(B a, B b) { return a | b; }
static inline B B_and(B a, B b) { return a & b; }
static inline B B_less(B a, B b) { return a & ~b; }
static inline int B_any(B a) { return a != 0; }
static inline int B_same(B a, B b) { return a == b; }
static inline i32 B_count(B a) { return __builtin_popcountll(a); }
static inline i32 B_pop(B *a) { i32 i = __builtin_ctzll(*a); *a &= *a - 1; return i; }
static inline B B_mask(i32 n) { return n >= 64 ? ~(u64)0 : ((u64)1 << n) - 1; }
#else
typedef struct { u64 w[W]; } B;
static const B B_ZERO;
#define B_EMPTY B_ZERO
static inline B B_bit(i32 i) { B r = B_EMPTY; if ((unsigned)i < W * 64) r.w[i >> 6] = (u64)1 << (i & 63); return r; }
static inline int B_has(B a, i32 i) { return (unsigned)i < W * 64 ? (int)(a.w[i >> 6] >> (i & 63) & 1) : 0; }
static inline B B_or(B a, B b) { for (int k = 0; k < W; k++) a.w[k] |= b.w[k]; return a; }
static inline B B_and(B a, B b) { for (int k = 0; k < W; k++) a.w[k] &= b.w[k]; return a; }
static inline B B_less(B a, B b) { for (int k = 0; k < W; k++) a.w[k] &= ~b.w[k]; return a; }
static inline int B_any(B a) { u64 r = 0; for (int k = 0; k < W; k++) r |= a.w[k]; return r != 0; }
static inline int B_same(B a, B b) { u64 r = 0; for (int k = 0; k < W; k++) r |= a.w[k] ^ b.w[k]; return r == 0; }
static inline i32 B_count(B a) { i32 n = 0; for (int k = 0; k < W; k++) n += __builtin_popcountll(a.w[k]); return n; }
static inline i32 B_pop(B *a) {
    for (int k = 0; k < W; k++) if (a->w[k]) { i32 i = __builtin_ctzll(a->w[k]); a->w[k] &= a->w[k] - 1; return k * 64 + i; }
    return 0;
}
static inline B B_mask(i32 n) {
    B r = B_EMPTY;
    for (int k = 0; k < W; k++, n -= 64) r.w[k] = n >= 64 ? ~(u64)0 : n > 0 ? ((u64)1 << n) - 1 : 0;
    return r;
}
#endif
static inline B B_load(const i32 *p, int words) { B r; memset(&r, 0, sizeof r); memcpy(&r, p, 4 * (size_t)words); return r; }
static inline int B_lex(B a, B b) { return memcmp(&a, &b, sizeof a); }

/* -- lists: numbers or sets somewhere, and how many */
typedef struct { const i32 *p; i32 n; } L;
typedef struct { const B *p; i32 n; } LS;
#define WALK_STARTS 16
#define TR_WORDS 64
#define ENTRY_WORDS (4 + 2 * W + OFFER_WORDS)

enum { BEGIN, ENTER, ACT, LEAVE, END, OVER, ENDING, SETUP, LEFT, LEFT_FOR_GOOD, ENDED };
enum { PASS = -1, ANSWER = -2, REACT = -3, WAIT = -4, TIME = -5 };
enum { R_DECIDE, R_OVER, R_PAUSE, R_FAULT };
enum { J_OVER = 1, J_FAULT, J_PAUSE, J_CHOICE, J_MISFIT };
enum { P_CHANCE, P_ANSWER, P_PLAY, P_REACT };

typedef struct { i32 at, old; } Undo;
typedef struct {
    jmp_buf *jump;
    i32 fault, site;
    volatile i32 stopped;
    /* the job: its base, what is played, its transcript */
    i32 base[WORDS], job[OFFER_WORDS + 2];
    i32 job_n;
    i32 tr[TR_WORDS + 2][ENTRY_WORDS], tr_n[TR_WORDS + 2];
    i32 entries, taken;
    /* phases entered when the job began; where the answers of a question to each seat begin */
    i32 job_depth, pause_first;
    /* decisions, one behind the other */
    i32 *of, *of_at;
    i32 offers, of_len, of_cap, at_cap;
    /* choices inside a body */
    const i32 *ch;
    i32 ch_n, ch_used;
    i32 need[4096], need_n, need_final;
    /* what must be undone after a trial */
    Undo *log;
    i32 log_n, log_cap, logging;
    i32 frames[33][10], frames_n, touched;
    i32 fuel, depth, nest[EVENTS + 1], measures[EVENTS + 1][34], measures_n[EVENTS + 1];
    i32 dead, lazy, drawn;
    /* what a pause is about */
    i32 pause, pause_site, has_default, fallback, weights[4096], weights_n;
    i32 plays[16], plays_n, plays_given[16][GIVEN_WORDS + 1];
    i32 seen[WORDS];
    B sets[4 * 4096 + 1];
    i32 sets_top;
    u64 pick; i32 lets[LETS];
    i32 spare[WORDS];
    /* Walks that were found, to be tried first: from where, how long, over which exits. */
    i32 walks[WALKS + 1][WALK_STARTS][2 + WALK_CELLS];
    /* Decisions kept from one to the next: members that are legal, where each stands, places written since. */
    i32 kept[LOCALS + 1][LOCAL_SIZE], kept_at[LOCALS + 1][LOCAL_SIZE], kept_n[LOCALS + 1];
    i32 watching, fresh, written[256], written_n;
    i32 virtual_seat[8 * (LOCALS + 1)], virtual_local[8 * (LOCALS + 1)], virtuals;
} X;

__attribute__((noreturn, cold, noinline)) static void jump_out(X *x, int code) { longjmp(*x->jump, code); }
__attribute__((noreturn, cold, noinline)) static void fault(X *x, int kind, int site) { x->fault = kind; x->site = site; jump_out(x, J_FAULT); }
static inline i32 in_range(X *x, i32 v, i32 n) { if ((uint32_t)v >= (uint32_t)n) fault(x, F_EMPTY, -1); return v; }
static inline i32 f_div(i32 a, i32 b) { i32 q = a / b; return q - (a % b != 0 && (a < 0) != (b < 0)); }
static inline i32 f_mod(i32 a, i32 b) { i32 r = a % b; return r != 0 && (r < 0) != (b < 0) ? r + b : r; }
static inline i32 f_min(i32 a, i32 b) { return a < b ? a : b; }
static inline i32 f_max(i32 a, i32 b) { return a > b ? a : b; }

static inline i32 sure(X *x, i32 v, i32 none) { if (v == none) fault(x, F_EMPTY, -1); return v; }
static inline void put_words(i32 *p, B v) { memcpy(p, &v, sizeof v); }

/* -- writing, with a log while something is only tried */
static void remember_old(X *x, const i32 *S, i32 at) {
    if (x->log_n == x->log_cap) {
        i32 cap = x->log_cap * 2;
        Undo *more = realloc(x->log, sizeof(Undo) * (size_t)cap);
        if (!more) fault(x, F_MEMORY, -1);
        x->log = more; x->log_cap = cap;
    }
    x->log[x->log_n].at = at; x->log[x->log_n++].old = S[at];
}
static inline void put(X *x, i32 *S, i32 at, i32 v) {
    if (x->logging) remember_old(x, S, at);
#if LOCALS
    if (x->watching && WATCHED[at]) { if (x->written_n < 256) x->written[x->written_n++] = at; else x->fresh = 0; }
#endif
    S[at] = v;
}
static void put_set(X *x, i32 *S, i32 at, B v, int words) {
    i32 w[2 * W];
    memcpy(w, &v, sizeof v);
    for (int k = 0; k < words; k++) put(x, S, at + k, w[k]);
}
static inline i32 try_begin(X *x) { x->logging++; return x->log_n; }
static void undo(X *x, i32 *S, i32 mark) { while (x->log_n > mark) { x->log_n--; S[x->log[x->log_n].at] = x->log[x->log_n].old; } }
static inline void try_end(X *x) { if (--x->logging == 0) x->log_n = 0; }

/* -- fuel */
static inline void burn(X *x) { if (--x->fuel < 0) fault(x, F_FUEL, -1); }
static void deeper(X *x) { if (++x->depth > 32) fault(x, F_DEEP, -1); burn(x); }
static void measure(X *x, i32 e, i32 v, i32 site) {
    i32 n = x->measures_n[e];
    if (v < 0 || n > 32 || (n && v >= x->measures[e][n - 1])) fault(x, F_MEASURE, site);
    x->measures[e][x->measures_n[e]++] = v;
}
static void refuel(X *x) {
    x->fuel = 1000000; x->depth = 0; x->frames_n = 0; x->touched = 0; x->sets_top = 0;
    if (EVENTS) { memset(x->nest, 0, sizeof x->nest); memset(x->measures_n, 0, sizeof x->measures_n); }
}
static void frame_push(X *x, int n, const i32 *args) {
    if (x->frames_n >= 33) fault(x, F_DEEP, -1);
    i32 *f = x->frames[x->frames_n++];
    f[0] = x->touched; x->touched = 0;
    for (int k = 0; k < n && k < 9; k++) f[k + 1] = args[k];
}

/* -- lists */
static inline L list_at(const i32 *S, i32 at) { L r = {S + at + 1, S[at]}; return r; }
static inline L row_at(X *x, const i32 *t, const i32 *o, i32 n, i32 i) { in_range(x, i, n); L r = {t + o[i], o[i + 1] - o[i]}; return r; }
static inline L way_back(const i32 *came, i32 there, i32 *out) {
    i32 n = 0, at = there;
    while (came[at] >= 0) { n++; at = came[at]; }
    L r = {out, n};
    while (came[there] >= 0) { out[--n] = there; there = came[there]; }
    return r;
}
static inline i32 item(X *x, L l, i32 i) { if ((uint32_t)i >= (uint32_t)l.n) fault(x, F_INDEX, -1); return l.p[i]; }
static inline B item_set(X *x, LS l, i32 i) { if ((uint32_t)i >= (uint32_t)l.n) fault(x, F_INDEX, -1); return l.p[i]; }
static inline int same_list(L a, L b) { if (a.n != b.n) return 0; for (i32 k = 0; k < a.n; k++) if (a.p[k] != b.p[k]) return 0; return 1; }
static inline int in_list(i32 v, L l) { for (i32 k = 0; k < l.n; k++) if (l.p[k] == v) return 1; return 0; }
static inline B set_of_list(L l) { B r = B_EMPTY; for (i32 k = 0; k < l.n; k++) r = B_or(r, B_bit(l.p[k])); return r; }
static inline L list_of_set(B b, i32 low, i32 *t) { i32 n = 0; while (B_any(b)) t[n++] = B_pop(&b) + low; L r = {t, n}; return r; }
static inline L list_copy(L l, i32 *t) { if (l.n) memcpy(t, l.p, 4 * (size_t)l.n); L r = {t, l.n}; return r; }
static inline L list_none(L l, i32 none, i32 *t) { if (l.n) memmove(t, l.p, 4 * (size_t)l.n); t[l.n] = none; L r = {t, l.n + 1}; return r; }
static L list_numbers(X *x, i32 low, i32 high, i32 *t) {
    i32 n = 0;
    if (high - low > 4096) fault(x, F_RANGE, -1);
    for (i32 v = low; v < high; v++) t[n++] = v;
    L r = {t, n}; return r;
}
static void list_add(X *x, i32 *S, i32 at, i32 most, i32 v, i32 site) {
    if (S[at] >= most) fault(x, F_FULL, site);
    put(x, S, at, S[at] + 1);
    put(x, S, at + S[at], v);
}
static void list_drop(X *x, i32 *S, i32 at, i32 k) {
    i32 n = S[at];
    for (; k < n - 1; k++) put(x, S, at + 1 + k, S[at + 2 + k]);
    put(x, S, at + n, 0);
    put(x, S, at, n - 1);
}
static void list_remove(X *x, i32 *S, i32 at, i32 v, i32 site) {
    for (i32 k = 0; k < S[at]; k++) if (S[at + 1 + k] == v) { list_drop(x, S, at, k); return; }
    fault(x, F_MISSING, site);
}
static i32 list_take(X *x, i32 *S, i32 at, i32 site) {
    if (!S[at]) fault(x, F_MISSING, site);
    i32 v = S[at + 1];
    list_drop(x, S, at, 0);
    return v;
}
static void list_set(X *x, i32 *S, i32 at, i32 most, L l, i32 site) {
    if (l.n > most) fault(x, F_FULL, site);
    i32 *t = x->spare;
    if (l.n) memcpy(t, l.p, 4 * (size_t)l.n);
    put(x, S, at, l.n);
    for (i32 k = 0; k < most; k++) put(x, S, at + 1 + k, k < l.n ? t[k] : 0);
}
static void list_put(X *x, i32 *S, i32 at, i32 k, i32 v, i32 site) {
    if ((uint32_t)k >= (uint32_t)S[at]) fault(x, F_INDEX, site);
    put(x, S, at + 1 + k, v);
}
static i32 bag_sum(const i32 *S, i32 at, i32 n) { i32 r = 0; for (i32 k = 0; k < n; k++) r += S[at + k]; return r; }
static void bag_add(X *x, i32 *S, i32 at, i32 n, i32 most, i32 kind, i32 by, i32 site) {
    in_range(x, kind, n);
    if (S[at + kind] + by < 0) fault(x, F_MISSING, site);
    put(x, S, at + kind, S[at + kind] + by);
    if (by > 0 && bag_sum(S, at, n) > most) fault(x, F_FULL, site);
}
static void bag_set(X *x, i32 *S, i32 at, i32 n, i32 most, i32 kind, i32 count, i32 site) {
    in_range(x, kind, n);
    bag_add(x, S, at, n, most, kind, count - S[at + kind], site);
}
static B bag_kinds(const i32 *S, i32 at, i32 n) { B r = B_EMPTY; for (i32 k = 0; k < n; k++) if (S[at + k]) r = B_or(r, B_bit(k)); return r; }
static L bag_weights(const i32 *S, i32 at, i32 n, i32 *t) { i32 m = 0; for (i32 k = 0; k < n; k++) if (S[at + k]) t[m++] = S[at + k]; L r = {t, m}; return r; }
static L bag_copy(const i32 *S, i32 at, i32 n, i32 *t) { memcpy(t, S + at, 4 * (size_t)n); L r = {t, n}; return r; }
static LS subsets(X *x, B bits, i32 least, i32 most) {
    i32 m[W * 64];
    i32 size = list_of_set(bits, 0, m).n, n = 0, at[W * 64];
    if (most > size) most = size;
    if (least < 0) least = 0;
    for (i32 k = least; k <= most; k++) {
        for (i32 j = 0; j < k; j++) at[j] = j;
        for (;;) {
            B s = B_EMPTY;
            for (i32 j = 0; j < k; j++) s = B_or(s, B_bit(m[at[j]]));
            if (n >= 4096 || x->sets_top + n >= 4 * 4096) fault(x, F_SETS, -1);
            x->sets[x->sets_top + n++] = s;
            i32 j = k - 1;
            while (j >= 0 && at[j] == size - k + j) j--;
            if (j < 0) break;
            at[j]++;
            for (i32 q = j + 1; q < k; q++) at[q] = at[q - 1] + 1;
        }
    }
    LS r = {x->sets + x->sets_top, n};
    x->sets_top += n;
    return r;
}

/* -- seats */
static inline i32 around(B living, i32 seat, i32 by, i32 size) {
    for (i32 k = 1; k <= size; k++) { i32 s = f_mod(seat + by * k, size); if (B_has(living, s)) return s; }
    return seat;
}
static L ring(B bits, i32 first, i32 size, i32 *t) {
    i32 n = 0;
    for (i32 k = 0; k < size; k++) { i32 s = (first + k) % size; if (B_has(bits, s)) t[n++] = s; }
    L r = {t, n}; return r;
}

/* -- history: a checksum of the words read forwards and one read backwards */
static uint32_t crc_table[4][256];
static void crc_init(void) {
    for (uint32_t i = 0; i < 256; i++) { uint32_t c = i; for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1; crc_table[0][i] = c; }
    for (uint32_t i = 0; i < 256; i++) for (int k = 1; k < 4; k++) crc_table[k][i] = (crc_table[k - 1][i] >> 8) ^ crc_table[0][crc_table[k - 1][i] & 255];
}
static inline uint32_t crc_word(uint32_t c, uint32_t w) {
    c ^= w;
    return crc_table[3][c & 255] ^ crc_table[2][c >> 8 & 255] ^ crc_table[1][c >> 16 & 255] ^ crc_table[0][c >> 24];
}
static void position_key(const i32 *S, const i32 *parts, i32 n, i32 *low, i32 *high) {
    uint32_t a = ~0u, b = ~0u;
    for (i32 k = 0; k < n; k++) for (i32 j = 0; j < parts[2 * k + 1]; j++) a = crc_word(a, (uint32_t)S[parts[2 * k] + j]);
    for (i32 k = n - 1; k >= 0; k--) for (i32 j = parts[2 * k + 1] - 1; j >= 0; j--) b = crc_word(b, __builtin_bswap32((uint32_t)S[parts[2 * k] + j]));
    *low = (i32)~a; *high = (i32)~b;
}
typedef struct { i32 count, keys, keep, parts_n; const i32 *parts; } History;
static i32 times_seen(const i32 *S, const History *h) {
    i32 low, high, n = 0;
    position_key(S, h->parts, h->parts_n, &low, &high);
    for (i32 k = 0; k < S[h->count]; k++) n += S[h->keys + 2 * k] == low && S[h->keys + 2 * k + 1] == high;
    return n;
}
static void remember(X *x, i32 *S, const History *h) {
    i32 low, high, at = h->keys + 2 * S[h->count];
    if (S[h->count] >= h->keep) fault(x, F_HISTORY, -1);
    position_key(S, h->parts, h->parts_n, &low, &high);
    put(x, S, at, low); put(x, S, at + 1, high);
    put(x, S, h->count, S[h->count] + 1);
}
static void forget(X *x, i32 *S, const History *h) {
    for (i32 k = 0; k < 2 * S[h->count]; k++) put(x, S, h->keys + k, 0);
    put(x, S, h->count, 0);
}

/* -- the generator: splitmix64 with rejection */
static u64 next_random(u64 *state) {
    u64 z = *state += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}
static u64 draw_below(u64 *state, u64 size) {
    u64 rest = (0 - size) % size, z;
    do z = next_random(state); while (z >= 0 - rest && rest);
    return z % size;
}
static i32 draw_number(i32 *S, i32 size) {
    u64 state = (uint32_t)S[RNG] | (u64)(uint32_t)S[RNG + 1] << 32;
    i32 r = (i32)draw_below(&state, (u64)size);
    if (!state) state = 1;
    S[RNG] = (i32)(uint32_t)state; S[RNG + 1] = (i32)(uint32_t)(state >> 32);
    return r;
}

/* -- decisions */
__attribute__((cold, noinline)) static void more_room(X *x, i32 words) {
    if (x->of_len + words + 1 > x->of_cap) {
        i32 cap = (x->of_len + words + 1) * 2;
        i32 *more = realloc(x->of, 4 * (size_t)cap);
        if (!more) fault(x, F_MEMORY, -1);
        x->of = more; x->of_cap = cap;
    }
    if (x->offers + 1 >= x->at_cap) {
        i32 cap = x->at_cap * 2;
        i32 *more = realloc(x->of_at, 4 * (size_t)cap);
        if (!more) fault(x, F_MEMORY, -1);
        x->of_at = more; x->at_cap = cap;
    }
    if (x->offers >= 4000000) fault(x, F_FUEL, -1);
}
static inline i32 *offer_room(X *x, i32 words) {
    if (x->of_len + words + 1 > x->of_cap || x->offers + 1 >= x->at_cap) more_room(x, words);
    i32 *p = x->of + x->of_len;
    x->of_at[x->offers++] = x->of_len;
    x->of_len += words;
    x->of_at[x->offers] = x->of_len;
    return p;
}
static inline void offers_clear(X *x) { x->offers = 0; x->of_len = 0; x->of_at[0] = 0; }

/* -- the transcript */
static i32 *next_entry(X *x, i32 site, i32 seat) {
    if (x->taken >= x->entries) { if (x->taken >= TR_WORDS) fault(x, F_TRANSCRIPT, site); return 0; }
    i32 *e = x->tr[x->taken++];
    if (e[0] != site || e[1] != seat) jump_out(x, J_MISFIT);
    return e;
}
static void pause_from(X *x, i32 kind, i32 site, i32 first) { x->pause = kind; x->pause_site = site; x->pause_first = first; jump_out(x, J_PAUSE); }
static void pause_at(X *x, i32 kind, i32 site) { pause_from(x, kind, site, -1); }
static i32 chance(X *x, i32 *S, i32 site, L values, L weights, int weighted) {
    if (!values.n) fault(x, F_DRAW, site);
    i32 *e = next_entry(x, site, -1);
    if (e) { if (!in_list(e[2], values)) jump_out(x, J_MISFIT); return e[2]; }
    if (!(S[RNG] || S[RNG + 1])) {
        offers_clear(x);
        for (i32 k = 0; k < values.n; k++) { i32 *p = offer_room(x, 3); p[0] = -1; p[1] = 0; p[2] = values.p[k]; }
        x->weights_n = weighted ? weights.n : 0;
        for (i32 k = 0; k < x->weights_n && k < 4096; k++) x->weights[k] = weights.p[k];
        pause_at(x, P_CHANCE, site);
    }
    i32 total = values.n, k = 0;
    if (weighted) { total = 0; for (i32 j = 0; j < weights.n; j++) total += weights.p[j]; }
    i32 at = draw_number(S, total);
    if (weighted) { while (at >= weights.p[k]) at -= weights.p[k++]; } else k = at;
    i32 *t = x->tr[x->entries];
    t[0] = site; t[1] = -1; t[2] = values.p[k];
    x->tr_n[x->entries++] = 3;
    x->taken++;
    if (NOISY) { x->base[RNG] = S[RNG]; x->base[RNG + 1] = S[RNG + 1]; }
    return values.p[k];
}
static i32 choose(X *x, L values, int final) {
    if (x->ch_used >= x->ch_n) {
        if (values.n > 4096) fault(x, F_SETS, -1);
        memcpy(x->need, values.p, 4 * (size_t)values.n);
        x->need_n = values.n;
        x->need_final = final;
        jump_out(x, J_CHOICE);
    }
    return x->ch[x->ch_used++];
}
static void asked_default(X *x, int has, i32 v) { x->has_default = has; x->fallback = v; }
/* A seat that has nothing to choose from is asked all the same if that is its secret; `nothing` is its answer. */
static i32 ask(X *x, i32 *S, i32 site, i32 seat, L values, int public_, int has, i32 fallback, i32 nothing) {
    int living = B_has(B_load(S + LIVING, SEAT_WORDS), seat);
    x->dead = !values.n || !living;
    if (x->dead && (public_ || !living)) return 0;
    if (public_ && values.n == 1) return values.p[0];
    if (!values.n) { values.p = &nothing; values.n = 1; has = 0; }
    i32 *e = next_entry(x, site, seat);
    if (!e) {
        offers_clear(x);
        for (i32 k = 0; k < values.n; k++) { i32 *p = offer_room(x, 3); p[0] = seat; p[1] = ANSWER; p[2] = values.p[k]; }
        asked_default(x, has, fallback);
        pause_at(x, P_ANSWER, site);
    }
    if (!in_list(e[2], values)) jump_out(x, J_MISFIT);
    return e[2];
}
static B ask_set(X *x, i32 *S, i32 site, i32 seat, LS values, int public_) {
    B none = B_EMPTY;
    int living = B_has(B_load(S + LIVING, SEAT_WORDS), seat);
    x->sets_top -= values.n;
    x->dead = !values.n || !living;
    if (x->dead && (public_ || !living)) return B_EMPTY;
    if (public_ && values.n == 1) return values.p[0];
    if (!values.n) { values.p = &none; values.n = 1; }
    i32 *e = next_entry(x, site, seat);
    if (!e) {
        offers_clear(x);
        for (i32 k = 0; k < values.n; k++) { i32 *p = offer_room(x, 2 + 2 * W); p[0] = seat; p[1] = ANSWER; memcpy(p + 2, values.p + k, sizeof(B)); }
        asked_default(x, 0, 0);
        pause_at(x, P_ANSWER, site);
    }
    B v = B_load(e + 2, 2 * W);
    for (i32 k = 0; k < values.n; k++) if (B_same(values.p[k], v)) return v;
    jump_out(x, J_MISFIT);
    return v;
}
static i32 ask_any(X *x, i32 *S, i32 site, B seats, L values, int public_, int has, i32 fallback) {
    i32 t[SEATS];
    L asked = ring(B_and(seats, B_load(S + LIVING, SEAT_WORDS)), S[ACTIVE], SEATS, t);
    x->dead = !values.n || !asked.n;
    if (x->dead) return 0;
    if (public_ && values.n == 1) return values.p[0];
    if (x->taken < x->entries) {
        i32 *e = x->tr[x->taken++];
        if (e[0] != site || !in_list(e[1], asked) || !in_list(e[2], values)) jump_out(x, J_MISFIT);
        return e[2];
    }
    if (x->taken >= TR_WORDS) fault(x, F_TRANSCRIPT, site);
    offers_clear(x);
    for (i32 j = 0; j < asked.n; j++)
        for (i32 k = 0; k < values.n; k++) { i32 *p = offer_room(x, 3); p[0] = asked.p[j]; p[1] = ANSWER; p[2] = values.p[k]; }
    asked_default(x, has, fallback);
    pause_at(x, P_ANSWER, site);
    return 0;
}
static B ask_any_set(X *x, i32 *S, i32 site, B seats, LS values, int public_) {
    x->sets_top -= values.n;
    i32 t[SEATS];
    L asked = ring(B_and(seats, B_load(S + LIVING, SEAT_WORDS)), S[ACTIVE], SEATS, t);
    x->dead = !values.n || !asked.n;
    if (x->dead) return B_EMPTY;
    if (public_ && values.n == 1) return values.p[0];
    if (x->taken < x->entries) {
        i32 *e = x->tr[x->taken++];
        B v = B_load(e + 2, 2 * W);
        if (e[0] == site && in_list(e[1], asked)) for (i32 k = 0; k < values.n; k++) if (B_same(values.p[k], v)) return v;
        jump_out(x, J_MISFIT);
    }
    if (x->taken >= TR_WORDS) fault(x, F_TRANSCRIPT, site);
    offers_clear(x);
    for (i32 j = 0; j < asked.n; j++)
        for (i32 k = 0; k < values.n; k++) { i32 *p = offer_room(x, 2 + 2 * W); p[0] = asked.p[j]; p[1] = ANSWER; memcpy(p + 2, values.p + k, sizeof(B)); }
    asked_default(x, 0, 0);
    pause_at(x, P_ANSWER, site);
    return B_EMPTY;
}
/* Everybody answers: seat by seat the possible answers come in, and what the transcript has of them is taken. */
typedef struct { i32 site, public_, seat, order[SEATS], n, k, missing, found; } Each;
static void each_begin(X *x, i32 *S, Each *c, i32 site, B seats, int public_) {
    c->site = site; c->public_ = public_; c->k = -1; c->missing = c->found = 0;
    c->n = ring(B_and(seats, B_load(S + LIVING, SEAT_WORDS)), S[ACTIVE], SEATS, c->order).n;
    (void)x;
}
static int each_next(Each *c) { if (++c->k >= c->n) return 0; c->seat = c->order[c->k]; return 1; }
static i32 *each_entry(X *x, Each *c) {
    for (i32 k = x->taken; k < x->entries && x->tr[k][0] == c->site; k++) if (x->tr[k][1] == c->seat) { c->found++; return x->tr[k]; }
    if (!c->missing++) offers_clear(x);
    return 0;
}
static void each_clear_one(i32 *e, i32 none) { for (i32 s = 0; s < SEATS; s++) e[s] = none; }
static void each_clear_set(B *e, B none) { for (i32 s = 0; s < SEATS; s++) e[s] = none; }
static void each_one(X *x, Each *c, L values, i32 *e) {
    i32 none = e[c->seat];
    if (!values.n && c->public_) return;
    if (!values.n) { values.p = &none; values.n = 1; }
    if (c->public_ && values.n == 1) { e[c->seat] = values.p[0]; return; }
    i32 *t = each_entry(x, c);
    if (t) { if (!in_list(t[2], values)) jump_out(x, J_MISFIT); e[c->seat] = t[2]; return; }
    for (i32 k = 0; k < values.n; k++) { i32 *p = offer_room(x, 3); p[0] = c->seat; p[1] = ANSWER; p[2] = values.p[k]; }
}
static void each_set(X *x, Each *c, LS values, B *e) {
    B none = B_EMPTY;
    x->sets_top -= values.n;
    if (!values.n && c->public_) return;
    if (!values.n) { values.p = &none; values.n = 1; }
    if (c->public_ && values.n == 1) { e[c->seat] = values.p[0]; return; }
    i32 *t = each_entry(x, c);
    if (t) {
        B v = B_load(t + 2, 2 * W);
        for (i32 k = 0; k < values.n; k++) if (B_same(values.p[k], v)) { e[c->seat] = v; return; }
        jump_out(x, J_MISFIT);
    }
    for (i32 k = 0; k < values.n; k++) { i32 *p = offer_room(x, 2 + 2 * W); p[0] = c->seat; p[1] = ANSWER; memcpy(p + 2, values.p + k, sizeof(B)); }
}
static void each_end(X *x, Each *c) {
    i32 first = x->taken;
    x->taken += c->found;
    if (!c->missing) return;
    if (x->taken < x->entries) jump_out(x, J_MISFIT);
    if (x->taken >= TR_WORDS) fault(x, F_TRANSCRIPT, c->site);
    asked_default(x, 0, 0);
    pause_from(x, P_ANSWER, c->site, first);
}
static i32 react(X *x, i32 *S, i32 site, i32 seat, B may, i32 size) {
    (void)S;
    i32 *e = next_entry(x, site, seat);
    if (!e) {
        offers_clear(x);
        for (i32 k = 0; k <= size; k++) {
            if (k < size && !B_has(may, k)) continue;
            i32 *p = offer_room(x, 3);
            p[0] = seat; p[1] = REACT; p[2] = k < size ? k : -1;
        }
        asked_default(x, 0, 0);
        pause_at(x, P_REACT, site);
    }
    if (e[2] >= 0 && !B_has(may, e[2])) jump_out(x, J_MISFIT);
    return e[2];
}

/* -- what a turned or swapped tile takes along */
#if TILED
static void carry(X *x, i32 *S, const i32 *from, const i32 *to, i32 n) {
    i32 held[TILE_CELLS * 2 * 64];
    for (i32 f = 0; f < BY_CELL_N; f++) {
        i32 first = BY_CELL[2 * f], width = BY_CELL[2 * f + 1];
        for (i32 base = 0; base < width; base += 64) {
            i32 part = f_min(64, width - base);
            for (i32 k = 0; k < n; k++) memcpy(held + k * part, S + first + from[k] * width + base, 4 * (size_t)part);
            for (i32 k = 0; k < n; k++) for (i32 j = 0; j < part; j++) put(x, S, first + to[k] * width + base + j, held[k * part + j]);
        }
    }
    for (i32 f = 0; f < STANDING_N; f++)
        for (i32 at = STANDING[2 * f]; at < STANDING[2 * f] + STANDING[2 * f + 1]; at++)
            for (i32 k = 0; k < n; k++) if (S[at] == from[k]) { put(x, S, at, to[k]); break; }
}
static void turn_tile(X *x, i32 *S, i32 slot, i32 by) {
    i32 to[TILE_CELLS];
    in_range(x, slot, SLOTS);
    by = f_mod(by, 4);
    const i32 *cells = CELLS_OF + slot * TILE_CELLS;
    for (i32 k = 0; k < TILE_CELLS; k++) to[k] = cells[GOES[by * TILE_CELLS + k]];
    put(x, S, TILE_TURN + slot, (S[TILE_TURN + slot] + by) % 4);
    carry(x, S, cells, to, TILE_CELLS);
}
static void swap_tiles(X *x, i32 *S, i32 a, i32 b) {
    i32 from[2 * TILE_CELLS], to[2 * TILE_CELLS];
    in_range(x, a, SLOTS); in_range(x, b, SLOTS);
    if (a == b) return;
    for (i32 f = 0; f < BY_SLOT_N; f++)
        for (i32 j = 0; j < BY_SLOT[2 * f + 1]; j++) {
            i32 p = BY_SLOT[2 * f] + a * BY_SLOT[2 * f + 1] + j, q = BY_SLOT[2 * f] + b * BY_SLOT[2 * f + 1] + j, kept = S[p];
            put(x, S, p, S[q]); put(x, S, q, kept);
        }
    for (i32 k = 0; k < TILE_CELLS; k++) {
        from[k] = CELLS_OF[a * TILE_CELLS + k]; to[k] = CELLS_OF[b * TILE_CELLS + k];
        from[TILE_CELLS + k] = to[k]; to[TILE_CELLS + k] = from[k];
    }
    carry(x, S, from, to, 2 * TILE_CELLS);
}
#endif

/* -- ranks: equal scores share one; the first ones win */
static void rank_all(X *x, i32 *S) {
    B winners = B_EMPTY;
    for (i32 s = 0; s < SEATS; s++) {
        i32 r = 1;
        for (i32 o = 0; o < SEATS; o++) r += S[SCORE + o] > S[SCORE + s];
        put(x, S, RANK + s, r);
        if (r == 1) winners = B_or(winners, B_bit(s));
    }
    put(x, S, OUTCOME, 5);
    put_set(x, S, WINNERS, winners, SEAT_WORDS);
}

/* -- phases, the queue, timers: from inside a job */
static void enter_phase(X *x, i32 *S, i32 phase, i32 site) {
    i32 depth = S[STACK];
    if (depth >= 4) fault(x, F_PHASES, site);
    i32 at = STACK + 1 + 3 * depth;
    put(x, S, at, S[PHASE]); put(x, S, at + 1, S[STAGE]); put(x, S, at + 2, S[ACTS]);
    put(x, S, STACK, depth + 1);
    put(x, S, PHASE, phase); put(x, S, STAGE, ENTER);
}
static void later(X *x, i32 *S, i32 what, int n, const i32 *args, i32 site) {
    if (S[LATER] >= 32) fault(x, F_QUEUE, site);
    i32 at = QUEUE + 10 * S[LATER];
    put(x, S, at, what); put(x, S, at + 1, x->job_depth);
    for (int k = 0; k < n; k++) put(x, S, at + 2 + k, args[k]);
    put(x, S, LATER, S[LATER] + 1);
}
#if CLOCKED
static void set_timer(X *x, i32 *S, i32 timer, i32 due) {
    put(x, S, DUE + timer, due);
    put(x, S, STARTS, S[STARTS] + 1);
    put(x, S, STARTED + timer, S[STARTS]);
}
static void start_timer(X *x, i32 *S, i32 timer, i32 length, i32 site) {
    in_range(x, timer, TIMERS);
    if (length <= 0 || length >= MOST - S[NOW]) fault(x, F_RANGE, site);
    set_timer(x, S, timer, S[NOW] + length);
}
#endif

/* What the generated part behind this one provides. */
typedef i32 (*Hook)(X *, i32 *);
typedef B (*Seats)(X *, i32 *);
typedef struct { Seats who; Hook most, enter, leave, next, stuck_body, loop, each; i32 stuck; const i32 *actions; i32 actions_n; } Phase;
typedef struct { Hook that, do_; } Ending;
static void list_action(X *x, i32 *S, i32 action, i32 me, const i32 *given);
static void do_action(X *x, i32 *S, i32 action, i32 me, const i32 *given, const i32 *args);
static i32 try_action(X *x, i32 *S, i32 action, i32 me, const i32 *given, const i32 *args);
static i32 probe_action(X *x, i32 *S, i32 action, i32 me, const i32 *given, const i32 *args);
static i32 score_action(X *x, i32 *S, i32 action, i32 me, const i32 *given, const i32 *args, const i32 *chosen, i32 n);
static i32 weigh_action(X *x, i32 *S, i32 action, i32 me, const i32 *given, const i32 *args, const i32 *chosen, i32 n);
static i32 weigh_answer(X *x, i32 *S, i32 site, i32 me, const i32 *args);
static i32 weigh_wait(X *x, i32 *S, i32 me);
static void policy_lets(X *x, i32 *S, i32 me);
static i32 time_of_action(X *x, i32 *S, i32 action, i32 me, const i32 *args);
static void run_queued(X *x, i32 *S, i32 what, const i32 *args);
static void ring_timer(X *x, i32 *S, i32 timer);
static void mask_for(X *x, i32 *S, i32 *seen, i32 seat);
static i32 *masked(X *x, i32 *S, i32 seat);
#if LOCALS
static int legal_member(X *x, i32 *S, i32 local, i32 member);
#endif
