import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createIsolatedExtractor } from "@galley/core";
import {
  createApplication,
  type Application,
  type Caller,
  type Environment,
  type ObjectStore,
  type SecretBox,
  type TextExtractor,
} from "@galley/core/domain";
import { restRouter, webhookMessages } from "@galley/rest-compat";
import type { MikroORM } from "@mikro-orm/postgresql";
import type { RequestHandler } from "express";
import type { PgBoss } from "pg-boss";
import { withBaggage, withoutBaggage } from "./baggage.ts";
import { startWorkers } from "./compose-workers.ts";
import { composeSignIn } from "./compose-sign-in.ts";
import type { Config } from "./config.ts";
import { createCatalogue } from "./connectors/catalogue.ts";
import { PROVIDER_ENDPOINTS } from "./connectors/endpoints.ts";
import { CONNECTORS } from "./connectors/connectors.ts";
import { connectorIcons, ICONS_PATH } from "./server/connector-icons.ts";
import { createAnnouncements } from "./events/announcements.ts";
import { openSubscriptions } from "./events/subscriptions.ts";
import { createGraphql } from "./graphql/create-graphql.ts";
import { credentialsOf } from "./graphql/credentials.ts";
import { createFolderStore } from "./objects/folder-store.ts";
import { createOAuthClient } from "./oauth/oauth-client.ts";
import { createMailer } from "./mail/mailer.ts";
import { createConnectorNetwork, type ConnectorNetwork } from "./outbound/connector-network.ts";
import { createDocumentFetcher } from "./outbound/document-fetcher.ts";
import { createPolicyFetch } from "./outbound/policy-fetch.ts";
import { createOcrService } from "./outbound/ocr-service.ts";
import { createOutbound, type Outbound } from "./outbound/outbound.ts";
import { createWebhookSender } from "./outbound/webhook-sender.ts";
import { createDatabase } from "./persistence/database.ts";
import { migrate } from "./persistence/migrate.ts";
import { openOrm } from "./persistence/open-orm.ts";
import { sealedKeyIds } from "./persistence/sealed-key-ids.ts";
import { countJobs, countRuns } from "./persistence/status-counts.ts";
import { backlogsOf } from "./queue/backlog.ts";
import { createJobQueue } from "./queue/job-queue.ts";
import { openBoss, type BossOptions } from "./queue/open-boss.ts";
import { ensureFirstCredentials } from "./secrets/first-credentials.ts";
import { openKeyring } from "./secrets/keyring.ts";
import { createSecretBox } from "./secrets/secret-box.ts";
import type { EdgeObserver } from "./server/edge-observer.ts";
import { createEdgeServers } from "./server/edge-servers.ts";
import { greeting, reachableUrl, workerGreeting } from "./server/greeting.ts";
import { createHealth, type Check } from "./server/health.ts";
import { publicUrlFrom } from "./server/public-url.ts";
import type { Log } from "./telemetry/log.ts";
import { Metrics } from "./telemetry/metrics.ts";
import { NO_TRACING, type Tracing } from "./telemetry/tracing.ts";
import { jobDocuments } from "./viewer/job-documents.ts";
import { createPageRenderer, type PageRenderer } from "./viewer/page-renderer.ts";
import { viewerRouter } from "./viewer/viewer-router.ts";

/** Where subscriptions are asked for. */
const SOCKET_PATH = "/graphql";

/** Subscriptions that one credential may hold at the same time. */
const MAX_SUBSCRIPTIONS = 100;

/** A stopping service still answers for so long, so that whoever asks whether it is ready hears that it is not. */
const FAREWELL_MS = 1_000;
/** Requests that are under way when the service stops have this long. */
const REQUEST_GRACE_MS = 15_000;
/** Work that is under way when the service stops has this long; then it goes back to the queue. */
const WORK_GRACE_MS = 2_000;

export interface Service {
  readonly url: string;
  /** What the person who started it should see. */
  readonly greeting: string;
  /** Lets requests finish, gives documents back to the queue and ends everything that was started. */
  stop(): Promise<void>;
}

/** A PostgreSQL that answers; one of the service's own ends with it. */
export interface PostgresServer extends AsyncDisposable {
  readonly url: string;
}

/** Puts the parts of the service together as the role asks, and starts them. */
export async function composeService(config: Config, postgres: PostgresServer, log: Log): Promise<Service> {
  await using starting = new AsyncDisposableStack();
  const databaseUrl = starting.use(postgres).url;
  const metrics = new Metrics();
  const tracing = starting.use(await startTracing(config));
  const core = await composeApplication(config, { log, metrics, databaseUrl, parts: starting });
  const credentials = config.role === "work" ? undefined : await ensureCredentials(core.application, config);
  const renderer = starting.use(startRenderer(config, log));
  const edge = await composeEdge(config, core, {
    metrics,
    observer: observerOf(log, metrics, tracing),
    renderer,
  });
  // Before the workers, which complain when a port that is taken ends their database.
  const url = reachableUrl(config.host, await edge.listen(config));
  const workers = config.role === "serve" ? [] : await startWorkers(core, config, { log, tracing });

  const parts = starting.move();
  return {
    url,
    greeting: credentials ? greeting({ url, ...credentials }) : workerGreeting(url),
    async stop() {
      await Promise.all([...workers.map((worker) => worker.stop(WORK_GRACE_MS)), edge.stop()]);
      await parts.disposeAsync();
    },
  };
}

