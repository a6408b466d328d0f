import type { ClientBase } from "pg";
import { isUnread, prepared, preparedName, unread } from "../../prepared-statements.ts";
import { inOneRoundTrip, type Statement } from "./round-trip.ts";

/** The ORM's own transactions, such as that of a migration, begin with other words. */
export const BEGIN = unread("start transaction");
export const COMMIT = prepared("commit");
export const ROLLBACK = prepared("rollback");

const NO_ROWS = { command: "", rowCount: 0, rows: [] } as const;

/**
 * Takes the statements of a connection in order. Within a transaction, statements that nobody reads wait for the next
 * one that is read, and are sent with it.
 *
 * @param send sends a single statement.
 */
export function inOrder(
  client: ClientBase,
  send: (statement: Statement) => Promise<unknown>,
): (text: string, values: readonly unknown[]) => Promise<unknown> {
  let waiting: Statement[] = [];
  let isOpen = false;
  const isUnbegun = (): boolean => waiting[0]?.text === BEGIN;
  return async (text, values) => {
    const statement = { text, values, name: preparedName(text) };
    if (isUnread(text) && (isOpen || text === BEGIN)) {
      isOpen = true;
      waiting.push(statement);
      return NO_ROWS;
    }
    const nothingToUndo = text === ROLLBACK && isUnbegun();
    if (text === ROLLBACK) waiting = [];
    if (text === ROLLBACK || text === COMMIT) isOpen = false;
    if (nothingToUndo) return NO_ROWS;
    if (waiting.length === 0) return send(statement);
    return inOneRoundTrip(client, [...waiting.splice(0), statement]);
  };
}
