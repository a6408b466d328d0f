import type { Exchange } from "./exchange.ts";

/**
 * A statement of the documented REST area, checked over HTTP against any service that implements it. An id
 * never changes its meaning and is not reused.
 */
export interface Clause {
  readonly id: string;
  /** A sentence with MUST. */
  readonly rule: string;
  /** Throws if the rule is broken. */
  readonly check: (exchange: Exchange) => Promise<void>;
}
