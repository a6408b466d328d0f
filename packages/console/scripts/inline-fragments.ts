import { globSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

const OPERATION = /graphql\(`([^`]*)`\)/g;
const SPREAD = /\.\.\.\s*(\w+)/g;

/**
 * Writes the fragments that an operation uses into its text, so that it does not depend on which modules were loaded
 * before it. Fragments have one name each in all sources, which GraphQL Code Generator checks.
 */
export function inlineFragments(sources: string): Plugin {
  let fragments: ReadonlyMap<string, string> = new Map();
  return {
    name: "inline-fragments",
    enforce: "pre",
    buildStart() {
      fragments = new Map(globSync(sources).flatMap((path) => fragmentsOf(readFileSync(path, "utf8"))));
    },
    transform(code, path) {
      if (!/\.tsx?$/.test(path) || !code.includes("graphql(`")) return undefined;
      const inlined = code.replaceAll(
        OPERATION,
        (_call, text: string) => `graphql(\`${[text, ...usedBy(text, fragments).values()].join("\n")}\`)`,
      );
      return { code: inlined, map: null };
    },
  };
}

function fragmentsOf(source: string): (readonly [string, string])[] {
  return [...source.matchAll(OPERATION)].flatMap(([, text = ""]) => {
    const [, name] = /^\s*fragment\s+(\w+)/.exec(text) ?? [];
    return name === undefined ? [] : [[name, text] as const];
  });
}

/** The fragments that a text uses, and those that they use. */
function usedBy(text: string, fragments: ReadonlyMap<string, string>): Map<string, string> {
  const used = new Map<string, string>();
  const waiting = [text];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const [, name = ""] of next.matchAll(SPREAD)) {
      const fragment = fragments.get(name);
      if (fragment === undefined || used.has(name)) continue;
      used.set(name, fragment);
      waiting.push(fragment);
    }
  return used;
}
