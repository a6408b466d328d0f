import assert from "node:assert/strict";
import { valueAt, type Reply } from "./exchange.ts";

/** An error is a JSON object with a message in every case: clients read it unconditionally. */
export function assertRefused(reply: Reply, status: number, message?: string | RegExp): void {
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.headers["content-type"], "application/json");
  const said = valueAt(reply.json, "message");
  assert.ok(typeof said === "string" && said !== "", `no message in ${reply.text}`);
  if (typeof message === "string") assert.equal(said, message);
  if (message instanceof RegExp) assert.match(said, message);
}

export function assertJson(reply: Reply, status: number): void {
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.headers["content-type"], "application/json");
  assert.ok(typeof reply.json === "object" && reply.json !== null, `no JSON object: ${reply.text}`);
}

export function assertKeys(json: unknown, keys: readonly string[]): void {
  assert.ok(typeof json === "object" && json !== null);
  assert.deepEqual(Object.keys(json).toSorted(), keys.toSorted());
}
