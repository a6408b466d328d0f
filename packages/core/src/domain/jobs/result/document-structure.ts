import { keptRenditions, type Rendition } from "../../../extraction/options/renditions.ts";
import { type ChunkOptions, chunkOptionsSchema } from "../../../extraction/structure/chunks/chunk-options.ts";
import type { Chunk } from "../../../extraction/structure/chunks/chunks.ts";
import type { StructuredPage } from "../../../extraction/structure/document/document-page.ts";
import type { Block } from "../../../extraction/structure/model/block.ts";
import type {
  StructureAnswer,
  StructureFormat,
  StructurePart,
  StructureQuestion,
} from "../../../extraction/structure/renditions/structure-question.ts";
import type { ExtractedTable } from "../../../extraction/structure/renditions/tables.ts";
import { DomainError } from "../../domain-error.ts";
import type { Database, Environment } from "../../ports.ts";
import type { JobRecords } from "../job-ports.ts";
import type { Job } from "../job.ts";
import type { StructureReader } from "./structure-reader.ts";
import { isTextKept } from "./text-lifetime.ts";

export interface StructurePorts {
  readonly database: Database<JobRecords>;
  readonly environment: Environment;
  readonly structures: StructureReader;
}

/**
 * The structure of a job's document. Every call throws a DomainError: `CONFLICT` if the job does not keep the rendition,
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
export function structureOfJob(ports: StructurePorts, job: Job): JobStructure {
  return jobStructure(async (rendition, question) => {
    assertKept(job, rendition);
    if (!isTextKept(job, ports.environment.now()) && !job.keepForSearch) throw deleted();
    return answerOf(ports, job, question);
  });
}

/** Like `structureOfJob`, for a pending delivery: the text may have expired, but stays until the delivery has ended. */
export function structureToDeliver(ports: Omit<StructurePorts, "environment">, job: Job): JobStructure {
  return jobStructure(async (rendition, question) => {
    assertKept(job, rendition);
    return answerOf(ports, job, question);
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
  if (job.status !== "processed" && job.status !== "retrieved") {
    throw new DomainError("NOT_READY", `The job is ${job.status}.`);
  }
}

async function answerOf(
  { database, structures }: Omit<StructurePorts, "environment">,
  job: Job,
  question: StructureQuestion,
): Promise<StructureAnswer> {
  // The pages of a settled job change only when its text is deleted.
  const key = `${job.id} ${job.settledAt?.getTime()}`;
  const answer = await structures.answer({ key, pages: () => pagesOf(database, job.id) }, question);
  if (answer.kind !== "failed") return answer;
  if (answer.reason === "busy") {
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
  { records: { pages } }: StructurePorts["database"],
  jobId: string,
): AsyncGenerator<readonly StructuredPage[]> {
  for (let after = 0; ;) {
    const part = await pages.structures(jobId, { after, limit: PAGES_AT_ONCE });
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
