/* The flow: from decision to decision, as engine/flow.py and engine/clock.py have it. */

static void run_hook(X *x, i32 *S, Hook h) { if (h) h(x, S); }
static void test_ends(X *x, i32 *S, const Ending *e, i32 n) {
    for (i32 k = 0; k < n; k++) if (e[k].that(x, S)) e[k].do_(x, S);
}
static void new_job(X *x, i32 *S) {
    refuel(x);
    x->job_depth = S[STACK];
    if (!NOISY) return;
    memcpy(x->base, S, sizeof x->base);
    x->job_n = -1;
    i32 left = x->entries - x->taken;
    for (i32 k = 0; k < left && x->taken; k++) {
        memcpy(x->tr[k], x->tr[k + x->taken], sizeof x->tr[0]);
        x->tr_n[k] = x->tr_n[k + x->taken];
    }
    x->entries = left; x->taken = 0;
}
static void end_by_limit(X *x, i32 *S) {
    run_hook(x, S, LIMIT_DO);
    S[OUTCOME] = 2;
    jump_out(x, J_OVER);
}
static void reset_fields(i32 *S, const i32 *rows, i32 n) {
    for (i32 k = 0; k < n; k++) memcpy(S + rows[2 * k], START + rows[2 * k], 4 * (size_t)rows[2 * k + 1]);
}

/* -- phases and turns */
static void pop_phase(i32 *S) {
    i32 at = STACK + 1 + 3 * --S[STACK];
    S[PHASE] = S[at]; S[STAGE] = S[at + 1]; S[ACTS] = S[at + 2];
    S[at] = S[at + 1] = S[at + 2] = 0;
}
/* `end phase` or `end turn`, said where the flow stood at `before`: what was left is not left again. */
static void moved_on(i32 *S, i32 before, i32 wish) {
    if (before == ACT) S[STAGE] = wish;
    else if (before == ENTER || before == LEFT) S[STAGE] = wish == ENDING ? LEFT_FOR_GOOD : LEFT;
    else S[STAGE] = before == LEAVE && wish == ENDING ? ENDING : before;
}
static void leave_phase(X *x, i32 *S, int turn_over) {
    i32 p = S[PHASE];
    S[STAGE] = turn_over ? LEFT_FOR_GOOD : LEFT;
    if (p < 0) return;
    run_hook(x, S, PHASES[p].leave);
    test_ends(x, S, ENDS_JOB, ENDS_JOB_N);
    if (S[STAGE] == LEAVE || S[STAGE] == ENDING) S[STAGE] = turn_over || S[STAGE] == ENDING ? LEFT_FOR_GOOD : LEFT;
}
static void go_on(X *x, i32 *S, int turn_over) {
    i32 p = S[PHASE];
    S[STAGE] = END;
    if (p >= 0) {
        i32 following = PHASES[p].next && !turn_over ? PHASES[p].next(x, S) : -1;
        if (following >= 0 && following < PHASES_N) { S[PHASE] = following; S[STAGE] = ENTER; return; }
        turn_over = turn_over || following >= 0;
    }
    if (S[STACK]) {
        pop_phase(S);
        if (turn_over) moved_on(S, S[STAGE], ENDING);
    }
}
/* A round is over when the turn comes to the first seat or passes it, whichever way play goes. */
static int comes_round(i32 before, i32 after, i32 direction) {
    return direction > 0 ? after <= before : after == 0 || (after >= before && before != 0);
}
static void end_turn(X *x, i32 *S) {
    S[STAGE] = BEGIN;
    test_ends(x, S, ENDS_TURN_END, ENDS_TURN_END_N);
    if (!B_any(B_load(S + LIVING, SEAT_WORDS))) fault(x, F_NOBODY, -1);
    i32 following = S[NEXT], extra = following == S[ACTIVE];
    if (following < 0 || !B_has(B_load(S + LIVING, SEAT_WORDS), following))
        following = around(B_load(S + LIVING, SEAT_WORDS), S[ACTIVE], S[DIRECTION], SEATS);
    S[NEXT] = -1;
    if (!extra && comes_round(S[ACTIVE], following, S[DIRECTION])) reset_fields(S, RESET_ROUND, RESET_ROUND_N);
    S[ACTIVE] = following;
    S[TURN]++;
    S[ACTS] = 0;
    memset(S + DONE, 0, 4 * ACTIONS);
    reset_fields(S, RESET_TURN, RESET_TURN_N);
    for (i32 k = 0; k < RESET_OWN_N; k++) {
        i32 at = RESET_OWN[2 * k] + following * RESET_OWN[2 * k + 1];
        memcpy(S + at, START + at, 4 * (size_t)RESET_OWN[2 * k + 1]);
    }
}

