import { once } from "node:events";
import { createServer } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { createGraphqlClient, type GraphqlClient } from "../support/graphql-client.ts";
import { callManagement } from "../support/management-client.ts";
import { createRestClient, type RestClient } from "../support/rest-client.ts";
import { startService, type RunningService } from "../support/service.ts";

/** Nothing that an address of a private network, this machine or a cloud's inside is written as may be reached. */
const ADDRESSES = `
0.0.0.0 0.1.2.3 10.0.0.1 10.254.0.0 100.64.0.1 100.100.100.200 127.0.0.1 127.254.254.254 168.63.129.16
169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.254 192.0.0.8 192.0.0.192 192.0.2.255 192.88.99.3 192.168.1.1
198.18.0.1 198.51.100.65 203.0.113.6 224.0.0.1 233.252.0.16 239.255.255.255 240.0.0.1 255.255.255.255
127.255.255.254 192.168.10.65 169.254.45.1 100.127.255.254 192.0.0.0 192.0.0.255 198.19.255.255 224.1.2.3
240.240.240.240 [64:ff9b::c0a8:0] [2002:c0a8:0101::] [2002:0808:0808::] [3fff::dead:beef] [fd7a:115c:a1e0::1]
[fdee:3a45:9057::1] [febf:ffff::dead:beef] [feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff] [5f00::dead:beef]
[::] [::1] [::127.0.0.1] [::7f00:1] [::a9fe:a9fe] [::ffff:0.0.0.1] [::ffff:10.0.0.1] [::ffff:127.0.0.1]
[::ffff:7f00:1] [::ffff:169.254.169.254] [::ffff:0:127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b::808:808]
[64:ff9b:1::a9fe:a9fe] [100::1] [100::1:2:3:4] [2001:0:abcd:ef12:3456:7890:a9fe:a9fe] [2001:2::1] [2001:10::1]
[2001:20::1] [2001:db8::1] [2002:a9fe:a9fe::] [2002:0a00:0001::] [2002:808:808::] [3fff::1] [5f00::1] [fc00::1]
[fd00:ec2::254] [fd12:3456:789a::1] [fe80::1] [febf::1] [fec0::1] [ff02::1] [ff05::1]
`;

/** Other spellings, other ways, other schemes; PORT is where somebody listens. */
const FORMS = `
http://2130706433:PORT/ http://0x7f000001:PORT/ http://0x7f.1:PORT/ http://0177.0.0.1:PORT/
http://017700000001:PORT/ http://127.1:PORT/ http://127.0.1:PORT/ http://0:PORT/ http://0.0.0.0:PORT/
http://①②⑦.⓪.⓪.①:PORT/ http://127。0。0。1:PORT/ http://127.0.0.1.:PORT/ http://localhost:PORT/
http://LOCALHOST:PORT/ http://localhost.:PORT/ http://a.localhost:PORT/ HTTP://127.0.0.1:PORT/
https://127.0.0.1:PORT/ https://localhost:PORT/ http://public.example@127.0.0.1:PORT/
http://127.0.0.1:PORT#@public.example/ http://127.0.0.1:PORT\\@public.example/ http://127.0.0.1%2f@public.example
http://[::1]:PORT/ http://[::1%25lo]:PORT/ http://[::ffff:7f00:1]:PORT/ file:///etc/passwd ftp://127.0.0.1:PORT/
gopher://127.0.0.1:PORT/_INFO data:application/pdf,x javascript:1 http:///path http://:80/ http://127.0.0.1:22/
http://metadata.google.internal/ http://[fd00:ec2::254]/latest/
`;

/** Resolves to what went wrong with a submission, at once or later. */
type Surface = (url: string) => Promise<string>;

let service: RunningService;
let rest: RestClient;
let graphql: GraphqlClient;
let port: number;
let hits = 0;

beforeAll(async () => {
  const listener = createServer((socket) => {
    hits += 1;
    socket.destroy();
  });
  listener.listen({ port: 0, host: "::", ipv6Only: false });
  await once(listener, "listening");
  const address = listener.address();
  port = typeof address === "object" && address ? address.port : 0;
  service = await startService();
  rest = createRestClient(service);
  graphql = createGraphqlClient(service);
  return async () => {
    await service[Symbol.asyncDispose]();
    listener.close();
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

const targets = (): readonly string[] => [
  ...words(ADDRESSES).map((address) => `http://${address}:${port}/`),
  ...words(FORMS).map((form) => form.replaceAll("PORT", `${port}`)),
];

describe.each(Object.entries(SURFACES))("%s", (_, outcomeOf) => {
  test("leads to no address that is not public, and says the same of each", async () => {
    const outcomes = await Promise.all(targets().map(async (url) => [url, await outcomeOf(url)] as const));
    const others = outcomes.filter(([, message]) => !message.startsWith("The URL is refused: "));
    expect(others).toEqual([]);
    expect(new Set(outcomes.map(([, message]) => message)).size).toBe(1);
    expect(hits).toBe(0);
  });
});

const WEBHOOK = { auth_token: "", webhook_name: "done" };

/** A webhook is registered after a test message, whose failure is told in the words of the policy or of the form. */
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
  test("is not registered at an address that is not public, and nothing is sent there", async () => {
    const outcomes = await Promise.all(targets().map(async (url) => [url, await outcomeOf(url)] as const));
    expect(outcomes.filter(([, outcome]) => !outcome.startsWith("400 "))).toEqual([]);
    expect(hits).toBe(0);
  });
});

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

/** As a form that asks for both would have them; the host as it is written. */
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

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
