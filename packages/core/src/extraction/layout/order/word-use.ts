/** How a text writes its words: together or with hyphens. */
export class WordUse {
  readonly #lines: () => Iterable<string>;
  #counts: Counts | undefined;

  /** @param lines gone through once, if a line of the text ends with a hyphen */
  constructor(lines: () => Iterable<string>) {
    this.#lines = lines;
  }

  /** How often a word stands alone. */
  words(word: string): number {
    return this.#known().words.get(word) ?? 0;
  }

  /** How often two parts are written with a hyphen. */
  compounds(first: string, second: string): number {
    return this.#known().compounds.get(`${first}-${second}`) ?? 0;
  }

  /** How many different compounds begin with a part. */
  beginning(first: string): number {
    return this.#known().beginnings.get(first) ?? 0;
  }

  /** How many different compounds end with a part. */
  ending(second: string): number {
    return this.#known().endings.get(second) ?? 0;
  }

  #known(): Counts {
    return (this.#counts ??= countsOf(this.#lines()));
  }
}

interface Counts {
  readonly words: Map<string, number>;
  readonly compounds: Map<string, number>;
  readonly beginnings: Map<string, number>;
  readonly endings: Map<string, number>;
}

/** Letters and digits with hyphens between them. */
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:[-‐][\p{L}\p{M}\p{N}]+)*/gu;
const HYPHEN = /[-‐]/u;

function countsOf(lines: Iterable<string>): Counts {
  const counts: Counts = {
    words: new Map(),
    compounds: new Map(),
    beginnings: new Map(),
    endings: new Map(),
  };
  let wasBroken = false;
  for (const line of lines) {
    const tokens = line.toLowerCase().match(TOKEN) ?? [];
    const isBroken = endsInHyphen(line);
    // The parts of a broken word are no words.
    for (const token of tokens.slice(wasBroken ? 1 : 0, isBroken ? -1 : undefined)) count(token, counts);
    wasBroken = isBroken;
  }
  return counts;
}

function count(token: string, { words, compounds, beginnings, endings }: Counts): void {
  if (!HYPHEN.test(token)) {
    add(words, token);
    return;
  }
  const parts = token.split(HYPHEN);
  for (const [at, second] of parts.entries()) {
    const first = parts[at - 1];
    if (first === undefined) continue;
    if (add(compounds, `${first}-${second}`) > 1) continue;
    add(beginnings, first);
    add(endings, second);
  }
}

function add(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}

export function endsInHyphen(line: string): boolean {
  return line.endsWith("-") || line.endsWith("‐");
}
