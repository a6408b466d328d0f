import { isOutOfMemory } from "../../failure/out-of-memory.ts";
import type { PageToRecognise } from "../recognisers/page-to-recognise.ts";
import { readElsewhere } from "./read-elsewhere.ts";
import type { PictureText } from "../reading/read-picture.ts";
import type { ShownPage } from "../reading/shown-page.ts";

/** Text recognised in a picture, with notes. */
export interface Reading {
  readonly text: PictureText;
  /** Notes for the user, one sentence each. */
  readonly notes: readonly string[];
}

/** Reads a picture with the custom recogniser; if there is none or it fails, with the built-in one. */
export async function elsewhereOrHere(
  { recognise }: Pick<PageToRecognise, "recognise">,
  shown: ShownPage,
  readHere: () => Promise<Reading>,
): Promise<Reading> {
  if (!recognise) return readHere();
  try {
    return { text: await readElsewhere(shown, recognise), notes: [] };
  } catch (error) {
    if (isOutOfMemory(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const here = await readHere();
    return { ...here, notes: [`The OCR service could not be used: ${why} ${BUILT_IN}`, ...here.notes] };
  }
}

const BUILT_IN = "The page was read by the built-in recogniser.";
