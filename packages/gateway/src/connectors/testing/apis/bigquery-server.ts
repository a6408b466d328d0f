import { z } from "zod";
import { startApiServer, type ApiServer } from "./api-server.ts";
import { asGoogle } from "./google-identity.ts";

const querySchema = z.object({
  query: z.string(),
  queryParameters: z
    .array(z.object({ name: z.string(), parameterValue: z.object({ value: z.nullable(z.string()) }) }))
    .default([]),
});

export interface Warehouse extends ApiServer {
  readonly queries: z.output<typeof querySchema>[];
  /** The columns of the only table. */
  columns: readonly string[];
}

/** The BigQuery API as far as the connector uses it; every statement needs a second call to complete. */
export async function startBigquery(): Promise<Warehouse> {
  const made: Pick<Warehouse, "queries" | "columns"> = { queries: [], columns: [] };
  const done = (jobComplete: boolean): unknown => ({
    jobComplete,
    jobReference: { jobId: "job", location: "EU" },
  });
  const server = await startApiServer(
    asGoogle(({ method, url, body }) => {
      if (method === "POST") {
        made.queries.push(querySchema.parse(JSON.parse(body.toString())));
        return { body: done(false) };
      }
      if (url.pathname.endsWith("/queries/job"))
        return { body: done(url.searchParams.get("location") === "EU") };
      if (url.pathname !== "/bigquery/v2/projects/press/datasets/archive/tables/texts") return undefined;
      if (made.columns.length === 0) return undefined;
      return { body: { schema: { fields: made.columns.map((name) => ({ name })) } } };
    }),
  );
  return Object.assign(made, server);
}
