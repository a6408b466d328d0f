import { randomUUID } from "node:crypto";
import {
  anAccessToken,
  anOrganization,
  aPipeline,
  aUser,
  aWorkflow,
  MEMORY_KINDS,
} from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { digestOf, startGraphqlService, type GraphqlService } from "../testing/graphql-service.ts";

let service: GraphqlService;
const tokens = { manager: randomUUID(), read: randomUUID(), member: randomUUID(), outsider: randomUUID() };
const ids = { pipeline: "", run: "", file: randomUUID(), connector: "", webhook: "done" };

beforeAll(async () => {
  service = await startGraphqlService();
  const { organizationId } = service;
  const other = anOrganization();
  const workflow = aWorkflow(organizationId);
  // Shared with everyone, so every member sees it and only managers manage it.
  const pipeline = aPipeline(workflow, { sharedToOrganization: true });
  await service.database.transaction(async (records) => {
    await records.organizations.insert(other);
    const user = await records.users.insert(aUser());
    if (!user) throw new Error("The address was to be new.");
    await records.memberships.put({ organizationId, userId: user.id, role: "member", createdAt: new Date() });
    const token = (name: keyof typeof tokens): { readonly digest: string } => ({
      digest: digestOf(tokens[name]),
    });
    for (const record of [
      anAccessToken(organizationId, { ...token("manager"), tier: "full_access" }),
      anAccessToken(organizationId, { ...token("read"), tier: "read" }),
      anAccessToken(organizationId, { ...token("member"), tier: "full_access", userId: user.id }),
      anAccessToken(other.id, { ...token("outsider"), tier: "full_access" }),
    ])
      await records.accessTokens.insert(record);
    await records.workflows.insert(workflow);
    await records.pipelines.insert(pipeline);
  });
  const asManager = { authorization: `Bearer ${tokens.manager}` };
  const started = await service.ask(
    "mutation ($id: ID!) { runPipeline(input: { pipelineId: $id }) { run { id } } }",
    { id: pipeline.id },
    asManager,
  );
  const created = await service.ask(
    `mutation { createConnector(input: {
      kindId: "${MEMORY_KINDS.files}", name: "Scans", settings: { host: "here", password: "hunter2" }
    }) { connector { id } } }`,
    {},
    asManager,
  );
  await service.ask(
    'mutation { createWebhook(input: { name: "done", url: "https://example.com/" }) { webhook { id } } }',
  );
  Object.assign(ids, {
    pipeline: pipeline.id,
    connector: Object(created.data).createConnector.connector.id,
    run: Object(started.data).runPipeline.run.id,
  });
});
afterAll(() => service[Symbol.asyncDispose]());

/** The code of the error for each caller; "" if the call is allowed, whatever its result. */
type Codes = Readonly<Record<"key" | keyof typeof tokens, string>>;

const MEMBERS_ONLY = { key: "FORBIDDEN", outsider: "NOT_FOUND" } as const;

