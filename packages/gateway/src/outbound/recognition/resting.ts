import type { ImageRecogniser } from "@galley/core";
import { PeerRest } from "../../peer-rest.ts";
import { OutboundError, type OutboundFailure } from "../outbound-error.ts";

const RESTS_AFTER: ReadonlySet<OutboundFailure> = new Set(["unreachable", "interrupted", "timeout"]);

/** A recogniser that fails at once for a while after its service could not be reached. */
export function resting(recognise: ImageRecogniser): ImageRecogniser {
  const rest = new PeerRest(1);
  let because: OutboundError | undefined;
  return async (image, signal) => {
    if (because && rest.isResting) throw because;
    try {
      return await recognise(image, signal);
    } catch (error) {
      if (error instanceof OutboundError && RESTS_AFTER.has(error.failure)) {
        because = error;
        rest.lost();
      }
      throw error;
    }
  };
}
