import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { extractionHosts } from "../../support/extraction-hosts.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { processorMs } from "../../support/processor-time.ts";
import type { Findings } from "../findings.ts";

const GOAL_MS = 100;
/** Code that has not run yet is slower. */
const WARM_UP = 20;

/** Sends one request and waits until all its work is done; resolves to its status. */
type Request = () => Promise<number>;

const submittedSchema = z.object({
  submitDocument: z.object({ job: z.object({ handle: z.string() }) }),
});

/** R20: the CPU cost of absurdly large selections, separators and searches. */
export async function askAbsurdly(times: number): Promise<Findings> {
  await using service = await startService({ env: { LOG_LEVEL: "error" } });
  const requests = await requestsOf(service);
  const costOf = async (request: Request, count: number): Promise<{ ms: number; statuses: Set<number> }> => {
    const pids = [service.pid, ...extractionHosts(service).map(({ pid }) => pid)];
    const before = pids.reduce((sum, pid) => sum + processorMs(pid), 0);
    const statuses = new Set<number>();
    for (let k = 0; k < count; k += 1) statuses.add(await request());
    return { ms: (pids.reduce((sum, pid) => sum + processorMs(pid), 0) - before) / count, statuses };
  };
  for (const [, request] of requests) await costOf(request, WARM_UP);
  const costs: { name: string; ms: number; statuses: Set<number> }[] = [];
  for (const [name, request] of requests) costs.push({ name, ...(await costOf(request, times)) });
  return {
    faults: costs.flatMap(({ name, statuses }) =>
      [...statuses].filter((status) => status >= 500).map((status) => `${name}: ${status}`),
    ),
    slow: costs.flatMap(({ name, ms }) => (ms <= GOAL_MS ? [] : [`${name}: ${Math.round(ms)} ms`])),
    figures: costs.map(
      ({ name, ms, statuses }) => `${name}: ${ms.toFixed(0)} ms, ${[...statuses].join(", ")}`,
    ),
  };
}

async function requestsOf(service: RunningService): Promise<readonly (readonly [string, Request])[]> {
  const rest = createRestClient(service);
  const graphql = createGraphqlClient(service);
  const { bytes } = letter();
  const { id: upload } = await graphql.upload("letter.pdf", bytes);

  const submitted = (query: Readonly<Record<string, string>>): Request => {
    return async () => {
      const init = { method: "POST", body: Buffer.from(bytes), query: { mode: "native_text", ...query } };
      const answer = await rest.request("/whisper", init);
      const text = await answer.text();
      if (answer.status === 202)
        await rest.waitUntilSettled(String(Reflect.get(JSON.parse(text), "whisper_hash")));
      return answer.status;
    };
  };
  const byGraphql = (options: Readonly<Record<string, string>>): Request => {
    const submit =
      "mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { handle } } }";
    return async () => {
      const input = { upload, options: { mode: "NATIVE_TEXT", ...options } };
      const { data } = await graphql.ask(submit, { input });
      const answered = submittedSchema.safeParse(data);
      if (!answered.success) return 400;
      await rest.waitUntilSettled(answered.data.submitDocument.job.handle);
      return 200;
    };
  };
  const version1 = (path: string, body: Uint8Array | string): Promise<Response> =>
    fetch(`${service.url}/v1${path}`, {
      method: "POST",
      headers: { "service-key": service.serviceKey },
      body: Buffer.from(body),
    });
  const kept = "processing_mode=text&output_mode=line-printer&store_metadata_for_highlighting=true";
  const read = await version1(`/whisper?${kept}`, bytes);
  const hash = encodeURIComponent(read.headers.get("whisper-hash") ?? "");
  await read.text();
  const searched = (term: string): Request => {
    return async () => {
      const answer = await version1(`/highlight-data?whisper-hash=${hash}`, term);
      await answer.arrayBuffer();
      return answer.status;
    };
  };
  return [
    ["a document as any other", submitted({})],
    ["pages 1-999999999", submitted({ pages_to_extract: "1-999999999" })],
    ["pages 1-5,4-9 and so on, 8 KB", submitted({ pages_to_extract: repeated("1-5,4-9,", 8000) })],
    ["100 KB of commas as pages, over REST", submitted({ pages_to_extract: ",".repeat(100_000) })],
    ["a separator of 10,000 characters", submitted({ page_separator: "x".repeat(10_000) })],
    ["pages 1-5,4-9 and so on, 10 KB, over GraphQL", byGraphql({ pages: repeated("1-5,4-9,", 9990) })],
    ["pages 1-5,4-9 and so on, 200 KB, over GraphQL", byGraphql({ pages: repeated("1-5,4-9,", 200_000) })],
    ["100 KB of commas as pages, over GraphQL", byGraphql({ pages: ",".repeat(100_000) })],
    ["a page and 200 KB of blanks, over GraphQL", byGraphql({ pages: `1${" ".repeat(200_000)}x` })],
    ["a separator of 100 KB, over GraphQL", byGraphql({ pageSeparator: "x".repeat(100_000) })],
    ["a search for 1,000 characters", searched("a".repeat(1000))],
    ["a search for 1 MB", searched("a".repeat(1024 * 1024))],
    ["a search for 1 MB of blanks", searched(" ".repeat(1024 * 1024))],
  ];
}

function repeated(part: string, length: number): string {
  return part.repeat(length / part.length).slice(0, -1);
}
