import { connectionOf, type Connection } from "./connection.ts";
import { limitOf, type PartArguments } from "./part-arguments.ts";
import { positionCursor } from "./cursor.ts";

/** A connection over a list that is read by offset and limit. */
export async function listPart<N extends object>(
  part: PartArguments,
  list: {
    readonly read: (range: { readonly offset: number; readonly limit: number }) => Promise<readonly N[]>;
    readonly count: () => Promise<number>;
  },
): Promise<Connection<N>> {
  const limit = limitOf(part);
  const after = positionCursor.read(part.after)?.[0];
  const offset = after ?? 0;
  const found = await list.read({ offset, limit: limit + 1 });
  const nodes = found.slice(0, limit);
  const places = new Map(nodes.map((node, index) => [node, offset + index + 1]));
  return connectionOf(nodes, {
    cursorOf: (node) => positionCursor.write([places.get(node) ?? 1]),
    isLaterPart: after !== undefined,
    hasMore: found.length > limit,
    count: list.count,
  });
}
