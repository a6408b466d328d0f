import { createIsolatedExtractor } from "@galley/core";
import type { TextExtractor } from "@galley/core/domain";
import type { ResourceStack } from "../resource-stack.ts";
import { withoutBaggage } from "../baggage.ts";
import type { Config } from "../config/config.ts";
import { createOcrService } from "../outbound/ocr-service.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { Check } from "../server/health.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { officeConverterOf } from "./office.ts";
import { createPageRenderer, type PageRenderer } from "../viewer/page-renderer.ts";

export interface Extraction {
  readonly extractor: TextExtractor;
  readonly checks: Readonly<Record<string, Check>>;
  /** Process ids of the extraction hosts. */
  readonly hosts: () => readonly number[];
  /** How often a host was restarted. */
  readonly hostRestarts: () => number;
}

/** For a process that reads no documents. */
export const NO_EXTRACTION: Extraction = {
  extractor: {
    pages() {
      throw new Error("This process reads no documents: GALLEY_ROLE is serve.");
    },
  },
  checks: {},
  hosts: () => [],
  hostRestarts: () => 0,
};

/** After this time, the page is read by the built-in recogniser instead. */
const OCR_TIMEOUT_MS = 30_000;
/**
 * The built-in recogniser needs time, too, so the OCR service gets at most this share of the page's time
 * limit.
 */
const OCR_SHARE = 0.5;

export function startExtractor(
  { extraction, ocrUrl, office }: Config,
  outbound: Outbound,
  { log, metrics, parts }: { readonly log: Log; readonly metrics: Metrics; readonly parts: ResourceStack },
): Extraction {
  const timeoutMs = Math.min(OCR_TIMEOUT_MS, OCR_SHARE * 1000 * extraction.pageTimeoutSeconds);
  let restarts = 0;
  const extractor = createIsolatedExtractor({
    ...extraction,
    recognise: ocrUrl === undefined ? undefined : createOcrService(outbound, { url: ocrUrl, timeoutMs }),
    convertOffice: officeConverterOf({ office, extraction }, outbound),
    onRestart({ reason }) {
      restarts++;
      metrics.hostRestarted();
      // Without the baggage of the current document: only one of the documents in the host caused the
      // failure.
      withoutBaggage(() => log.warn({ reason }, "extraction host restarted"));
    },
  });
  metrics.observeHosts(() => extractor.processIds());
  const checks = { extraction: (signal: AbortSignal) => extractor.check(signal) };
  return {
    extractor: metrics.counting(parts.use(extractor)),
    checks,
    hosts: () => extractor.processIds(),
    hostRestarts: () => restarts,
  };
}

/** Starts the process that renders pages for the viewer. */
export function startRenderer(config: Config, outbound: Outbound, log: Log): PageRenderer {
  return createPageRenderer({
    ...config.extraction,
    convertOffice: officeConverterOf(config, outbound),
    onRestart: ({ reason }) => log.warn({ reason }, "page renderer restarted"),
  });
}
