import type { PageRead } from "../../extraction/result/extracted-document.ts";
import { WORD_COLUMNS } from "../../extraction/page/page-text.ts";
import type { Rect } from "../../extraction/geometry/rect.ts";
import type { Caller } from "../access/model/caller.ts";
import { assertMay } from "../access/model/policy.ts";
import { DomainError } from "../domain-error.ts";
import { findJob } from "../jobs/find-jobs.ts";
import { isTextKept } from "../jobs/result/text-lifetime.ts";
import { wakeRunOf } from "../runs/wake-run.ts";
import { isBelow } from "./confirmed-values.ts";
import type { DocumentFields, FieldsPlace } from "./document-fields.ts";
import { isList, stepsOf, valueAt, withValue } from "./field-paths.ts";
import type { CorrectedField } from "./fields.ts";
import type { FieldsPorts } from "./reading-ports.ts";
import type { Citation, FieldRecord, FieldsResult, FieldValue } from "./fields-result.ts";
import { findSchema } from "./manage-schemas.ts";

/** See `Fields.confirm`. */
export function confirmFields(
  ports: FieldsPorts,
  caller: Caller,
  { paths, ...place }: FieldsPlace & { readonly paths?: readonly string[] | undefined },
): Promise<DocumentFields> {
  return reviewed(ports, caller, place, async (result) => {
    const all = Object.keys(result.fields);
    const unknown = paths?.find((path) => !all.includes(path));
    if (unknown !== undefined) throw noField("paths", unknown);
    const chosen = new Set(paths ?? all);
    const fields = Object.entries(result.fields).map(([path, field]) => [
      path,
      chosen.has(path) ? { ...field, confirmed: true as const } : field,
    ]);
    return {
      ...result,
      fields: Object.fromEntries(fields),
      review: result.review.filter((path) => !chosen.has(path)),
    };
  });
}

/** See `Fields.correct`. */
export async function correctField(
  ports: FieldsPorts,
  caller: Caller,
  { path, text, words, ...place }: FieldsPlace & CorrectedField,
): Promise<DocumentFields> {
  assertMay(caller, "review fields");
  if (text !== null && text.length > MAX_LENGTH) {
    throw new DomainError("BAD_INPUT", `text: expected at most ${MAX_LENGTH} characters`, { field: "text" });
  }
  const { definition } = await findSchema(ports, caller, place.schema);
  // A blank text as well: the path is checked.
  const isRemoved = text === null && isRow(path);
  const value = isRemoved ? null : await ports.fieldsReader.value(definition, path, text ?? "");
  const citation = words && (await citationOf(ports, place.jobId, words));
  return reviewed(ports, caller, place, async (result) =>
    corrected(result, path, { value, raw: text, citations: citation ? [citation] : [] }),
  );
}

const MAX_LENGTH = 10_000;

/** See `Fields.reject`. */
export async function rejectFields(
  ports: FieldsPorts,
  caller: Caller,
  place: FieldsPlace,
): Promise<DocumentFields> {
  return change(ports, caller, place, async (fields) => ({ ...fields, status: "rejected" }));
}

interface NewValue {
  readonly value: FieldValue;
  readonly raw: string | null;
  readonly citations: readonly Citation[];
}

function corrected(result: FieldsResult, path: string, { value, raw, citations }: NewValue): FieldsResult {
  assertPlace(result, path);
  const data = withValue(result.data, path, value);
  if (isRow(path) && value === null) return withoutRow({ ...result, data }, path);
  const field: FieldRecord = {
    citations,
    confidence: 1,
    reader: "person",
    ...(raw !== null && { raw }),
    checks: [],
    confirmed: true,
  };
  return {
    ...result,
    data,
    fields: { ...result.fields, [path]: field },
    review: result.review.filter((one) => one !== path),
  };
}

/** Rows are added one after the other, so that none is empty. */
function assertPlace({ data }: FieldsResult, path: string): void {
  const [name, index] = stepsOf(path);
  if (typeof index !== "number") return;
  const list = valueAt(data, `${name}`);
  const rows = isList(list) ? list.length : 0;
  if (index <= rows) return;
  throw new DomainError("BAD_INPUT", `path: ${name} has ${rows} rows; the next one is ${name}[${rows}]`, {
    field: "path",
  });
}

