import type { ClientBase } from "pg";

/** A statement is prepared when it is sent for this time. */
const PREPARED_FROM = 3;
/** Statements that are counted, and so prepared at most. Those of every claim are among the first. */
const MAX_COUNTED = 200;

/** How often each statement was sent by this process. */
const sent = new Map<string, { readonly name: string; times: number }>();

/**
 * Prepares the statements that a connection of the queue repeats word for word: taking an entry costs the database
 * several times as much to plan as to execute.
 */
export function prepareRepeated(client: ClientBase): void {
  const query: unknown = Reflect.get(client, "query");
  if (typeof query !== "function") return;
  Object.assign(client, {
    query(...call: readonly unknown[]): unknown {
      const [text, ...rest] = call;
      const name = typeof text === "string" ? repeatedName(text) : undefined;
      return Reflect.apply(query, client, name === undefined ? call : [{ name, text }, ...rest]);
    },
  });
}

/** Undefined if the statement is not prepared, as a text of several statements cannot be. */
function repeatedName(text: string): string | undefined {
  const known = sent.get(text);
  if (known) {
    known.times += 1;
    return known.times >= PREPARED_FROM ? known.name : undefined;
  }
  if (sent.size < MAX_COUNTED && !text.includes(";"))
    sent.set(text, { name: `queue_${sent.size}`, times: 1 });
  return undefined;
}