/* -- the clock */
#if CLOCKED
static void wake(i32 *S, i32 but) { for (i32 s = 0; s < SEATS; s++) if (s != but && S[BUSY + s] == MOST) S[BUSY + s] = S[NOW]; }
static void wind_up(X *x, i32 *S) {
    for (i32 t = 0; t < TIMERS; t++) if (TIMER_STARTS[t] >= 0) set_timer(x, S, t, TIMER_STARTS[t] + f_max(TIMER_RUNS[t], 1));
}
static void advance_to(X *x, i32 *S, i32 to) {
    i32 best = -1, first = to;
    for (i32 t = 0; t < TIMERS; t++) {
        i32 due = S[DUE + t];
        if (due < 0 || due > to) continue;
        first = f_min(first, due);
        if (best < 0 || due < S[DUE + best] || (due == S[DUE + best] && S[STARTED + t] < S[STARTED + best])) best = t;
    }
    if (MOST_TICKS && first >= MOST_TICKS) { S[NOW] = MOST_TICKS; end_by_limit(x, S); }
    if (best < 0) { S[NOW] = to; wake(S, -1); return; }
    new_job(x, S);
    S[NOW] = f_max(S[NOW], S[DUE + best]);
    S[DUE + best] = -1;
    wake(S, -1);
    ring_timer(x, S, best);
    test_ends(x, S, ENDS_JOB, ENDS_JOB_N);
}
static int somebody_ready(X *x, i32 *S) {
    int due = S[UNTIL] > S[NOW];
    for (i32 t = 0; t < TIMERS; t++) due |= S[DUE + t] >= 0 && S[DUE + t] <= S[NOW];
    if (due) { advance_to(x, S, f_max(S[UNTIL], S[NOW])); return 0; }
    B who = B_and(PHASES[S[PHASE]].who(x, S), B_load(S + LIVING, SEAT_WORDS));
    i32 next = MOST;
    for (i32 s = 0; s < SEATS; s++) if (B_has(who, s)) { if (S[BUSY + s] <= S[NOW]) return 1; next = f_min(next, S[BUSY + s]); }
    for (i32 t = 0; t < TIMERS; t++) if (S[DUE + t] >= 0) next = f_min(next, S[DUE + t]);
    if (MOST_TICKS) next = f_min(next, MOST_TICKS);
    if (next == MOST) fault(x, F_CLOCK, -1);
    advance_to(x, S, next);
    return 0;
}
#endif

