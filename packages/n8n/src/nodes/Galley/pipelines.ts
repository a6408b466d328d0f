import {
  NodeOperationError,
  type IExecuteFunctions,
  type ILoadOptionsFunctions,
  type INodeListSearchResult,
  type JsonFields,
} from "n8n-workflow";
import { graphql, type Context } from "../../galley-api.ts";
import { fieldsOf, listOf, textOf } from "../../json.ts";
import { settledRecord } from "../../waiting.ts";
import { uploadBinary } from "./documents.ts";

const PIPELINES = `query ($after: String, $first: PositiveInt!, $filter: PipelineFilter) {
  pipelines(first: $first, after: $after, filter: $filter) {
    nodes { id name active cron nextRunAt lastRunAt lastRunStatus runCount problems { message } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const RUN = `mutation ($input: RunPipelineInput!) { runPipeline(input: $input) { run { id } } }`;
const RUN_STATE = `query ($id: ID!) {
  run(id: $id) {
    id status trigger errorMessage totalFiles successfulFiles failedFiles skippedFiles createdAt finishedAt
    pipeline { id name }
  }
}`;
const FILES = `query ($id: ID!, $after: String) {
  run(id: $id) {
    files(first: 100, after: $after) {
      nodes { path status errorMessage writtenTo job { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

const UNFINISHED: ReadonlySet<unknown> = new Set(["PENDING", "EXECUTING"]);
const LARGEST_PAGE = 100;

/** The pipelines that the caller can see. */
export async function getPipelines(
  context: IExecuteFunctions,
  itemIndex: number,
): Promise<readonly JsonFields[]> {
  const all = context.getNodeParameter("returnAll", itemIndex) === true;
  const limit = all ? Infinity : Number(context.getNodeParameter("limit", itemIndex));
  const pipelines: JsonFields[] = [];
  for (let after: unknown = null; pipelines.length < limit;) {
    const first = Math.min(LARGEST_PAGE, limit - pipelines.length);
    const { nodes, next } = await pageOfPipelines(context, { first, after });
    pipelines.push(...nodes.map(({ id, ...facts }) => ({ pipelineId: id, ...facts })));
    if (next === undefined) break;
    after = next;
  }
  return pipelines;
}

/** The pipelines to choose from in the editor. */
export async function searchPipelines(
  context: ILoadOptionsFunctions,
  search?: string,
  after?: string,
): Promise<INodeListSearchResult> {
  const filter = search === undefined || search === "" ? null : { search };
  const { nodes, next } = await pageOfPipelines(context, {
    first: LARGEST_PAGE,
    after: after ?? null,
    filter,
  });
  const results = nodes.map(({ id, name }) => ({ name: textOf(name), value: textOf(id) }));
  return { results, ...(next !== undefined && { paginationToken: next }) };
}

async function pageOfPipelines(
  context: Context,
  variables: JsonFields,
): Promise<{ readonly nodes: readonly JsonFields[]; readonly next: string | undefined }> {
  const { nodes, pageInfo } = fieldsOf((await graphql(context, PIPELINES, variables))["pipelines"]);
  return { nodes: listOf(nodes).map(fieldsOf), next: nextIn(pageInfo) };
}

/** Runs a pipeline on files of the item or of its source; returns the run, with its files once it has ended. */
export async function runPipeline(
  context: IExecuteFunctions,
  itemIndex: number,
): Promise<readonly JsonFields[]> {
  const parameter = (name: string): unknown => context.getNodeParameter(name, itemIndex);
  const pipelineId = context.getNodeParameter("pipelineId", itemIndex, "", { extractValue: true });
  const input = { pipelineId, ...(await filesOf(context, itemIndex)) };
  const started = fieldsOf((await graphql(context, RUN, { input }))["runPipeline"]);
  const id = textOf(fieldsOf(started["run"])["id"]);
  const look = async (): Promise<JsonFields> => fieldsOf((await graphql(context, RUN_STATE, { id }))["run"]);
  if (parameter("wait") !== true) return [runRecord(await look())];
  const run = await settledRecord(context, {
    itemIndex,
    timeoutSeconds: Number(parameter("timeout")),
    what: `Run ${id}`,
    look,
    isSettled: ({ status }) => !UNFINISHED.has(status),
  });
  return [{ ...runRecord(run), files: await filesOfRun(context, id) }];
}

async function filesOf(context: IExecuteFunctions, itemIndex: number): Promise<JsonFields> {
  if (context.getNodeParameter("files", itemIndex) === "source") return {};
  const names = textOf(context.getNodeParameter("binaryPropertyNames", itemIndex));
  const properties = names.split(",").flatMap((name) => name.trim() || []);
  if (properties.length === 0) {
    const message =
      "Input Binary Fields is empty. Name at least one field, or choose the files of the source.";
    throw new NodeOperationError(context.getNode(), message, { itemIndex });
  }
  const uploads: string[] = [];
  for (const property of properties) uploads.push(await uploadBinary(context, { itemIndex, property }));
  return { uploads };
}

async function filesOfRun(context: IExecuteFunctions, id: string): Promise<readonly JsonFields[]> {
  const files: JsonFields[] = [];
  for (let after: string | undefined; ;) {
    const run = fieldsOf((await graphql(context, FILES, { id, after: after ?? null }))["run"]);
    const { nodes, pageInfo } = fieldsOf(run["files"]);
    for (const file of listOf(nodes)) {
      const { job, ...facts } = fieldsOf(file);
      files.push({ ...facts, documentId: fieldsOf(job)["id"] ?? null });
    }
    after = nextIn(pageInfo);
    if (after === undefined) return files;
  }
}

function nextIn(pageInfo: unknown): string | undefined {
  const { hasNextPage, endCursor } = fieldsOf(pageInfo);
  return hasNextPage === true ? textOf(endCursor) : undefined;
}

function runRecord({ id, ...facts }: JsonFields): JsonFields {
  return { runId: id, ...facts };
}
