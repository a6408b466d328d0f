import { z } from "zod";
import { facts, httpUrl, matching, oneOf, readAs, wholeNumber, type ValuesOf } from "./variable.ts";

const ROLES = ["all", "serve", "work"] as const;
export type Role = (typeof ROLES)[number];

/** Exact origins: with a pattern, or with `*`, a page that nobody thought of could use a key that it got hold of. */
const originList = readAs("origins separated by commas, such as https://app.example.com", (text) => {
  const origins = text.split(",").map((origin) => origin.trim());
  return origins.every(isOrigin) ? origins : undefined;
});

function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.parse(text)?.origin === text;
}

/** The HTTP server. */
export const serverVariables = {
  HOST: matching("an IP address or a host name", /^[\w.:-]+$/)
    .prefault("127.0.0.1")
    .register(facts, { meaning: "address to listen on" }),
  PORT: wholeNumber(0, 65_535)
    .prefault("8080")
    .register(facts, { meaning: "port to listen on; 0 picks a free one" }),
  GALLEY_METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .register(facts, { meaning: "port of /metrics, if other than PORT", unset: "PORT" }),
  GALLEY_ROLE: oneOf(ROLES)
    .prefault("all")
    .register(facts, { meaning: "serve: requests; work: documents; all: both" }),
  GALLEY_BODY_TIMEOUT_S: wholeNumber(1, 3600)
    .prefault("30")
    .register(facts, { meaning: "seconds without a new byte after which an upload is aborted" }),
  GALLEY_PUBLIC_URL: httpUrl
    .optional()
    .register(facts, { meaning: "base URL of links and OAuth callbacks", unset: "from the request" }),
  GALLEY_CORS_ORIGINS: originList.optional().register(facts, {
    meaning: "origins whose pages may call the service with a key or a token",
    unset: "none",
  }),
  GALLEY_OPEN_SCHEMA: oneOf(["on", "off"]).optional().register(facts, {
    meaning: "whether anyone may read the GraphQL schema",
    unset: "on; off in production",
  }),
  NODE_ENV: z
    .string()
    .optional()
    .register(facts, { meaning: "production closes the GraphQL schema by default", unset: "none" }),
};

export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  /** The port of `/metrics`; undefined uses `port`. */
  readonly metricsPort: number | undefined;
  readonly role: Role;
  /** Seconds without a new byte after which a request body is aborted. */
  readonly bodyTimeoutSeconds: number;
  /** Base URL of links, without a trailing slash; undefined derives it from the request. */
  readonly publicUrl: string | undefined;
  /** Origins whose pages may call the service. */
  readonly corsOrigins: readonly string[];
  /** Whether anyone may read the GraphQL schema, as GraphiQL does. */
  readonly openSchema: boolean;
}

export function serverConfig(environment: ValuesOf<typeof serverVariables>): ServerConfig {
  return {
    host: environment.HOST,
    port: environment.PORT,
    metricsPort: environment.GALLEY_METRICS_PORT,
    role: environment.GALLEY_ROLE,
    bodyTimeoutSeconds: environment.GALLEY_BODY_TIMEOUT_S,
    publicUrl: environment.GALLEY_PUBLIC_URL,
    corsOrigins: environment.GALLEY_CORS_ORIGINS ?? [],
    openSchema:
      (environment.GALLEY_OPEN_SCHEMA ?? (environment.NODE_ENV === "production" ? "off" : "on")) === "on",
  };
}
