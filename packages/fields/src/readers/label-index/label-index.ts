import { joinedLines, type Token } from "../../text/tokens.ts";

/** Looks up labels without case, accents, blanks and punctuation, and with one wrong character if asked to. */
export interface LabelIndex {
  /** The keys of the longest label that begins at a token; undefined if none does. */
  longestAt(tokens: readonly Token[], at: number, isApproximate: boolean): FoundLabel | undefined;
}

export interface FoundLabel {
  readonly keys: readonly string[];
  /** The token after the label. */
  readonly next: number;
  /** Characters without blanks; those of Chinese and Japanese count for three. */
  readonly length: number;
  readonly isExact: boolean;
}

/** The longest label of the shipped lists has 7 words. */
const MAX_WORDS = 8;
/** Shorter labels with one wrong character are other words. */
const MIN_APPROXIMATE = 6;

/** An index of labels by the key of what they name. */
export function labelIndex(entries: Iterable<readonly [key: string, labels: readonly string[]]>): LabelIndex {
  const exact = new Map<string, Set<string>>();
  const named = [...entries].flatMap(([key, labels]) => labels.map((label) => ({ key, label })));
  const texts = joinedLines(named.map(({ label }) => label));
  for (const [at, { key }] of named.entries()) add(exact, texts[at] ?? "", key);
  exact.delete("");
  const most = Math.max(0, ...[...exact.keys()].map((label) => label.length));
  let near: Map<string, Set<string>> | undefined;
  const lookUp = (text: string, isApproximate: boolean): ReadonlySet<string> | undefined => {
    const found = exact.get(text);
    if (found !== undefined || !isApproximate || text.length < MIN_APPROXIMATE) return found;
    near ??= nearLabels(exact);
    for (const shorter of [text, ...withoutOne(text)]) {
      const keys = near.get(shorter);
      if (keys !== undefined) return keys;
    }
    return undefined;
  };
  return {
    longestAt: (tokens, at, isApproximate) =>
      longest(tokens, at, { lookUp: (text) => lookUp(text, isApproximate), exact, most }),
  };
}

interface Labels {
  readonly lookUp: (text: string) => ReadonlySet<string> | undefined;
  readonly exact: ReadonlyMap<string, unknown>;
  /** Characters of the longest label. */
  readonly most: number;
}

function longest(
  tokens: readonly Token[],
  at: number,
  { lookUp, exact, most }: Labels,
): FoundLabel | undefined {
  let text = "";
  let found: FoundLabel | undefined;
  for (let next = at; next < Math.min(tokens.length, at + MAX_WORDS); next++) {
    text += tokens[next]?.norm ?? "";
    // One character may be too many in recognised text.
    if (text.length > most + 1) break;
    const keys = lookUp(text);
    if (keys === undefined) continue;
    found = { keys: [...keys], next: next + 1, length: weight(text), isExact: exact.has(text) };
  }
  return found;
}

function weight(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return text.length + 2 * wide;
}

function add(map: Map<string, Set<string>>, text: string, key: string): void {
  const keys = map.get(text) ?? new Set();
  keys.add(key);
  map.set(text, keys);
}

/** Two texts that differ in one character are the same without one character each. */
function nearLabels(exact: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const near = new Map<string, Set<string>>();
  for (const [label, keys] of exact) {
    if (label.length < MIN_APPROXIMATE) continue;
    for (const text of [label, ...withoutOne(label)]) for (const key of keys) add(near, text, key);
  }
  return near;
}

function withoutOne(text: string): readonly string[] {
  return Array.from({ length: text.length }, (_, at) => text.slice(0, at) + text.slice(at + 1));
}
