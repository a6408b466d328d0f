import type { OfficeConverter } from "@galley/core";
import type { Config } from "../config/config.ts";
import { createSoffice } from "../office/soffice.ts";
import { createOfficeService } from "../outbound/office-service.ts";
import type { Outbound } from "../outbound/outbound.ts";

/** A conversion gets as long as a page. */
const MILLISECONDS = 1000;
const MAX_PDF_BYTES = 200 * 2 ** 20;

/** What converts Office documents instead of the built-in converter; undefined if nothing is configured. */
export function officeConverterOf(
  { office, extraction }: Pick<Config, "office" | "extraction">,
  outbound: Outbound,
): OfficeConverter | undefined {
  const timeoutMs = extraction.pageTimeoutSeconds * MILLISECONDS;
  if (office.url !== undefined)
    return createOfficeService(outbound, { url: office.url, timeoutMs, maxBytes: MAX_PDF_BYTES });
  return office.program === undefined ? undefined : createSoffice({ program: office.program, timeoutMs });
}
