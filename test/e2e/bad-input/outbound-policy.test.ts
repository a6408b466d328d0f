import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer, isIP } from "node:net";
import { join } from "node:path";
import { boundPort } from "@galley/core/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { madePipeline, ran } from "../../support/pipelines.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/**
 * Addresses of private networks, of this machine and of cloud metadata services, then other spellings,
 * redirects and schemes. A server listens on PORT.
 */
const TARGETS = readFileSync(new URL("../../fixtures/forbidden-targets.txt", import.meta.url), "utf8");

/** Resolves to the error of a submission, immediate or later. */
type Surface = (url: string) => Promise<string>;

let service: RunningService;
let rest: RestClient;
let graphql: GraphqlClient;
let port: number;
let hits = 0;
const files = temporaryFolder();

beforeAll(async () => {
  const listener = createServer((socket) => {
    hits += 1;
    socket.destroy();
  });
  listener.listen({ port: 0, host: "::", ipv6Only: false });
  await once(listener, "listening");
  port = boundPort(listener);
  service = await startService({ env: { GALLEY_LOCAL_ROOTS: files.path } });
  rest = createRestClient(service);
  graphql = createGraphqlClient(service);
  return async () => {
    await service[Symbol.asyncDispose]();
    listener.close();
    await files[Symbol.asyncDispose]();
  };
});

const SURFACES: Readonly<Record<string, Surface>> = {
  "the body of a REST submission": async (body) => {
    const init = { method: "POST", query: { url_in_post: "true" }, body };
    return restOutcome(await rest.request("/whisper", init));
  },
  "the parameter url of a REST submission": async (url) =>
    restOutcome(await rest.request("/whisper", { method: "POST", query: { url } })),
  "submitDocument of GraphQL": async (url) => {
    const submit = "mutation ($url: String!) { submitDocument(input: {url: $url}) { job { handle } } }";
    const { data, errors } = await graphql.ask(submit, { url });
    const handle = /"handle":"(.*?)"/.exec(JSON.stringify(data))?.[1];
    return handle === undefined ? String(errors[0]?.message) : failureOf(handle);
  },
};

