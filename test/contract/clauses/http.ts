import assert from "node:assert/strict";
import { assertRefused } from "../assertions.ts";
import type { Clause } from "../clause.ts";

const ALLOWED = {
  "/whisper": "POST, OPTIONS",
  "/whisper-status": "GET, HEAD, OPTIONS",
  "/whisper-retrieve": "GET, OPTIONS",
  "/whisper-detail": "GET, HEAD, OPTIONS",
  "/highlights": "GET, HEAD, OPTIONS",
  "/get-usage-info": "GET, HEAD, OPTIONS",
  "/usage": "GET, HEAD, OPTIONS",
  "/test-connection": "GET, HEAD, OPTIONS",
} as const;

export const HTTP: readonly Clause[] = [
  {
    id: "http-wrong-method",
    rule: "MUST return 405 in JSON for a wrong method, with Allow",
    async check({ call }) {
      for (const [path, allow] of Object.entries(ALLOWED)) {
        for (const method of ["PUT", "PATCH", "DELETE", path === "/whisper" ? "GET" : "POST"]) {
          const reply = await call(method, path);
          assertRefused(reply, 405);
          assert.equal(reply.headers.allow, allow);
        }
      }
    },
  },
  {
    id: "http-options",
    rule: "MUST respond to OPTIONS with Allow and no body",
    async check({ call }) {
      for (const [path, allow] of Object.entries(ALLOWED)) {
        const reply = await call("OPTIONS", path, { headers: {} });
        assert.equal(reply.status, 204);
        assert.equal(reply.headers.allow, allow);
        assert.equal(reply.text, "");
      }
    },
  },
  {
    id: "http-head",
    rule: "MUST respond to HEAD like GET, without a body",
    async check({ call }) {
      const get = await call("GET", "/test-connection");
      const head = await call("HEAD", "/test-connection");
      assert.equal(head.status, 200);
      assert.equal(head.text, "");
      assert.equal(head.headers["content-type"], "application/json");
      assert.equal(head.headers["content-length"], get.headers["content-length"]);
    },
  },
  {
    id: "http-unknown-path",
    rule: "MUST return 404 in JSON for an unknown path",
    async check({ call }) {
      for (const path of ["/", "/whispers", "/whisper/extra", "/%7C"]) {
        assertRefused(await call("GET", path), 404);
      }
    },
  },
  {
    id: "http-percent-encoding",
    rule: "MUST return 400 for a query string that cannot be decoded or contains a NUL character",
    async check({ call }) {
      for (const query of ["whisper_hash=%", "whisper_hash=%zz", "whisper_hash=%FF", "whisper_hash=a%00b"]) {
        assertRefused(await call("GET", "/whisper-status", { query }), 400);
      }
    },
  },
  {
    id: "http-encoded-bar",
    rule: "MUST accept the bar of a hash both literal and percent-encoded",
    async check({ call }) {
      for (const hash of ["00000000|x", "00000000%7Cx", "00000000%7cx"]) {
        const reply = await call("GET", "/whisper-retrieve", { query: `whisper_hash=${hash}` });
        assertRefused(reply, 404, "Whisper job unknown");
      }
    },
  },
];
