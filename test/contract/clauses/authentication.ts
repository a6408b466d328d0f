import { assertJson, assertRefused } from "../assertions.ts";
import type { Clause } from "../clause.ts";

const PATHS = [
  ["POST", "/whisper"],
  ["GET", "/whisper-status"],
  ["GET", "/whisper-retrieve"],
  ["GET", "/whisper-detail"],
  ["GET", "/highlights"],
  ["GET", "/get-usage-info"],
  ["GET", "/usage"],
  ["GET", "/test-connection"],
] as const;

export const AUTHENTICATION: readonly Clause[] = [
  {
    id: "auth-service-key",
    rule: "MUST take the key from the header service-key",
    async check({ call, key }) {
      assertJson(await call("GET", "/test-connection", { headers: { "service-key": key } }), 200);
    },
  },
  {
    id: "auth-unstract-key",
    rule: "MUST take the key from the header unstract-key",
    async check({ call, key }) {
      assertJson(await call("GET", "/test-connection", { headers: { "unstract-key": key } }), 200);
    },
  },
  {
    id: "auth-missing",
    rule: "MUST return 401 on every path without a key",
    async check({ call }) {
      for (const [method, path] of PATHS) assertRefused(await call(method, path, { headers: {} }), 401);
    },
  },
  {
    id: "auth-unknown",
    rule: "MUST return 401 on every path for an unknown key",
    async check({ call }) {
      const headers = { "service-key": "no such key" };
      for (const [method, path] of PATHS) assertRefused(await call(method, path, { headers }), 401);
    },
  },
  {
    id: "auth-blank",
    rule: "MUST treat a blank header as a missing one",
    async check({ call, key }) {
      assertRefused(await call("GET", "/test-connection", { headers: { "service-key": "" } }), 401);
      const headers = { "service-key": "", "unstract-key": key };
      assertJson(await call("GET", "/test-connection", { headers }), 200);
    },
  },
];