/* -- listing decisions */
static i32 *masked(X *x, i32 *S, i32 seat) {
    if (!VEILED) return S;
    memcpy(x->seen, S, sizeof x->seen);
    mask_for(x, S, x->seen, seat);
    return x->seen;
}
/* Of an action with `keep`, only its best decisions, seat by seat. */
static void keep_best(X *x, i32 *S, i32 plays, const i32 *actions, const i32 (*given)[GIVEN_WORDS + 1]) {
#if KEEPING
    i32 n = x->offers, kept = 0, len = 0;
    i32 *score = malloc(4 * (size_t)(2 * n + 2)), *good = score + n;
    if (!score) fault(x, F_MEMORY, -1);
    for (i32 k = 0; k < n; k++) {
        const i32 *o = x->of + x->of_at[k], *fixed = 0;
        score[k] = 0; good[k] = 1;
        if (o[1] < 0 || !KEEPS[o[1]]) continue;
        for (i32 j = 0; j < plays; j++) if (actions[j] == o[1]) fixed = given[j];
        i32 end = 2 + PARAM_WORDS[o[1]];
        score[k] = score_action(x, S, o[1], o[0], fixed, o + 2, o + end, x->of_at[k + 1] - x->of_at[k] - end);
    }
    for (i32 k = 0; k < n; k++)
        for (i32 j = 0; j < n && good[k]; j++) {
            const i32 *o = x->of + x->of_at[k], *p = x->of + x->of_at[j];
            if (o[1] >= 0 && KEEPS[o[1]] && p[0] == o[0] && p[1] == o[1] && score[j] > score[k]) good[k] = 0;
        }
    for (i32 k = 0; k < n; k++) {
        i32 size = x->of_at[k + 1] - x->of_at[k], at = x->of_at[k];
        if (!good[k]) continue;
        memmove(x->of + len, x->of + at, 4 * (size_t)size);
        x->of_at[kept++] = len;
        len += size;
    }
    free(score);
    x->offers = kept; x->of_len = len; x->of_at[kept] = len;
#else
    (void)x; (void)S; (void)plays; (void)actions; (void)given;
#endif
}
#if LOCALS
static void keep_member(X *x, i32 *S, i32 k, i32 v) {
    i32 at = x->kept_at[k][v], good = legal_member(x, S, k, v);
    if (good && at < 0) { x->kept_at[k][v] = x->kept_n[k]; x->kept[k][x->kept_n[k]++] = v; }
    else if (!good && at >= 0) {
        i32 last = x->kept[k][--x->kept_n[k]];
        x->kept[k][at] = last; x->kept_at[k][last] = at; x->kept_at[k][v] = -1;
    }
}
/* Only members on whose places something was written are looked at again. */
static void keep_current(X *x, i32 *S) {
    if (!x->fresh) {
        for (i32 k = 0; k < LOCALS; k++) {
            x->kept_n[k] = 0;
            for (i32 v = 0; v < LOCAL_SIZES[k]; v++) { x->kept_at[k][v] = -1; keep_member(x, S, k, v); }
        }
        x->fresh = 1;
    } else
        for (i32 j = 0; j < x->written_n; j++)
            for (i32 f = 0; f < LOCAL_FIELDS_N; f++) {
                i32 v = x->written[j] - LOCAL_FIELDS[2 * f + 1], k = LOCAL_FIELDS[2 * f];
                if (v >= 0 && v < LOCAL_SIZES[k]) keep_member(x, S, k, v);
            }
    x->written_n = 0;
#ifdef CHECKED
    for (i32 k = 0; k < LOCALS; k++)
        for (i32 v = 0; v < LOCAL_SIZES[k]; v++) if ((x->kept_at[k][v] >= 0) != !!legal_member(x, S, k, v)) abort();
#endif
}
#endif
static void list_offers(X *x, i32 *S) {
    const Phase *p = PHASES + S[PHASE];
#if LOCALS
    x->virtuals = 0;
    if (x->watching && x->lazy) keep_current(x, S);
#endif
    B who = B_and(p->who(x, S), B_load(S + LIVING, SEAT_WORDS));
    offers_clear(x);
    for (i32 k = 0; k < SEATS; k++) {
        i32 seat = (S[ACTIVE] + k) % SEATS;
        if (!B_has(who, seat)) continue;
#if CLOCKED
        if (S[BUSY + seat] > S[NOW]) continue;
#endif
        i32 *seen = masked(x, S, seat);
        for (i32 j = 0; j < p->actions_n; j++) {
#if LOCALS
            i32 local = LOCAL_OF[p->actions[j]];
            if (x->watching && x->lazy && local >= 0) { x->virtual_seat[x->virtuals] = seat; x->virtual_local[x->virtuals++] = local; continue; }
#endif
            list_action(x, seen, p->actions[j], seat, 0);
        }
#if CLOCKED
        i32 *o = offer_room(x, 2);
        o[0] = seat; o[1] = WAIT;
#endif
    }
    if (KEEPING) keep_best(x, S, 0, 0, 0);
}
/* In random play `ensure` is tried only for the decision drawn; the others stay candidates. */
static int some_offer_holds(X *x, i32 *S) {
    if (!x->lazy || !(LAZY || LOCALS)) return x->offers > 0;
#if LOCALS
    i32 total = x->offers;
    for (i32 j = 0; j < x->virtuals; j++) total += x->kept_n[x->virtual_local[j]];
    if (x->virtuals && total) {
        i32 k = (i32)draw_below(&x->pick, (u64)total) - x->offers, j = 0;
        if (k < 0) k += x->offers, j = -1;
        else for (; k >= x->kept_n[x->virtual_local[j]]; j++) k -= x->kept_n[x->virtual_local[j]];
        i32 word[1] = {0}, action = j < 0 ? x->of[x->of_at[k] + 1] : LOCAL_ACTION[x->virtual_local[j]];
        i32 seat = j < 0 ? x->of[x->of_at[k]] : x->virtual_seat[j];
        const i32 *args = j < 0 ? x->of + x->of_at[k] + 2 : word;
        if (j >= 0) word[0] = x->kept[x->virtual_local[j]][k];
        if (action < 0 || !TRIES[action] || try_action(x, S, action, seat, 0, args)) {
            if (j >= 0) { i32 *o = offer_room(x, 3); o[0] = seat; o[1] = action; o[2] = word[0]; k = x->offers - 1; }
            x->drawn = k;
            return 1;
        }
        /* Refused by `ensure`: the candidates are written down and drawn one after the other. */
        for (j = 0; j < x->virtuals; j++) list_action(x, S, LOCAL_ACTION[x->virtual_local[j]], x->virtual_seat[j], 0);
    }
#endif
    while (x->offers > 0) {
        i32 k = (i32)draw_below(&x->pick, (u64)x->offers), last = x->offers - 1;
        const i32 *o = x->of + x->of_at[k];
        if (o[1] < 0 || !TRIES[o[1]] || try_action(x, masked(x, S, o[0]), o[1], o[0], 0, o + 2)) {
            x->drawn = k;
            return 1;
        }
        /* The last candidate takes the place of the refused one; decisions of one action have one length. */
        i32 n = x->of_at[last + 1] - x->of_at[last], here = x->of_at[k + 1] - x->of_at[k];
        if (n == here) memmove(x->of + x->of_at[k], x->of + x->of_at[last], 4 * (size_t)n);
        else {
            i32 start = x->of_at[k];
            memmove(x->of + start, x->of + start + here, 4 * (size_t)(x->of_len - start - here));
            for (i32 j = k + 1; j <= x->offers; j++) x->of_at[j - 1] = x->of_at[j] - here;
            x->offers--; x->of_len -= here;
            continue;
        }
        x->offers = last; x->of_len = x->of_at[last];
    }
    return 0;
}
static int stuck(X *x, i32 *S, const Phase *p) {
    i32 seat = S[ACTIVE];
    if (p->stuck == 1) { offers_clear(x); i32 *o = offer_room(x, 2); o[0] = seat; o[1] = PASS; x->drawn = 0; return 1; }
    if (p->stuck == 2) S[STAGE] = LEAVE;
    else if (p->stuck == 3) {
        S[OUTCOME] = 1;
        put_set(x, S, WINNERS, B_less(B_load(S + LIVING, SEAT_WORDS), B_bit(seat)), SEAT_WORDS);
        put_set(x, S, LOSERS, B_bit(seat), SEAT_WORDS);
        jump_out(x, J_OVER);
    } else if (p->stuck == 4) {
        new_job(x, S);
        run_hook(x, S, p->stuck_body);
        if (S[STAGE] == ACT) S[STAGE] = LEAVE;
    } else fault(x, F_STUCK, -1);
    return 0;
}
static int act(X *x, i32 *S) {
    const Phase *p = PHASES + S[PHASE];
    if (p->loop) {
        new_job(x, S);
        if (p->loop(x, S)) { run_hook(x, S, p->each); test_ends(x, S, ENDS_JOB, ENDS_JOB_N); }
        else if (S[STAGE] == ACT) S[STAGE] = LEAVE;
        return 0;
    }
    if (p->most && S[ACTS] >= p->most(x, S)) { S[STAGE] = LEAVE; return 0; }
    if (MOST_DECISIONS && S[COUNT] >= MOST_DECISIONS) end_by_limit(x, S);
#if CLOCKED
    if (!somebody_ready(x, S)) return 0;
#endif
    refuel(x);
    list_offers(x, S);
    if (!some_offer_holds(x, S) && !stuck(x, S, p)) return 0;
    if (S[FRESH]) { S[FRESH] = 0; test_ends(x, S, ENDS_TURN_BEGIN, ENDS_TURN_BEGIN_N); }
    return 1;
}
static void step(X *x, i32 *S) {
    i32 stage = S[STAGE];
    if (stage == SETUP) {
        i32 k = S[SETUP_AT];
        if (k < SETUP_N) { S[SETUP_AT]++; SETUP_DO[k](x, S); return; }
        if (FIRST) S[ACTIVE] = FIRST(x, S);
        S[TURN] = 1; S[STAGE] = BEGIN;
#if CLOCKED
        wind_up(x, S);
#endif
    } else if (stage == BEGIN) {
        if (MOST_TURNS && S[TURN] > MOST_TURNS) end_by_limit(x, S);
        S[STAGE] = ENTER; S[FRESH] = 1; S[PHASE] = -1;
        run_hook(x, S, TURN_BEGIN);
    } else if (stage == ENTER) {
        if (S[PHASE] < 0) S[PHASE] = FIRST_PHASE ? FIRST_PHASE(x, S) : 0;
        if (S[PHASE] >= PHASES_N) fault(x, F_PHASES, -1);
        S[STAGE] = ACT; S[ACTS] = 0;
        reset_fields(S, RESET_PHASE, RESET_PHASE_N);
        run_hook(x, S, PHASES[S[PHASE]].enter);
        test_ends(x, S, ENDS_JOB, ENDS_JOB_N);
    } else if (stage == LEAVE || stage == ENDING) leave_phase(x, S, stage == ENDING);
    else if (stage == LEFT || stage == LEFT_FOR_GOOD) go_on(x, S, stage == LEFT_FOR_GOOD);
    else if (stage == END) {
        S[STAGE] = ENDED;
        run_hook(x, S, TURN_END);
        if (S[STAGE] == LEAVE || S[STAGE] == ENDING) S[STAGE] = ENDED;
    } else if (stage == ENDED) end_turn(x, S);
    else fault(x, F_RANGE, -1);
}
static int run(X *x, i32 *S) {
    for (i32 k = 0; k < 10000; k++) {
        if (S[STAGE] == OVER) return R_OVER;
        i32 due = 0;
        while (due < S[LATER] && S[QUEUE + 10 * due + 1] < S[STACK]) due++;
        if (due < S[LATER]) {
            new_job(x, S);
            i32 row[10], at = QUEUE + 10 * due, used = 10 * (S[LATER] - due), before = S[STAGE];
            memcpy(row, S + at, sizeof row);
            memmove(S + at, S + at + 10, 4 * (size_t)(used - 10));
            memset(S + at + used - 10, 0, sizeof row);
            S[LATER]--;
            run_queued(x, S, row[0], row + 2);
            test_ends(x, S, ENDS_JOB, ENDS_JOB_N);
            if (S[STAGE] == LEAVE || S[STAGE] == ENDING) moved_on(S, before, S[STAGE]);
        } else if (S[TURN] && (S[STAGE] == ENTER || S[STAGE] == ACT) && !B_has(B_load(S + LIVING, SEAT_WORDS), S[ACTIVE])) {
            moved_on(S, S[STAGE], ENDING);
        } else if (S[STAGE] == ACT) { if (act(x, S)) return R_DECIDE; }
        else { new_job(x, S); step(x, S); }
    }
    fault(x, F_ENDLESS, -1);
    return R_FAULT;
}
static void perform(X *x, i32 *S, const i32 *o, i32 n) {
    i32 action = o[1];
    x->job_depth = S[STACK];
    if (NOISY) { memcpy(x->base, S, sizeof x->base); memmove(x->job, o, 4 * (size_t)n); x->job_n = n; }
    refuel(x);
    if (action >= 0) {
        S[COUNT]++;
        if (!IS_FREE[action]) S[ACTS]++;
        S[DONE + COUNTS_AS[action]]++;
        i32 end = 2 + PARAM_WORDS[action];
        x->ch = o + end; x->ch_n = n - end; x->ch_used = 0;
#if CLOCKED
        S[BUSY + o[0]] = S[NOW] + f_max(1, time_of_action(x, S, action, o[0], o + 2));
        wake(S, o[0]);
#endif
        do_action(x, S, action, o[0], 0, o + 2);
        test_ends(x, S, ENDS_JOB, ENDS_JOB_N);
    } else if (action == PASS) {
        S[COUNT]++; S[ACTS]++;
        test_ends(x, S, ENDS_JOB, ENDS_JOB_N);
    }
#if CLOCKED
    else if (action == WAIT) S[BUSY + o[0]] = MOST;
    else if (action == TIME) S[UNTIL] = f_max(o[2], S[NOW]);
#endif
}