/** The application, and the parts below it that others ask for how they are. */
interface Core {
  readonly application: Application;
  readonly orm: MikroORM;
  readonly boss: PgBoss;
  readonly network: ConnectorNetwork;
  readonly secrets: SecretBox;
  /** Of what else belongs to this process. */
  readonly checks: Readonly<Record<string, Check>>;
}

interface Surroundings {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly databaseUrl: string;
  /** Takes what must be disposed when the service stops. */
  readonly parts: AsyncDisposableStack;
}

async function composeApplication(config: Config, surroundings: Surroundings): Promise<Core> {
  const policy = {
    allow: config.outboundAllow,
    // Whoever named the address is told nothing of it.
    onRefused: (reason: string) => surroundings.log.warn({ reason }, "an outgoing request was refused"),
  };
  const outbound = createOutbound(policy);
  // First, because its process starts while the tables are prepared.
  const { extractor, checks } =
    config.role === "serve" ? NO_EXTRACTION : startExtractor(config, outbound, surroundings);
  const { orm, boss } = await openDatabase(surroundings, { supervises: config.role !== "serve" });
  const { dataDir, secretKeys: given } = config;
  const keyring = await openKeyring({ dataDir, given, neededIds: await sealedKeyIds(orm) });
  surroundings.metrics.observe({
    jobsByStatus: () => countJobs(orm),
    runsByStatus: () => countRuns(orm),
    backlogs: () => backlogsOf(boss),
  });
  const database = createDatabase(orm, {
    queue: (em) => createJobQueue(boss, em),
    announcements: createAnnouncements,
  });
  const subscriptions = surroundings.parts.use(await openSubscriptions(listenerOf(boss)));
  const objects = await openObjects(config, surroundings.parts);
  const secrets = createSecretBox(keyring);
  const network = createConnectorNetwork(policy);
  const application = createApplication(
    {
      database,
      subscriptions,
      objects,
      fetcher: createDocumentFetcher(outbound),
      extractor,
      environment,
      secrets,
      webhookSender: surroundings.metrics.countingAttempts(createWebhookSender(outbound)),
      webhookMessages,
      catalogue: createCatalogue(CONNECTORS, {
        network,
        endpoints: { ...PROVIDER_ENDPOINTS, ...config.providerEndpoints },
        localRoots: config.localRoots,
      }),
      oauthClient: createOAuthClient(config.oauthClients, createPolicyFetch(network)),
      mailer: config.mail && createMailer(config.mail),
    },
    { ...config, sessions: config.signIn && { ...config.signIn, organization: config.first.organization } },
  );
  return { application, orm, boss, network, secrets, checks };
}

async function openDatabase(
  { databaseUrl, log, parts }: Surroundings,
  options: BossOptions,
): Promise<Pick<Core, "orm" | "boss">> {
  const orm = parts.adopt(openOrm(databaseUrl, log), (opened) => opened.close());
  try {
    const [boss] = await Promise.all([openBoss(databaseUrl, log, options), migrate(orm)]);
    parts.defer(() => boss.stop({ graceful: false }));
    return { orm, boss };
  } catch (cause) {
    const reason = cause instanceof Error && cause.message !== "" ? cause.message : "it does not answer";
    throw new Error(`the database of DATABASE_URL cannot be used: ${reason}`, { cause });
  }
}

/** Time and chance, as they are. */
const environment: Environment = {
  now: () => new Date(),
  uuid: () => randomUUID(),
  randomBytes: (length) => randomBytes(length),
};

interface Extraction {
  readonly extractor: TextExtractor;
  readonly checks: Core["checks"];
}

/** For a process that takes no documents from the queue. */
const NO_EXTRACTION: Extraction = {
  extractor: {
    pages() {
      throw new Error("This process reads no documents.");
    },
  },
  checks: {},
};

/** A page that waits for the OCR service longer than this is read by the built-in recogniser. */
const OCR_TIMEOUT_MS = 30_000;
/** That one needs time, too: of the page's, the service has this share at most. */
const OCR_SHARE = 0.5;

function startExtractor(
  { extraction, ocrUrl }: Config,
  outbound: Outbound,
  { log, metrics, parts }: Surroundings,
): Extraction {
  const timeoutMs = Math.min(OCR_TIMEOUT_MS, OCR_SHARE * 1000 * extraction.pageTimeoutSeconds);
  const extractor = createIsolatedExtractor({
    ...extraction,
    recognise: ocrUrl === undefined ? undefined : createOcrService(outbound, { url: ocrUrl, timeoutMs }),
    onRestart({ reason }) {
      metrics.hostRestarted();
      // Of the documents in it, only one is the cause.
      withoutBaggage(() => log.warn({ reason }, "the extraction host is replaced"));
    },
  });
  metrics.observeHosts(() => extractor.processIds());
  const checks = { extraction: (signal: AbortSignal) => extractor.check(signal) };
  return { extractor: metrics.counting(parts.use(extractor)), checks };
}

