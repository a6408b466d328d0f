import type { Member } from "../access/model/caller.ts";
import { assertTier } from "../access/model/policy.ts";
import { DomainError } from "../domain-error.ts";
import { openedDocumentPassword } from "../documents/document-password.ts";
import type { Job } from "../jobs/job.ts";
import type { Jobs, Submission } from "../jobs/jobs.ts";
import type { OAuthRecords } from "../oauth/oauth-ports.ts";
import { orAborted } from "../or-aborted.ts";
import type { Database, Environment } from "../ports.ts";
import { managedBy, seenBy } from "../sharing/record-access.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import type { WorkflowRecords } from "../workflows/workflow-ports.ts";
import { connectionFailure, type ConnectionFailure } from "./connection-failure.ts";
import {
  ConnectorError,
  type Connection,
  type FileQuery,
  type FileStore,
  type ConnectorSettings,
  type StoreEntry,
  type TestStep,
} from "./connector-ports.ts";
import { settingsToTry, type ConnectorTrial } from "./connector-kinds.ts";
import type { ConnectorRecords } from "./connector-store.ts";
import type { Connector } from "./connector.ts";
import { openConnector, type OpenPorts } from "./open-connector.ts";

/** A connector, or settings in clear that are not stored. */
export type ConnectorReference = { readonly connectorId: string } | ConnectorTrial;

/** A result, or why the target did not give it. */
export type Explored<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ConnectionFailure };

export interface StoreListing {
  /** Folders first, by name. */
  readonly entries: readonly StoreEntry[];
  /** Whether the folder has more entries than are listed. */
  readonly truncated: boolean;
}

export interface FileCount {
  readonly count: number;
  /** Whether all files were counted. */
  readonly complete: boolean;
  /** The paths of the first files. */
  readonly examples: readonly string[];
}

/**
 * Looks into file stores before a pipeline reads them. Every call throws DomainError `FORBIDDEN` if the caller's tier
 * does not allow changes, `NOT_FOUND` if the caller cannot see the connector, and `BAD_INPUT` if a setting is invalid.
 */
export interface StoreExplorer {
  /** Tests a connection and yields each step when it is done, up to the first that fails, in at most 15 seconds. */
  test(member: Member, reference: ConnectorReference, signal: AbortSignal): AsyncIterable<TestStep>;
  /** The entries of a folder whose names contain `search`; "" is the root. */
  browse(
    member: Member,
    reference: ConnectorReference,
    wanted: { readonly folder: string; readonly search: string },
  ): Promise<Explored<StoreListing>>;
  /** How many files a query matches. */
  count(member: Member, reference: ConnectorReference, query: FileQuery): Promise<Explored<FileCount>>;
  /** Submits one file as a job of its own: nothing is written, and no run will skip the file. */
  tryFile(member: Member, reference: ConnectorReference, file: TriedFile): Promise<Explored<Job>>;
}

export interface TriedFile extends Pick<Submission, "options" | "documentPassword" | "tag"> {
  readonly path: string;
  /** A workflow that the member can change: its options and password apply unless others are given. */
  readonly workflowId?: string | undefined;
}

export interface ExplorerPorts extends OpenPorts {
  readonly database: Database<ConnectorRecords & ShareRecords & OAuthRecords & WorkflowRecords>;
  readonly environment: Environment;
  readonly jobs: Pick<Jobs, "submit">;
}

/** Time limits, whatever the target does. */
const LIST_MS = 15_000;
const READ_MS = 60_000;

/** Entries that are read of a folder, and those that are listed. */
const MAX_READ = 10_000;
const MAX_LISTED = 1000;

const MAX_COUNTED = 10_000;
const EXAMPLES = 5;

export function createStoreExplorer(ports: ExplorerPorts): StoreExplorer {
  return {
    test: (member, reference, signal) => testSteps(ports, { member, reference, signal }),
    browse: (member, reference, { folder, search }) =>
      explored(ports, { member, reference, limitMs: LIST_MS }, (store, signal) =>
        listingOf(store.browse(folder, signal), search),
      ),
    count: (member, reference, query) => countFiles(ports, { member, reference, query }),
    tryFile: (member, reference, { path, ...file }) =>
      explored(ports, { member, reference, limitMs: READ_MS }, async (store, signal) => {
        const submission = await submissionOf(ports, member, file);
        const document = { name: path.slice(path.lastIndexOf("/") + 1), content: store.read(path, signal) };
        return ports.jobs.submit(member, { ...submission, document });
      }),
  };
}

