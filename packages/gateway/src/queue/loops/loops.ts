import type { WorkOptions } from "pg-boss";
import type { Taker } from "../notifications/dispatcher.ts";
import type { EntryBoss } from "../notifications/entry-boss.ts";
import { onBehalfOf } from "../entry.ts";
import { ExtraLoops } from "./extra-loops.ts";

/** Loops are woken; pg-boss's own polls are not needed. */
const POLL_SECONDS = 24 * 60 * 60;

/** How long a loop that was reserved for an entry may take to find it: the sender's transaction may be undone. */
const RESERVED_MS = 250;

/** If all loops have been busy with the same entries for so long, extra ones take others. */
const HELD_MS = 500;

/** How long a loop that has ended looks for an entry that waits. */
const LOOKING_MS = 10;

const ONE_OF_A_GROUP = { localGroupConcurrency: 1 } as const;

interface Task {
  readonly data: unknown;
  readonly signal: AbortSignal;
}

export interface LoopsOptions extends Pick<WorkOptions, "groupConcurrency"> {
  readonly boss: EntryBoss;
  /** The queue name. */
  readonly name: string;
  /** Maximum number of entries processed concurrently. */
  readonly slots: number;
  /** How many more are processed while all slots are held by long ones: at most one of each group. */
  readonly extraSlots?: number;
  /** @param task the payload. The signal aborts when the lease is lost. */
  readonly handle: (task: unknown, lost: AbortSignal) => Promise<void>;
}

export interface Loops {
  /** Stops waking the loops. */
  rest(): void;
}

/**
 * Loops that each take one entry at a time. Only one idle loop is woken; when it finds an entry, it wakes the
 * next. So many loops query the database no more than one does, and no entry waits behind a slow one. A loop that has
 * found the entry it was reserved for wakes no other, and does not look again, unless more entries may wait.
 */
export async function startLoops(options: LoopsOptions): Promise<Loops> {
  const loops = new EntryLoops(options);
  for (let slot = 0; slot < options.slots; slot += 1) await loops.startOne();
  const { boss, name } = options;
  boss.dispatcher.add(name, loops);
  return {
    rest() {
      boss.dispatcher.remove(name);
      loops.rest();
    },
  };
}

class EntryLoops implements Taker {
  readonly #options: LoopsOptions;
  /** When each idle loop has ended its last entry. */
  readonly #idle = new Map<string, number>();
  /** When each busy loop has begun its entry. */
  readonly #busy = new Map<string, number>();
  readonly #reservations = new Reservations();
  readonly #extra: ExtraLoops;
  /** Whether entries may wait that no loop has looked for. */
  #mayWait = true;

  constructor(options: LoopsOptions) {
    this.#options = options;
    this.#extra = new ExtraLoops(options.extraSlots ?? 0, {
      heldIn: () =>
        this.#idle.size > 0 ? Infinity : HELD_MS - (performance.now() - Math.max(...this.#busy.values())),
      start: (work) => this.#start((loop, task) => work(loop, () => this.#run(task)), ONE_OF_A_GROUP),
      wake: (loop) => options.boss.notifyWorker(loop),
    });
  }

  async startOne(): Promise<void> {
    const loop = await this.#start((own, task) => this.#take(own, task));
    this.#idle.set(loop, performance.now());
  }

  free(): number {
    const looking = performance.now() - LOOKING_MS;
    return [...this.#idle.values()].filter((since) => since < looking).length;
  }

  reserve(): boolean {
    return this.#reservations.reserve(this.#idle.size);
  }

  wake(): boolean {
    const [next] = this.#idle;
    if (next === undefined) return false;
    const [loop, since] = next;
    // Last in line now, so that the next entry wakes another loop.
    this.#idle.delete(loop);
    this.#idle.set(loop, since);
    this.#options.boss.notifyWorker(loop);
    return true;
  }

  look(): void {
    this.#mayWait = !this.wake();
    if (this.#mayWait) this.#extra.look();
  }

  rest(): void {
    this.#extra.rest();
  }

  #start(work: (loop: string, task: Task) => Promise<void>, own: WorkOptions = {}): Promise<string> {
    const { boss, name, groupConcurrency } = this.#options;
    const options = {
      pollingIntervalSeconds: POLL_SECONDS,
      ...(groupConcurrency !== undefined && { groupConcurrency }),
      ...own,
    };
    const started = boss.work(name, options, async (entries) => {
      for (const entry of entries) await work(await started, entry);
    });
    return started;
  }

  async #take(own: string, task: Task): Promise<void> {
    this.#idle.delete(own);
    this.#busy.set(own, performance.now());
    const isReserved = this.#reservations.take();
    // If no loop is idle, the reserved entry may be another one, which no loop was woken for.
    if (!isReserved || this.#idle.size === 0) this.#mayWait = true;
    if (this.#mayWait) this.look();
    try {
      await this.#run(task);
    } finally {
      this.#busy.delete(own);
      this.#idle.set(own, performance.now());
      // An entry that has ended makes room for one of its group.
      if (this.#mayWait || this.#options.groupConcurrency !== undefined) {
        this.#mayWait = false;
        this.#options.boss.notifyWorker(own);
      }
    }
  }

  #run({ data, signal }: Task): Promise<void> {
    return onBehalfOf(data, () => this.#options.handle(data, signal));
  }
}

/** Entries that are about to be sent, for which a loop is kept. */
class Reservations {
  #until: number[] = [];

  /** Keeps one of so many idle loops; false if all are kept. */
  reserve(idle: number): boolean {
    this.#forgetOld();
    if (this.#until.length >= idle) return false;
    this.#until.push(performance.now() + RESERVED_MS);
    return true;
  }

  /** Whether the entry that was found was reserved. */
  take(): boolean {
    this.#forgetOld();
    return this.#until.shift() !== undefined;
  }

  #forgetOld(): void {
    const now = performance.now();
    this.#until = this.#until.filter((end) => end > now);
  }
}
