import { setTimeout as sleep } from "node:timers/promises";
import { test } from "vitest";
import { SAMPLE } from "../../contract/documents.ts";
import { textDocument } from "../../fixtures/long.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const MODES = { processing_mode: "text", output_mode: "line-printer" } as const;

interface Call {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

function call({ url, serviceKey }: RunningService, path: string, { query, body }: Call): Promise<Response> {
  const init: RequestInit = { headers: { "service-key": serviceKey } };
  return fetch(
    `${url}/v1${path}?${new URLSearchParams(query).toString()}`,
    body === undefined ? init : { ...init, method: "POST", body: Buffer.from(body) },
  );
}

test.concurrent(
  "a text that is stored for highlights is searched after a restart",
  { timeout: 120_000 },
  async ({ expect }) => {
    await using folder = temporaryFolder();
    const first = await startService({ dataDir: folder.path });
    const query = { ...MODES, store_metadata_for_highlighting: "true" };
    const answer = await call(first, "/whisper", { query, body: SAMPLE });
    expect(await answer.text()).toContain("Galley Press");
    const hash = answer.headers.get("whisper-hash") ?? "";
    await first.stop();

    await using second = await startService({ dataDir: folder.path });
    const found = await call(second, "/highlight-data", {
      query: { "whisper-hash": hash },
      body: "Galley Pross",
    });
    expect(await found.json()).toMatchObject({ highlight_data: [{ text: "Galley Press", distance: 1 }] });
    const again = await call(second, "/whisper-retrieve", { query: { "whisper-hash": hash } });
    expect(again.status).toBe(400);
  },
);

test.concurrent(
  "a caller who waits when the service stops gets Retry-After, and the text after the next start",
  { timeout: 180_000 },
  async ({ expect }) => {
    await using folder = temporaryFolder();
    const first = await startService({ dataDir: folder.path });
    const waiting = call(first, "/whisper", { query: MODES, body: textDocument(2000).bytes });
    await sleep(1000);
    await first.stop();
    const answer = await waiting;
    expect(answer.status).toBe(202);
    const { "whisper-hash": hash }: Record<string, string> = Object(await answer.json());

    await using second = await startService({ dataDir: folder.path });
    await expect
      .poll(() => statusOf(second, String(hash)), { timeout: 90_000, interval: 200 })
      .toBe("processed");
    const text = await (
      await call(second, "/whisper-retrieve", { query: { "whisper-hash": String(hash) } })
    ).text();
    expect(text).toContain("Page 2000 of 2000");
  },
);

test.concurrent(
  "a text can be retrieved again within the configured time",
  { timeout: 60_000 },
  async ({ expect }) => {
    await using service = await startService({ env: { GALLEY_RETRIEVE_AGAIN_MINUTES: "10" } });
    const answer = await call(service, "/whisper", { query: MODES, body: SAMPLE });
    const text = await answer.text();
    const hash = answer.headers.get("whisper-hash") ?? "";
    expect(await statusOf(service, hash)).toBe("delivered");
    const again = await call(service, "/whisper-retrieve", { query: { "whisper-hash": hash } });
    expect(again.status).toBe(200);
    expect(await again.text()).toBe(text);
  },
);

async function statusOf(service: RunningService, hash: string): Promise<unknown> {
  const answer = await call(service, "/whisper-status", { query: { "whisper-hash": hash } });
  return Reflect.get(Object(await answer.json()), "status");
}
