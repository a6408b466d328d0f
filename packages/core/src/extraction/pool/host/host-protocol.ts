import type { ExtractOptions } from "../../options/extract-options.ts";
import type { ExtractionErrorCode } from "../../failure/extraction-error.ts";
import type { ExtractionEvent } from "../../extractor/extractor.ts";
import type { RenderOptions } from "../../engines/render/render-options.ts";
import type { ImageToRecognise } from "../../recognition/recognisers/image-recogniser.ts";
import type { RecogniserAnswer } from "../pages/page-protocol.ts";
import type { RenderedPage } from "../drawing/render-protocol.ts";

/** What an extraction host is started with, as its one argument in JSON. */
export interface HostSettings {
  readonly threads: number;
  readonly pageTimeoutSeconds: number;
  readonly maxPages: number;
  readonly heapMb: number;
  readonly tessdata: string;
  /** Whether the parent has a recogniser that is to be used instead of the built-in one. */
  readonly recognises: boolean;
  /** URL of the module that exports `openDocument`; null means the product's own. */
  readonly engine: string | null;
}

/** What the parent tells its extraction host. */
export type HostRequest =
  | {
      readonly kind: "read";
      readonly id: number;
      /** Bytes, or the absolute path of a file. */
      readonly source: Uint8Array | string;
      readonly options: ExtractOptions;
      readonly skip: readonly number[];
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
  /** Answers the host's question of that id. */
  | { readonly kind: "recognised"; readonly id: number; readonly answer: RecogniserAnswer };

/** What an extraction host answers; `memoryMb` is what it holds then. */
export type HostAnswer =
  | { readonly kind: "started" }
  /** Asks the parent to read a picture; ids of questions are their own. */
  | { readonly kind: "recognise"; readonly id: number; readonly image: ImageToRecognise }
  | { readonly kind: "unask"; readonly id: number }
  | { readonly kind: "events"; readonly id: number; readonly events: readonly ExtractionEvent[] }
  | { readonly kind: "rendered"; readonly id: number; readonly page: RenderedPage; readonly memoryMb: number }
  | { readonly kind: "ended"; readonly id: number; readonly memoryMb: number }
  | {
      readonly kind: "failed";
      readonly id: number;
      readonly failure: HostFailure;
      readonly memoryMb: number;
    };

/** Why a document failed; `code` is null for what is not the document's fault. */
export interface HostFailure {
  readonly code: ExtractionErrorCode | null;
  readonly message: string;
}
