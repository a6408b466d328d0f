import type { MikroORM } from "@mikro-orm/postgresql";
import { z } from "zod";

/** Every column with encrypted secrets. */
export const SEALED_COLUMNS = [
  { table: "webhook", column: "sealed_auth_token" },
  { table: "webhook", column: "sealed_signing_secret" },
  { table: "connector", column: "sealed_settings" },
  { table: "oauth_grant", column: "sealed_proof" },
  { table: "oauth_grant", column: "sealed_credentials" },
  { table: "pipeline_key", column: "sealed_key" },
  { table: "job", column: "sealed_document_password" },
  { table: "workflow", column: "sealed_document_password" },
  { table: "outcome_notification", column: "sealed_authorization_key" },
  { table: "outcome_notification", column: "sealed_signing_secret" },
] as const;

const rowsSchema = z.array(z.object({ id: z.string() }));

/** The ids of the keys that encrypted the secrets in the database: the second part of their envelopes. */
export async function sealedKeyIds(orm: MikroORM): Promise<readonly string[]> {
  const parts = SEALED_COLUMNS.map(
    ({ table, column }) =>
      `select split_part("${column}", '.', 2) as id from "${table}" where "${column}" is not null`,
  );
  const rows = await orm.em.fork().execute(parts.join(" union "));
  return rowsSchema.parse(rows).map(({ id }) => id);
}
