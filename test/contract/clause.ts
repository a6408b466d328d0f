import type { Exchange } from "./exchange.ts";

/**
 * One promise of the documented REST area, checked over HTTP against any service that makes it. An id never changes
 * its meaning; a clause that is given up takes its id with it.
 */
export interface Clause {
  readonly id: string;
  /** A sentence with MUST. */
  readonly rule: string;
  /** Throws when the rule is broken. */
  readonly check: (exchange: Exchange) => Promise<void>;
}