/* -- compound decisions: every complete way of choosing inside a body */
static void explore_from(X *x, i32 *S, i32 seat, i32 action, const i32 *given, const i32 *args, i32 *chosen, i32 n) {
    jmp_buf here, *outer = x->jump;
    i32 mark, frames = x->frames_n;
    if (n >= 64) fault(x, F_SETS, -1);
    x->jump = &here;
    x->ch = chosen; x->ch_n = n; x->ch_used = 0;
    mark = try_begin(x);
    i32 logging = x->logging;
    int code = setjmp(here), good = 0;
    if (!code) good = probe_action(x, S, action, seat, given, args);
    x->jump = outer;
    x->logging = logging; x->frames_n = frames;
    undo(x, S, mark);
    try_end(x);
    if (code == J_FAULT || code == J_PAUSE || code == J_MISFIT) jump_out(x, code);
    i32 words = PARAM_WORDS[action];
    if (code == J_OVER || (!code && good)) {
        i32 *o = offer_room(x, 2 + words + n);
        o[0] = seat; o[1] = action;
        if (words) memcpy(o + 2, args, 4 * (size_t)words);
        memcpy(o + 2 + words, chosen, 4 * (size_t)n);
    } else if (code == J_CHOICE && x->need_final) {
        for (i32 k = 0; k < x->need_n; k++) {
            i32 *o = offer_room(x, 3 + words + n);
            o[0] = seat; o[1] = action;
            if (words) memcpy(o + 2, args, 4 * (size_t)words);
            memcpy(o + 2 + words, chosen, 4 * (size_t)n);
            o[2 + words + n] = x->need[k];
        }
    } else if (code == J_CHOICE) {
        i32 values_n = x->need_n, small[64], *values = values_n <= 64 ? small : malloc(4 * (size_t)values_n);
        if (!values) fault(x, F_MEMORY, -1);
        memcpy(values, x->need, 4 * (size_t)values_n);
        for (i32 k = 0; k < values_n; k++) { chosen[n] = values[k]; explore_from(x, S, seat, action, given, args, chosen, n + 1); }
        if (values != small) free(values);
    }
}
static void explore(X *x, i32 *S, i32 seat, i32 action, const i32 *given, const i32 *args) {
    i32 chosen[66];
    const i32 *ch = x->ch;
    i32 ch_n = x->ch_n, used = x->ch_used;
    explore_from(x, S, seat, action, given, args, chosen, 0);
    x->ch = ch; x->ch_n = ch_n; x->ch_used = used;
}
static i32 can(X *x, i32 *S, i32 action, i32 me) {
    i32 offers = x->offers, len = x->of_len, lazy = x->lazy;
    x->lazy = 0;
    list_action(x, S, action, me, 0);
    x->lazy = lazy;
    i32 found = x->offers > offers;
    x->offers = offers; x->of_len = len; x->of_at[offers] = len;
    return found;
}
static i32 ask_play(X *x, i32 *S, i32 site, i32 seat, i32 n, const i32 *actions, const i32 (*given)[GIVEN_WORDS + 1]) {
    i32 lazy = x->lazy;
    x->dead = !B_has(B_load(S + LIVING, SEAT_WORDS), seat);
    if (x->dead) return 0;
    i32 *seen = masked(x, S, seat);
    offers_clear(x);
    x->lazy = 0;
    for (i32 k = 0; k < n; k++) list_action(x, seen, actions[k], seat, given[k]);
    if (KEEPING) keep_best(x, S, n, actions, given);
    x->lazy = lazy;
    x->dead = !x->offers;
    int secret = 0;
    for (i32 k = 0; k < n; k++) secret |= IS_SECRET[actions[k]];
    if (x->dead && !secret) return 0;
    if (x->dead) { i32 *o = offer_room(x, 2); o[0] = seat; o[1] = PASS; }
    i32 *e = next_entry(x, site, seat);
    if (!e) {
        x->plays_n = n;
        for (i32 k = 0; k < n && k < 16; k++) { x->plays[k] = actions[k]; memcpy(x->plays_given[k], given[k], sizeof x->plays_given[k]); }
        asked_default(x, 0, 0);
        pause_at(x, P_PLAY, site);
    }
    i32 words = x->tr_n[x->taken - 1] - 2, found = 0;
    for (i32 k = 0; k < x->offers && !found; k++) {
        const i32 *o = x->of + x->of_at[k];
        found = x->of_at[k + 1] - x->of_at[k] == words + 1 && !memcmp(o + 1, e + 2, 4 * (size_t)words);
    }
    if (!found) jump_out(x, J_MISFIT);
    if (x->dead) return 0;
    const i32 *ch = x->ch;
    i32 ch_n = x->ch_n, used = x->ch_used, action = e[2], k = 0, end = 3 + PARAM_WORDS[action];
    while (k < n && actions[k] != action) k++;
    i32 args[OFFER_WORDS + 2];
    memcpy(args, e + 3, 4 * (size_t)(words - 1));
    x->ch = args + end - 3; x->ch_n = words + 2 - end; x->ch_used = 0;
    put(x, S, DONE + COUNTS_AS[action], S[DONE + COUNTS_AS[action]] + 1);
    do_action(x, S, action, seat, given[k], args);
    x->ch = ch; x->ch_n = ch_n; x->ch_used = used; x->dead = 0;
    return 1;
}