function isRow(path: string): boolean {
  return /^[^.[]+\[\d+\]$/.test(path);
}

/** The paths of later rows move up. */
function withoutRow(result: FieldsResult, row: string): FieldsResult {
  const [name, index = 0] = stepsOf(row);
  const moved = (path: string): string | undefined => {
    if (isBelow(path, row)) return undefined;
    const [first, at, ...others] = stepsOf(path);
    if (first !== name || typeof at !== "number" || at < Number(index)) return path;
    return `${name}[${at - 1}]${others.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("")}`;
  };
  const fields = Object.entries(result.fields).flatMap(([path, field]) => {
    const to = moved(path);
    return to === undefined ? [] : [[to, field] as const];
  });
  return {
    ...result,
    fields: Object.fromEntries(fields),
    review: result.review.flatMap((path) => moved(path) ?? []),
  };
}

function reviewed(
  ports: FieldsPorts,
  caller: Caller,
  place: FieldsPlace,
  review: (result: FieldsResult) => Promise<FieldsResult>,
): Promise<DocumentFields> {
  return change(ports, caller, place, async (fields) => {
    if (!fields.result) throw new DomainError("NOT_READY", `The fields are ${fields.status}.`);
    const result = await review(fields.result);
    return { ...fields, result, status: result.review.length > 0 ? "needs_review" : "confirmed" };
  });
}

/** The job is locked, so that no change of another caller is lost. */
async function change(
  { database, environment }: FieldsPorts,
  caller: Caller,
  place: FieldsPlace,
  changed: (fields: DocumentFields) => Promise<DocumentFields>,
): Promise<DocumentFields> {
  assertMay(caller, "review fields");
  const { id } = await findJob({ database }, caller, { id: place.jobId });
  return database.transaction(async (records) => {
    const job = await records.jobs.lock(id);
    if (!job || !isTextKept(job, environment.now())) {
      throw new DomainError("ALREADY_DELIVERED", "The text is no longer kept.");
    }
    const fields = await records.documentFields.find(place);
    if (!fields) {
      throw new DomainError(
        "NOT_FOUND",
        `The document has no fields by the schema ${place.schema}${place.part === 1 ? "" : ` in a part ${place.part}`}.`,
        {
          field: place.part === 1 ? "schema" : "part",
        },
      );
    }
    const next = {
      ...(await changed(fields)),
      reviewedAt: environment.now(),
      reviewerId: caller.kind === "extraction_key" ? null : caller.userId,
    };
    await records.documentFields.put(next);
    if (next.status === "confirmed") await records.queue.readFields(job, next.reviewedAt);
    else await records.fieldsExamples.remove(place);
    await records.announcements.jobChanged(job);
    if (next.schema === job.fieldsSchema && next.status !== "needs_review") await wakeRunOf(records, job);
    return next;
  });
}

function noField(field: string, path: string): DomainError {
  return new DomainError("BAD_INPUT", `${field}: there is no field ${path.slice(0, 200)}`, { field });
}

/** The words of a value that a person can point at. */
const MAX_WORDS = 1000;

async function citationOf(
  { database }: FieldsPorts,
  jobId: string,
  { page, indexes }: NonNullable<CorrectedField["words"]>,
): Promise<Citation> {
  const stored = await database.records.pages.find(jobId, page);
  if (!stored?.outcome.ok) {
    throw new DomainError("NOT_FOUND", `Page ${page} has not been read.`, { field: "words" });
  }
  const { outcome } = stored;
  const words = indexes.slice(0, MAX_WORDS).map((index) => placedWord(outcome, index));
  const byLine = Map.groupBy(words, ({ line }) => line);
  const lines = [...byLine.keys()];
  return {
    page,
    boxes: [...byLine.values()].map((ofLine) => around(ofLine.map(({ box }) => box))),
    lines: [Math.min(...lines), Math.max(...lines)],
    text: words.map(({ text }) => text).join(" "),
  };
}

interface PlacedWord {
  readonly text: string;
  readonly line: number;
  readonly box: Rect;
}

function placedWord({ text, words, number }: PageRead, index: number): PlacedWord {
  const at = index * WORD_COLUMNS.length;
  const [start, end, x0 = 0, y0 = 0, x1 = 0, y1 = 0] = words.subarray(at, at + WORD_COLUMNS.length);
  if (start === undefined || end === undefined) {
    throw new DomainError("NOT_FOUND", `Page ${number} has no word ${index}.`, { field: "words" });
  }
  const line = text.slice(0, start).split("\n").length - 1;
  return { text: text.slice(start, end), line, box: { x0, y0, x1, y1 } };
}

function around(boxes: readonly Rect[]): Rect {
  return {
    x0: Math.min(...boxes.map(({ x0 }) => x0)),
    y0: Math.min(...boxes.map(({ y0 }) => y0)),
    x1: Math.max(...boxes.map(({ x1 }) => x1)),
    y1: Math.max(...boxes.map(({ y1 }) => y1)),
  };
}
