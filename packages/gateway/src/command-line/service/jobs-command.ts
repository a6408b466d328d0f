import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readConfig, type Config } from "../../config/config.ts";
import { reachableUrl } from "../../server/greeting.ts";
import type { Values } from "../extraction-options.ts";
import { tellError } from "../messages.ts";
import { UsageError } from "../usage-error.ts";

const TIMEOUT_MS = 30_000;
const MAX_JOBS = 100;
const STATUSES = ["ACCEPTED", "PROCESSING", "PROCESSED", "FAILED", "CANCELLED"] as const;

const QUERY = `query ($first: PositiveInt!, $filter: JobFilter) {
  jobs(first: $first, filter: $filter) {
    nodes { id status statusMessage submittedAt pagesDone pagesSelected durationSeconds file { name } }
  }
}`;

const jobSchema = z.object({
  id: z.string(),
  status: z.string(),
  statusMessage: z.string(),
  submittedAt: z.string(),
  pagesDone: z.number(),
  pagesSelected: z.number().nullable(),
  durationSeconds: z.number().nullable(),
  file: z.object({ name: z.string().nullable() }).nullable(),
});
type Job = z.output<typeof jobSchema>;

const answerSchema = z.object({
  data: z.object({ jobs: z.object({ nodes: z.array(jobSchema) }) }).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

/** Runs `galley jobs`: prints the jobs of a running service, newest first. @throws UsageError */
export async function runJobs(values: Values): Promise<0 | 1> {
  const outcome = readConfig();
  if (!outcome.ok) throw new UsageError(outcome.problems.join("\n"));
  const url = urlIn(values, outcome.config);
  const token = await tokenFor(outcome.config);
  const variables = { first: limitIn(values), filter: filterIn(values) };
  try {
    const jobs = await jobsAt(url, token, variables);
    if (values["json"] === true) process.stdout.write(jobs.map((job) => `${JSON.stringify(job)}\n`).join(""));
    else process.stdout.write(table(jobs));
    return 0;
  } catch (error) {
    tellError(`${url}: ${reasonOf(error)}`);
    return 1;
  }
}

function urlIn({ url }: Values, { publicUrl, host, port }: Config): string {
  if (typeof url !== "string") return publicUrl ?? reachableUrl(host, port);
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? "")) return url.replace(/\/+$/, "");
  throw new UsageError(`--url is ${url}; expected an http or https URL.`);
}

/** The access token of the environment, or the one that the first start stored. */
async function tokenFor({ dataDir, first: { accessToken } }: Config): Promise<string> {
  if (accessToken !== undefined) return accessToken;
  const stored = await readFile(join(dataDir, "access-token"), "utf8").catch(() => undefined);
  if (stored !== undefined) return stored.trim();
  throw new UsageError(
    `No access token. Set GALLEY_ACCESS_TOKEN, or run this with the service's GALLEY_DATA_DIR (now ${dataDir}).`,
  );
}

function limitIn({ limit }: Values): number {
  const number = Number(limit);
  if (limit !== "" && Number.isInteger(number) && number >= 1 && number <= MAX_JOBS) return number;
  throw new UsageError(`--limit: expected a whole number from 1 to ${MAX_JOBS}`);
}

function filterIn({ status, search }: Values): object {
  const statuses = typeof status === "string" ? status.split(",").map((one) => one.trim().toUpperCase()) : [];
  const unknown = statuses.find((one) => !STATUSES.some((known) => known === one));
  if (unknown !== undefined) {
    throw new UsageError(`--status: expected some of ${STATUSES.join(", ").toLowerCase()}`);
  }
  return { statuses, ...(typeof search === "string" && { search }) };
}

async function jobsAt(url: string, token: string, variables: object): Promise<readonly Job[]> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: QUERY, variables }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const parsed = answerSchema.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success)
    throw new Error(`responded with status ${response.status}; it is not a Galley service`);
  const { data, errors = [] } = parsed.data;
  if (!data) throw new Error(errors.map(({ message }) => message).join(" ") || `status ${response.status}`);
  return data.jobs.nodes;
}

/** A failed connection has its message in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError) return cause.errors.map(String).join("; ");
  return cause instanceof Error ? cause.message : error.message;
}

function table(jobs: readonly Job[]): string {
  const rows = [
    ["JOB", "SUBMITTED", "STATUS", "PAGES", "FILE"],
    ...jobs.map(({ id, submittedAt, status, pagesDone, pagesSelected, file }) => [
      id,
      submittedAt.slice(0, 19).replace("T", " "),
      status.toLowerCase(),
      `${pagesDone}/${pagesSelected ?? "?"}`,
      file?.name ?? "",
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
