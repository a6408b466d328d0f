import type { StoredPage } from "@galley/core/domain";

export type PageOutcome = StoredPage["outcome"];
export type PageRead = Extract<PageOutcome, { ok: true }>;
export type PageFailed = Extract<PageOutcome, { ok: false }>;
export type FormField = PageRead["fields"][number];
export type CheckMark = PageRead["checkMarks"][number];
export type Rule = PageRead["rules"][number];
export type ImagePlacement = PageRead["images"][number];
export type Rect = FormField["box"];
