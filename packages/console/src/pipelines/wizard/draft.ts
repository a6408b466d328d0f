import type {
  AttachmentChoice,
  ConnectionType,
  ExtractionMode,
  ExtractionOptionsInput,
  MissedSlotPolicy,
} from "../../generated/graphql.ts";
import { DEFAULT_READING } from "../../documents/reading/reading.ts";
import type { EndpointRecord, PipelineRecord, WorkflowRecord } from "../pipeline-queries.ts";

/** One end of a pipeline as it is being set up. */
export interface EndDraft {
  /** Null until it is chosen. */
  readonly connection: ConnectionType | null;
  readonly connectorId: string | null;
  readonly connectorName: string;
  readonly kindId: string;
  /** The configuration of the endpoint, in the words of the API. */
  readonly configuration: Readonly<Record<string, unknown>>;
}

export interface ReadingDraft {
  readonly mode: ExtractionMode;
  readonly pages: string;
  readonly lang: string;
  readonly attachments: AttachmentChoice;
  readonly maxFiles: number | null;
}

export interface ScheduleDraft {
  /** Null for a pipeline that is only run by hand. */
  readonly cron: string | null;
  readonly timeZone: string;
  readonly missedSlots: MissedSlotPolicy;
  readonly allowOverlap: boolean;
}

/** A pipeline as it is being set up. It holds no secrets, so it can be kept in the tab's storage. */
export interface PipelineDraft {
  readonly name: string;
  readonly source: EndDraft;
  readonly reading: ReadingDraft;
  readonly destination: EndDraft;
  readonly schedule: ScheduleDraft;
}

const NO_END: EndDraft = {
  connection: null,
  connectorId: null,
  connectorName: "",
  kindId: "",
  configuration: {},
};

export const EMPTY_DRAFT: PipelineDraft = {
  name: "",
  source: NO_END,
  reading: {
    mode: DEFAULT_READING.mode,
    pages: DEFAULT_READING.pages,
    lang: DEFAULT_READING.lang,
    attachments: DEFAULT_READING.attachments,
    maxFiles: null,
  },
  destination: NO_END,
  schedule: {
    cron: null,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    missedSlots: "SKIP",
    allowOverlap: false,
  },
};

/** The missing part of an end, in words; undefined if it is complete. */
export function missingOf(end: EndDraft, direction: "destination" | "source"): string | undefined {
  if (end.connection === null) return `Choose a ${direction} first.`;
  if (direction !== "source" || end.connection !== "DATABASE") return undefined;
  const { table, keyColumn, contentColumn, urlColumn } = end.configuration;
  if (isBlank(table)) return "Name the table that has the documents.";
  if (isBlank(keyColumn)) return "Name the column that identifies a row.";
  return isBlank(contentColumn) && isBlank(urlColumn)
    ? "Name the column that has the documents or their addresses."
    : undefined;
}

function isBlank(value: unknown): boolean {
  return typeof value !== "string" || value.trim() === "";
}

/** The options that the form shows. The others have their defaults, or keep what a workflow has. */
export function optionsOf({ mode, pages, lang, attachments }: ReadingDraft): ExtractionOptionsInput {
  return { mode, pages: pages.trim(), lang: lang.trim() || DEFAULT_READING.lang, attachments };
}

/** An existing pipeline as a draft, to be changed. */
export function draftOf(pipeline: PipelineRecord, workflow: WorkflowRecord): PipelineDraft {
  const { name, cron, timeZone, missedSlots, allowOverlap } = pipeline;
  const { mode, pages, lang, attachments } = workflow.options;
  return {
    name,
    source: endOf(workflow.source),
    reading: { mode, pages, lang, attachments, maxFiles: workflow.maxFiles },
    destination: endOf(workflow.destination),
    schedule: { cron: cron === "" ? null : cron, timeZone, missedSlots, allowOverlap },
  };
}

function endOf(endpoint: EndpointRecord | null): EndDraft {
  if (endpoint === null) return NO_END;
  const { connection, connector, configuration } = endpoint;
  return {
    connection,
    connectorId: connector?.id ?? null,
    connectorName: connector?.name ?? "",
    kindId: connector?.kindId ?? "",
    configuration,
  };
}
