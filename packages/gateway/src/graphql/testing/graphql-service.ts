import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createApplication,
  type Application,
  type ApplicationDatabase,
  type ExtractionEvent,
  type LinkTarget,
  type PageDetail,
  type SignedLink,
  type Submission,
  type TextLifetime,
} from "@galley/core/domain";
import {
  anAccessToken,
  anExtractionKey,
  anOrganization,
  aPageRead,
  createMemoryCatalogue,
  createMemoryDatabase,
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryStructures,
  createMemoryQueue,
  createMemoryWebhookPorts,
  type MemoryQueue,
  type MemoryWebhookPorts,
} from "@galley/core/testing";
import express from "express";
import { createClient, type Client } from "graphql-ws";
import { z } from "zod";
import { answerErrors } from "../../server/error-answer.ts";
import { createGraphql } from "../create-graphql.ts";
import type { GraphqlDependencies, GraphqlSettings } from "../transport/dependencies.ts";

const answerSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.record(z.string(), z.unknown()) }))
    .default([]),
});
export type Answer = z.infer<typeof answerSchema> & { readonly status: number };

/** The GraphQL API on a port, with in-memory database, queue and extraction. */
export interface GraphqlService extends AsyncDisposable {
  readonly url: string;
  readonly application: Application;
  readonly database: ApplicationDatabase;
  readonly organizationId: string;
  /** An extraction key and an access token of the organization. */
  readonly key: string;
  readonly token: string;
  /** Number of reads of job pages. */
  pageReads(): number;
  /** How much of each page these reads asked for. */
  pageDetails(): readonly PageDetail[];
  /** Number of reads of users by id. */
  userReads(): number;
  /** Number of reads of runs and run files. */
  runReads(): number;
  /** The reported internal errors. */
  readonly faults: readonly unknown[];
  /** Sends an operation, by default with the extraction key. */
  ask(query: string, variables?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Uploads and submits a small document. Returns the job's id. */
  submit(options?: object, facts?: Pick<Submission, "keepForSearch" | "webhookName">): Promise<string>;
  /** Processes the job as a worker would; it has two pages. */
  work(jobId: string): Promise<void>;
  /** The targets of webhooks. */
  readonly targets: Pick<MemoryWebhookPorts, "sent" | "willAnswer">;
  /** Runs the most recently queued delivery attempt. */
  deliver(): Promise<void>;
  /** A subscription client; by default it sends the extraction key. */
  socketClient(payload?: Readonly<Record<string, string>>): Client;
  /** Stops the API as a shutdown of the service does. */
  stop(): Promise<void>;
}

export async function startGraphqlService(
  settings: Partial<GraphqlSettings & Pick<TextLifetime, "keepText">> = {},
  replaced: Partial<Pick<GraphqlDependencies, "isReady">> = {},
): Promise<GraphqlService> {
  const faults: unknown[] = [];
  const failed = (error: unknown): void => void faults.push(error);
  const { application, database, queue, targets } = createWorld(settings.keepText ?? "until_expiry");
  const { counted, pageReads, pageDetails, userReads, runReads } = countingReads(application);
  const graphql = await createGraphql(
    { ...STANDING, application: counted, failed, ...replaced },
    { openSchema: true, maxSubscriptions: 10, ...settings },
  );
  const app = express();
  for (const { path, handler } of graphql.mounts) app.use(path, handler);
  app.use(answerErrors({ failed, answered: () => undefined, during: (_requestId, work) => work() }));
  const server = createServer(app);
  graphql.attach(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${portOf(server.address())}`;

  const { key, token, organizationId } = await createCredentials(database);
  const ask = asker(`${url}/graphql`, key);
  return {
    url,
    application,
    database,
    organizationId,
    key,
    token,
    faults,
    pageReads,
    pageDetails,
    userReads,
    runReads,
    ask,
    async submit(options = {}, facts = {}) {
      const caller = await application.access.authenticate({ extractionKey: key });
      const document = { name: "two-pages.pdf", content: aDocument() };
      const job = await application.jobs.submit(caller, { document, options, tag: "default", ...facts });
      return job.id;
    },
    targets,
    deliver: () => deliverLast(application, queue),
    work: async (jobId) => application.jobs.run(jobId, new AbortController().signal),
    socketClient: (payload = { "service-key": key }) =>
      createClient({
        url: `${url.replace("http", "ws")}/graphql`,
        connectionParams: payload,
        retryAttempts: 0,
        webSocketImpl: WebSocket,
      }),
    stop: async () => graphql[Symbol.asyncDispose](),
    async [Symbol.asyncDispose]() {
      await graphql[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const STANDING = {
  isReady: async () => true,
  signInOptions: { openIdConnectPath: null },
  linkTo: aLink,
};

/** URL of a document that can be fetched. */
export const DOCUMENT_URL = "https://documents.example/files/report.pdf";

function createWorld(keepText: TextLifetime["keepText"]): {
  application: Application;
  database: ApplicationDatabase;
  queue: MemoryQueue;
  targets: GraphqlService["targets"];
} {
  const { announcements, subscriptions } = createMemoryEvents();
  const queue = createMemoryQueue();
  const database = createMemoryDatabase({ queue, announcements });
  const { sent, willAnswer, ...webhookPorts } = createMemoryWebhookPorts();
  const application = createApplication(
    {
      database,
      subscriptions,
      objects: createMemoryObjectStore(),
      structures: createMemoryStructures(),
      fetcher: createMemoryFetcher({
        [DOCUMENT_URL]: { mediaType: "application/pdf", content: aDocument() },
      }),
      extractor: { pages: twoPages },
      environment: { now: () => new Date(), uuid: () => randomUUID(), randomBytes },
      ...webhookPorts,
      catalogue: createMemoryCatalogue(),
    },
    {
      maxUploadBytes: 10_000,
      textLifetime: { keepText, resultSeconds: 60, retrieveAgainSeconds: 0 },
      webhookRetrySeconds: [],
    },
  );
  return { application, database, queue, targets: { sent, willAnswer } };
}

/** The tests of signed links run against the whole service. */
function aLink({ kind }: LinkTarget, name: string): SignedLink {
  return { path: `/files/${kind}/${name}`, expiresAt: new Date() };
}

function countingReads(application: Application): {
  counted: Application;
  pageReads: () => number;
  pageDetails: () => readonly PageDetail[];
  userReads: () => number;
  runReads: () => number;
} {
  const reads = { pages: new Array<PageDetail>(), users: 0, runs: 0 };
  const pagesOfEach: Application["jobs"]["pagesOfEach"] = (jobs, range) => {
    reads.pages.push(range.detail);
    return application.jobs.pagesOfEach(jobs, range);
  };
  const users: Application["members"]["users"] = (ids) => {
    reads.users++;
    return application.members.users(ids);
  };
  const latestOfEach: Application["runs"]["latestOfEach"] = (member, pipelines, limit) => {
    reads.runs++;
    return application.runs.latestOfEach(member, pipelines, limit);
  };
  const list: Application["runs"]["list"] = (member, query) => {
    reads.runs++;
    return application.runs.list(member, query);
  };
  const filesOfEach: Application["runs"]["filesOfEach"] = (runs, range) => {
    reads.runs++;
    return application.runs.filesOfEach(runs, range);
  };
  return {
    counted: {
      ...application,
      jobs: { ...application.jobs, pagesOfEach },
      members: { ...application.members, users },
      runs: { ...application.runs, latestOfEach, filesOfEach, list },
    },
    pageReads: () => reads.pages.length,
    pageDetails: () => reads.pages,
    userReads: () => reads.users,
    runReads: () => reads.runs,
  };
}

async function deliverLast({ webhooks }: Application, { deliveries }: MemoryQueue): Promise<void> {
  const { id: deliveryId = "", attemptsMade = 0 } = deliveries.at(-1) ?? {};
  await webhooks.deliver({ deliveryId, attempt: attemptsMade + 1 }, new AbortController().signal);
}

async function* twoPages(): AsyncGenerator<ExtractionEvent> {
  yield { kind: "opened", pageCount: 2, pages: [1, 2] };
  for (const number of [1, 2]) yield { kind: "page", outcome: aPageRead(number) };
}

async function* aDocument(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode("%PDF-1.7 made for a test");
}

async function createCredentials(
  database: ApplicationDatabase,
): Promise<{ key: string; token: string; organizationId: string }> {
  const [key, token, organizationId] = [randomUUID(), randomUUID(), randomUUID()];
  await database.transaction(async ({ organizations, extractionKeys, accessTokens }) => {
    await organizations.insert(anOrganization({ id: organizationId }));
    await extractionKeys.insert(anExtractionKey(organizationId, { digest: digestOf(key) }));
    await accessTokens.insert(anAccessToken(organizationId, { digest: digestOf(token) }));
  });
  return { key, token, organizationId };
}

export function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

function asker(url: string, key: string): GraphqlService["ask"] {
  return async (query, variables = {}, headers = { "service-key": key }) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, ...answerSchema.parse(await response.json()) };
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string")
    throw new Error("The server is not listening on a port.");
  return address.port;
}
