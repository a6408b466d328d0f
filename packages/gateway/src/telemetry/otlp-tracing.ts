import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from "@opentelemetry/api";
import type { Span } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { currentBaggage, withBaggage } from "../baggage.ts";
import type { Tracing } from "./tracing.ts";

/** Export interval of spans, in milliseconds. */
const SEND_MS = 1000;
/** Periodic requests are not traced. */
const UNTRACED_ROUTES = /^\/(health|metrics)/;
/** A W3C trace context. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Exports spans by OTLP over HTTP to the address in the `OTEL_EXPORTER_OTLP_…` variables; disposing flushes.
 */
export function createOtlpTracing({ serviceName }: { readonly serviceName: string }): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: SEND_MS }),
    ],
  });
  const tracer = provider.getTracer("galley");
  const requests = new Map<string, Span>();
  const begin = (name: string, kind: SpanKind): Span => {
    const { traceparent, ...ids } = currentBaggage();
    const attributes = Object.fromEntries(Object.entries(ids).map(([key, id]) => [`galley.${key}`, id]));
    return tracer.startSpan(name, { kind, attributes }, contextOf(traceparent));
  };
  return {
    request(work) {
      const span = begin("request", SpanKind.SERVER);
      const traceparent = traceparentOf(span);
      requests.set(traceparent, span);
      withBaggage({ traceparent }, work);
    },
    answered({ method, route, status }) {
      const { traceparent = "" } = currentBaggage();
      const span = requests.get(traceparent);
      requests.delete(traceparent);
      // A span that is not ended is not exported.
      if (!span || UNTRACED_ROUTES.test(route)) return;
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    async step(name, work) {
      const span = begin(name, SpanKind.CONSUMER);
      try {
        return await withBaggage({ traceparent: traceparentOf(span) }, work);
      } catch (error) {
        // Without the message, which may quote a document.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    [Symbol.asyncDispose]: () => provider.shutdown(),
  };
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

function contextOf(traceparent: string | undefined): Context {
  const [, traceId = "", spanId = "", flags = "00"] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}