const targets = (): readonly string[] =>
  TARGETS.trim()
    .split(/\s+/)
    .map((word) => (/^[\d[]/.test(word) ? `http://${word}:${port}/` : word.replaceAll("PORT", `${port}`)));

describe.each(Object.entries(SURFACES))("%s", (_, outcomeOf) => {
  test("reaches no address that is not public, with the same message for each", async () => {
    const outcomes = await Promise.all(targets().map(async (url) => [url, await outcomeOf(url)] as const));
    const others = outcomes.filter(([, message]) => !message.startsWith("The URL cannot be used: "));
    expect(others).toEqual([]);
    expect(new Set(outcomes.map(([, message]) => message)).size).toBe(1);
    expect(hits).toBe(0);
  });
});

const WEBHOOK = { auth_token: "", webhook_name: "done" };

/** A webhook is registered after a test message, whose error is that of the policy or of the form. */
const WEBHOOK_SURFACES: Readonly<Record<string, Surface>> = {
  "a webhook of REST": async (url) => {
    const body = JSON.stringify({ ...WEBHOOK, url });
    const answer = await rest.request("/whisper-manage-callback", { method: "POST", body });
    return `${answer.status} ${await answer.text()}`;
  },
  "createWebhook of GraphQL": async (url) => {
    const create =
      'mutation ($url: String!) { createWebhook(input: {name: "done", url: $url}) { webhook { id } } }';
    const { errors } = await graphql.ask(create, { url });
    return `${errors.length === 0 ? 201 : 400} ${errors[0]?.message}`;
  },
};

describe.each(Object.entries(WEBHOOK_SURFACES))("%s", (_, outcomeOf) => {
  test("rejects webhooks at addresses that are not public, and sends nothing there", async () => {
    const outcomes = await Promise.all(targets().map(async (url) => [url, await outcomeOf(url)] as const));
    expect(outcomes.filter(([, outcome]) => !outcome.startsWith("400 "))).toEqual([]);
    expect(hits).toBe(0);
  });
});

/** Registers a notification of a pipeline: the status of the response, and its message. */
const NOTIFICATION_SURFACES: Readonly<Record<string, (url: string, pipeline: string) => Promise<string>>> = {
  "a notification of REST": async (url, pipeline) => {
    const body = { name: "inside", url, pipeline };
    const { status, json } = await callManagement(service, "POST /notifications/", body);
    return `${status} ${JSON.stringify(json)}`;
  },
  "createOutcomeNotification of GraphQL": async (url, pipelineId) => {
    const create =
      "mutation ($input: CreateOutcomeNotificationInput!) { createOutcomeNotification(input: $input) { notification { id } } }";
    const answer = await fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${service.accessToken}` },
      body: JSON.stringify({ query: create, variables: { input: { name: "inside", url, pipelineId } } }),
    });
    const { errors: [error] = [] } = errorsSchema.parse(await answer.json());
    return error ? `400 ${error.message}` : "201";
  },
};

const errorsSchema = z.object({ errors: z.array(z.object({ message: z.string() })).optional() });

/** Whether the host of a URL is a name, whose address is only known after resolution. */
function isNamed(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? "";
  return host !== "" && isIP(host.replaceAll(/[[\]]/gu, "")) === 0;
}

describe.each(Object.entries(NOTIFICATION_SURFACES))("%s", (surface, askedFor) => {
  test("is rejected if the address is not public, and nothing is sent if a name resolves to such an address", async () => {
    const pipeline = await emptyPipeline(surface);
    const outcomes = await Promise.all(
      targets().map(async (url) => [url, await askedFor(url, pipeline)] as const),
    );
    const taken = outcomes.filter(([, outcome]) => outcome.startsWith("20")).map(([url]) => url);
    expect(taken.filter((url) => !isNamed(url))).toEqual([]);
    expect(
      outcomes.filter(([url, outcome]) => !taken.includes(url) && !/^400 .*url/su.test(outcome)),
    ).toEqual([]);

    const refusals = (): number => service.logs().split("outgoing request refused").length - 1;
    const before = refusals();
    await ran(service, pipeline);
    await expect.poll(refusals, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + taken.length);
    expect(taken.length).toBeGreaterThan(0);
    expect(hits).toBe(0);
  });
});

/** A pipeline whose runs end immediately. */
function emptyPipeline(name: string): Promise<string> {
  for (const folder of ["in", "out"]) mkdirSync(join(files.path, name, folder), { recursive: true });
  const end = {
    kind: "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5",
    settings: { connectorName: name, path: join(files.path, name) },
  };
  return madePipeline(service, {
    source: { ...end, configuration: { folders: ["in"] } },
    destination: { ...end, configuration: { folder: "out" } },
  });
}

const CONNECTORS: Readonly<Record<string, (url: string) => readonly [kind: string, settings: object]>> = {
  "an HTTP connector": (base_url) => ["http|6fdea346-86e4-4383-9a21-132db7c9a576", { base_url }],
  "an S3 connector": (endpoint_url) => [
    "minio|c799f6e3-2b57-434e-aaac-b5daa415da19",
    { endpoint_url, key: "k", secret: "s", region_name: "us-east-1" },
  ],
  "an SFTP connector": (url) => [
    "sftp|e68fa828-2988-4cce-9e3d-4285348e3227",
    { ...hostAndPort(url), username: "u", password: "p", user_dir: "/" },
  ],
  "a PostgreSQL connector": (url) => [
    "postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb",
    { ...hostAndPort(url), database: "d", schema: "public", user: "u", password: "p" },
  ],
  "a PostgreSQL connector by its URL": (url) => [
    "postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb",
    { connection_url: `postgresql://u:p@${hostAndPort(url).host}:${port}/d` },
  ],
  "a MySQL connector": (url) => [
    "mysql|db709852-fa51-4aa6-9b91-afc45f111bec",
    { ...hostAndPort(url), database: "d", user: "u", password: "p" },
  ],
  "an MSSQL connector": (url) => {
    const { host: server, port: number } = hostAndPort(url);
    const settings = { server, port: number, database: "d", user: "u", password: "p" };
    return ["mssql|6c6af35c-9498-4bd6-9258-23b5337e068b", settings];
  },
  "an Oracle connector": (url) => [
    "oracledb|49e3b4c1-9c34-43fc-89a4-96950821ade0",
    { dsn: `${hostAndPort(url).host}:${port}/service`, user: "u", password: "p" },
  ],
};

describe.each(Object.entries(CONNECTORS))("%s", (_, settingsOf) => {
  test("reaches no address that is not public", async () => {
    const outcomes = await Promise.all(
      targets().map(async (url) => {
        const [connector_id, settings] = settingsOf(url);
        const connector_metadata = { connectorName: "inside", ...settings };
        const body = { connector_id, connector_metadata };
        return [url, (await callManagement(service, "POST /test_connectors/", body)).status] as const;
      }),
    );
    expect(outcomes.filter(([, status]) => status < 400)).toEqual([]);
    expect(hits).toBe(0);
  });
});

/** For forms with host and port as separate fields; the host as written. */
function hostAndPort(url: string): { readonly host: string; readonly port: string } {
  const host = /^\w+:\/*(?:[^/@]*@)?(\[[^\]]*\]|[^/:#\\]*)/u.exec(url)?.[1] ?? "";
  return { host: host.replaceAll(/[[\]]/gu, "") || "localhost", port: `${port}` };
}

async function restOutcome(answer: Response): Promise<string> {
  const json: unknown = await answer.json();
  if (answer.status === 400) return String(Reflect.get(Object(json), "message"));
  return failureOf(String(Reflect.get(Object(json), "whisper_hash")));
}

async function failureOf(hash: string): Promise<string> {
  const { status, message } = await rest.waitUntilSettled(hash);
  return status === "error" ? message : `It is ${status}.`;
}
