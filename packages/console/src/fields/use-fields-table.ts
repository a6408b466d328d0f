import { useEffect, useState } from "react";
import { CombinedError } from "urql";

import { ask } from "../api/uncached.ts";
import { apiFilter, type FieldsFilter } from "./fields-filter.ts";
import { FIELDS_TABLE, type FieldsRow, type TableSchema } from "./fields-queries.ts";

export interface FieldsTableState {
  readonly schema: TableSchema | undefined;
  readonly rows: readonly FieldsRow[];
  readonly error: CombinedError | undefined;
  readonly more: (() => void) | undefined;
  readonly reload: () => void;
}

const AT_ONCE = 100;

/** How often the table is asked for again while documents in it wait. */
const REFRESH_MS = 1500;

/** The documents of a schema, as their fields are read. */
export function useFieldsTable(schema: string, filter: FieldsFilter): FieldsTableState {
  const [found, setFound] = useState<TableSchema>();
  const [error, setError] = useState<CombinedError>();
  const [parts, setParts] = useState(1);
  const [loads, setLoads] = useState(0);
  const { status, search } = filter;
  const key = JSON.stringify([schema, status, search]);
  useEffect(() => setParts(1), [key]);
  useEffect(() => {
    let wanted = true;
    loadTable(schema, { status, search }, parts).then(
      (table) => {
        if (!wanted) return;
        setFound(table);
        setError(undefined);
      },
      (problem: unknown) => {
        if (wanted && problem instanceof CombinedError) setError(problem);
      },
    );
    return () => {
      wanted = false;
    };
    // The key stands for the filter.
  }, [key, parts, loads]);
  const current = found?.name === schema ? found : undefined;
  const rows = current?.documents.nodes ?? [];
  const waits = rows.some((row) => row.status === "WAITING");
  const reload = (): void => setLoads((times) => times + 1);
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setLoads((times) => times + 1), REFRESH_MS);
    return () => clearTimeout(timer);
  }, [waits, loads, found]);
  const hasMore = current?.documents.pageInfo.hasNextPage === true;
  return {
    schema: current,
    rows,
    error,
    more: hasMore ? () => setParts((count) => count + 1) : undefined,
    reload,
  };
}

async function loadTable(
  schema: string,
  filter: FieldsFilter,
  parts: number,
): Promise<TableSchema | undefined> {
  let whole: TableSchema | undefined;
  for (let part = 0; part < parts; part++) {
    const after: string | null = whole?.documents.pageInfo.endCursor ?? null;
    const { fieldsSchema } = await ask(FIELDS_TABLE, {
      schema,
      filter: apiFilter(filter),
      first: AT_ONCE,
      after,
    });
    if (!fieldsSchema) return undefined;
    const { documents } = fieldsSchema;
    const nodes = [...(whole?.documents.nodes ?? []), ...documents.nodes];
    whole = { ...fieldsSchema, documents: { ...documents, nodes } };
    if (!documents.pageInfo.hasNextPage) return whole;
  }
  return whole;
}