/* -- what Python calls */
#if defined(_WIN32)
#define API __declspec(dllexport)
#else
#define API __attribute__((visibility("default")))
#endif
API X *lb_new(void) {
    X *x = calloc(1, sizeof(X));
    if (!x) return 0;
    x->of_cap = 1024; x->at_cap = 256; x->log_cap = 256;
    x->of = malloc(4 * 1024); x->of_at = malloc(4 * 256); x->log = malloc(sizeof(Undo) * 256);
    if (!x->of || !x->of_at || !x->log) { free(x->of); free(x->of_at); free(x->log); free(x); return 0; }
    crc_init();
    return x;
}
API void lb_free(X *x) { if (x) { free(x->of); free(x->of_at); free(x->log); free(x); } }
static int go(X *x, i32 *S, const i32 *job, i32 n) {
    jmp_buf here;
    x->jump = &here;
    x->logging = x->log_n = 0;
    x->taken = 0;
    int code = setjmp(here);
    if (!code) {
        if (job) perform(x, S, job, n);
        else if (NOISY) { memcpy(x->base, S, sizeof x->base); x->job_n = -1; }
        return run(x, S);
    }
    if (code == J_OVER) { S[STAGE] = OVER; offers_clear(x); return R_OVER; }
    if (code == J_PAUSE) return R_PAUSE;
    if (code == J_MISFIT || code == J_CHOICE) x->fault = F_MISFIT;
    return R_FAULT;
}
API i32 lb_words(void) { return WORDS; }
/* The job and its transcript, as they were handed over; false if they cannot be any. */
static int take_job(X *x, const i32 *job, i32 n, const i32 *entries, i32 count) {
    x->entries = 0;
    /* What comes out of a save may be anything. */
    if (n && (n < 2 || n > OFFER_WORDS || job[1] >= ACTIONS || job[0] >= SEATS || job[0] < (job[1] == TIME ? -1 : 0)
              || (job[1] >= 0 ? n < 2 + PARAM_WORDS[job[1]] : job[1] == TIME && n < 3))) { x->fault = F_MISFIT; x->site = -1; return 0; }
    for (i32 k = 0; k < count; k++) {
        i32 len = *entries++;
        if (k >= TR_WORDS || len > ENTRY_WORDS || len < 3) { x->fault = F_MISFIT; x->site = -1; return 0; }
        memcpy(x->tr[k], entries, 4 * (size_t)len);
        x->tr_n[k] = len;
        x->entries++;
        entries += len;
    }
    return 1;
}
API i32 lb_go(X *x, i32 *S, const i32 *job, i32 n, const i32 *entries, i32 count) {
    x->lazy = 0;
    return take_job(x, job, n, entries, count) ? go(x, S, n ? job : 0, n) : R_FAULT;
}
API i32 lb_info(X *x, i32 what) {
    switch (what) {
        case 0: return x->fault;
        case 1: return x->site;
        case 2: return x->offers;
        case 3: return x->of_len;
        case 4: return x->pause;
        case 5: return x->pause_site;
        case 6: return x->weights_n;
        case 7: return x->has_default;
        case 8: return x->fallback;
        case 9: return x->job_n;
        case 10: return x->taken;
        case 11: return x->plays_n;
        case 12: return x->pause_first;
    }
    return 0;
}
API const i32 *lb_data(X *x, i32 what, i32 k) {
    switch (what) {
        case 0: return x->of;
        case 1: return x->of_at;
        case 2: return x->weights;
        case 3: return x->base;
        case 4: return x->job;
        case 5: return x->tr[k];
        case 6: return x->tr_n;
        case 7: return x->plays;
        case 8: return x->plays_given[k];
    }
    return 0;
}
/* An answer joins the transcript; answers of one question to all stand by seat. */
static void add_entry(X *x, const i32 *o, i32 n, i32 kind, i32 site) {
    i32 from = kind == P_PLAY ? 1 : 2, k = x->taken;
    x->entries = x->taken;
    if (k >= TR_WORDS) return;
    i32 *t = x->tr[k];
    t[0] = site; t[1] = o[0];
    memcpy(t + 2, o + from, 4 * (size_t)(n - from));
    x->tr_n[k] = n - from + 2;
    x->entries = k + 1;
    if (kind == P_ANSWER && x->pause_first >= 0)
        for (; k > x->pause_first && x->tr[k - 1][1] > x->tr[k][1]; k--) {
            i32 kept[ENTRY_WORDS], len = x->tr_n[k];
            memcpy(kept, x->tr[k], sizeof kept); memcpy(x->tr[k], x->tr[k - 1], sizeof kept); memcpy(x->tr[k - 1], kept, sizeof kept);
            x->tr_n[k] = x->tr_n[k - 1]; x->tr_n[k - 1] = len;
        }
}
static int resume(X *x, i32 *S, const i32 *o, i32 n) {
    i32 job[OFFER_WORDS + 2], job_n = x->job_n;
    add_entry(x, o, n, x->pause, x->pause_site);
    memcpy(S, x->base, 4 * WORDS);
    x->fresh = 0;
    if (job_n > 0) memcpy(job, x->job, 4 * (size_t)job_n);
    return go(x, S, job_n > 0 ? job : 0, job_n);
}
/* Random games from a block in which a seat is to decide. out: games, moves, drawn, wins by seat. */
API i32 lb_playouts(X *x, const i32 *from, i32 n, u64 seed, int64_t *out) {
    i32 S[WORDS], offer[OFFER_WORDS + 2 * W + 8];
    x->pick = seed;
    for (i32 g = 0; g < n; g++) {
        memcpy(S, from, sizeof S);
        u64 words = next_random(&x->pick);
        if (!words) words = 1;
        S[RNG] = (i32)(uint32_t)words; S[RNG + 1] = (i32)(uint32_t)(words >> 32);
        x->entries = 0; x->lazy = x->watching = 1; x->fresh = x->written_n = 0;
        int status = go(x, S, 0, 0);
        for (;;) {
            if (status == R_OVER) break;
            if (status == R_FAULT) { x->lazy = x->watching = 0; return -1; }
            i32 k = status == R_DECIDE && (LAZY || LOCALS) ? x->drawn : (i32)draw_below(&x->pick, (u64)x->offers);
            i32 len = x->of_at[k + 1] - x->of_at[k];
            memcpy(offer, x->of + x->of_at[k], 4 * (size_t)len);
            out[1]++;
            if (status == R_PAUSE) status = resume(x, S, offer, len);
            else { x->entries = 0; status = go(x, S, offer, len); }
        }
        out[0]++;
        B w = B_load(S + WINNERS, SEAT_WORDS);
        if (!B_any(w)) out[2]++;
        for (i32 s = 0; s < SEATS; s++) out[3 + s] += B_has(w, s);
    }
    x->lazy = x->watching = 0;
    return 0;
}
/* What the policy makes of a decision. */
static i32 weigh(X *x, i32 *S, int status, const i32 *o, i32 n) {
    i32 *seen = masked(x, S, o[0]);
    if (o[1] >= 0) {
        const i32 *given = 0;
        i32 end = 2 + PARAM_WORDS[o[1]];
        if (status == R_PAUSE) for (i32 k = 0; k < x->plays_n && k < 16; k++) if (x->plays[k] == o[1]) given = x->plays_given[k];
        return weigh_action(x, seen, o[1], o[0], given, o + 2, o + end, n - end);
    }
    if (status == R_PAUSE) return x->pause == P_ANSWER ? weigh_answer(x, seen, x->pause_site, o[0], o + 2) : 0;
#if CLOCKED
    if (o[1] == WAIT) return weigh_wait(x, seen, o[0]);
#endif
    return 0;
}
/* The weightiest decision of the first seat that may decide; equal ones at random. -1 after a fault. */
static i32 weightiest(X *x, i32 *S, int status) {
    jmp_buf here;
    volatile i32 best = 0, equal = 0;
    volatile i32 most = 0;
    i32 n = x->offers, seat = x->of[x->of_at[0]];
    x->jump = &here;
    if (setjmp(here)) return -1;
    refuel(x);
    policy_lets(x, masked(x, S, seat), seat);
    for (i32 k = 0; k < n; k++) {
        const i32 *o = x->of + x->of_at[k];
        if (o[0] != seat) break;
        refuel(x);
        i32 w = weigh(x, S, status, o, x->of_at[k + 1] - x->of_at[k]);
        if (!equal || w > most) { most = w; best = k; equal = 1; }
        else if (w == most && !draw_below(&x->pick, (u64)++equal)) best = k;
    }
    return best;
}
/* Games in which every seat plays as the policy says, from a block in which a seat is to decide. out: as above. */
API i32 lb_policy(X *x, const i32 *from, i32 n, u64 seed, int64_t *out) {
    i32 S[WORDS], offer[OFFER_WORDS + 2 * W + 8];
    x->pick = seed;
    for (i32 g = 0; g < n; g++) {
        memcpy(S, from, sizeof S);
        u64 words = next_random(&x->pick);
        if (!words) words = 1;
        S[RNG] = (i32)(uint32_t)words; S[RNG + 1] = (i32)(uint32_t)(words >> 32);
        x->entries = 0; x->lazy = 0;
        int status = go(x, S, 0, 0);
        while (status != R_OVER) {
            if (status == R_FAULT) return -1;
            i32 k = weightiest(x, S, status);
            if (k < 0) return -1;
            i32 len = x->of_at[k + 1] - x->of_at[k];
            memcpy(offer, x->of + x->of_at[k], 4 * (size_t)len);
            out[1]++;
            if (status == R_PAUSE) status = resume(x, S, offer, len);
            else { x->entries = 0; status = go(x, S, offer, len); }
        }
        out[0]++;
        B w = B_load(S + WINNERS, SEAT_WORDS);
        if (!B_any(w)) out[2]++;
        for (i32 s = 0; s < SEATS; s++) out[3 + s] += B_has(w, s);
    }
    return 0;
}
/* What the policy makes of every decision of a seat that stands in the context, in their order; 0 for those of others. */
API i32 lb_weights(X *x, i32 *S, i32 status, i32 seat, i32 *out) {
    jmp_buf here;
    x->jump = &here;
    if (setjmp(here)) return -1;
    refuel(x);
    policy_lets(x, masked(x, S, seat), seat);
    for (i32 k = 0; k < x->offers; k++) {
        const i32 *o = x->of + x->of_at[k];
        refuel(x);
        out[k] = o[0] == seat ? weigh(x, S, status, o, x->of_at[k + 1] - x->of_at[k]) : 0;
    }
    return 0;
}
/* Whether `ensure` lets a candidate pass; -1 after a fault. */
static i32 holds(X *x, i32 *S, const i32 *o) {
    jmp_buf here;
    x->jump = &here;
    if (setjmp(here)) return -1;
    refuel(x);
    return !!try_action(x, masked(x, S, o[0]), o[1], o[0], 0, o + 2);
}
/* The weightiest decision, or one of the first seat's at random. Only the one chosen is tried: most are never looked at. */
static i32 chosen(X *x, i32 *S, int status, int weighed) {
    for (;;) {
        i32 k, own = 1;
        if (weighed) k = weightiest(x, S, status);
        else {
            while (own < x->offers && x->of[x->of_at[own]] == x->of[x->of_at[0]]) own++;
            k = (i32)draw_below(&x->pick, (u64)own);
        }
        if (k < 0 || status != R_DECIDE || !LAZY) return k;
        i32 at = x->of_at[k], len = x->of_at[k + 1] - at, offer[OFFER_WORDS + 2 * W + 8];
        memcpy(offer, x->of + at, 4 * (size_t)len);
        i32 good = offer[1] < 0 || !TRIES[offer[1]] ? 1 : holds(x, S, offer);
        if (good) return good < 0 ? -1 : k;
        memmove(x->of + at, x->of + at + len, 4 * (size_t)(x->of_len - at - len));
        for (i32 j = k + 1; j <= x->offers; j++) x->of_at[j - 1] = x->of_at[j] - len;
        x->offers--; x->of_len -= len;
    }
}
/* One game from wherever it stands, to its end or for at most so many decisions: at random, or as the policy says but `noise`
   times in 256 at random. out: ended, decisions, outcome; then by seat whether it won, and its rank. */
