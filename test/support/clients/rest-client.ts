import { z } from "zod";
import { pauseSince } from "../pause.ts";

const acceptedSchema = z.object({
  message: z.string(),
  status: z.literal("processing"),
  whisper_hash: z.string(),
});

const statusSchema = z.object({
  status: z.enum(["accepted", "processing", "processed", "error", "retrieved"]),
  message: z.string(),
  detail: z.array(
    z.object({ page_no: z.number(), message: z.string(), execution_time_in_seconds: z.number() }),
  ),
});
export type JobState = z.infer<typeof statusSchema>;

const retrievedSchema = z.object({
  result_text: z.string(),
  confidence_metadata: z.array(z.unknown()),
  line_metadata: z.array(z.array(z.number())),
  metadata: z.record(z.string(), z.unknown()),
  webhook_metadata: z.string(),
  whisper_metadata: z.record(z.string(), z.unknown()),
});
export type Retrieved = z.infer<typeof retrievedSchema>;

const highlightsSchema = z.record(
  z.string(),
  z.object({
    base_y: z.number(),
    base_y_percent: z.number(),
    height: z.number(),
    height_percent: z.number(),
    page: z.number(),
    page_height: z.number(),
    raw: z.array(z.number()),
  }),
);

const detailSchema = z.object({
  whisper_hash: z.string(),
  mode: z.string(),
  tag: z.string(),
  requested_pages: z.number(),
  processed_pages: z.number(),
  total_pages: z.number(),
  upload_file_size_in_kb: z.number(),
  processing_started_at: z.string(),
  completed_at: z.string(),
  processing_time_in_seconds: z.number(),
});

export type Query = Readonly<Record<string, string>>;

/** A client of the documented REST calls, version 2, that throws on every error response. */
export interface RestClient {
  /** Any call; returns any response. */
  request(path: string, init?: RequestInit & { readonly query?: Query }): Promise<Response>;
  /** The hash of the new job. */
  submit(document: Uint8Array, query?: Query): Promise<string>;
  status(hash: string): Promise<JobState>;
  waitUntilSettled(hash: string, timeoutMs?: number): Promise<JobState>;
  retrieve(hash: string): Promise<Retrieved>;
  highlights(hash: string, lines: string): Promise<z.infer<typeof highlightsSchema>>;
  detail(hash: string): Promise<z.infer<typeof detailSchema>>;
}

export function createRestClient(service: { readonly url: string; readonly serviceKey: string }): RestClient {
  const request: RestClient["request"] = (path, { query = {}, ...init } = {}) =>
    fetch(`${service.url}/api/v2${path}?${new URLSearchParams(query).toString()}`, {
      ...init,
      headers: { "service-key": service.serviceKey, ...headersOf(init) },
    });
  const get = async <T>(path: string, query: Query, schema: z.ZodType<T>): Promise<T> =>
    schema.parse(await goodJson(await request(path, { query })));
  const status = (hash: string): Promise<JobState> =>
    get("/whisper-status", { whisper_hash: hash }, statusSchema);
  return {
    request,
    async submit(document, query = {}) {
      const answer = await request("/whisper", { method: "POST", body: Buffer.from(document), query });
      return acceptedSchema.parse(await goodJson(answer)).whisper_hash;
    },
    status,
    async waitUntilSettled(hash, timeoutMs = 60_000) {
      const start = Date.now();
      let state = await status(hash);
      while (state.status === "accepted" || state.status === "processing") {
        if (Date.now() > start + timeoutMs)
          throw new Error(`Job ${hash} is still ${state.status} after ${timeoutMs} ms.`);
        await pauseSince(start);
        state = await status(hash);
      }
      return state;
    },
    retrieve: (hash) => get("/whisper-retrieve", { whisper_hash: hash }, retrievedSchema),
    highlights: (hash, lines) => get("/highlights", { whisper_hash: hash, lines }, highlightsSchema),
    detail: (hash) => get("/whisper-detail", { whisper_hash: hash }, detailSchema),
  };
}

function headersOf(init: RequestInit): Record<string, string> {
  return Object.fromEntries(new Headers(init.headers));
}

async function goodJson(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} responded with ${answer.status}: ${text}`);
  return JSON.parse(text);
}
