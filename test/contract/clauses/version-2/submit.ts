import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { assertJson, assertKeys, assertRefused } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { SAMPLE } from "../../documents.ts";
import { valueAt } from "../../exchange.ts";

export const SUBMIT: readonly Clause[] = [
  {
    id: "submit-accepted",
    rule: "MUST return 202 with exactly message, status and whisper_hash",
    async check({ call }) {
      const reply = await call("POST", "/whisper", { body: SAMPLE });
      assertJson(reply, 202);
      assertKeys(reply.json, ["message", "status", "whisper_hash"]);
      assert.equal(valueAt(reply.json, "message"), "Whisper Job Accepted");
      assert.equal(valueAt(reply.json, "status"), "processing");
    },
  },
  {
    id: "submit-hash",
    rule: "MUST use eight hexadecimal digits, a bar and the MD5 of the document as the hash",
    async check({ submitted }) {
      const hash = await submitted(SAMPLE);
      assert.match(hash, /^[0-9a-f]{8}\|[0-9a-f]{32}$/);
      assert.equal(hash.split("|")[1], createHash("md5").update(SAMPLE).digest("hex"));
    },
  },
  {
    id: "submit-hash-unique",
    rule: "MUST give equal documents different hashes",
    async check({ submitted }) {
      assert.notEqual(await submitted(SAMPLE), await submitted(SAMPLE));
    },
  },
  {
    id: "submit-content-types",
    rule: "MUST read the raw body whatever its content type",
    async check({ call, key }) {
      for (const type of [
        "application/octet-stream",
        "application/pdf",
        "application/x-www-form-urlencoded",
        "application/json",
        "text/plain",
        "multipart/form-data",
        "nonsense",
      ]) {
        const headers = { "service-key": key, "content-type": type };
        assertJson(await call("POST", "/whisper", { headers, body: SAMPLE }), 202);
      }
    },
  },
  {
    id: "submit-chunked",
    rule: "MUST read a chunked body",
    async check({ call }) {
      const body = [SAMPLE.subarray(0, 100), SAMPLE.subarray(100)];
      const reply = await call("POST", "/whisper", { body });
      assertJson(reply, 202);
      const md5 = createHash("md5").update(SAMPLE).digest("hex");
      assert.ok(String(valueAt(reply.json, "whisper_hash")).endsWith(md5));
    },
  },
  {
    id: "submit-empty",
    rule: "MUST return 400 for an empty body, chunked or not",
    async check({ call }) {
      assertRefused(await call("POST", "/whisper"), 400);
      assertRefused(await call("POST", "/whisper", { body: [] }), 400);
    },
  },
  {
    id: "submit-unsupported",
    rule: "MUST return 400 for an unsupported type of document, and name the supported ones",
    async check({ call }) {
      for (const body of ["\u007FELF\u0002\u0001\u0001", Buffer.alloc(5000, 0xa7)]) {
        assertRefused(await call("POST", "/whisper", { body }), 400, /supported: PDF, images \(PNG/i);
      }
    },
  },
  {
    id: "submit-declared-too-large",
    rule: "MUST return 413 for a declared length over its limit without waiting for the body",
    async check({ call, key }) {
      const headers = { "service-key": key, "content-length": `${2 ** 40}` };
      const refused = await call("POST", "/whisper", { headers, unfinished: true });
      assertRefused(refused, 413);
    },
  },
  {
    id: "submit-unknown-webhook",
    rule: "MUST return 400 for the name of an unregistered webhook",
    async check({ call }) {
      const query = { use_webhook: "nobody-registered-this" };
      assertRefused(await call("POST", "/whisper", { query, body: SAMPLE }), 400, /nobody-registered-this/);
    },
  },
];
