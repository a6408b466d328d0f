import { z } from "zod";
import { facts, httpUrl, oneOf, type ValuesOf } from "./variable.ts";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Traces and the log. */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .register(facts, { meaning: "OTLP receiver of traces, over HTTP", unset: "none", hide: "password" }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional().register(facts, {
    meaning: "the same, with its whole path",
    unset: "OTEL_EXPORTER_OTLP_ENDPOINT",
    hide: "password",
  }),
  OTEL_SERVICE_NAME: z
    .string()
    .prefault("galley")
    .register(facts, { meaning: "name of the service in traces" }),
  LOG_LEVEL: oneOf(LOG_LEVELS)
    .prefault("info")
    .register(facts, { meaning: `least log level: ${LOG_LEVELS.join(", ")}` }),
};

export interface TelemetryConfig {
  readonly logLevel: LogLevel;
  /** Absent where nobody wants traces. */
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
