import { gql, type TypedDocumentNode } from "urql";

import type { graphql as typedOperations } from "../generated/gql.ts";

/** The source of each fragment by its name, the fragments that it uses included. */
const fragments = new Map<string, ReadonlyMap<string, string>>();

/**
 * An operation or fragment of the schema, typed by its text (the types are generated when the console is built).
 * A fragment can be used by every operation that is declared after it: import its file first.
 */
export const graphql = declare as unknown as typeof typedOperations;

/** The generated map of all operations would put each screen's operations into the first screen's bundle. */
function declare(source: string): TypedDocumentNode {
  const used = new Map([...source.matchAll(/\.\.\.\s*(\w+)/g)].flatMap(([, name = ""]) => sourcesOf(name)));
  const [, name] = /^\s*fragment\s+(\w+)/.exec(source) ?? [];
  if (name !== undefined) fragments.set(name, new Map([...used, [name, source]]));
  return gql([source, ...used.values()].join("\n"));
}

function sourcesOf(fragment: string): (readonly [string, string])[] {
  if (fragment === "on") return [];
  const sources = fragments.get(fragment);
  if (sources === undefined) throw new Error(`The fragment ${fragment} is used before it is declared.`);
  return [...sources];
}
