import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Member } from "../access/model/caller.ts";
import {
  createApplication,
  type Application,
  type ApplicationDatabase,
  type ApplicationLimits,
} from "../application.ts";
import {
  ConnectorError,
  type ColumnValue,
  type Connection,
  type ConnectorCatalogue,
} from "../connectors/connector-ports.ts";
import type { Pipeline } from "../pipelines/pipeline.ts";
import type { TextExtractor } from "../jobs/work/text-extractor.ts";
import type { Run } from "../runs/run.ts";
import { sealedSettings } from "../connectors/connector-settings.ts";
import type { Workflow } from "../workflows/workflow.ts";
import { createMemoryCatalogue, MEMORY_KINDS } from "./memory/memory-catalogue.ts";
import { createMemoryDatabase } from "./memory/memory-database.ts";
import {
  createMemoryEvents,
  createMemoryFetcher,
  createMemoryObjectStore,
  createMemoryStructures,
  createMemoryQueue,
  type MemoryObjectStore,
} from "./memory/memory-ports.ts";
import { createMemoryWebhookPorts } from "./memory/records/memory-webhooks.ts";
import { aConnector, aPipeline, aWorkflow, aWorkflowEndpoint } from "./pipeline-records.ts";
import { anOrganization, aPageRead } from "./records.ts";

/** Can be fetched once. */
export const WEB_DOCUMENT = "https://example.com/a.pdf";

async function* aPdf(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("%PDF-1.7 made for a test");
}

const NEVER = new AbortController().signal;

/** A call of the source. */
type Call = "list" | "read";

/** A service with a pipeline between two in-memory stores, whose queue the test processes. */
export class RunWorld {
  now: Date = new Date("2026-01-02T03:04:05.678Z");
  readonly organizationId: string = randomUUID();
  readonly manager: Member = {
    kind: "access_token",
    id: randomUUID(),
    organizationId: this.organizationId,
    tier: "full_access",
    userId: null,
    role: "manager",
  };
  /** The files of the source and of the destination. */
  readonly files: Map<string, string> = new Map();
  readonly rows: Readonly<Record<string, ColumnValue>>[] = [];
  /** Errors that the next accesses to a store throw, once each. */
  readonly failures: Error[] = [];
  /** What the source never responds to. */
  silent: Call | undefined;
  /** The paths of files in the order in which they were read. */
  readonly reads: string[] = [];

  readonly queue: ReturnType<typeof createMemoryQueue> = createMemoryQueue();
  readonly #events = createMemoryEvents();
  /** The targets of messages. */
  readonly targets: ReturnType<typeof createMemoryWebhookPorts> = createMemoryWebhookPorts();
  readonly database: ApplicationDatabase = createMemoryDatabase({
    queue: this.queue,
    announcements: this.#events.announcements,
  });
  readonly objects: MemoryObjectStore = createMemoryObjectStore();
  readonly application: Application;
  readonly #taken = { runs: 0, files: 0, later: 0, jobs: 0 };

  constructor(limits: Pick<ApplicationLimits, "defaultLimits" | "operator"> = {}) {
    this.application = createApplication(
      {
        ...this.targets,
        database: this.database,
        subscriptions: this.#events.subscriptions,
        objects: this.objects,
        structures: createMemoryStructures(),
        fetcher: createMemoryFetcher({ [WEB_DOCUMENT]: { mediaType: undefined, content: aPdf() } }),
        extractor: ONE_PAGE,
        environment: { now: () => this.now, uuid: () => randomUUID(), randomBytes },
        catalogue: this.#catalogue(),
      },
      {
        maxUploadBytes: 10_000,
        textLifetime: { keepText: "until_retrieved", resultSeconds: 60, retrieveAgainSeconds: 0 },
        webhookRetrySeconds: [],
        ...limits,
      },
    );
  }

  /** By default, the pipeline reads the source's folder "in" and writes to "out". */
  async pipeline(
    facts: Partial<Pipeline> = {},
    {
      workflow: workflowFacts = {},
      destination = "file_system",
    }: {
      readonly workflow?: Partial<Workflow>;
      readonly destination?: "file_system" | "database" | "api";
    } = {},
  ): Promise<Pipeline> {
    const workflow = aWorkflow(this.organizationId, workflowFacts);
    const pipeline = aPipeline(workflow, { createdAt: this.now, updatedAt: this.now, ...facts });
    const source = this.#connector(MEMORY_KINDS.files);
    const sink = this.#connector(destination === "database" ? MEMORY_KINDS.tables : MEMORY_KINDS.files);
    await this.database.transaction(async (records) => {
      if (!(await records.organizations.find(this.organizationId))) {
        await records.organizations.insert(anOrganization({ id: this.organizationId, slug: "press" }));
      }
      for (const connector of [source, sink]) await records.connectors.insert(connector);
      await records.workflows.insert(workflow);
      await records.workflowEndpoints.insert(
        aWorkflowEndpoint(workflow, {
          connection: "file_system",
          connectorId: source.id,
          configuration: { folders: ["in"], recursive: true },
        }),
      );
      await records.workflowEndpoints.insert(
        aWorkflowEndpoint(workflow, {
          direction: "destination",
          connection: destination,
          connectorId: destination === "api" ? null : sink.id,
          configuration: destination === "file_system" ? { folder: "out" } : {},
        }),
      );
      await records.pipelines.insert(pipeline);
    });
    return pipeline;
  }

