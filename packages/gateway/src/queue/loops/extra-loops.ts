interface Parts {
  /** In how many milliseconds all other loops will be held by long entries; `Infinity` if one is idle. */
  readonly heldIn: () => number;
  /** Starts a loop, which looks for an entry at once. `work` is called with each entry that it finds. */
  readonly start: (work: (loop: string, run: () => Promise<void>) => Promise<void>) => Promise<string>;
  readonly wake: (loop: string) => void;
}

/** Loops that take entries only while all others are held. They are started when they are needed. */
export class ExtraLoops {
  readonly #slots: number;
  readonly #parts: Parts;
  readonly #idle = new Set<string>();
  #started = 0;
  #isResting = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(slots: number, parts: Parts) {
    this.#slots = slots;
    this.#parts = parts;
  }

  /** Lets one loop look for an entry, as soon as all others are held. */
  look(): void {
    clearTimeout(this.#timer);
    const waitMs = this.#parts.heldIn();
    if (this.#isResting || this.#slots === 0 || waitMs === Infinity) return;
    if (waitMs > 0) this.#timer = setTimeout(() => this.look(), waitMs).unref();
    else this.#wake();
  }

  /** Takes no more entries. */
  rest(): void {
    this.#isResting = true;
    clearTimeout(this.#timer);
  }

  #wake(): void {
    const [loop] = this.#idle;
    if (loop === undefined) {
      // If it cannot be started, the next look tries again.
      if (this.#started < this.#slots) this.#start().catch(() => (this.#started -= 1));
      return;
    }
    // Last in line now, as it may still be looking.
    this.#idle.delete(loop);
    this.#idle.add(loop);
    this.#parts.wake(loop);
  }

  async #start(): Promise<void> {
    this.#started += 1;
    const loop = await this.#parts.start(async (own, run) => {
      this.#idle.delete(own);
      this.look();
      try {
        await run();
      } finally {
        this.#idle.add(own);
        this.look();
      }
    });
    this.#idle.add(loop);
  }
}
