import type { PageInDocument } from "../../../extraction/explain/page-explanation.ts";
import { keptRenditions, type Rendition } from "../../../extraction/options/renditions.ts";
import { type ChunkOptions, chunkOptionsSchema } from "../../../extraction/structure/chunks/chunk-options.ts";
import type { Chunk } from "../../../extraction/structure/chunks/chunks.ts";
import type { StructuredPage } from "../../../extraction/structure/document/document-page.ts";
import type { Block } from "../../../extraction/structure/model/block.ts";
import type {
  StructureAnswer,
  StructureFailure,
  StructureFormat,
  StructurePart,
  StructureQuestion,
  StructureSource,
} from "../../../extraction/structure/structure-question.ts";
import type { ExtractedTable } from "../../../extraction/structure/renditions/tables.ts";
import { DomainError } from "../../domain-error.ts";
import type { Database, Environment } from "../../ports.ts";
import type { JobRecords } from "../job-ports.ts";
import { asRead, type TextVersion } from "../corrections/as-read.ts";
import type { Job } from "../job.ts";
import type { StructureReader } from "./structure-reader.ts";
import { awaitStructure, type MissingStructurePorts } from "./missing-structure.ts";
import { isTextKept } from "./text-lifetime.ts";

export interface StructurePorts extends MissingStructurePorts {
  readonly environment: Environment;
  readonly structures: StructureReader;
}

interface DeliveredPorts {
  readonly database: Database<JobRecords>;
  readonly structures: StructureReader;
}

/**
 * The structure of a job's document, which is found when it is first asked for. Every call throws a DomainError:
 * `NOT_READY`, `ALREADY_DELIVERED` if the text is no longer kept, `UNAVAILABLE`, `TOO_LARGE`.
 */
export interface JobStructure {
  /** The whole structure as text. */
  text(format: StructureFormat, chunks?: ChunkOptions): Promise<string>;
  /** Blocks in reading order; if `page` is given, those that begin on this page. */
  blocks(range: ListRange, page?: number): Promise<StructurePart<Block>>;
  /** All tables if `range` is absent. */
  tables(range?: ListRange): Promise<StructurePart<ExtractedTable>>;
  chunks(range: ListRange, options: ChunkOptions): Promise<StructurePart<Chunk>>;
}

interface ListRange {
  readonly offset: number;
  readonly limit: number;
}

/** The rendition that a job must keep to be read in a format. */
export const RENDITION_OF_FORMAT = {
  markdown: "markdown",
  html: "html",
  plain: "plain",
  csv: "tables",
  tables: "tables",
  blocks: "blocks",
  chunks: "chunks",
  chunk_lines: "chunks",
} as const satisfies Record<StructureFormat, Rendition>;

const DEFAULT_CHUNKS = chunkOptionsSchema.parse({});

type Kind = StructureAnswer["kind"];
type AnswerOf<K extends Kind> = Extract<StructureAnswer, { readonly kind: K }>;

/** See `JobStructure`. */
export function structureOfJob(
  ports: StructurePorts,
  job: Job,
  { original = false }: TextVersion = {},
): JobStructure {
  return jobStructure(async (_, question) => {
    await awaitKept(ports, job);
    return answerOf(ports, { job, original }, question);
  });
}

/** What all pages of a job's document show about one of them. Throws as `JobStructure` does. */
export async function pageOfStructure(
  ports: StructurePorts,
  job: Job,
  page: number,
): Promise<PageInDocument> {
  await awaitKept(ports, job);
  const answer = await ports.structures.explain(sourceOf(ports, job), page);
  return answer.kind === "failed" ? refused(answer) : answer.part;
}

async function awaitKept(ports: StructurePorts, job: Job): Promise<void> {
  assertProcessed(job);
  if (!isTextKept(job, ports.environment.now()) && !job.keepForSearch) throw deleted();
  await awaitStructure(ports, job);
}

/**
 * Like `structureOfJob`, for a pending delivery: the text may have expired, but stays until the delivery has ended. Throws
 * `CONFLICT` if the job does not keep the rendition.
 */
