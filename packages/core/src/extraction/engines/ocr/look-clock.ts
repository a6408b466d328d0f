/** The known program's import of `clock_time_get` of WASI. */
const MODULE = "a";
const CLOCK = "M";

/** A clock that advances by one whenever the program reads it. */
export class LookClock {
  #looks = 0;

  /** How often the program has read it. */
  get looks(): number {
    return this.#looks;
  }

  /** The program's imports with this clock instead of the machine's. The memory exists only once the program runs. */
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
