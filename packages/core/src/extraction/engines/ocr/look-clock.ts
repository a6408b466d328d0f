/** Names under which the known build imports WASI's `clock_time_get`. */
const MODULE = "a";
const CLOCK = "M";

/** A clock that advances by one each time the program reads it. */
export class LookClock {
  #looks = 0;

  /** Number of times the program has read the clock. */
  get looks(): number {
    return this.#looks;
  }

  /** Returns the imports with this clock instead of the system clock. `memory` is set only once the program runs. */
  imported(imports: WebAssembly.Imports, memory: () => WebAssembly.Memory | undefined): WebAssembly.Imports {
    const read = (_clock: number, _precision: bigint, address: number): number => {
      this.#looks++;
      const written = memory();
      if (written) new DataView(written.buffer).setBigInt64(address >>> 0, BigInt(this.#looks), true);
      return 0;
    };
    return { ...imports, [MODULE]: { ...imports[MODULE], [CLOCK]: read } };
  }
}