export function structureToDeliver(ports: DeliveredPorts, job: Job): JobStructure {
  return jobStructure(async (rendition, question) => {
    assertKept(job, rendition);
    return answerOf(ports, { job, original: false }, question);
  });
}

/** @param answer answers a question about a rendition. */
export function jobStructure(
  answer: (rendition: Rendition, question: StructureQuestion) => Promise<StructureAnswer>,
): JobStructure {
  const ask = async <K extends Kind>(
    rendition: Rendition,
    question: StructureQuestion,
    kind: K,
  ): Promise<AnswerOf<K>> => {
    const found = await answer(rendition, question);
    if (isOfKind(found, kind)) return found;
    throw new TypeError(`The answer to a question for ${kind} is of the kind ${found.kind}.`);
  };
  return {
    async text(format, chunks = DEFAULT_CHUNKS) {
      const question = { kind: "text", format, chunks } as const;
      return (await ask(RENDITION_OF_FORMAT[format], question, "text")).text;
    },
    blocks: async (range, page) => (await ask("blocks", { kind: "blocks", range, page }, "blocks")).part,
    tables: async (range) => (await ask("tables", { kind: "tables", range }, "tables")).part,
    chunks: async (range, chunks) => (await ask("chunks", { kind: "chunks", range, chunks }, "chunks")).part,
  };
}

function assertKept(job: Job, rendition: Rendition): void {
  const kept = keptRenditions(job.options);
  if (!kept.includes(rendition)) {
    const others = kept.length === 0 ? "" : `; it keeps ${kept.join(", ")}`;
    throw new DomainError(
      "CONFLICT",
      `The job does not keep the rendition ${rendition}${others}. Submit the document with blocks or renditions.`,
    );
  }
  assertProcessed(job);
}

function assertProcessed(job: Job): void {
  if (job.status !== "processed" && job.status !== "retrieved") {
    throw new DomainError("NOT_READY", `The job is ${job.status}.`);
  }
}

async function answerOf(
  ports: DeliveredPorts,
  { job, original }: { readonly job: Job; readonly original: boolean },
  question: StructureQuestion,
): Promise<StructureAnswer> {
  const answer = await ports.structures.answer(sourceOf(ports, job, original), question);
  return answer.kind === "failed" ? refused(answer) : answer;
}

function sourceOf({ database }: DeliveredPorts, job: Job, original = false): StructureSource {
  // The pages of a settled job change only when a word is corrected, and when its text is deleted.
  const key = `${job.id} ${job.settledAt?.getTime()} ${original ? "original" : job.textRevision}`;
  return { key, pages: () => pagesOf(database, job, original) };
}

function refused({ reason }: StructureFailure): never {
  if (reason === "busy") {
    throw new DomainError("UNAVAILABLE", "Too many structures are being read. Try again later.");
  }
  throw new DomainError(
    "TOO_LARGE",
    "The structure of the document exceeds the limits of time or memory. Submit fewer pages at a time.",
  );
}

function isOfKind<K extends Kind>(answer: StructureAnswer, kind: K): answer is AnswerOf<K> {
  return answer.kind === kind;
}

const PAGES_AT_ONCE = 50;

/** @throws DomainError `ALREADY_DELIVERED` if the text was deleted meanwhile. */
async function* pagesOf(
  { records }: DeliveredPorts["database"],
  job: Job,
  original: boolean,
): AsyncGenerator<readonly StructuredPage[]> {
  for (let after = 0; ;) {
    const stored = await records.pages.structures(job.id, { after, limit: PAGES_AT_ONCE });
    const part = original ? await asRead(records, job, stored) : stored;
    if (part.some((page) => page.ok && page.structure === undefined)) throw deleted();
    if (part.length > 0) yield part;
    const last = part.at(-1);
    if (!last || part.length < PAGES_AT_ONCE) return;
    after = last.number;
  }
}

function deleted(): DomainError {
  return new DomainError("ALREADY_DELIVERED", "The structure was deleted with the text of the job.");
}