const TABLE: readonly (readonly [operation: () => string, codes: Codes])[] = [
  [
    () => `mutation { retryFailedFiles(input: { runId: "${ids.run}" }) { run { id } } }`,
    { ...MEMBERS_ONLY, manager: "CONFLICT", read: "FORBIDDEN", member: "FORBIDDEN" },
  ],
  [
    () => `mutation { retryFiles(input: { runId: "${ids.run}", fileIds: ["${ids.file}"] }) { run { id } } }`,
    { ...MEMBERS_ONLY, manager: "CONFLICT", read: "FORBIDDEN", member: "FORBIDDEN" },
  ],
  [
    () => `{ run(id: "${ids.run}") { files(statuses: [FAILED]) { nodes { id job { id } } } } }`,
    { ...MEMBERS_ONLY, manager: "", read: "", member: "FORBIDDEN" },
  ],
  [
    () =>
      `{ pipeline(id: "${ids.pipeline}") { problems { code } source { connection } recentRuns { runId } nextSlots } }`,
    { ...MEMBERS_ONLY, manager: "", read: "", member: "" },
  ],
  [
    () => '{ schedulePreview(cron: "0 * * * *") { slots } }',
    { key: "FORBIDDEN", manager: "", read: "", member: "", outsider: "" },
  ],
  [
    () => '{ destinationPreview(connection: FILE_SYSTEM, path: "a.pdf") { paths } }',
    { key: "FORBIDDEN", manager: "", read: "", member: "", outsider: "" },
  ],
  ...["browseConnector", "countFiles"].map(
    (name) =>
      [
        () => `mutation { ${name}(input: { connectorId: "${ids.connector}" }) { failure { code } } }`,
        { ...MEMBERS_ONLY, manager: "INTERNAL", read: "FORBIDDEN", member: "NOT_FOUND" },
      ] as const,
  ),
  [
    () => `mutation { tryFile(input: { connectorId: "${ids.connector}", path: "a" }) { failure { code } } }`,
    { ...MEMBERS_ONLY, manager: "INTERNAL", read: "FORBIDDEN", member: "NOT_FOUND" },
  ],
  [
    () => `mutation { testConnector(input: { connectorId: "${ids.connector}" }) { connects } }`,
    { ...MEMBERS_ONLY, manager: "", read: "FORBIDDEN", member: "NOT_FOUND" },
  ],
  [
    () => `{ connector(id: "${ids.connector}") { secretsSet workflows { id } kind { name } } }`,
    { ...MEMBERS_ONLY, manager: "", read: "", member: "NOT_FOUND" },
  ],
  [
    () => '{ webhook(name: "done") { deliveries { nodes { id } } } }',
    { key: "", manager: "", read: "", member: "", outsider: "NOT_FOUND" },
  ],
  ...["sendTestMessage", "rotateSigningSecret"].map(
    (name) =>
      [
        () => `mutation { ${name}(input: { name: "done" }) { __typename } }`,
        { key: "", manager: "", read: "FORBIDDEN", member: "", outsider: "NOT_FOUND" },
      ] as const,
  ),
  [
    () => `mutation { rotateNotificationSecret(input: { id: "${ids.file}" }) { signingSecret } }`,
    { ...MEMBERS_ONLY, manager: "NOT_FOUND", read: "FORBIDDEN", member: "NOT_FOUND" },
  ],
  [
    () => `mutation { sharePipeline(input: { id: "${ids.pipeline}", toOrganization: true }) { __typename } }`,
    { ...MEMBERS_ONLY, manager: "", read: "FORBIDDEN", member: "FORBIDDEN" },
  ],
  [
    () => `mutation { shareConnector(input: { id: "${ids.connector}", userIds: [] }) { __typename } }`,
    { ...MEMBERS_ONLY, manager: "", read: "FORBIDDEN", member: "NOT_FOUND" },
  ],
  ...(
    [
      ["addOwner", "BAD_INPUT"],
      ["removeOwner", "NOT_FOUND"],
    ] as const
  ).map(
    ([name, ofStranger]) =>
      [
        () =>
          `mutation { ${name}(input: { kind: PIPELINE, recordId: "${ids.pipeline}", userId: "${ids.file}" }) { __typename } }`,
        { ...MEMBERS_ONLY, manager: ofStranger, read: "FORBIDDEN", member: "FORBIDDEN" },
      ] as const,
  ),
  [
    () => "{ extractionKeys { usage { today thisMonth } } }",
    { key: "FORBIDDEN", manager: "", read: "", member: "", outsider: "" },
  ],
];

test.each(TABLE)("%s", async (operation, codes) => {
  const headersOf = (caller: keyof Codes): Record<string, string> =>
    caller === "key" ? { "service-key": service.key } : { authorization: `Bearer ${tokens[caller]}` };
  const found: Record<string, unknown> = {};
  for (const caller of ["key", "manager", "read", "member", "outsider"] as const) {
    const { errors } = await service.ask(operation(), {}, headersOf(caller));
    found[caller] = errors[0]?.extensions["code"] ?? "";
  }
  expect(found).toEqual(codes);
});
