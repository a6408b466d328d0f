import type { ExtractOptions } from "../../options/extract-options.ts";
import type { ExtractionErrorCode } from "../../failure/extraction-error.ts";
import type { ReadCall, StorableEvent } from "../../extractor/extractor-over.ts";
import type { Amount } from "../limits/delivery-window.ts";
import type { RenderOptions } from "../../engines/render/render-options.ts";
import type { ImageToRecognise } from "../../recognition/engines/image-recogniser.ts";
import type { EngineSettings } from "../../recognition/engines/engines.ts";
import type { RecogniserAnswer } from "../pages/page-protocol.ts";
import type { RenderedPage } from "../../engines/render/rendered-page.ts";

/** Settings of an extraction host, passed as its one argument in JSON. */
export interface HostSettings {
  readonly threads: number;
  readonly pageTimeoutSeconds: number;
  readonly maxPages: number;
  readonly heapMb: number;
  readonly tessdata: readonly string[];
  /** The parent's engines of recognition besides the built-in one. */
  readonly engines: EngineSettings;
  /** URL of the module that exports `openDocument`; null for Galley's own. */
  readonly engine: string | null;
}

/** Messages from the parent to an extraction host. */
export type HostRequest =
  | {
      readonly kind: "read";
      readonly id: number;
      /** The bytes, or the absolute path of a file. */
      readonly source: Uint8Array | string;
      readonly options: ExtractOptions;
      readonly skip: readonly number[];
      readonly outcomes: ReadCall["outcomes"];
      readonly owner: ReadCall["owner"];
    }
  | {
      readonly kind: "render";
      readonly id: number;
      /** As above. */
      readonly source: Uint8Array | string;
      readonly number: number;
      readonly options: RenderOptions;
    }
  | { readonly kind: "cancel"; readonly id: number }
  /** Pages of a document that the parent's consumer has taken. */
  | { readonly kind: "taken"; readonly id: number; readonly amount: Amount }
  /** Answers the recognition request with that id. */
  | { readonly kind: "recognised"; readonly id: number; readonly answer: RecogniserAnswer };

/** Messages from an extraction host; `memoryMb` is its current memory use. */
export type HostAnswer =
  | { readonly kind: "started" }
  /** Requests recognition by the parent; these ids are separate from those of documents. */
  | { readonly kind: "recognise"; readonly id: number; readonly image: ImageToRecognise }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "events"; readonly id: number; readonly events: readonly StorableEvent[] }
  | { readonly kind: "rendered"; readonly id: number; readonly page: RenderedPage; readonly memoryMb: number }
  /** With the last events. */
  | {
      readonly kind: "ended";
      readonly id: number;
      readonly events: readonly StorableEvent[];
      readonly memoryMb: number;
    }
  | {
      readonly kind: "failed";
      readonly id: number;
      readonly failure: HostFailure;
      readonly memoryMb: number;
    };

/** The error of a document; `code` is null if the document is not the cause. */
export interface HostFailure {
  readonly code: ExtractionErrorCode | null;
  readonly message: string;
}
