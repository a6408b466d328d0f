import type { ExtractionErrorCode } from "../../failure/extraction-error.ts";
import type { RenderOptions } from "../../engines/render/render-options.ts";
import type { SharedDocument } from "../pages/page-protocol.ts";
import type { RenderedPage } from "../../engines/render/rendered-page.ts";

/** A task for a rendering thread. */
export interface RenderTask {
  readonly document: SharedDocument;
  /** Counted from 1. */
  readonly number: number;
  readonly options: RenderOptions;
  /** As in `PageTask`. */
  readonly progress: Int32Array;
}

export type RenderResult =
  | { readonly ok: true; readonly page: RenderedPage }
  | { readonly ok: false; readonly code: ExtractionErrorCode; readonly message: string };
