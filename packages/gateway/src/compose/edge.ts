import { setTimeout as sleep } from "node:timers/promises";
import type { IncomingMessage } from "node:http";
import type { Application, Caller } from "@galley/core/domain";
import { restRouter } from "@galley/rest-compat";
import type { RequestHandler } from "express";
import { withBaggage } from "../baggage.ts";
import { mcpRouter } from "../mcp/service/mcp-router.ts";
import { callerAddress } from "../caller-address.ts";
import { composeSignIn } from "./sign-in.ts";
import type { Config } from "../config/config.ts";
import { CONNECTORS } from "../connectors/connectors.ts";
import { builtConsole } from "../server/console/built-console.ts";
import { consolePage, consoleRouter } from "../server/console/console-router.ts";
import { serviceIndex } from "../server/console/service-index.ts";
import { version } from "../command-line/version.ts";
import { crossOrigin } from "../server/cross-origin.ts";
import { connectorIcons, ICONS_PATH } from "../server/connector-icons.ts";
import { createGraphql } from "../graphql/create-graphql.ts";
import { credentialsOf } from "../graphql/transport/credentials.ts";
import type { EdgeObserver } from "../server/edge-observer.ts";
import type { Mount } from "../server/create-app.ts";
import { readOnly } from "../server/error-answer.ts";
import { BUILT_DOCUMENTATION, documentationRouter } from "../server/documentation/documentation-router.ts";
import { createEdgeServers } from "../server/edge-servers.ts";
import { createHealth } from "../server/health.ts";
import { publicUrlFrom } from "../server/public-url.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Tracing } from "../telemetry/tracing.ts";
import { linkRouter } from "../viewer/links/link-router.ts";
import { createSearchablePdfs } from "../viewer/links/searchable-pdfs.ts";
import { drawnOfJob } from "../viewer/drawn.ts";
import { MAX_VIEWED_PIXELS } from "../viewer/viewed-document.ts";
import { jobDocuments } from "../viewer/job-documents.ts";
import type { PageRenderer } from "../viewer/page-renderer.ts";
import { viewerRouter } from "../viewer/viewer-router.ts";
import {
  countWrongCredentials,
  guardedApplication,
  type CountWrongCredentials,
} from "../wrong-credentials/guarded-application.ts";
import { RefusalLimit } from "../wrong-credentials/refusal-limit.ts";
import { environment, type Core } from "./application.ts";

/** The path of subscriptions. */
const SOCKET_PATH = "/graphql";

/** Maximum number of concurrent subscriptions per credential. */
const MAX_SUBSCRIPTIONS = 100;

/** A stopping service keeps responding for this long, so that load balancers see that it is not ready. */
const DRAIN_MS = 1_000;
/** Time that open requests have to finish when the service stops. */
const REQUEST_GRACE_MS = 15_000;

export interface Edge {
  /** Resolves to the port. */
  listen(place: Pick<Config, "host" | "port">): Promise<number>;
  /** Reports that the service is not ready, lets open requests finish and accepts no more. */
  stop(): Promise<void>;
}

interface EdgeDependencies {
  readonly metrics: Metrics;
  readonly observer: EdgeObserver;
}

