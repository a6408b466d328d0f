import { describe, expect, test } from "vitest";
import { z } from "zod";
import { letter } from "../../../fixtures/business.ts";
import { createRestClient } from "../../../support/clients/rest-client.ts";
import { startObjectServer, type ObjectServer } from "../../../support/servers/object-server.ts";
import { startSystemPostgres, systemPostgresMissing } from "../../../support/servers/system-postgres.ts";
import { startWebhookReceiver } from "../../../support/servers/webhook-receiver.ts";
import { startService, type RunningService } from "../../../support/service.ts";

const missing = systemPostgresMissing();

const SECRET_KEYS = `k1:${Buffer.alloc(32, 7).toString("base64")}`;

const acceptedSchema = z.object({ whisper_hash: z.string() });

describe.skipIf(missing !== undefined)(
  `a backup${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  () => {
    test("restored as the guide says has every text, document, secret and waiting job", async () => {
      await using postgres = await startSystemPostgres();
      await using objects = await startObjectServer();
      await using receiver = await startWebhookReceiver();
      await Promise.all([objects.makeBucket("galley"), objects.makeBucket("restored")]);
      const database = await postgres.createDatabase("galley");
      const start = (databaseUrl: string, bucket: string, role: string): Promise<RunningService> =>
        startService({ env: settings(databaseUrl, { objects, bucket, role }) });

      let read = "";
      {
        await using service = await start(database, "galley", "all");
        const client = createRestClient(service);
        await client.request("/whisper-manage-callback", {
          method: "POST",
          body: JSON.stringify({ webhook_name: "done", url: receiver.url, auth_token: "a secret at rest" }),
        });
        read = await client.submit(letter().bytes, { mode: "native_text" });
        expect(await client.waitUntilSettled(read, 60_000)).toMatchObject({ status: "processed" });
      }
      const dump = `${postgres.folder}/galley.dump`;
      let waiting = "";
      let later = "";
      {
        // Nobody reads documents here: what is submitted is still waiting when the backup is made.
        await using service = await start(database, "galley", "serve");
        const submit = async (query: Readonly<Record<string, string>>): Promise<string> => {
          const answer = await createRestClient(service).request("/whisper", {
            method: "POST",
            query: { mode: "native_text", ...query },
            body: new Uint8Array(letter().bytes),
          });
          return acceptedSchema.parse(await answer.json()).whisper_hash;
        };
        waiting = await submit({ use_webhook: "done" });
        await postgres.run("pg_dump", "--format=custom", `--file=${dump}`, database);
        await objects.copyAll("galley", "restored");
        later = await submit({});
      }
      const restored = await postgres.createDatabase("restored");
      await postgres.run("pg_restore", "--clean", "--if-exists", `--dbname=${restored}`, dump);

      await using service = await start(restored, "restored", "all");
      const client = createRestClient(service);
      expect((await client.retrieve(read)).result_text).toContain("3 March 2025");
      expect(await client.waitUntilSettled(waiting, 60_000)).toMatchObject({ status: "processed" });
      await expect
        .poll(() => receiver.results().map(({ headers }) => headers.authorization))
        .toEqual([expect.stringContaining("a secret at rest")]);
      const unknown = await client.request("/whisper-status", { query: { whisper_hash: later } });
      expect(unknown.status).toBe(400);
    }, 240_000);
  },
);

function settings(
  databaseUrl: string,
  {
    objects,
    bucket,
    role,
  }: { readonly objects: ObjectServer; readonly bucket: string; readonly role: string },
): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: databaseUrl,
    GALLEY_ROLE: role,
    GALLEY_SECRET_KEYS: SECRET_KEYS,
    GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8",
    GALLEY_OBJECTS: `s3://${bucket}`,
    AWS_ENDPOINT_URL: `http://127.0.0.1:${objects.port}`,
    AWS_ACCESS_KEY_ID: objects.key,
    AWS_SECRET_ACCESS_KEY: objects.secret,
  };
}