API i32 lb_rollout(X *x, const i32 *from, const i32 *job, i32 n, const i32 *entries, i32 count, u64 seed, i32 policy, i32 noise, i32 most, i32 *out) {
    i32 S[WORDS], offer[OFFER_WORDS + 2 * W + 8], moves = 0;
    memcpy(S, from, sizeof S);
    x->pick = seed;
    u64 words = next_random(&x->pick);
    if (!words) words = 1;
    S[RNG] = (i32)(uint32_t)words; S[RNG + 1] = (i32)(uint32_t)(words >> 32);
    x->lazy = 1; x->watching = !policy; x->fresh = x->written_n = 0;
    int status = take_job(x, job, n, entries, count) ? go(x, S, n ? job : 0, n) : R_FAULT;
    for (; status != R_OVER && status != R_FAULT && moves < most; moves++) {
        i32 k;
        if (!policy) k = status == R_DECIDE && (LAZY || LOCALS) ? x->drawn : (i32)draw_below(&x->pick, (u64)x->offers);
        else k = chosen(x, S, status, (i32)draw_below(&x->pick, 256) >= noise);
        if (k < 0) { status = R_FAULT; break; }
        i32 len = x->of_at[k + 1] - x->of_at[k];
        memcpy(offer, x->of + x->of_at[k], 4 * (size_t)len);
        if (status == R_PAUSE) status = resume(x, S, offer, len);
        else { x->entries = 0; status = go(x, S, offer, len); }
    }
    x->lazy = x->watching = 0;
    if (status == R_FAULT) return -1;
    B w = B_load(S + WINNERS, SEAT_WORDS);
    out[0] = status == R_OVER; out[1] = moves; out[2] = S[OUTCOME];
    for (i32 s = 0; s < SEATS; s++) { out[3 + 2 * s] = B_has(w, s); out[4 + 2 * s] = S[RANK + s]; }
    return 0;
}
/* Sequences of decisions of exactly this length, from what the context stands at. */
static i32 count_from(X *x, const i32 *S, i32 status, i32 depth, int64_t *total) {
    if (status == R_FAULT || x->stopped) return -1;
    if (status == R_OVER) return 0;
    int luck = status == R_PAUSE && x->pause == P_CHANCE;
    if (depth == 1 && !luck) { *total += x->offers; return 0; }
    i32 n = x->offers, len = x->of_len, result = 0;
    i32 *offers = malloc(4 * (size_t)(len + n + 2)), *child = malloc(4 * WORDS);
    if (!offers || !child) { free(offers); free(child); x->fault = F_MEMORY; return -1; }
    memcpy(offers, x->of, 4 * (size_t)len);
    i32 *at = offers + len;
    memcpy(at, x->of_at, 4 * (size_t)(n + 1));
    /* A pause is resumed from its base: keep what `resume` needs. */
    i32 pause = x->pause, site = x->pause_site, first = x->pause_first, taken = x->taken, job_n = x->job_n, *kept = 0;
    if (status == R_PAUSE) {
        kept = malloc(sizeof x->base + sizeof x->job + sizeof x->tr + sizeof x->tr_n);
        if (!kept) { free(offers); free(child); x->fault = F_MEMORY; return -1; }
        memcpy(kept, x->base, sizeof x->base);
        memcpy(kept + WORDS, x->job, sizeof x->job);
        memcpy((char *)kept + sizeof x->base + sizeof x->job, x->tr, sizeof x->tr);
        memcpy((char *)kept + sizeof x->base + sizeof x->job + sizeof x->tr, x->tr_n, sizeof x->tr_n);
    }
    for (i32 k = 0; k < n && !result; k++) {
        const i32 *o = offers + at[k];
        int next;
        if (kept) {
            memcpy(x->base, kept, sizeof x->base);
            memcpy(x->job, kept + WORDS, sizeof x->job);
            memcpy(x->tr, (char *)kept + sizeof x->base + sizeof x->job, sizeof x->tr);
            memcpy(x->tr_n, (char *)kept + sizeof x->base + sizeof x->job + sizeof x->tr, sizeof x->tr_n);
            x->pause = pause; x->pause_site = site; x->pause_first = first; x->taken = taken; x->entries = taken; x->job_n = job_n;
            next = resume(x, child, o, at[k + 1] - at[k]);
        } else {
            memcpy(child, S, 4 * WORDS);
            x->entries = 0;
            next = go(x, child, o, at[k + 1] - at[k]);
        }
        result = count_from(x, child, next, luck ? depth : depth - 1, total);
    }
    free(offers); free(child); free(kept);
    return result;
}
/* Called by another thread: a count that runs ends soon. */
API void lb_stop(X *x) { x->stopped = 1; }
API i32 lb_perft(X *x, i32 *S, const i32 *job, i32 n, const i32 *entries, i32 count, i32 depth, int64_t *total) {
    *total = 0;
    i32 status = lb_go(x, S, job, n, entries, count);
    return count_from(x, S, status, depth, total);
}
