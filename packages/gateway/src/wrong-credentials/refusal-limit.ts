import ipaddr from "ipaddr.js";

/** Burst of wrong credentials per address; more than a misconfigured client sends in some minutes. */
const BURST = 300;
/** Long-term rate per second. */
const PER_SECOND = 1;
/** Maximum number of addresses tracked; the one with the oldest failure is dropped first. */
const MAX_ADDRESSES = 10_000;

interface Allowance {
  readonly left: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Counts wrong credentials per address. */
export class RefusalLimit {
  readonly #now: () => Date;
  readonly #allowances = new Map<string, Allowance>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /**
   * Counts one more and returns the whole seconds for which the address is over its limit; undefined if it is
   * not.
   */
  refuse(address: string): number | undefined {
    const network = networkOf(address);
    const left = this.#left(network);
    const isOver = left < 1;
    this.#allowances.delete(network);
    this.#allowances.set(network, { left: isOver ? left : left - 1, at: this.#now().getTime() });
    const [oldest] = this.#allowances.keys();
    if (this.#allowances.size > MAX_ADDRESSES && oldest !== undefined) this.#allowances.delete(oldest);
    return isOver ? Math.ceil((1 - left) / PER_SECOND) : undefined;
  }

  #left(network: string): number {
    const known = this.#allowances.get(network);
    if (!known) return BURST;
    const seconds = Math.max(0, this.#now().getTime() - known.at) / 1000;
    return Math.min(BURST, known.left + seconds * PER_SECOND);
  }
}

/** The owner of one IPv6 address usually has all 2^64 of its network. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}
