import type { SecretBox } from "@galley/core/domain";
import type { EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { z } from "zod";
import { SEALED_COLUMNS } from "./sealed-key-ids.ts";

type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** What became of the secrets of a column. */
export interface ResealedColumn {
  readonly table: string;
  readonly column: string;
  /** How many are closed with the current key now and were not before. */
  readonly resealed: number;
  /** Ids of the records whose secrets do not open; they stay as they are. */
  readonly unopened: readonly string[];
}

/** Rows that are read at once. */
const AT_ONCE = 100;

const rowsSchema = z.array(z.object({ id: z.string(), organization_id: z.string(), sealed: z.string() }));
type Row = z.output<typeof rowsSchema>[number];

/**
 * Closes every secret anew that was not closed with the current key, each in a statement of its own: the service may
 * run meanwhile, and what it changes at the same time stays as it changed it. Can be broken off and run again.
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

/** The rows that are closed with another key, by id. */
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

/** The secret closed anew for the same place; undefined where it does not open. */
function reopened(secrets: SecretBox, { table, column }: SealedColumn, row: Row): string | undefined {
  const place = { organizationId: row.organization_id, table, row: row.id, column };
  try {
    return secrets.seal(secrets.open(row.sealed, place), place);
  } catch {
    return undefined;
  }
}

/** How many rows it replaced: none where the secret was changed since it was read. */
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
