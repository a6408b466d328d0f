import { randomBytes, randomUUID } from "node:crypto";
import { createApplication, type Application, type Caller } from "@galley/core/domain";
import {
  createMemoryCatalogue,
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryStructures,
  createMemoryQueue,
  createMemoryWebhookPorts,
  MEMORY_KINDS,
} from "@galley/core/testing";
import type { MikroORM } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createSecretBox } from "../secrets/secret-box.ts";
import { createDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openOrm } from "./open-orm.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const FIRST = {
  organization: "default",
  managerEmail: "manager@localhost",
  extractionKey: `first-key-${randomUUID()}`,
  accessToken: `first-token-${randomUUID()}`,
};

test("the whole database contains no key and no token in clear", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, pino({ level: "silent" })), (open) => open.close());
  await migrate(orm);
  const application = applicationOver(orm);
  await application.access.createFirst(FIRST);
  const manager = await application.access.authenticate({ accessToken: FIRST.accessToken });
  const secrets = [
    FIRST.extractionKey,
    FIRST.accessToken,
    ...(await issuedSecrets(application, manager)),
    ...(await managementSecrets(application)),
    ...(await signInSecrets(application, manager)),
  ];

  const rows = await dumpOf(orm);
  for (const secret of secrets) {
    const shown = secret.slice(0, -4);
    expect(rows.filter((row) => row.includes(shown))).toEqual([]);
  }
  expect(rows.join("\n")).toContain("nightly batch");
});

/** The secrets of keys that were created, used, rotated and revoked. */
async function issuedSecrets({ access, keys, jobs }: Application, manager: Caller): Promise<string[]> {
  const created = await keys.create(manager, {
    description: "nightly batch",
    limits: { requestsPerMinute: 9 },
  });
  const caller = await access.authenticate({ extractionKey: created.secret });
  const document = { name: "a.pdf", content: pdf() };
  const documentPassword = `open-${randomUUID()}`;
  const facts = { document, documentPassword, options: {}, tag: "default", idempotencyKey: "batch-1" };
  await jobs.submit(caller, facts);
  const rotated = await keys.rotate(manager, created.key.id);
  const revoked = await keys.create(manager, { description: "by mistake" });
  await keys.revoke(manager, revoked.key.id);
  return [created.secret, rotated.secret, revoked.secret, documentPassword];
}

/** A connector's password, and the keys of a pipeline. */
async function managementSecrets(application: Application): Promise<string[]> {
  const { access, connectors, workflows, pipelines, pipelineKeys } = application;
  const member = await access.enter({ accessToken: FIRST.accessToken }, FIRST.organization);
  const password = `hunter-${randomUUID()}`;
  const settings = { host: "files.example", password };
  await connectors.create(member, { kindId: MEMORY_KINDS.files, settings });
  const { id: workflowId } = await workflows.create(member, { name: "nightly" });
  const pipeline = await pipelines.create(member, { name: "nightly", workflowId });
  await pipelineKeys.create(member, pipeline.id, { description: "scanner" });
  const keys = await pipelineKeys.list(member, pipeline.id);
  return [password, ...(await pipelineKeys.secretsOfEach(member, keys))];
}

/** The secrets of sessions, of a used and an unused sign-in link, and of an invitation. */
async function signInSecrets(
  { signIns, sessions, invitations }: Application,
  manager: Caller,
): Promise<string[]> {
  const visitor = { address: "192.0.2.7", userAgent: "Browser/1.0" };
  const used = await signIns.issueLink(FIRST);
  const unused = await signIns.issueLink(FIRST);
  const byLink = await signIns.withLink(used.secret, visitor);
  const byToken = await signIns.withAccessToken(FIRST.accessToken, visitor);
  await sessions.view(byLink.secret);
  const person = { email: "ada@press.example", role: "member" } as const;
  const invitation = await invitations.invite(manager, { ...person, linkOf: (secret) => secret });
  return [used.secret, unused.secret, byLink.secret, byToken.secret, invitation.link];
}

async function* pdf(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("%PDF-1.7 made for a test");
}

function applicationOver(orm: MikroORM): Application {
  const { announcements, subscriptions } = createMemoryEvents();
  const database = createDatabase(orm, {
    queue: () => createMemoryQueue(),
    announcements: () => announcements,
  });
  return createApplication(
    {
      database,
      subscriptions,
      objects: createMemoryObjectStore(),
      structures: createMemoryStructures(),
      extractor: {
        pages: () => {
          throw new Error("Nothing is read here.");
        },
      },
      environment: { now: () => new Date(), uuid: () => randomUUID(), randomBytes },
      fetcher: createMemoryFetcher({}),
      ...createMemoryWebhookPorts(),
      secrets: createSecretBox([{ id: "test", key: randomBytes(32) }]),
      catalogue: createMemoryCatalogue(),
    },
    {
      maxUploadBytes: 1000,
      textLifetime: { keepText: "until_retrieved", resultSeconds: 60, retrieveAgainSeconds: 0 },
      webhookRetrySeconds: [],
    },
  );
}

/** Every row of every table, as text. */
async function dumpOf(orm: MikroORM): Promise<string[]> {
  const tables = await orm.em.fork().execute<{ name: string }[]>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema')`);
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await orm.em.fork().execute<{ row: string }[]>(`select t::text as row from ${name} t`);
    rows.push(...found.map(({ row }) => row));
  }
  return rows;
}
