import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { assertJson, assertRefused } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { EUROPEAN, SAMPLE } from "../../documents.ts";
import { valueAt, type Exchange, type Query, type Reply } from "../../exchange.ts";

/** Submits a document under an idempotency key. */
function submit(
  { call, key }: Exchange,
  idempotencyKey: string,
  { document = SAMPLE, query = {} }: { document?: Uint8Array; query?: Query } = {},
): Promise<Reply> {
  const headers = { "service-key": key, "idempotency-key": idempotencyKey };
  return call("POST", "/whisper", { headers, query, body: document });
}

export const IDEMPOTENCY: readonly Clause[] = [
  {
    id: "idempotency-same",
    rule: "MUST return the same job for the same bytes and options under the same Idempotency-Key",
    async check(exchange) {
      const key = randomUUID();
      const first = await submit(exchange, key, { query: { mode: "native_text" } });
      assertJson(first, 202);
      const again = await submit(exchange, key, { query: { mode: "native_text", tag: "default" } });
      assertJson(again, 202);
      assert.deepEqual(again.json, first.json);
    },
  },
  {
    id: "idempotency-at-once",
    rule: "MUST create one job for concurrent submissions under the same Idempotency-Key",
    async check(exchange) {
      const key = randomUUID();
      const replies = await Promise.all(Array.from({ length: 8 }, () => submit(exchange, key)));
      for (const reply of replies) assertJson(reply, 202);
      assert.equal(new Set(replies.map(({ json }) => valueAt(json, "whisper_hash"))).size, 1);
    },
  },
  {
    id: "idempotency-other",
    rule: "MUST return 409 for other bytes or options under the same Idempotency-Key",
    async check(exchange) {
      const key = randomUUID();
      assertJson(await submit(exchange, key), 202);
      assertRefused(await submit(exchange, key, { document: EUROPEAN }), 409, /^Idempotency-Key/);
      assertRefused(await submit(exchange, key, { query: { mode: "table" } }), 409, /^Idempotency-Key/);
    },
  },
  {
    id: "idempotency-settled",
    rule: "MUST return the job of a repeated submission after its text was retrieved",
    async check(exchange) {
      const key = randomUUID();
      const first = await submit(exchange, key);
      const hash = String(valueAt(first.json, "whisper_hash"));
      await exchange.finished(hash);
      await exchange.call("GET", "/whisper-retrieve", { query: { whisper_hash: hash } });
      assert.deepEqual((await submit(exchange, key)).json, first.json);
    },
  },
  {
    id: "idempotency-malformed",
    rule: "MUST return 400 for an Idempotency-Key that is not 1 to 255 visible characters",
    async check(exchange) {
      for (const key of ["", "a b", "k".repeat(256)]) {
        assertRefused(await submit(exchange, key), 400, /^Idempotency-Key/);
      }
      assertJson(await submit(exchange, randomUUID().padEnd(255, "~")), 202);
    },
  },
];
