import { createIsolatedExtractor, isOnnxRuntimeNative } from "@galley/core";
import type { TextExtractor } from "@galley/core/domain";
import type { ResourceStack } from "../resource-stack.ts";
import { withoutBaggage } from "../baggage.ts";
import type { Config } from "../config/config.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { Check } from "../server/health.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { officeConverterOf } from "./office.ts";
import { startRecognition } from "../outbound/recognition/start-recognition.ts";
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

export async function startExtractor(
  { extraction, recognition, office }: Config,
  outbound: Outbound,
  { log, metrics, parts }: { readonly log: Log; readonly metrics: Metrics; readonly parts: ResourceStack },
): Promise<Extraction> {
  const engines = await startRecognition(recognition, {
    ...extraction,
    outbound,
    onUsage: (usage) => metrics.recognised(usage),
    parts,
  });
  await logRuntime(log);
  let restarts = 0;
  const extractor = createIsolatedExtractor({
    ...extraction,
    ...engines,
    convertOffice: officeConverterOf({ office, extraction }, outbound),
    onRestart({ reason }) {
      restarts++;
      metrics.hostRestarted();
      // Without the baggage of the current document: only one of the documents in the host caused the
      // failure.
      withoutBaggage(() => log.warn({ reason }, "extraction host restarted"));
    },
  });
  parts.use(extractor);
  metrics.observeHosts(() => extractor.processIds());
  const checks = { extraction: (signal: AbortSignal) => extractor.check(signal) };
  return {
    extractor: metrics.counting({ pages: (...call) => extractor.storablePages(...call) }),
    checks,
    hosts: () => extractor.processIds(),
    hostRestarts: () => restarts,
  };
}

/** Logs how the models of recognition run. The library is loaded by the processes that run them, not by this one. */
async function logRuntime(log: Log): Promise<void> {
  if (await isOnnxRuntimeNative()) log.info({ runtime: "native" }, "recognition models run as machine code");
  else log.warn({ runtime: "wasm" }, "recognition models run as WebAssembly, which is slower");
}

/** Starts the process that renders pages for the viewer. */
export function startRenderer(config: Config, outbound: Outbound, log: Log): PageRenderer {
  return createPageRenderer({
    ...config.extraction,
    convertOffice: officeConverterOf(config, outbound),
    onRestart: ({ reason }) => log.warn({ reason }, "page renderer restarted"),
  });
}
