import type { ImageRecogniser } from "@galley/core";
import { OutboundError, type OutboundFailure } from "../outbound-error.ts";

/** After a connection failure the service is skipped for this long, so that not every page waits for it. */
const REST_MS = 30_000;
const RESTS_AFTER: ReadonlySet<OutboundFailure> = new Set(["unreachable", "interrupted", "timeout"]);

/** A recogniser that fails at once for a while after its service could not be reached. */
export function resting(recognise: ImageRecogniser): ImageRecogniser {
  let rests: { readonly until: number; readonly because: Error } | undefined;
  return async (image, signal) => {
    if (rests && performance.now() < rests.until) throw rests.because;
    try {
      return await recognise(image, signal);
    } catch (error) {
      if (error instanceof OutboundError && RESTS_AFTER.has(error.failure)) {
        rests = { until: performance.now() + REST_MS, because: error };
      }
      throw error;
    }
  };
}