export async function composeEdge(
  config: Config,
  { application: unguarded, checks, network, secrets, links, renderer }: Core,
  { metrics, observer }: EdgeDependencies,
): Promise<Edge> {
  const health = createHealth(checks);
  const failed = (error: unknown): void => observer.failed(error);
  const { role, openSchema, publicUrl } = config;
  const wrongCredentials = wrongCredentialsCounter(metrics);
  const application = guardedApplication(unguarded, wrongCredentials);
  const refused = (): void => wrongCredentials("sign_in");
  const signInParts = { application, network, secrets, failed, refused };
  const { mount: signIn, ...browsers } = composeSignIn(config, signInParts);
  const { sessionOf } = browsers;
  const settings = { openSchema, maxSubscriptions: MAX_SUBSCRIPTIONS };
  const { linkTo } = links;
  const graphqlParts = { application, failed, ...browsers, isReady: () => health.isReady(), linkTo };
  const graphql = role === "work" ? undefined : await createGraphql(graphqlParts, settings);
  const stopping = new AbortController();
  const urlOf = publicUrlFrom(publicUrl);
  const rest = restRouter(application, {
    onFault: failed,
    stopping: stopping.signal,
    publicUrl: urlOf,
    sessionOf,
  });
  const viewer = viewerOf({ application, renderer, sessionOf, publicUrl: urlOf });
  const files = filesOf({ application, links, renderer });
  const mcp = mcpRouter({ application, renderer, failed });
  const icons = { path: ICONS_PATH, handler: connectorIcons(CONNECTORS.map(({ kind }) => kind)) };
  const foreign = atRoot(crossOrigin(config.corsOrigins));
  const others = [icons, ...pagesOf(urlOf), ...[mcp, files, viewer].map(atRoot), signIn, atRoot(rest)];
  const mounts = graphql ? [foreign, ...graphql.mounts, ...others] : [];
  const servers = createEdgeServers(
    { observer, health, metrics, mounts },
    {
      silentBodyMs: config.bodyTimeoutSeconds * 1000,
      socketPaths: graphql ? [SOCKET_PATH] : [],
      metricsPort: config.metricsPort,
    },
  );
  return {
    async listen(place) {
      const port = await servers.listen(place);
      // Only once the servers listen, or an error of `listen` would be reported twice.
      graphql?.attach(servers.main);
      return port;
    },
    async stop() {
      health.drain();
      stopping.abort();
      await sleep(DRAIN_MS);
      await Promise.all([graphql?.[Symbol.asyncDispose](), servers.stop(REQUEST_GRACE_MS)]);
    },
  };
}

function atRoot(handler: RequestHandler): Mount {
  return { path: "/", handler };
}

function pagesOf(publicUrl: (request: IncomingMessage) => string): readonly Mount[] {
  return [
    { path: "/console", handler: consoleRouter({ folder: builtConsole(), publicUrl }) },
    { path: "/docs", handler: documentationRouter(BUILT_DOCUMENTATION) },
    { path: "/", handler: serviceIndex({ version: version(), publicUrl }) },
    { path: "/files", handler: readOnly },
    { path: "/view", handler: readOnly },
  ];
}

function wrongCredentialsCounter(metrics: Metrics): CountWrongCredentials {
  const limit = new RefusalLimit(() => environment.now());
  return countWrongCredentials({
    tell: (kind) => metrics.wrongCredentials(kind),
    refuse: () => limit.refuse(callerAddress() ?? "unknown"),
  });
}

function filesOf({
  application,
  links,
  renderer,
}: Pick<Core, "links" | "renderer"> & { readonly application: Application }): RequestHandler {
  return linkRouter({
    application,
    links,
    searchablePdfs: createSearchablePdfs(),
    renderPage: async (path, { number, dpi }, signal) => {
      const page = renderer.renderPage(path, number, { dpi, maxPixels: MAX_VIEWED_PIXELS }, { signal });
      return (await drawnOfJob(page)).png;
    },
  });
}

function viewerOf({
  application,
  renderer,
  sessionOf,
  publicUrl,
}: {
  readonly application: Application;
  readonly renderer: PageRenderer;
  readonly sessionOf: (request: IncomingMessage) => string | undefined;
  readonly publicUrl: (request: IncomingMessage) => string;
}): RequestHandler {
  const { access } = application;
  const authenticate = (request: IncomingMessage): Promise<Caller> =>
    access.authenticate({ ...credentialsOf(request.headers), session: sessionOf(request) });
  const page = consolePage("view.html", { folder: builtConsole(), publicUrl });
  return viewerRouter(jobDocuments({ application, authenticate, renderer }), page);
}

/** Reports every request to the log, the metrics and the traces. */
export function observerOf(log: Log, metrics: Metrics, tracing: Tracing): EdgeObserver {
  return {
    during: (requestId, work) => withBaggage({ requestId }, () => tracing.request(work)),
    answered(exchange) {
      tracing.answered(exchange);
      metrics.exchange(exchange);
      log.debug(exchange, "request");
    },
    failed: (err) => log.error({ err }, "request failed"),
  };
}
