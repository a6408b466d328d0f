import { randomUUID } from "node:crypto";
import type { OfficeConverter } from "@galley/core";
import type { Answer, Outbound } from "./outbound.ts";

export interface OfficeServiceOptions {
  /** The service's address, without a trailing slash. */
  readonly url: string;
  /** From the start of a request to the last byte of its response. */
  readonly timeoutMs: number;
  /** Larger PDFs are rejected. */
  readonly maxBytes: number;
}

const ROUTE = "/forms/libreoffice/convert";
const SUCCESS = 200;

/** How much of an error response is quoted. */
const MAX_REASON_LENGTH = 200;

/** Converts Office documents with a Gotenberg service, through the address policy. */
export function createOfficeService(
  outbound: Outbound,
  { url, timeoutMs, maxBytes }: OfficeServiceOptions,
): OfficeConverter {
  return async ({ bytes, extension, password }, signal) => {
    const boundary = `galley-${randomUUID()}`;
    const fields = password === "" ? [] : [field(boundary, "password", password)];
    const body = Buffer.concat([
      ...fields,
      head(boundary, `name="files"; filename="document.${extension}"`, "application/octet-stream"),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const headers = {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      accept: "application/pdf",
    };
    // One byte more, so that a truncated response is noticed.
    const posting = { headers, body, maxAnswerBytes: maxBytes + 1 };
    const limits = { timeoutMs, headerTimeoutMs: timeoutMs, signal };
    return pdfIn(await outbound.post(`${url}${ROUTE}`, posting, limits), maxBytes);
  };
}

function field(boundary: string, name: string, value: string): Buffer {
  return Buffer.concat([
    head(boundary, `name="${name}"`, "text/plain; charset=utf-8"),
    Buffer.from(`${value}\r\n`),
  ]);
}

function head(boundary: string, disposition: string, type: string): Buffer {
  return Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
  );
}

function pdfIn({ status, body, bytes }: Answer, maxBytes: number): Uint8Array {
  if (status !== SUCCESS) {
    const reason = body.replaceAll(/\s+/g, " ").trim().slice(0, MAX_REASON_LENGTH);
    throw new Error(`It responded with status ${status}${reason === "" ? "" : `: ${reason}`}.`);
  }
  if (bytes.length > maxBytes)
    throw new Error(`Its PDF is larger than ${Math.floor(maxBytes / 2 ** 20)} MB.`);
  if (!body.startsWith("%PDF-")) throw new Error("It did not respond with a PDF.");
  return bytes;
}
