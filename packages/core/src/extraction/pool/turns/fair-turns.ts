/** A document, or its conversion, that threads work on in turns. */
export interface Contender {
  /** Documents of one owner wait for one another, not for those of others. */
  readonly owner: unknown;
  /** Whether a thread could work on it now, beside other threads. */
  readonly hasWork: boolean;
  /** Whether it has work during which no other thread may work, except for a short turn of another owner. */
  readonly hasWorkAlone: boolean;
}

/**
 * `regular`: one of the threads that all documents share. `alone`: the same while the others pause. `spare`: a thread that
 * works only while all others are held by work of other owners.
 */
export type TurnKind = "regular" | "alone" | "spare";

interface NextTurn<C> {
  readonly of: C;
  readonly kind: TurnKind;
}

/** What a thread is doing for a contender. */
export interface Turn<C> extends NextTurn<C> {
  /** For how long the thread has worked on it, in milliseconds; 0 while the thread starts. */
  readonly workedMs: () => number;
  /** Ends the work, which must then be left to another turn. */
  readonly reclaim: () => void;
}

interface TurnEvents {
  /** Called when time has passed that may make another turn possible. */
  readonly look: () => void;
  /** Called when a spare thread may soon be needed. */
  readonly prepareSpare: () => void;
}

/** Threads beside the regular ones, for owners whose work would otherwise wait for long work of others. */
export const SPARE_THREADS = 1;

/** A thread that has worked for so long is held: longer than the slices in which pages are read. */
const HELD_MS = 300;

/** If every thread has worked for so long while another owner waits, the spare one is reclaimed for that owner. */
const RECLAIMED_AFTER_MS = 2000;

/**
 * Decides which document a thread works on next: one of the owner whose documents have had the least time of threads, and
 * of these the one served longest ago. Work cannot be interrupted, so the threads may all be held by long work. Another
 * owner's work then gets a spare thread. If that is long as well, it is ended while others wait for the spare thread, and
 * begun again on a regular one: each document at most once, so every document ends.
 */
export class FairTurns<C extends Contender, T extends Turn<C>> implements Disposable {
  readonly #threads: number;
  readonly #events: TurnEvents;
  /** Least recently served first. */
  #contenders: C[] = [];
  readonly #shares = new Map<unknown, { usedMs: number; contenders: number }>();
  readonly #running = new Set<T>();
  /** Documents that a spare thread was reclaimed from. */
  readonly #long = new WeakSet<C>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(threads: number, events: TurnEvents) {
    this.#threads = threads;
    this.#events = events;
  }

  get contenders(): readonly C[] {
    return this.#contenders;
  }

  get running(): readonly T[] {
    return [...this.#running];
  }

  /** Whether a regular thread is free. */
  get hasFreeThread(): boolean {
    return this.#of("spare", false).length < this.#threads && this.#of("alone").length === 0;
  }

  /** An owner without other documents starts with the least time of any, so having waited is no advantage. */
  join(contender: C): void {
    const share = this.#shares.get(contender.owner) ?? { usedMs: this.#leastUsedMs(), contenders: 0 };
    share.contenders += 1;
    this.#shares.set(contender.owner, share);
    this.#contenders.push(contender);
  }

  leave(contender: C): void {
    if (!this.#contenders.includes(contender)) return;
    this.#contenders = this.#contenders.filter((other) => other !== contender);
    const share = this.#shares.get(contender.owner);
    if (!share) return;
    share.contenders -= 1;
    if (share.contenders === 0) this.#shares.delete(contender.owner);
  }

  /** The next turn, if one is possible now; the caller begins it. */
  next(): NextTurn<C> | undefined {
    clearTimeout(this.#timer);
    const alone = this.#contenders.find(({ hasWorkAlone }) => hasWorkAlone);
    if (alone && this.#of("spare", false).length === 0) return this.#served(alone, "alone");
    const waiting = this.#contenders.filter(({ hasWork }) => hasWork);
    if (!alone && this.hasFreeThread) return this.#served(this.#fairest(waiting), "regular");
    const served = new Set(this.running.map(({ of }) => of.owner));
    const others = waiting.filter((one) => !served.has(one.owner) && !this.#long.has(one));
    return this.#spareTurn(others);
  }

  begin(turn: T): void {
    this.#running.add(turn);
  }

  end(turn: T): void {
    const share = this.#shares.get(turn.of.owner);
    if (share) share.usedMs += turn.workedMs();
    this.#running.delete(turn);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #spareTurn(others: readonly C[]): NextTurn<C> | undefined {
    const spare = this.#of("spare");
    const hasSpare = spare.length < SPARE_THREADS;
    if (others.length === 0 && (!hasSpare || this.running.every(({ of }) => of.owner === undefined)))
      return undefined;
    const missingMs =
      (hasSpare ? HELD_MS : RECLAIMED_AFTER_MS) - Math.min(...this.running.map((turn) => turn.workedMs()));
    if (missingMs > 0) {
      this.#timer = setTimeout(this.#events.look, missingMs).unref();
      return undefined;
    }
    if (hasSpare && others.length === 0) this.#events.prepareSpare();
    if (hasSpare) return this.#served(this.#fairest(others), "spare");
    for (const turn of spare) {
      this.#long.add(turn.of);
      turn.reclaim();
    }
    return undefined;
  }

  #served(contender: C | undefined, kind: TurnKind): NextTurn<C> | undefined {
    if (!contender) return undefined;
    this.#contenders = [...this.#contenders.filter((other) => other !== contender), contender];
    return { of: contender, kind };
  }

  #fairest(waiting: readonly C[]): C | undefined {
    let [fairest] = waiting;
    if (!fairest || waiting.length === 1) return fairest;
    let least = this.#usedMs(fairest.owner);
    for (const one of waiting) {
      const used = this.#usedMs(one.owner);
      if (used < least) [fairest, least] = [one, used];
    }
    return fairest;
  }

  /** With the time of the turns that go on. */
  #usedMs(owner: unknown): number {
    const own = this.running.filter(({ of }) => of.owner === owner);
    return own.reduce((sum, turn) => sum + turn.workedMs(), this.#shares.get(owner)?.usedMs ?? 0);
  }

  #leastUsedMs(): number {
    const used = [...this.#shares.keys()].map((owner) => this.#usedMs(owner));
    return used.length === 0 ? 0 : Math.min(...used);
  }

  #of(kind: TurnKind, isOfKind = true): readonly T[] {
    return this.running.filter((turn) => (turn.kind === kind) === isOfKind);
  }
}
