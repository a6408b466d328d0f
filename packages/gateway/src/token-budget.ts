const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Limits the tokens of the last 24 hours, which are counted by the hour. */
export class TokenBudget {
  readonly #most: number;
  #spent: readonly { readonly at: number; readonly tokens: number }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  isSpent(): boolean {
    const now = Date.now();
    this.#spent = this.#spent.filter(({ at }) => at > now - DAY_MS);
    const sum = this.#spent.reduce((total, { tokens }) => total + tokens, 0);
    return sum >= this.#most;
  }

  spend(tokens: number): void {
    const at = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const last = this.#spent.at(-1);
    const before = last?.at === at ? this.#spent.slice(0, -1) : this.#spent;
    this.#spent = [...before, { at, tokens: tokens + (last?.at === at ? last.tokens : 0) }];
  }
}
