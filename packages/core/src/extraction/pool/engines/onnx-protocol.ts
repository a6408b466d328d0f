import type { ImageToRecognise, WordInImage } from "../../recognition/engines/image-recogniser.ts";

export interface OnnxRequest extends Pick<ImageToRecognise, "png" | "dpi" | "shows"> {
  readonly id: number;
}

export type OnnxAnswer =
  | { readonly kind: "started"; readonly model: string }
  /** The models cannot be used; the process exits. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "read"; readonly id: number; readonly words: readonly WordInImage[] }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };
