import { randomBytes, randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { refuseMissingLanguages, StructureThread } from "@galley/core";
import {
  createApplication,
  type Application,
  type ApplicationPorts,
  type CheckLanguages,
  type Environment,
  type ObjectStore,
  type SecretBox,
  type SessionRules,
} from "@galley/core/domain";
import { webhookMessages } from "@galley/rest-compat";
import type { MikroORM } from "@mikro-orm/postgresql";
import type { EntryBoss } from "../queue/notifications/entry-boss.ts";
import type { ResourceStack } from "../resource-stack.ts";
import type { Config } from "../config/config.ts";
import { MAINTENANCE_LIMITS } from "../database-limits.ts";
import { createCatalogue } from "../connectors/catalogue.ts";
import { PROVIDER_ENDPOINTS } from "../connectors/endpoints.ts";
import { CONNECTORS } from "../connectors/connectors.ts";
import { createAnnouncements } from "../events/announcements.ts";
import { openSubscriptions } from "../events/subscriptions.ts";
import { createFolderStore } from "../objects/folder-store.ts";
import { createFreeSpace, keepingRoom, type FreeSpace } from "../objects/free-space.ts";
import { createOAuthClient } from "../oauth/oauth-client.ts";
import { createMailer } from "../mail/mailer.ts";
import { createSignedLinks, type SignedLinks } from "../viewer/links/signed-links.ts";
import { createConnectorNetwork, type ConnectorNetwork } from "../outbound/connector-network.ts";
import { createDocumentFetcher } from "../outbound/document-fetcher.ts";
import { createPolicyFetch } from "../outbound/policy-fetch.ts";
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import { createWebhookSender } from "../outbound/webhook-sender.ts";
import { webauthn } from "../passkeys/webauthn.ts";
import { createContentsIndex } from "../persistence/contents-index.ts";
import { createDatabase } from "../persistence/database.ts";
import { isMigrated, migrate } from "../persistence/migrate.ts";
import { openOrm } from "../persistence/open-orm.ts";
import { sealedKeyIds } from "../persistence/sealed-key-ids.ts";
import { countJobs, countRuns } from "../persistence/status-counts.ts";
import { backlogsOf } from "../queue/backlog.ts";
import { createJobQueue } from "../queue/job-queue.ts";
import { openBoss, type BossOptions } from "../queue/open-boss.ts";
import { openKeyring } from "../secrets/keyring.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import type { Check } from "../server/health.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { composeSystem } from "./system.ts";
import type { PageRenderer } from "../viewer/page-renderer.ts";
import { startFieldsReader } from "./fields.ts";
import { NO_EXTRACTION, startExtractor, startRenderer } from "./extraction.ts";

/** The application, and the parts whose health is checked. */
export interface Core {
  readonly application: Application;
  readonly outbound: Outbound;
  readonly renderer: PageRenderer;
  readonly orm: MikroORM;
  readonly boss: EntryBoss;
  readonly network: ConnectorNetwork;
  readonly secrets: SecretBox;
  readonly links: SignedLinks;
  /** The health checks of the parts of this process. */
  readonly checks: Readonly<Record<string, Check>>;
}

export interface CoreDependencies {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly databaseUrl: string;
  /** Collects the parts to dispose when the service stops. */
  readonly parts: ResourceStack;
}

export async function composeApplication(config: Config, dependencies: CoreDependencies): Promise<Core> {
  const policy = {
    allow: config.outboundAllow,
    // The reason goes to the log only, never to the caller who named the address.
    onRefused: (reason: string) => dependencies.log.warn({ reason }, "outgoing request refused"),
  };
  const outbound = createOutbound(policy);
  // First, because its process starts while the tables are migrated.
  const {
    extractor,
    checks: extractionChecks,
    ...hosts
  } = config.role === "serve" ? NO_EXTRACTION : await startExtractor(config, outbound, dependencies);
  const renderer = dependencies.parts.use(startRenderer(config, outbound, dependencies.log));
  const { orm, boss } = await openDatabase(config, dependencies, { supervises: config.role !== "serve" });
  const { dataDir, secretKeys: given } = config;
  const keyring = await openKeyring({ dataDir, given, neededIds: await sealedKeyIds(orm) });
  observeCounts(dependencies.metrics, { orm, boss });
  const database = createDatabase(orm, {
    queue: (em, onCommit) => createJobQueue(boss, em, onCommit),
    announcements: createAnnouncements,
  });
  const room = freeSpaceOf(config);
  const objects = keepingRoom(await openObjects(config, dependencies.parts), room);
  const secrets = createSecretBox(keyring);
  const network = createConnectorNetwork(policy);
  const checks = { ...checksOf({ orm, boss }), ...extractionChecks, storage: () => room.assertRoom() };
  const application = createApplication(
    {
      database,
      subscriptions: dependencies.parts.use(await openSubscriptions(boss.session)),
      objects,
      fetcher: createDocumentFetcher(outbound),
      extractor,
      freeReaders: () => boss.dispatcher.free("extract"),
      contentsIndex: createContentsIndex(orm),
      structures: dependencies.parts.use(new StructureThread()),
      fieldsReader: startFieldsReader(config, network, dependencies),
      explainer: renderer.explainer,
      environment,
      secrets,
      ...webhooksOf(outbound, dependencies.metrics),
      ...connectorsOf(config, network),
      ceremonies: webauthn,
      checkLanguages: checkLanguagesOf(config),
      ...mailOf(config, dependencies),
      systemReader: composeSystem(config, { ...dependencies, ...hosts, orm, boss, environment, checks }),
    },
    { ...config, sessions: sessionRulesOf(config) },
  );
  return {
    application,
    outbound,
    renderer,
    orm,
    boss,
    network,
    secrets,
    links: createSignedLinks(keyring, environment),
    checks,
  };
}

function connectorsOf(
  config: Config,
  network: ConnectorNetwork,
): Pick<ApplicationPorts, "catalogue" | "oauthClient"> {
  return {
    catalogue: catalogueOf(config, network),
    oauthClient: createOAuthClient(config.oauthClients, createPolicyFetch(network)),
  };
}

function webhooksOf(
  outbound: Outbound,
  metrics: Metrics,
): Pick<ApplicationPorts, "webhookSender" | "webhookMessages"> {
  return { webhookSender: metrics.countingAttempts(createWebhookSender(outbound)), webhookMessages };
}

function observeCounts(metrics: Metrics, { orm, boss }: Pick<Core, "orm" | "boss">): void {
  metrics.observe({
    jobsByStatus: () => countJobs(orm),
    runsByStatus: () => countRuns(orm),
    backlogs: () => backlogsOf(boss),
  });
}

function mailOf(
  { mail }: Config,
  { log }: Pick<CoreDependencies, "log">,
): Pick<ApplicationPorts, "mailer" | "mailFailed"> {
  return {
    mailer: mail && createMailer(mail),
    mailFailed: (err) => log.error({ err }, "invitation not sent"),
  };
}

/** Only the built-in engine reads with the installed language data alone. */
function checkLanguagesOf({ recognition, extraction: { tessdata } }: Config): CheckLanguages | undefined {
  return recognition.engine === "wasm"
    ? (options) => refuseMissingLanguages(options, { tessdata })
    : undefined;
}

function sessionRulesOf({ signIn, sessionSeconds, sessionIdleSeconds, first }: Config): SessionRules {
  return {
    sessionSeconds,
    idleSeconds: sessionIdleSeconds,
    identities: signIn && { memberDomain: signIn.memberDomain, organization: first.organization },
  };
}

function checksOf({ orm, boss }: Pick<Core, "orm" | "boss">): Readonly<Record<string, Check>> {
  return {
    database: () => orm.em.fork().execute("select 1"),
    queue: () => boss.getQueue("extract"),
  };
}

function catalogueOf(config: Config, network: ConnectorNetwork): ReturnType<typeof createCatalogue> {
  return createCatalogue(CONNECTORS, {
    network,
    endpoints: { ...PROVIDER_ENDPOINTS, ...config.providerEndpoints },
    localRoots: config.localRoots,
    machineRole: config.s3MachineRole,
  });
}

/** Watches the disks that this process fills: that of the documents and that of the embedded database. */
function freeSpaceOf({ objects, databaseUrl, dataDir, minFreeMb }: Config): FreeSpace {
  return createFreeSpace(
    [
      ...(objects.kind === "folder" ? [{ folder: objects.path, holds: "documents" }] : []),
      ...(databaseUrl === undefined ? [{ folder: dataDir, holds: "the data folder" }] : []),
    ],
    minFreeMb,
  );
}

async function openDatabase(
  config: Config,
  { databaseUrl, log, parts }: CoreDependencies,
  options: BossOptions,
): Promise<Pick<Core, "orm" | "boss">> {
  const orm = parts.adopt(openOrm(databaseUrl, log), (opened) => opened.close());
  try {
    const [boss] = await Promise.all([
      openBoss(databaseUrl, log, options),
      migrateTables(orm, { databaseUrl, log }),
    ]);
    parts.defer(() => boss.stop({ graceful: false }));
    return { orm, boss };
  } catch (cause) {
    const reason = cause instanceof Error && cause.message !== "" ? cause.message : "it does not respond";
    throw new Error(unusable(config, reason), { cause });
  }
}

/** Names what the operator can change. */
function unusable({ databaseUrl, dataDir }: Config, reason: string): string {
  if (databaseUrl !== undefined) return `The database of DATABASE_URL cannot be used: ${reason}`;
  const folder = join(resolve(dataDir), "postgres");
  return (
    `The embedded database in ${folder} cannot be used: ${reason}. ` +
    `Its log is ${join(folder, "log")}. To use a PostgreSQL of your own, set DATABASE_URL.`
  );
}

/** Uses connections of its own if anything is pending, with longer time limits than those of requests. */
async function migrateTables(
  orm: MikroORM,
  { databaseUrl, log }: Pick<CoreDependencies, "databaseUrl" | "log">,
): Promise<void> {
  if (await isMigrated(orm)) return;
  const patient = openOrm(databaseUrl, log, MAINTENANCE_LIMITS);
  try {
    await migrate(patient);
  } finally {
    await patient.close();
  }
}

/** The real clock and random source. */
export const environment: Environment = {
  now: () => new Date(),
  uuid: () => randomUUID(),
  randomBytes: (length) => randomBytes(length),
};

async function openObjects({ objects, s3 }: Config, parts: ResourceStack): Promise<ObjectStore> {
  if (objects.kind === "folder") return createFolderStore(objects.path);
  // Imported on demand: it takes longer to load than everything else.
  const { createS3Store } = await import("../objects/s3-store.ts");
  return parts.use(createS3Store({ ...objects, ...s3 }));
}
