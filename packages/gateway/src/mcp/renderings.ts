/** Texts of which a reader has had a part, so that a document read in parts is rendered once. */
export interface Renderings {
  find(key: string): string | undefined;
  keep(key: string, text: string): void;
}

/** Agents ask for the next part at once; a text that is no longer kept is rendered again. */
const KEPT_MS = 120_000;
const MAX_CHARACTERS = 20_000_000;

export function createRenderings(now: () => number = () => performance.now()): Renderings {
  const kept = new Map<string, { readonly text: string; readonly until: number }>();
  let characters = 0;
  const drop = (key: string): void => {
    characters -= kept.get(key)?.text.length ?? 0;
    kept.delete(key);
  };
  const dropOld = (): void => {
    for (const [key, { until }] of kept) {
      if (until > now() && characters <= MAX_CHARACTERS) return;
      drop(key);
    }
  };
  return {
    find(key) {
      dropOld();
      return kept.get(key)?.text;
    },
    keep(key, text) {
      drop(key);
      // The last of a Map is the youngest.
      kept.set(key, { text, until: now() + KEPT_MS });
      characters += text.length;
      dropOld();
    },
  };
}