  #connector(kindId: string): ReturnType<typeof aConnector> {
    const connector = aConnector(this.organizationId, { kindId });
    return {
      ...connector,
      sealedSettings: sealedSettings(this.targets.secrets, connector, { host: "here" }),
    };
  }

  /** Processes the queue until it is empty; failures are retried, `attempts` times in total. */
  async work(attempts = 3): Promise<void> {
    while (await this.step(attempts));
  }

  /** Processes one entry of the queue: runs first, then files, then jobs, then delayed files. False if it is empty. */
  async step(attempts = 3): Promise<boolean> {
    const { runs, jobs } = this.application;
    const runId = this.queue.runIds[this.#taken.runs];
    if (runId !== undefined) {
      this.#taken.runs += 1;
      await tried(
        attempts,
        () => runs.takeFiles(runId, NEVER),
        () => runs.giveUpRun(runId),
      );
      return true;
    }
    const fileId = this.queue.runFileIds[this.#taken.files];
    if (fileId !== undefined) {
      this.#taken.files += 1;
      await this.#workOnFile(fileId, attempts);
      return true;
    }
    const jobId = this.queue.jobIds[this.#taken.jobs];
    if (jobId !== undefined) {
      this.#taken.jobs += 1;
      await jobs.run(jobId, NEVER);
      return true;
    }
    const laterId = this.queue.laterRunFileIds[this.#taken.later];
    if (laterId === undefined) return false;
    this.#taken.later += 1;
    await this.#workOnFile(laterId, attempts);
    return true;
  }

  #workOnFile(fileId: string, attempts: number): Promise<void> {
    const { runs } = this.application;
    return tried(
      attempts,
      () => runs.workOnFile(fileId, NEVER),
      () => runs.giveUpFile(fileId),
    );
  }

  /** Starts a run and processes it to its end. */
  async ran(pipeline: Pipeline): Promise<Run> {
    const run = await this.application.runs.start(this.manager, pipeline.id);
    await this.work();
    return this.application.runs.find(this.manager, run.id);
  }

  /** The paths of the written files, in order. */
  written(): readonly string[] {
    return [...this.files.keys()].filter((path) => path.startsWith("out/")).toSorted();
  }

  #catalogue(): ConnectorCatalogue {
    return { ...createMemoryCatalogue(), open: async () => this.#connection() };
  }

  #fail(): void {
    const failure = this.failures.shift();
    if (!failure) return;
    PLANNED.add(failure);
    throw failure;
  }

  async #answered(call: Call, signal: AbortSignal): Promise<void> {
    if (this.silent === call) await once(signal, "abort");
    signal.throwIfAborted();
  }

  #connection(): Connection {
    const fail = (): void => this.#fail();
    const answered = (call: Call, signal: AbortSignal): Promise<void> => this.#answered(call, signal);
    const { files, reads, rows } = this;
    return {
      source: {
        async *list(_query, signal) {
          fail();
          await answered("list", signal);
          for (const path of files.keys()) {
            if (!path.startsWith("in/")) continue;
            yield {
              path,
              name: path.slice(path.lastIndexOf("/") + 1),
              bytes: undefined,
              modifiedAt: undefined,
            };
          }
        },
        async *browse(folder) {
          fail();
          for (const path of files.keys()) {
            const [name = "", ...rest] = path.slice(folder === "" ? 0 : folder.length + 1).split("/");
            if (folder !== "" && !path.startsWith(`${folder}/`)) continue;
            const kind = rest.length === 0 ? "file" : "folder";
            const at = folder === "" ? name : `${folder}/${name}`;
            yield { kind, path: at, name, bytes: undefined, modifiedAt: undefined };
          }
        },
        async *read(path, signal) {
          fail();
          await answered("read", signal);
          reads.push(path);
          const content = files.get(path);
          if (content === undefined)
            throw new ConnectorError("NOT_FOUND", "There is no such file or folder.");
          yield Buffer.from(content);
        },
      },
      sink: {
        async write(path, content) {
          fail();
          const chunks: Uint8Array[] = [];
          for await (const chunk of content) chunks.push(chunk);
          files.set(path, Buffer.concat(chunks).toString());
        },
      },
      table: {
        prepare: async () => fail(),
        async replace(tables) {
          for (const table of tables) rows.push(...table.rows);
        },
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
}

/** Every document has one page. */
const ONE_PAGE: TextExtractor = {
  async *pages() {
    yield { kind: "opened", pageCount: 1, pages: [1] };
    yield { kind: "page", outcome: aPageRead(1, { structure: '{"version":1,"blocks":[],"note":""}' }) };
  },
};

/** Errors of `failures` that were thrown: the test expects them. */
const PLANNED = new WeakSet<object>();

async function tried(
  attempts: number,
  work: () => Promise<void>,
  giveUp: () => Promise<void>,
): Promise<void> {
  for (let count = 1; count <= attempts; count += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof ConnectorError || PLANNED.has(Object(error)))) throw error;
    }
  }
  await giveUp();
}
