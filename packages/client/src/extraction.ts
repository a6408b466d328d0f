import type { Connection } from "./connection.ts";
import { GalleyError } from "./galley-error.ts";
import type { ChunksQuery, DataFieldsFragment, PagesQuery, TablesQuery } from "./generated/graphql.ts";
import type { Job } from "./job.ts";
import { CHUNKS, FIELDS, MARKDOWN, PAGES, READ_FIELDS, TABLES, TEXT_LINK } from "./operations.ts";

/** A page: its number, text, size in points, and a message if something is to be said about it. */
export type Page = NonNullable<PagesQuery["job"]>["pages"]["nodes"][number];
/** A table with its cells as texts, and as CSV. */
export type Table = NonNullable<NonNullable<TablesQuery["job"]>["tables"]>[number];
/** A piece for retrieval in Markdown, with its headings and its places: pages, and boxes in points. */
export type Chunk = NonNullable<NonNullable<ChunksQuery["job"]>["chunks"]>["nodes"][number];

/** Data by a schema, and of each value its confidence, failed checks and places: pages, and boxes in points. */
export type Fields = DataFieldsFragment;

export interface ChunkOptions {
  /** The largest size of a chunk in tokens, estimated. Default: 512. */
  readonly maxTokens?: number | undefined;
  /** About how many tokens the next chunk repeats. Default: 0. */
  readonly overlap?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A document that was read. What it gives besides its text is fetched when it is asked for. */
export interface Extraction {
  readonly job: Job;
  /** The whole text, with the layout of the pages kept unless the options say otherwise. */
  readonly text: string;
  pages(signal?: AbortSignal): AsyncGenerator<Page, void, undefined>;
  /** @throws GalleyError `EXPIRED` if the text is no longer kept; so do the following. */
  markdown(signal?: AbortSignal): Promise<string>;
  tables(signal?: AbortSignal): Promise<readonly Table[]>;
  chunks(options?: ChunkOptions): AsyncGenerator<Chunk, void, undefined>;
  /**
   * The data by a schema, such as `invoice`, which are read if they were not. Its status is `NEEDS_REVIEW` if a value is
   * doubtful.
   */
  fields(schema: string, signal?: AbortSignal): Promise<Fields>;
  /** The same of each invoice of a document that has several, in the order of their pages. */
  fieldsOfParts(schema: string, signal?: AbortSignal): Promise<readonly Fields[]>;
}

/** @throws GalleyError if the text is no longer kept. */
export async function extractionOf(
  connection: Connection,
  job: Job,
  signal: AbortSignal | undefined,
): Promise<Extraction> {
  const { id } = job;
  const link = (await connection.graphql(TEXT_LINK, { id }, signal)).job?.download?.path;
  if (link === undefined) return deleted();
  const text = await (await connection.request(link, { signal: signal ?? null })).text();
  return {
    job,
    text,
    pages: (aborted) =>
      everyNode(async (after) => (await connection.graphql(PAGES, { id, after }, aborted)).job?.pages),
    async markdown(aborted) {
      return (await connection.graphql(MARKDOWN, { id }, aborted)).job?.markdown ?? deleted();
    },
    async tables(aborted) {
      return (await connection.graphql(TABLES, { id }, aborted)).job?.tables ?? deleted();
    },
    fields: async (schema, aborted) => {
      const [first] = await partsOf(connection, { id, schema }, aborted);
      return first ?? deleted();
    },
    fieldsOfParts: (schema, aborted) => partsOf(connection, { id, schema, split: true }, aborted),
    chunks: ({ maxTokens = 512, overlap = 0, signal: aborted } = {}) =>
      everyNode(async (after) => {
        const variables = { id, maxTokens, overlap, after };
        return (await connection.graphql(CHUNKS, variables, aborted)).job?.chunks ?? deleted();
      }),
  };
}

/** What is stored, unless it was read another way. */
async function partsOf(
  connection: Connection,
  by: { readonly id: string; readonly schema: string; readonly split?: boolean },
  signal: AbortSignal | undefined,
): Promise<readonly Fields[]> {
  const { job } = await connection.graphql(FIELDS, by, signal);
  const parts = job?.fieldsOfSchemas ?? [];
  const areRead = parts.length > 0 && parts.every(({ data }) => data);
  if (areRead && (by.split !== true || parts.every(({ pages }) => pages))) return parts;
  return (await connection.graphql(READ_FIELDS, by, signal)).readFields.parts;
}

function deleted(): never {
  throw new GalleyError("EXPIRED", "The text of this document is no longer kept.");
}

/** The elements of a list that is loaded part by part. */
async function* everyNode<Node>(
  load: (after: string | null) => Promise<
    | {
        readonly nodes: readonly Node[];
        readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
      }
    | undefined
  >,
): AsyncGenerator<Node, void, undefined> {
  for (let after: string | null = null; ;) {
    const part = await load(after);
    yield* part?.nodes ?? [];
    if (!part?.pageInfo.hasNextPage) return;
    after = part.pageInfo.endCursor ?? null;
  }
}
