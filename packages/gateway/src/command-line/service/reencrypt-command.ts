import type { MikroORM } from "@mikro-orm/postgresql";
import { readConfig, type Config } from "../../config/config.ts";
import { MAINTENANCE_LIMITS } from "../../database-limits.ts";
import { resealAll } from "../../persistence/reseal.ts";
import { sealedKeyIds } from "../../persistence/sealed-key-ids.ts";
import { failureOf, refused, withDatabase } from "./database-command.ts";
import { openKeyring } from "../../secrets/keyring.ts";
import { createSecretBox } from "../../secrets/secret-box.ts";

/** Runs `galley reencrypt` and resolves to the exit code: 1 if a secret could not be re-encrypted. */
export async function runReencrypt(): Promise<0 | 1 | 2> {
  const outcome = readConfig();
  if (!outcome.ok) return refused(2, outcome.problems);
  try {
    const { config } = outcome;
    return await withDatabase(config, MAINTENANCE_LIMITS, (orm) => reencrypt(orm, config));
  } catch (error) {
    return refused(1, [failureOf(error)]);
  }
}

async function reencrypt(orm: MikroORM, { dataDir, secretKeys }: Config): Promise<0 | 1> {
  const keyring = await openKeyring({ dataDir, given: secretKeys, neededIds: await sealedKeyIds(orm) });
  const [{ id: currentId }] = keyring;
  let left = 0;
  for await (const column of resealAll(orm, { secrets: createSecretBox(keyring), currentId })) {
    const name = `${column.table}.${column.column}`;
    process.stdout.write(`${name}: ${column.resealed} re-encrypted with the key "${currentId}"\n`);
    for (const id of column.unopened)
      process.stderr.write(`${name}: the secret of ${id} cannot be decrypted\n`);
    left += column.unopened.length;
  }
  const used = await sealedKeyIds(orm);
  const spare = keyring.filter(({ id }) => id !== currentId && !used.includes(id)).map(({ id }) => `"${id}"`);
  if (spare.length > 0)
    process.stdout.write(
      `No secret needs ${spare.join(", ")} any more; you can remove it from the keyring.\n`,
    );
  return left === 0 ? 0 : 1;
}
