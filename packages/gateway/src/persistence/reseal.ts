import type { SecretBox } from "@galley/core/domain";
import type { EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { z } from "zod";
import { SEALED_COLUMNS } from "./sealed-key-ids.ts";

type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** The result for a column. */
export interface ResealedColumn {
  readonly table: string;
  readonly column: string;
  /** Number of secrets re-encrypted with the current key. */
  readonly resealed: number;
  /** Ids of records whose secrets cannot be decrypted; they are unchanged. */
  readonly unopened: readonly string[];
}

/** Rows per query. */
const AT_ONCE = 100;

const rowsSchema = z.array(z.object({ id: z.string(), organization_id: z.string(), sealed: z.string() }));
type Row = z.output<typeof rowsSchema>[number];

/**
 * Re-encrypts every secret that is not encrypted with the current key, one statement each: the service can
 * keep running, and its concurrent changes win. Can be interrupted and run again.
 */
export async function* resealAll(
  orm: MikroORM,
  { secrets, currentId }: { readonly secrets: SecretBox; readonly currentId: string },
): AsyncGenerator<ResealedColumn, void, undefined> {
  for (const sealed of SEALED_COLUMNS) {
    const unopened: string[] = [];
    let resealed = 0;
    for await (const row of rowsOf(orm.em.fork(), sealed, currentId)) {
      const again = reopened(secrets, sealed, row);
      if (again === undefined) unopened.push(row.id);
      else resealed += await replaced(orm.em.fork(), { sealed, row, again });
    }
    yield { ...sealed, resealed, unopened };
  }
}

/** The rows encrypted with another key, by id. */
async function* rowsOf(
  em: EntityManager,
  { table, column }: SealedColumn,
  currentId: string,
): AsyncGenerator<Row, void, undefined> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = rowsSchema.parse(
      await em.execute(
        `select id, organization_id, "${column}" as sealed from "${table}"
         where split_part("${column}", '.', 2) <> ? and id > ? order by id limit ${AT_ONCE}`,
        [currentId, after],
      ),
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = last.id;
  }
}

/** The secret, re-encrypted for the same place; undefined if it cannot be decrypted. */
function reopened(secrets: SecretBox, { table, column }: SealedColumn, row: Row): string | undefined {
  const place = { organizationId: row.organization_id, table, row: row.id, column };
  try {
    return secrets.seal(secrets.open(row.sealed, place), place);
  } catch {
    return undefined;
  }
}

/** Number of updated rows: 0 if the secret has changed since it was read. */
async function replaced(
  em: EntityManager,
  {
    sealed: { table, column },
    row,
    again,
  }: { readonly sealed: SealedColumn; readonly row: Row; readonly again: string },
): Promise<number> {
  const changed: unknown[] = await em.execute(
    `update "${table}" set "${column}" = ? where id = ? and "${column}" = ? returning id`,
    [again, row.id, row.sealed],
  );
  return changed.length;
}
