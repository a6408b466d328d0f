import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { boundPort } from "@galley/core/testing";
import { assertJson, assertKeys } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { valueAt, type Exchange } from "../../exchange.ts";
import { assertErrors, FOLDER_KIND } from "../../management.ts";

const SFTP_KIND = "sftp|e68fa828-2988-4cce-9e3d-4285348e3227";
const DRIVE_KIND = "gdrive|3ac4b966-9136-4261-944a-bdbfc51cd21c";
const SFTP_SETTINGS = {
  connectorName: "scans",
  username: "ada",
  password: "not-to-be-told",
  user_dir: "/upload",
};

/** Accepts connections and never responds. */
async function startSilentTarget(): Promise<AsyncDisposable & { readonly port: number }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on("error", () => {}))).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  return {
    port: boundPort(server),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const KIND = ["id", "name", "description", "icon", "can_read", "can_write", "connector_mode"];

export const CONNECTOR_KINDS: readonly Clause[] = [
  {
    id: "kind-list",
    rule: "MUST list connector kinds as an array, filtered by capability",
    async check({ manage }) {
      const all = await kinds({ manage }, "");
      for (const kind of all) assertKeys(kind, KIND);
      const inputs = await kinds({ manage }, "?type=INPUT");
      assert.deepEqual(
        inputs,
        all.filter((kind) => valueAt(kind, "can_read") === true),
      );
      const tables = await kinds({ manage }, "?type=OUTPUT&connector_mode=DATABASE");
      assert.ok(tables.every((kind) => valueAt(kind, "connector_mode") === "DATABASE"));
      assertErrors(await manage("GET", "/supported_connectors/?type=SIDEWAYS"), 400, { attr: "type" });
    },
  },
  {
    id: "kind-schema",
    rule: "MUST return the JSON Schema of a kind by id, and reject a missing or unknown id with 400",
    async check({ manage }) {
      const schema = (query: string) => manage("GET", `/connector_schema/${query}`);
      const reply = await schema(`?id=${encodeURIComponent(FOLDER_KIND)}`);
      assertJson(reply, 200);
      assertKeys(reply.json, ["oauth", "python_social_auth_backend", "json_schema"]);
      assert.equal(valueAt(reply.json, "json_schema", "type"), "object");
      assert.equal(valueAt(reply.json, "json_schema", "properties", "path", "type"), "string");
      assertErrors(await schema(""), 400, { attr: "id" });
      assertErrors(await schema("?id=nonsense"), 400, { attr: "id" });
    },
  },
  {
    id: "connector-test",
    rule: "MUST reject testing an unknown kind or wrong settings with 400, and return 403 if access is denied",
    async check({ manage }) {
      const test = (connector_id: string, connector_metadata: object) =>
        manage("POST", "/test_connectors/", { body: { connector_id, connector_metadata } });
      assertErrors(await test("nonsense", {}), 400, { attr: "connector_id" });
      assertErrors(await test(FOLDER_KIND, {}), 400, { attr: "connector_metadata.path" });
      assertErrors(await test(FOLDER_KIND, { path: "/etc" }), 403);
    },
  },
  {
    id: "connector-test-unreachable",
    rule: "MUST return 500 that names the failed step if a target cannot be reached",
    async check({ manage }) {
      const settings = { ...SFTP_SETTINGS, host: "127.0.0.1", port: "9" };
      const body = { connector_id: SFTP_KIND, connector_metadata: settings };
      const reply = await manage("POST", "/test_connectors/", { body });
      assert.equal(reply.status, 500, reply.text);
      assert.equal(valueAt(reply.json, "type"), "server_error");
      assert.match(reply.text, /Error while testing connector\. tcp: /);
      assert.ok(!reply.text.includes(SFTP_SETTINGS.password), "a message holds the password");
    },
  },
  {
    id: "connector-test-silent",
    rule: "MUST finish testing a silent target in 15 seconds",
    async check({ manage }) {
      await using target = await startSilentTarget();
      const settings = { ...SFTP_SETTINGS, host: "127.0.0.1", port: `${target.port}` };
      const body = { connector_id: SFTP_KIND, connector_metadata: settings };
      const reply = await manage("POST", "/test_connectors/", { body });
      assert.equal(reply.status, 500, reply.text);
      assert.match(reply.text, /Error while testing connector\. login: /);
    },
  },
  {
    id: "connector-test-oauth",
    rule: "MUST return 408 for a test or a connector with an OAuth key that has no credentials",
    async check({ manage }) {
      const settings = { connectorName: "drive" };
      const key = "oauth:nobody|0|google-oauth2|00000000-0000-4000-8000-000000000000";
      const tested = { connector_id: DRIVE_KIND, connector_metadata: { ...settings, "oauth-key": key } };
      const detail = "Timed out. Please re-authenticate.";
      assertErrors(await manage("POST", "/test_connectors/", { body: tested }), 408, { detail });
      const body = { connector_id: DRIVE_KIND, connector_metadata: settings };
      const path = `/connector/?oauth-key=${encodeURIComponent(key)}`;
      assertErrors(await manage("POST", path, { body }), 408, { detail });
    },
  },
  {
    id: "oauth-backends",
    rule: "MUST return 400 for an unknown backend, and 408 for a login or callback that nobody started",
    async check({ manage }) {
      const oauth = (area: string, path: string, token?: null) =>
        manage("GET", path, { area, ...(token === null && { token }) });
      assert.equal((await oauth("/api/v1/oauth", "/cache-key/nobody")).status, 400);
      const configured = (await oauth("/api/v1/oauth", "/cache-key/google-oauth2")).status;
      assert.ok(configured === 200 || configured === 400, "a backend is there, or is not configured");
      assert.equal((await oauth("/api/v1/oauth", "/cache-key/google-oauth2", null)).status, 401);
      for (const area of ["", "/api/v1", "/api/v1/service/default", "/api/v1/unstract/default"]) {
        const login = await oauth(area, "/oauth/login/google-oauth2/?oauth-key=made-up", null);
        assert.equal(login.status, 408, login.text);
        const arrival = await oauth(area, "/oauth/complete/google-oauth2/?state=made-up&code=x", null);
        assert.equal(arrival.status, 408, arrival.text);
      }
    },
  },
];

async function kinds({ manage }: Pick<Exchange, "manage">, query: string): Promise<readonly unknown[]> {
  const { json, status, text } = await manage("GET", `/supported_connectors/${query}`);
  assert.equal(status, 200, text);
  assert.ok(Array.isArray(json));
  return json;
}
