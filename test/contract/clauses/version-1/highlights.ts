import assert from "node:assert/strict";
import { assertJson, assertKeys, assertRefused } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { SAMPLE } from "../../documents.ts";
import { valueAt, type Exchange, type Reply } from "../../exchange.ts";

export const VERSION_1_HIGHLIGHTS: readonly Clause[] = [
  {
    id: "v1-highlight",
    rule: "MUST return the position of a term with the nine documented keys, after the text was retrieved",
    async check(exchange) {
      const { hash, text } = await stored(exchange);
      const reply = await search(exchange, hash, "Galley Press");
      assertJson(reply, 200);
      assertKeys(reply.json, ["highlight_data"]);
      const [first] = entriesOf(reply);
      assertKeys(first, [
        "text",
        "page",
        "pos",
        "left",
        "top",
        "width",
        "height",
        "distance",
        "location_type",
      ]);
      assert.equal(valueAt(first, "text"), "Galley Press");
      assert.equal(valueAt(first, "page"), 0);
      assert.equal(valueAt(first, "distance"), 0);
      assert.equal(valueAt(first, "location_type"), "points");
      assert.equal(valueAt(first, "pos"), text.indexOf("Galley Press"));
      assert.ok(Number(valueAt(first, "width")) > 10 && Number(valueAt(first, "height")) > 2);
    },
  },
  {
    id: "v1-highlight-approximate",
    rule: "MUST find a term approximately, in any case and spacing",
    async check(exchange) {
      const { hash } = await stored(exchange);
      for (const [term, distance] of [
        ["GALLEY   PRESS", 0],
        ["Gailey Prass", 2],
      ] as const) {
        const [first] = entriesOf(await search(exchange, hash, term));
        assert.equal(valueAt(first, "text"), "Galley Press");
        assert.equal(valueAt(first, "distance"), distance);
      }
    },
  },
  {
    id: "v1-highlight-nothing",
    rule: "MUST return an empty list for a term that is not found",
    async check(exchange) {
      const { hash } = await stored(exchange);
      assert.deepEqual(entriesOf(await search(exchange, hash, "elephants in the attic")), []);
    },
  },
  {
    id: "v1-highlight-without-metadata",
    rule: "MUST return 400 saying that no metadata was found if none was stored",
    async check(exchange) {
      const reply = await submitted(exchange, "false");
      const message = /no metadata was found/i;
      assertRefused(await search(exchange, String(reply.headers["whisper-hash"]), "Galley"), 400, message);
      assertRefused(await search(exchange, "00000000|unknown", "Galley"), 400, message);
    },
  },
  {
    id: "v1-highlight-limits",
    rule: "MUST reject a blank term and one of a megabyte with 400",
    async check(exchange) {
      const { hash } = await stored(exchange);
      assertRefused(await search(exchange, hash, ""), 400);
      assertRefused(await search(exchange, hash, "x".repeat(1_000_000)), 400, /1000 characters/);
      assertRefused(await search(exchange, hash, "x".repeat(1001)), 400, /1000 characters/);
    },
  },
];

function submitted({ call }: Exchange, store: string): Promise<Reply> {
  const query = {
    processing_mode: "text",
    output_mode: "line-printer",
    store_metadata_for_highlighting: store,
  };
  return call("POST", "/whisper", { version: 1, query, body: SAMPLE });
}

async function stored(exchange: Exchange): Promise<{ hash: string; text: string }> {
  const { status, headers, text } = await submitted(exchange, "true");
  assert.equal(status, 200, text);
  return { hash: String(headers["whisper-hash"]), text };
}

function search({ call }: Exchange, hash: string, term: string): Promise<Reply> {
  return call("POST", "/highlight-data", { version: 1, query: { "whisper-hash": hash }, body: term });
}

function entriesOf({ json }: Reply): readonly unknown[] {
  const entries = valueAt(json, "highlight_data");
  assert.ok(Array.isArray(entries));
  return entries;
}
