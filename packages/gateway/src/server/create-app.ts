import express, { Router, type Express, type RequestHandler } from "express";
import { onBehalfOf } from "../caller-address.ts";
import type { EdgeObserver } from "./edge-observer.ts";
import { allowOnly, answerErrors, answerUnknownRoute } from "./error-answer.ts";
import type { Health } from "./health.ts";
import { sendJson } from "./json-answer.ts";
import { requestContext } from "./request-context.ts";
import { shared } from "./shared-answer.ts";

/** A handler and the path prefix that it serves. */
export interface Mount {
  readonly path: string;
  readonly handler: RequestHandler;
}

/** The metrics in Prometheus' format. */
interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

export interface AppParts {
  readonly observer: EdgeObserver;
  readonly health: Health;
  /** Served at `/metrics`; undefined if another port serves them. */
  readonly metrics: MetricsText | undefined;
  readonly mounts: readonly Mount[];
}

/** The HTTP edge: every response has the common headers, every error is JSON with a `message`. */
export function createApp({ observer, health, metrics, mounts }: AppParts): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.response.json = function json(body) {
    sendJson(this, this.statusCode, body);
    return this;
  };
  app.use(
    requestContext(
      observer,
      mounts.map(({ path }) => path),
    ),
  );
  app.use((request, _response, next) => onBehalfOf(request, next));
  app.use((_request, response, next) => {
    // So that clients do not send another request on a connection that is about to close.
    if (health.isDraining()) response.setHeader("Connection", "close");
    next();
  });
  app.use(health.router);
  if (metrics) app.use(metricsRouter(metrics));
  for (const { path, handler } of mounts) app.use(path, handler);
  app.use(answerUnknownRoute);
  app.use(answerErrors(observer));
  return app;
}

function metricsRouter(metrics: MetricsText): Router {
  const router = Router();
  const figures = shared(() => metrics.text());
  router
    .route("/metrics")
    .get(async (_request, response) => {
      const text = await figures();
      response.setHeader("Content-Type", metrics.contentType).end(text);
    })
    .all(allowOnly("GET", "HEAD"));
  return router;
}
