import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startService, type RunningService } from "../../support/service.ts";

const HIDDEN = "********";
const PASSWORD = "correct horse battery";
const NOTIFICATION_KEY = "notification key 4711";

let service: RunningService;
const tokens: Record<string, string> = {};
const records: Record<"shared" | "open", Made> = { shared: noRecords(), open: noRecords() };

interface Made {
  readonly connector: string;
  readonly pipeline: string;
  readonly key: string;
  readonly secret: string;
  readonly notification: string;
}

function noRecords(): Made {
  return { connector: "", pipeline: "", key: "", secret: "", notification: "" };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function rest(token: string, call: string, body?: object): Promise<Answer> {
  const [method = "GET", path = ""] = call.split(" ");
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

async function graphql(token: string, query: string, variables: object): Promise<Answer> {
  const answer = await rest(token, "POST /graphql", { query, variables });
  const { errors: [error] = [] } = errorsSchema.parse(JSON.parse(answer.text));
  const status = error ? (STATUS[error.extensions.code] ?? 500) : 200;
  return { ...answer, status };
}

const errorsSchema = z.object({
  errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).optional(),
});

const STATUS: Readonly<Record<string, number>> = { NOT_FOUND: 404, FORBIDDEN: 403 };

const MANAGEMENT = "/api/v1/service/default";

async function made(token: string, path: string, body: object): Promise<unknown> {
  const { status, text } = await rest(token, `POST ${MANAGEMENT}${path}`, body);
  expect([status, text]).toEqual([201, expect.any(String)]);
  return JSON.parse(text);
}

const idSchema = z.object({ id: z.string() });

async function makeRecords(name: string, sharing: object): Promise<Made> {
  const owner = tokens["the owner"] ?? "";
  const connector = idSchema.parse(
    await made(owner, "/connector/", {
      connector_id: "mysql|db709852-fa51-4aa6-9b91-afc45f111bec",
      connector_name: name,
      connector_metadata: {
        host: "database.example",
        port: "3306",
        database: "texts",
        user: "galley",
        password: PASSWORD,
      },
      ...sharing,
    }),
  ).id;
  const workflow = idSchema.parse(await made(owner, "/workflow/", { workflow_name: name, ...sharing })).id;
  const pipeline = idSchema.parse(
    await made(owner, "/pipeline/", { pipeline_name: name, workflow, ...sharing }),
  ).id;
  const { text } = await rest(owner, `GET ${MANAGEMENT}/api/keys/pipeline/${pipeline}/`);
  const [key] = z.array(z.object({ id: z.string(), api_key: z.string() })).parse(JSON.parse(text));
  const notification = idSchema.parse(
    await made(owner, "/notifications/", {
      name,
      url: "https://example.com/ended",
      pipeline,
      authorization_type: "BEARER",
      authorization_key: NOTIFICATION_KEY,
    }),
  ).id;
  return { connector, pipeline, key: key?.id ?? "", secret: key?.api_key ?? "", notification };
}

const userSchema = z.object({
  data: z.object({
    addMember: z.object({ member: z.object({ user: z.object({ id: z.string(), number: z.int() }) }) }),
  }),
});
const tokenSchema = z.object({
  data: z.object({ createAccessToken: z.object({ secret: z.string() }) }),
});

async function addMember(email: string): Promise<{ readonly id: string; readonly number: number }> {
  const query =
    "mutation ($email: EmailAddress!) { addMember(input: {email: $email}) { member { user { id number } } } }";
  const { text } = await graphql(service.accessToken, query, { email });
  return userSchema.parse(JSON.parse(text)).data.addMember.member.user;
}

async function addToken(tier: "READ" | "FULL_ACCESS", userId?: string): Promise<string> {
  const query =
    'mutation ($tier: AccessTier!, $userId: ID) { createAccessToken(input: {name: "own", tier: $tier, userId: $userId}) { secret } }';
  const { text } = await graphql(service.accessToken, query, { tier, userId });
  return tokenSchema.parse(JSON.parse(text)).data.createAccessToken.secret;
}

beforeAll(async () => {
  service = await startService();
  const [ada, bob, eve] = [
    await addMember("ada@press.example"),
    await addMember("bob@press.example"),
    await addMember("eve@press.example"),
  ];
  Object.assign(tokens, {
    "the owner": await addToken("FULL_ACCESS", ada.id),
    "the owner by a token that may only read": await addToken("READ", ada.id),
    "a user with whom it is shared": await addToken("FULL_ACCESS", bob.id),
    "another member": await addToken("FULL_ACCESS", eve.id),
    "a service account": service.accessToken,
    "a service account that may only read": await addToken("READ"),
  });
  records.shared = await makeRecords("shared", { shared_users: [bob.number] });
  records.open = await makeRecords("open", { shared_to_org: true });
});

afterAll(() => service[Symbol.asyncDispose]());

type Sight = "in clear" | "hidden" | "not seen";

/** What each caller sees of records shared with one user, and of those shared with the organization. */
const CALLERS: readonly (readonly [caller: string, shared: Sight, open: Sight])[] = [
  ["the owner", "in clear", "in clear"],
  ["the owner by a token that may only read", "hidden", "hidden"],
  ["a user with whom it is shared", "hidden", "hidden"],
  ["another member", "not seen", "hidden"],
  ["a service account", "in clear", "in clear"],
  ["a service account that may only read", "hidden", "hidden"],
];

type Surface = (token: string, made: Made) => Promise<Answer>;

const below = (prefix: string): Readonly<Record<string, readonly [Surface, (made: Made) => string]>> => ({
  [`GET ${prefix}/connector/{id}/`]: [
    (token, { connector }) => rest(token, `GET ${prefix}/connector/${connector}/`),
    () => PASSWORD,
  ],
  [`GET ${prefix}/api/keys/pipeline/{id}/`]: [
    (token, { pipeline }) => rest(token, `GET ${prefix}/api/keys/pipeline/${pipeline}/`),
    ({ secret }) => secret,
  ],
  [`GET ${prefix}/api/keys/{id}/`]: [
    (token, { key }) => rest(token, `GET ${prefix}/api/keys/${key}/`),
    ({ secret }) => secret,
  ],
  [`GET ${prefix}/pipeline/api/client_collection/{id}/`]: [
    (token, { pipeline }) => rest(token, `GET ${prefix}/pipeline/api/client_collection/${pipeline}/`),
    ({ secret }) => secret,
  ],
  [`GET ${prefix}/pipeline/api/postman_collection/{id}/`]: [
    (token, { pipeline }) => rest(token, `GET ${prefix}/pipeline/api/postman_collection/${pipeline}/`),
    ({ secret }) => secret,
  ],
});

const SURFACES = {
  ...below(MANAGEMENT),
  ...below("/api/v1/unstract/default"),
  "connectorSettings of GraphQL": [
    (token: string, { connector }: Made) =>
      graphql(token, "query ($id: ID!) { connectorSettings(id: $id) }", { id: connector }),
    () => PASSWORD,
  ],
  "the keys of a pipeline in GraphQL": [
    (token: string, { pipeline }: Made) =>
      graphql(token, "query ($id: ID!) { pipeline(id: $id) { keys { secret } } }", { id: pipeline }),
    ({ secret }: Made) => secret,
  ],
} as const satisfies Record<string, readonly [Surface, (made: Made) => string]>;

describe.each(Object.entries(SURFACES))("%s", (_, [surface, secretOf]) => {
  test.each(CALLERS)("%s", async (caller, ...sights) => {
    for (const [index, kind] of (["shared", "open"] as const).entries()) {
      const { status, text } = await surface(tokens[caller] ?? "", records[kind]);
      const secret = secretOf(records[kind]);
      expect(secret).not.toBe("");
      expect({ status, secret: text.includes(secret), hidden: text.includes(HIDDEN) }).toEqual({
        status: sights[index] === "not seen" ? 404 : 200,
        secret: sights[index] === "in clear",
        hidden: sights[index] === "hidden",
      });
    }
  });
});

const MANAGED: Readonly<Record<Sight, number>> = { "in clear": 200, hidden: 403, "not seen": 404 };

test.each(CALLERS)("the key of a notification: %s", async (caller, shared) => {
  const token = tokens[caller] ?? "";
  const mayOnlyRead = caller.includes("may only read");
  const one = await rest(token, `GET ${MANAGEMENT}/notifications/${records.shared.notification}/`);
  expect(one.status).toBe(mayOnlyRead ? 200 : MANAGED[shared]);
  const listed = await rest(token, `GET ${MANAGEMENT}/notifications/`);
  for (const { text } of [one, listed]) {
    expect(text.includes(NOTIFICATION_KEY)).toBe(shared === "in clear");
    expect(text.includes(HIDDEN)).toBe(mayOnlyRead);
  }
});

test.each(CALLERS)("lists, metadata and other records contain no secret: %s", async (caller) => {
  const calls = [
    ...["connector", "pipeline", "workflow", "workflow/endpoint"].map((path) => `GET ${MANAGEMENT}/${path}/`),
    ...["connector", "pipeline"].map((path) => `OPTIONS ${MANAGEMENT}/${path}/`),
    `OPTIONS ${MANAGEMENT}/connector/${records.open.connector}/`,
    `GET ${MANAGEMENT}/pipeline/${records.open.pipeline}/`,
  ];
  for (const call of calls) {
    const { status, text } = await rest(tokens[caller] ?? "", call);
    expect([call, status]).toEqual([call, 200]);
    const secrets = [PASSWORD, NOTIFICATION_KEY, records.open.secret, records.shared.secret];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }
});

test("masked secrets that are sent back keep the stored value", async () => {
  const { connector, notification } = records.shared;
  const [owner = "", reader = ""] = [tokens["the owner"], tokens["the owner by a token that may only read"]];
  for (const [path, field, secret] of [
    [`/connector/${connector}/`, "connector_metadata", PASSWORD],
    [`/notifications/${notification}/`, "authorization_key", NOTIFICATION_KEY],
  ] as const) {
    const read = await rest(reader, `GET ${MANAGEMENT}${path}`);
    const hidden: unknown = JSON.parse(read.text);
    expect(JSON.stringify(Reflect.get(Object(hidden), field))).toContain(HIDDEN);
    for (const method of ["PUT", "PATCH"]) {
      const body = method === "PUT" ? Object(hidden) : { [field]: Reflect.get(Object(hidden), field) };
      const changed = await rest(owner, `${method} ${MANAGEMENT}${path}`, body);
      expect([changed.status, changed.text]).toEqual([200, expect.stringContaining(secret)]);
      expect(changed.text).not.toContain(HIDDEN);
    }
  }
  const update =
    "mutation ($id: ID!, $settings: JSONObject) { updateConnector(input: {id: $id, settings: $settings}) { connector { id } } }";
  const settings = { host: "other.example", port: 3307, database: "d", user: "u", password: HIDDEN };
  expect(await graphql(owner, update, { id: connector, settings })).toMatchObject({ status: 200 });
  const { text } = await rest(owner, `GET ${MANAGEMENT}/connector/${connector}/`);
  expect(JSON.parse(text)).toMatchObject({
    connector_metadata: { host: "other.example", port: "3307", password: PASSWORD },
  });
});
