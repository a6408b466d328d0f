import { randomBytes } from "node:crypto";
import type { SecretBox, SecretPlace, Webhook } from "@galley/core/domain";
import { anOrganization, aWebhook, createMemoryEvents, createMemoryQueue } from "@galley/core/testing";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createSecretBox } from "../secrets/secret-box.ts";
import { createDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openOrm } from "./open-orm.ts";
import { resealAll, type ResealedColumn } from "./reseal.ts";
import { sealedKeyIds } from "./sealed-key-ids.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const [OLD, NEW] = ["old", "new"].map((id) => ({ id, key: randomBytes(32) }));
if (!OLD || !NEW) throw new Error("There are two keys.");

/** More than are read per query. */
const WEBHOOKS = 120;

const placeOf = ({ id, organizationId }: Webhook, column: string): SecretPlace => ({
  organizationId,
  table: "webhook",
  row: id,
  column,
});

function sealedWith(box: SecretBox, webhook: Webhook, token: string): Webhook {
  return {
    ...webhook,
    sealedAuthToken: box.seal(token, placeOf(webhook, "sealed_auth_token")),
    sealedSigningSecret: box.seal("whsec_1", placeOf(webhook, "sealed_signing_secret")),
  };
}

test("secrets are re-encrypted with the current key, each for its place; one that cannot be decrypted is unchanged", async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const orm = opened.adopt(openOrm(url, pino({ level: "silent" })), (open) => open.close());
  await migrate(orm);
  const { announcements } = createMemoryEvents();
  const database = createDatabase(orm, {
    queue: () => createMemoryQueue(),
    announcements: () => announcements,
  });
  const organization = anOrganization();
  const old = createSecretBox([OLD]);
  const webhooks = Array.from({ length: WEBHOOKS }, (_, n) =>
    sealedWith(old, aWebhook(organization.id), `token ${n}`),
  );
  const damaged = { ...sealedWith(old, aWebhook(organization.id), ""), sealedAuthToken: "v1.old.AA.AA.AA" };
  await database.transaction(async (records) => {
    await records.organizations.insert(organization);
    for (const webhook of [...webhooks, damaged]) await records.webhooks.insert(webhook);
  });

  const both = createSecretBox([NEW, OLD]);
  const outcome: ResealedColumn[] = [];
  const rotation = { secrets: both, currentId: NEW.id };
  for await (const column of resealAll(orm, rotation)) outcome.push(column);
  expect(outcome.filter(({ table }) => table === "webhook")).toEqual([
    { table: "webhook", column: "sealed_auth_token", resealed: WEBHOOKS, unopened: [damaged.id] },
    { table: "webhook", column: "sealed_signing_secret", resealed: WEBHOOKS + 1, unopened: [] },
  ]);
  expect((await sealedKeyIds(orm)).toSorted()).toEqual(["new", "old"]);

  const newOnly = createSecretBox([NEW]);
  const kept = new Map((await database.records.webhooks.list(organization.id)).map((row) => [row.id, row]));
  const tokens = webhooks.map(({ id }) => {
    const row = kept.get(id);
    return row && newOnly.open(row.sealedAuthToken, placeOf(row, "sealed_auth_token"));
  });
  expect(tokens).toEqual(webhooks.map((_, n) => `token ${n}`));
  expect(kept.get(damaged.id)?.sealedAuthToken).toBe(damaged.sealedAuthToken);
});
