import { NodeOperationError, type IExecuteFunctions, type JsonFields } from "n8n-workflow";
import { download, graphql } from "../../galley-api.ts";
import { fieldsOf, listOf, textOf } from "../../json.ts";

const OUTPUTS = ["details", "text", "markdown", "tables", "chunks", "data"] as const;
type Output = (typeof OUTPUTS)[number];

const TEXT_LINK = `query ($id: ID!) { job(id: $id) { download(rendition: TEXT) { path } } }`;
const MARKDOWN = `query ($id: ID!) { job(id: $id) { markdown } }`;
const TABLES = `query ($id: ID!) { job(id: $id) { tables { block caption pages headRows rows csv } } }`;
const DATA = `mutation ($id: ID!, $schema: String!, $split: Boolean) {
  readFields(input: { jobId: $id, schema: $schema, split: $split }) {
    parts { part pages { first last } status data review notes }
  }
}`;
const CHUNKS = `query ($id: ID!, $maxTokens: Int!, $overlap: Int!, $after: String) {
  job(id: $id) {
    chunks(maxTokens: $maxTokens, overlap: $overlap, first: 50, after: $after) {
      nodes { key text headings pages tokens places { page box { x0 y0 x1 y1 } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

const WITH_RESULT: ReadonlySet<unknown> = new Set(["PROCESSED", "RETRIEVED"]);

export interface SettledDocument {
  readonly job: JsonFields;
  readonly output: Output;
  readonly itemIndex: number;
}

/** What a document became: one record, or one for each table or chunk. @throws NodeOperationError if it has no result. */
export async function recordsOf(
  context: IExecuteFunctions,
  { job, output, itemIndex }: SettledDocument,
): Promise<readonly JsonFields[]> {
  const id = textOf(job["id"]);
  const refused = (message: string): NodeOperationError =>
    new NodeOperationError(context.getNode(), message, { itemIndex, description: `Document ${id}` });
  if (!WITH_RESULT.has(job["status"])) {
    const status = textOf(job["status"]).toLowerCase();
    throw refused(textOf(job["statusMessage"]) || `The document has no result: it is ${status}.`);
  }
  const document = { context, id, itemIndex, details: detailsOf(job) };
  const records = await READERS[output](document);
  if (records) return records;
  throw refused("The text of this document is no longer kept.");
}

interface ReadDocument {
  readonly context: IExecuteFunctions;
  readonly id: string;
  readonly itemIndex: number;
  readonly details: JsonFields;
}

/** Undefined if the service does not have the rendition. */
type Reader = (document: ReadDocument) => Promise<readonly JsonFields[] | undefined>;

const READERS = {
  details: async ({ details }) => [details],
  async text({ context, id, details }) {
    const { path } = fieldsOf((await jobWith(context, TEXT_LINK, { id }))["download"]);
    return typeof path === "string" ? [{ ...details, text: await download(context, path) }] : undefined;
  },
  async markdown({ context, id, details }) {
    const { markdown } = await jobWith(context, MARKDOWN, { id });
    return typeof markdown === "string" ? [{ ...details, markdown }] : undefined;
  },
  async tables({ context, id, details }) {
    const { tables } = await jobWith(context, TABLES, { id });
    return Array.isArray(tables) ? tables.map((table) => partOf(details, table)) : undefined;
  },
  async data({ context, id, itemIndex, details }) {
    const schema = textOf(context.getNodeParameter("schema", itemIndex)).trim();
    // Unless it is wanted, a document stays as it was read before.
    const split = context.getNodeParameter("split", itemIndex, false) === true ? true : null;
    const { readFields } = await graphql(context, DATA, { id, schema, split });
    return listOf(fieldsOf(readFields)["parts"]).map((read) => {
      const { status, part, pages, ...fields } = fieldsOf(read);
      const place = pages === null ? {} : { part, pages };
      return { ...partOf(details, fields), ...place, schema, needsReview: status === "NEEDS_REVIEW" };
    });
  },
  chunks: readChunks,
} as const satisfies Record<Output, Reader>;

async function readChunks({
  context,
  id,
  itemIndex,
  details,
}: ReadDocument): Promise<readonly JsonFields[] | undefined> {
  const sizes = fieldsOf(context.getNodeParameter("chunking", itemIndex, {}));
  const records: JsonFields[] = [];
  for (let after: unknown = null; ;) {
    const variables = { id, maxTokens: 512, overlap: 0, ...sizes, after };
    const { chunks } = await jobWith(context, CHUNKS, variables);
    if (!chunks) return undefined;
    const { nodes, pageInfo } = fieldsOf(chunks);
    records.push(...listOf(nodes).map((chunk) => partOf(details, chunk)));
    const { hasNextPage, endCursor } = fieldsOf(pageInfo);
    if (hasNextPage !== true) return records;
    after = endCursor;
  }
}

async function jobWith(
  context: IExecuteFunctions,
  query: string,
  variables: JsonFields,
): Promise<JsonFields> {
  return fieldsOf((await graphql(context, query, variables))["job"]);
}

function partOf({ documentId, name }: JsonFields, part: unknown): JsonFields {
  return { documentId, name, ...fieldsOf(part) };
}

export function detailsOf({ id, file, ...facts }: JsonFields): JsonFields {
  return { documentId: id, name: textOf(fieldsOf(file)["name"]), ...facts };
}

/** The chosen output; n8n offers no other values. */
export function outputOf(value: unknown): Output {
  return OUTPUTS.find((output) => output === value) ?? "text";
}
