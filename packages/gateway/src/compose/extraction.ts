import { createIsolatedExtractor } from "@galley/core";
import type { TextExtractor } from "@galley/core/domain";
import { withoutBaggage } from "../baggage.ts";
import type { Config } from "../config/config.ts";
import { createOcrService } from "../outbound/ocr-service.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { Check } from "../server/health.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { createPageRenderer, type PageRenderer } from "../viewer/page-renderer.ts";

export interface Extraction {
  readonly extractor: TextExtractor;
  readonly checks: Readonly<Record<string, Check>>;
}

/** For a process that takes no documents from the queue. */
export const NO_EXTRACTION: Extraction = {
  extractor: {
    pages() {
      throw new Error("This process reads no documents.");
    },
  },
  checks: {},
};

/** A page that waits for the OCR service longer than this is read by the built-in recogniser. */
const OCR_TIMEOUT_MS = 30_000;
/** That one needs time, too: of the page's, the service has this share at most. */
const OCR_SHARE = 0.5;

export function startExtractor(
  { extraction, ocrUrl }: Config,
  outbound: Outbound,
  {
    log,
    metrics,
    parts,
  }: { readonly log: Log; readonly metrics: Metrics; readonly parts: AsyncDisposableStack },
): Extraction {
  const timeoutMs = Math.min(OCR_TIMEOUT_MS, OCR_SHARE * 1000 * extraction.pageTimeoutSeconds);
  const extractor = createIsolatedExtractor({
    ...extraction,
    recognise: ocrUrl === undefined ? undefined : createOcrService(outbound, { url: ocrUrl, timeoutMs }),
    onRestart({ reason }) {
      metrics.hostRestarted();
      // Of the documents in it, only one is the cause.
      withoutBaggage(() => log.warn({ reason }, "the extraction host is replaced"));
    },
  });
  metrics.observeHosts(() => extractor.processIds());
  const checks = { extraction: (signal: AbortSignal) => extractor.check(signal) };
  return { extractor: metrics.counting(parts.use(extractor)), checks };
}

/** Draws pages for the viewer. */
export function startRenderer({ extraction }: Config, log: Log): PageRenderer {
  return createPageRenderer({
    ...extraction,
    onRestart: ({ reason }) => log.warn({ reason }, "the process that draws pages is replaced"),
  });
}