/** Draws pages for the viewer. */
function startRenderer({ extraction }: Config, log: Log): PageRenderer {
  return createPageRenderer({
    ...extraction,
    onRestart: ({ reason }) => log.warn({ reason }, "the process that draws pages is replaced"),
  });
}

function listenerOf(boss: PgBoss): Parameters<typeof openSubscriptions>[0] {
  const connection = boss.getDb();
  if (!connection.listen) throw new TypeError("The queue's connection does not listen.");
  return { listen: connection.listen.bind(connection) };
}

async function openObjects({ objects, s3 }: Config, parts: AsyncDisposableStack): Promise<ObjectStore> {
  if (objects.kind === "folder") return createFolderStore(objects.path);
  // Loaded where it is wanted: it takes longer than all the rest.
  const { createS3Store } = await import("./objects/s3-store.ts");
  return parts.use(createS3Store({ ...objects, ...s3 }));
}

function ensureCredentials(
  { access }: Application,
  { dataDir, first }: Config,
): ReturnType<typeof ensureFirstCredentials> {
  return ensureFirstCredentials(access, { dataDir, ...first });
}

interface Edge {
  /** Resolves to the port. */
  listen(place: Pick<Config, "host" | "port">): Promise<number>;
  /** Says that it is not ready, lets requests finish and takes no more. */
  stop(): Promise<void>;
}

interface EdgeSurroundings {
  readonly metrics: Metrics;
  readonly observer: EdgeObserver;
  readonly renderer: PageRenderer;
}

async function composeEdge(
  config: Config,
  { application, orm, boss, checks, network, secrets }: Core,
  { metrics, observer, renderer }: EdgeSurroundings,
): Promise<Edge> {
  const health = createHealth({
    database: () => orm.em.fork().execute("select 1"),
    queue: () => boss.getQueue("extract"),
    ...checks,
  });
  const failed = (error: unknown): void => observer.failed(error);
  const { role, openSchema, publicUrl } = config;
  const { mount: signIn, sessionOf } = composeSignIn(config, { application, network, secrets, failed });
  const settings = { openSchema, maxSubscriptions: MAX_SUBSCRIPTIONS };
  const graphql =
    role === "work"
      ? undefined
      : await createGraphql({ application, failed, sessionOf, isReady: () => health.isReady() }, settings);
  const stopping = new AbortController();
  const rest = {
    path: "/",
    handler: restRouter(application, {
      onFault: failed,
      stopping: stopping.signal,
      publicUrl: publicUrlFrom(publicUrl),
      sessionOf,
    }),
  };
  const viewer = { path: "/", handler: viewerOf({ application, renderer, sessionOf }) };
  const icons = { path: ICONS_PATH, handler: connectorIcons(CONNECTORS.map(({ kind }) => kind)) };
  const mounts = graphql ? [...graphql.mounts, icons, viewer, signIn, rest] : [];
  const socketPaths = graphql ? [SOCKET_PATH] : [];
  const servers = createEdgeServers({ observer, health, metrics, mounts }, { ...config, socketPaths });
  return {
    async listen(place) {
      const port = await servers.listen(place);
      // Not earlier: what keeps a server from listening would be reported twice.
      graphql?.attach(servers.main);
      return port;
    },
    async stop() {
      health.drain();
      stopping.abort();
      await sleep(FAREWELL_MS);
      await Promise.all([graphql?.[Symbol.asyncDispose](), servers.stop(REQUEST_GRACE_MS)]);
    },
  };
}

function viewerOf({
  application,
  renderer,
  sessionOf,
}: {
  readonly application: Application;
  readonly renderer: PageRenderer;
  readonly sessionOf: (request: IncomingMessage) => string | undefined;
}): RequestHandler {
  const { access } = application;
  const authenticate = (request: IncomingMessage): Promise<Caller> =>
    access.authenticate({ ...credentialsOf(request.headers), session: sessionOf(request) });
  return viewerRouter(jobDocuments({ application, authenticate, renderer }));
}

async function startTracing({ tracing }: Config): Promise<Tracing> {
  if (!tracing) return NO_TRACING;
  // Loaded where it is wanted.
  const { createOtlpTracing } = await import("./telemetry/otlp-tracing.ts");
  return createOtlpTracing(tracing);
}

function observerOf(log: Log, metrics: Metrics, tracing: Tracing): EdgeObserver {
  return {
    during: (requestId, work) => withBaggage({ requestId }, () => tracing.request(work)),
    answered(exchange) {
      tracing.answered(exchange);
      metrics.exchange(exchange);
      log.debug(exchange, "request");
    },
    failed: (err) => log.error({ err }, "a request failed"),
  };
}