async function submissionOf(
  { database: { records }, secrets }: ExplorerPorts,
  member: Member,
  { workflowId, options, documentPassword, tag }: Omit<TriedFile, "path">,
): Promise<Omit<Submission, "document">> {
  if (workflowId === undefined) return { options, documentPassword, tag };
  const record = await records.workflows.find(workflowId);
  const workflow = await managedBy(records, member, { kind: "workflow", record });
  const { id, organizationId, sealedDocumentPassword } = workflow;
  const holder = { table: "workflow", id, organizationId } as const;
  return {
    options: { ...workflow.options, ...options },
    documentPassword: documentPassword ?? openedDocumentPassword(secrets, holder, sealedDocumentPassword),
    tag,
  };
}

async function* testSteps(
  ports: ExplorerPorts,
  {
    member,
    reference,
    signal,
  }: { readonly member: Member; readonly reference: ConnectorReference; readonly signal: AbortSignal },
): AsyncGenerator<TestStep> {
  assertTier(member, "change");
  if ("kindId" in reference) {
    yield* ports.catalogue.test(reference.kindId, await settingsToTry(ports, member, reference), {
      signal,
    });
    return;
  }
  const connector = await seenConnector(ports, member, reference.connectorId);
  let settings: ConnectorSettings;
  try {
    settings = await ports.freshSettings.of(connector);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    yield { name: "login", ok: false, milliseconds: 0, message: error.message, failure: error.code };
    return;
  }
  yield* ports.catalogue.test(connector.kindId, settings, { signal });
}

async function seenConnector(
  { database: { records } }: ExplorerPorts,
  member: Member,
  id: string,
): Promise<Connector> {
  return seenBy(records, member, { kind: "connector", record: await records.connectors.find(id) });
}

async function listingOf(found: AsyncIterable<StoreEntry>, search: string): Promise<StoreListing> {
  const wanted = search.toLowerCase();
  const entries: StoreEntry[] = [];
  let read = 0;
  let truncated = false;
  for await (const entry of found) {
    truncated = read === MAX_READ || entries.length === MAX_LISTED;
    if (truncated) break;
    read += 1;
    if (entry.name.toLowerCase().includes(wanted)) entries.push(entry);
  }
  return { entries: entries.toSorted(byKindAndName), truncated };
}

function byKindAndName(a: StoreEntry, b: StoreEntry): number {
  if (a.kind !== b.kind) return a.kind === "folder" ? -1 : 1;
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

/** If time runs out, the files that were found until then are counted. */
async function countFiles(
  ports: ExplorerPorts,
  {
    member,
    reference,
    query,
  }: { readonly member: Member; readonly reference: ConnectorReference; readonly query: FileQuery },
): Promise<Explored<FileCount>> {
  let count = 0;
  const examples: string[] = [];
  const outcome = await explored(ports, { member, reference, limitMs: LIST_MS }, async (store, signal) => {
    for await (const { path } of store.list(query, signal)) {
      if (count === MAX_COUNTED) return { count, complete: false, examples };
      count += 1;
      if (examples.length < EXAMPLES) examples.push(path);
    }
    return { count, complete: true, examples };
  });
  if (outcome.ok || count === 0 || outcome.failure.code !== "TIMED_OUT") return outcome;
  return { ok: true, value: { count, complete: false, examples } };
}

async function explored<T>(
  ports: ExplorerPorts,
  {
    member,
    reference,
    limitMs,
  }: { readonly member: Member; readonly reference: ConnectorReference; readonly limitMs: number },
  work: (store: FileStore, signal: AbortSignal) => Promise<T>,
): Promise<Explored<T>> {
  assertTier(member, "change");
  const limit = AbortSignal.timeout(limitMs);
  try {
    const value = await orAborted(worked(ports, { member, reference, limit }, work), limit);
    return { ok: true, value };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    return { ok: false, failure: connectionFailure(error, limit) };
  }
}

async function worked<T>(
  ports: ExplorerPorts,
  {
    member,
    reference,
    limit,
  }: { readonly member: Member; readonly reference: ConnectorReference; readonly limit: AbortSignal },
  work: (store: FileStore, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  await using connection = await opened(ports, { member, reference, limit });
  if (connection.source) return await work(connection.source, limit);
  throw new ConnectorError("FAILED", "The connector has no files and folders.");
}

async function opened(
  ports: ExplorerPorts,
  {
    member,
    reference,
    limit,
  }: { readonly member: Member; readonly reference: ConnectorReference; readonly limit: AbortSignal },
): Promise<Connection> {
  if (!("kindId" in reference)) {
    return openConnector(ports, await seenConnector(ports, member, reference.connectorId), limit);
  }
  const settings = await settingsToTry(ports, member, reference);
  return ports.catalogue.open(reference.kindId, settings, { signal: limit });
}
