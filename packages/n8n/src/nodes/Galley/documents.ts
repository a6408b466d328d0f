import { NodeOperationError, type IExecuteFunctions, type JsonFields } from "n8n-workflow";
import { graphql, upload } from "../../galley-api.ts";
import { fieldsOf, textOf } from "../../json.ts";
import { settledRecord } from "../../waiting.ts";
import { detailsOf, outputOf, recordsOf } from "./renditions.ts";

const JOB_FIELDS = `
  id handle status statusMessage tag mode pageCount pagesDone submittedAt settledAt textExpiresAt file { name }
`;
const SUBMIT = `mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { ${JOB_FIELDS} } } }`;
const JOB = `query ($id: ID, $handle: String) { job(id: $id, handle: $handle) { ${JOB_FIELDS} } }`;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UNSETTLED: ReadonlySet<unknown> = new Set(["ACCEPTED", "PROCESSING"]);

/** Sends the document of an item and returns what it became: one record, or one for each table or chunk. */
export async function extract(context: IExecuteFunctions, itemIndex: number): Promise<readonly JsonFields[]> {
  const parameter = (name: string): unknown => context.getNodeParameter(name, itemIndex);
  const { documentPassword, tag, webhook, ...options } = given(fieldsOf(parameter("options")));
  const output = outputOf(parameter("output"));
  const input = {
    ...(await sourceOf(context, itemIndex)),
    options: { ...options, blocks: output !== "text" },
    ...given({ documentPassword, tag, webhook }),
  };
  const submitted = await graphql(context, SUBMIT, { input });
  const job = fieldsOf(fieldsOf(submitted["submitDocument"])["job"]);
  if (parameter("wait") !== true) return [detailsOf(job)];
  const id = textOf(job["id"]);
  const settled = await settledRecord(context, {
    itemIndex,
    timeoutSeconds: Number(parameter("timeout")),
    what: `Document ${id}`,
    look: () => found(context, { id, itemIndex }),
    isSettled: ({ status }) => !UNSETTLED.has(status),
  });
  return recordsOf(context, { job: settled, output, itemIndex });
}

/** A document that was sent before. */
export async function getDocument(
  context: IExecuteFunctions,
  itemIndex: number,
): Promise<readonly JsonFields[]> {
  const id = textOf(context.getNodeParameter("documentId", itemIndex)).trim();
  const output = outputOf(context.getNodeParameter("output", itemIndex));
  const job = await found(context, { id, itemIndex });
  return output === "details" ? [detailsOf(job)] : recordsOf(context, { job, output, itemIndex });
}

async function found(
  context: IExecuteFunctions,
  { id, itemIndex }: { readonly id: string; readonly itemIndex: number },
): Promise<JsonFields> {
  const { job } = await graphql(context, JOB, UUID.test(id) ? { id } : { handle: id });
  if (job) return fieldsOf(job);
  throw new NodeOperationError(context.getNode(), `There is no document ${id}.`, { itemIndex });
}

async function sourceOf(context: IExecuteFunctions, itemIndex: number): Promise<JsonFields> {
  if (context.getNodeParameter("source", itemIndex) === "url") {
    return { url: textOf(context.getNodeParameter("url", itemIndex)).trim() };
  }
  const property = textOf(context.getNodeParameter("binaryPropertyName", itemIndex));
  return { upload: await uploadBinary(context, { itemIndex, property }) };
}

/** Sends a file of an item; returns the id of the upload. */
export async function uploadBinary(
  context: IExecuteFunctions,
  { itemIndex, property }: { readonly itemIndex: number; readonly property: string },
): Promise<string> {
  const { fileName = "document" } = context.helpers.assertBinaryData(itemIndex, property);
  return upload(context, fileName, await context.helpers.getBinaryDataBuffer(itemIndex, property));
}

/** Options that were set; n8n shows empty texts for the others. */
function given(options: JsonFields): JsonFields {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== "" && value !== undefined),
  );
}
