import type {
  Application,
  Caller,
  Connector,
  Job,
  Member,
  PagesOfKey,
  Pipeline,
  PipelineDetails,
  PipelineKey,
  PipelineProblem,
  Run,
  RunFile,
  RunFileRange,
  ShareableKind,
  SharingOf,
  Workflow,
  WorkflowEndpoint,
} from "@galley/core/domain";
import DataLoader from "dataloader";

/** Looks up a record by id, if the member may see it. */
interface Asked {
  readonly member: Member;
  readonly id: string;
}

/** A record that can be shared. */
export type Shared = SharingOf["record"];

/** Looks up the latest runs of a pipeline. */
interface AskedRuns {
  readonly member: Member;
  readonly pipeline: Pipeline;
  readonly limit: number;
}

/** Looks up the files of a run whose paths sort after `after`. */
interface AskedFiles extends RunFileRange {
  readonly run: Run;
}

/** Batch loaders for the related records of the management area. Nothing is cached, because records change. */
export interface ManagementLoaders {
  readonly workflows: DataLoader<Asked, Workflow | null>;
  readonly pipelines: DataLoader<Asked, Pipeline | null>;
  readonly connectors: DataLoader<Asked, Connector | null>;
  /** The workflows that use a connector and that the member can see. */
  readonly users: DataLoader<{ readonly member: Member; readonly connector: Connector }, readonly Workflow[]>;
  readonly endpoints: DataLoader<Workflow, readonly WorkflowEndpoint[]>;
  readonly details: DataLoader<Pipeline, PipelineDetails>;
  /** The pages of an extraction key. */
  readonly keyUsage: DataLoader<{ readonly caller: Caller; readonly id: string }, PagesOfKey>;
  /** The pipelines of a workflow that the member can see. */
  readonly pipelinesOf: DataLoader<Asked, readonly Pipeline[]>;
  /** Why runs of a workflow would fail. */
  readonly problems: DataLoader<Workflow, readonly PipelineProblem[]>;
  /** The latest runs of a pipeline, as far as everyone who can see it may know them. */
  readonly recentRuns: DataLoader<Pick<AskedRuns, "pipeline" | "limit">, readonly Run[]>;
  readonly keys: DataLoader<Pipeline, readonly PipelineKey[]>;
  /** The secrets of keys, masked unless the member may see them. */
  readonly keySecrets: DataLoader<{ readonly member: Member; readonly key: PipelineKey }, string>;
  /** Null if the member cannot manage the pipeline. */
  readonly latestRuns: DataLoader<AskedRuns, readonly Run[] | null>;
  readonly files: DataLoader<AskedFiles, readonly RunFile[]>;
  /** The job of a file or a delivery; null if it has none. */
  readonly jobs: DataLoader<Pick<RunFile, "jobId">, Job | null>;
  /** The creator, co-owners and viewers of the record. */
  readonly sharing: Readonly<Record<ShareableKind, DataLoader<Shared, SharingOf>>>;
}

export function createManagementLoaders(application: Application): ManagementLoaders {
  const { workflows, connectors, pipelines, pipelineKeys, runs } = application;
  return {
    workflows: loader((asked) => seenInOrder(asked, (member, ids) => workflows.seen(member, ids))),
    pipelines: loader((asked) => seenInOrder(asked, (member, ids) => pipelines.seen(member, ids))),
    connectors: loader((asked) => seenInOrder(asked, (member, ids) => connectors.seen(member, ids))),
    users: loader(async (asked) => {
      const [first] = asked;
      const all = asked.map(({ connector }) => connector);
      return first ? workflows.usingEach(first.member, all) : [];
    }),
    endpoints: loader(async (all) => {
      const ofWorkflow = Map.groupBy(await workflows.endpointsOf(all), ({ workflowId }) => workflowId);
      return all.map(({ id }) => ofWorkflow.get(id) ?? []);
    }),
    details: loader((all) => pipelines.detailsOfEach(all)),
    keyUsage: loader(async (asked) => {
      const [first] = asked;
      const ids = asked.map(({ id }) => id);
      return first ? application.usage.pagesOfKeys(first.caller, ids) : [];
    }),
    pipelinesOf: loader(async (asked) => {
      const [first] = asked;
      const ids = asked.map(({ id }) => id);
      return first ? pipelines.seenOfWorkflows(first.member, ids) : [];
    }),
    problems: loader((all) => workflows.problemsOfEach(all)),
    recentRuns: loader((asked) => recentRuns(application, asked)),
    keys: loader((all) => pipelineKeys.listOfEach(all)),
    keySecrets: loader(async (asked) => {
      const [first] = asked;
      const keys = asked.map(({ key }) => key);
      return first ? pipelineKeys.secretsOfEach(first.member, keys) : [];
    }),
    latestRuns: loader((asked) => latestRuns(application, asked)),
    files: loader((asked) => filesInOrder(application, asked)),
    jobs: loader(async (all) => (await runs.jobsOfEach(all)).map((job) => job ?? null)),
    sharing: {
      pipeline: sharingLoader(application, "pipeline"),
      workflow: sharingLoader(application, "workflow"),
      connector: sharingLoader(application, "connector"),
    },
  };
}

