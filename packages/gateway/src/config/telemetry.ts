import { z } from "zod";
import { facts, httpUrl, oneOf, type ValuesOf } from "./variable.ts";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Traces and the log. */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .register(facts, { meaning: "OTLP endpoint of traces, over HTTP", unset: "none", hide: "password" }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional().register(facts, {
    meaning: "OTLP endpoint of traces, with its full path",
    unset: "OTEL_EXPORTER_OTLP_ENDPOINT",
    hide: "password",
  }),
  OTEL_SERVICE_NAME: z.string().prefault("galley").register(facts, { meaning: "service name in traces" }),
  LOG_LEVEL: oneOf(LOG_LEVELS)
    .prefault("info")
    .register(facts, { meaning: `minimum log level: ${LOG_LEVELS.join(", ")}` }),
};

export interface TelemetryConfig {
  readonly logLevel: LogLevel;
  /** Undefined if traces are not exported. */
  readonly tracing: { readonly serviceName: string } | undefined;
}

export function telemetryConfig(environment: ValuesOf<typeof telemetryVariables>): TelemetryConfig {
  return {
    logLevel: environment.LOG_LEVEL,
    tracing:
      (environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? environment.OTEL_EXPORTER_OTLP_ENDPOINT)
        ? { serviceName: environment.OTEL_SERVICE_NAME }
        : undefined,
  };
}
