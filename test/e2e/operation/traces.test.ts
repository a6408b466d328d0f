import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService } from "../../support/service.ts";
import { startWebhookReceiver } from "../../support/servers/webhook-receiver.ts";

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.looseObject({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Span = z.infer<typeof exportSchema>["resourceSpans"][number]["scopeSpans"][number]["spans"][number];

const SOON = { timeout: 30_000, interval: 50 };

/** An OTLP receiver on its own port. */
async function startReceiver(): Promise<
  AsyncDisposable & { readonly url: string; readonly spans: readonly Span[] }
> {
  const spans: Span[] = [];
  const take = async (request: IncomingMessage): Promise<void> => {
    const { resourceSpans } = exportSchema.parse(await json(request));
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
  };
  const server = createServer((request, response) => {
    take(request).then(
      () => response.setHeader("Content-Type", "application/json").end("{}"),
      () => response.destroy(),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

test("the trace of a job leads from its submission through the worker to the webhook", async () => {
  await using receiver = await startReceiver();
  await using target = await startWebhookReceiver();
  await using service = await startService({
    env: { GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8", OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
  });
  const client = createRestClient(service);
  const callback = { url: target.url, auth_token: "", webhook_name: "done" };
  await client.request("/whisper-manage-callback", { method: "POST", body: JSON.stringify(callback) });
  await client.submit(letter().bytes, { mode: "native_text", use_webhook: "done" });
  const named = (name: string): Span | undefined => receiver.spans.find((span) => span.name === name);
  await vi.waitUntil(() => named("call webhook"), SOON);

  const submit = named("POST /api/v2/whisper");
  const read = named("read document");
  const call = named("call webhook");
  expect(submit).toBeDefined();
  expect(read).toMatchObject({ traceId: submit?.traceId, parentSpanId: submit?.spanId });
  expect(call).toMatchObject({ traceId: submit?.traceId, parentSpanId: read?.spanId });
  expect(receiver.spans.filter(({ name }) => name.includes("health"))).toEqual([]);
  expect(JSON.stringify(receiver.spans)).not.toContain(service.serviceKey);
});