function loader<K, V>(read: (keys: readonly K[]) => Promise<readonly V[]>): DataLoader<K, V> {
  return new DataLoader(read, { cache: false });
}

/** Every lookup of a request has the same caller, so the first one's member applies to all. */
async function seenInOrder<R extends { readonly id: string }>(
  asked: readonly Asked[],
  seen: (member: Member, ids: readonly string[]) => Promise<readonly R[]>,
): Promise<readonly (R | null)[]> {
  const [first] = asked;
  if (!first) return [];
  const found = await seen(first.member, [...new Set(asked.map(({ id }) => id))]);
  const byId = new Map(found.map((record) => [record.id, record]));
  return asked.map(({ id }) => byId.get(id) ?? null);
}

/** One query for each list length; a request uses few lengths. */
async function latestRuns(
  { runs }: Application,
  asked: readonly AskedRuns[],
): Promise<readonly (readonly Run[] | null)[]> {
  const found = new Map<AskedRuns, readonly Run[] | undefined>();
  for (const [limit, group] of Map.groupBy(asked, (one) => one.limit)) {
    const [first] = group;
    if (!first) continue;
    const pipelines = group.map(({ pipeline }) => pipeline);
    const lists = await runs.latestOfEach(first.member, pipelines, limit);
    for (const [index, one] of group.entries()) found.set(one, lists[index]);
  }
  return asked.map((one) => found.get(one) ?? null);
}

/** One query for each list length. */
async function recentRuns(
  { pipelines }: Application,
  asked: readonly Pick<AskedRuns, "pipeline" | "limit">[],
): Promise<readonly (readonly Run[])[]> {
  const found = new Map<object, readonly Run[] | undefined>();
  for (const [limit, group] of Map.groupBy(asked, (one) => one.limit)) {
    const lists = await pipelines.recentRunsOfEach(
      group.map(({ pipeline }) => pipeline),
      limit,
    );
    for (const [index, one] of group.entries()) found.set(one, lists[index]);
  }
  return asked.map((one) => found.get(one) ?? []);
}

/** One query for all lookups of the same part. */
async function filesInOrder(
  { runs }: Application,
  asked: readonly AskedFiles[],
): Promise<readonly (readonly RunFile[])[]> {
  const found = new Map<AskedFiles, readonly RunFile[] | undefined>();
  for (const group of Map.groupBy(asked, partKey).values()) {
    const [first] = group;
    if (!first) continue;
    const lists = await runs.filesOfEach(
      group.map(({ run }) => run),
      first,
    );
    for (const [index, one] of group.entries()) found.set(one, lists[index]);
  }
  return asked.map((one) => found.get(one) ?? []);
}

function partKey({ after, limit, statuses }: AskedFiles): string {
  return JSON.stringify([after, limit, statuses]);
}

function sharingLoader({ sharing }: Application, kind: ShareableKind): DataLoader<Shared, SharingOf> {
  return loader((records) => sharing.sharingOfEach(kind, records));
}
