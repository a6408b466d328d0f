import type { IncomingMessage } from "node:http";
import { PassThrough, pipeline, type Readable } from "node:stream";
import { DomainError, type IncomingDocument } from "@galley/core/domain";
import busboy from "busboy";
import { decodedBody, isEncoded } from "../../http/decoded-body.ts";

/** One file more than the limit, to detect too many. */
const LIMITS = { files: 33, fields: 100, parts: 200, fieldSize: 64 * 1024 };

/** Whether a request carries a form that may contain files. */
export function isForm({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");
}

interface PostedFile {
  readonly name: string | undefined;
  readonly content: Readable;
}

/** A form: its files, and the fields that have arrived so far. */
export interface PostedForm {
  readonly files: AsyncGenerator<IncomingDocument>;
  /** Complete once the files have ended. */
  readonly fields: ReadonlyMap<string, string>;
  /** Undefined if the form has no such field, or an empty one. */
  field(name: string): string | undefined;
}

/**
 * The form of a request. Files are streamed: read each one before requesting the next. They throw DomainError
 * `BAD_INPUT` if the form is malformed.
 */
export function postedForm(request: IncomingMessage): PostedForm {
  const fields = new Map<string, string>();
  return { files: filesOf(request, fields), fields, field: (name) => fields.get(name) || undefined };
}

async function* filesOf(
  request: IncomingMessage,
  fields: Map<string, string>,
): AsyncGenerator<IncomingDocument> {
  const parser = parserFor(request);
  parser.on("field", (name, value) => fields.set(name, value));
  const arriving = new PassThrough({ objectMode: true });
  parser.on("file", (_field, content, { filename }) => {
    // The form can fail before its file is requested, or after reading has stopped; the reader of the content gets
    // the error.
    content.on("error", () => undefined);
    arriving.write({ name: filename, content });
  });
  parser.on("error", (error) => arriving.destroy(malformed(error)));
  parser.on("close", () => arriving.end());
  const breakOff = (): void => {
    if (!request.complete) parser.destroy(new Error("The request was interrupted."));
  };
  request.once("close", breakOff);
  // The parser receives the errors of the decoder, too.
  if (isEncoded(request)) pipeline(decodedBody(request, notDecoded), parser, () => undefined);
  else request.pipe(parser);
  try {
    const files: AsyncIterable<PostedFile> = arriving;
    for await (const { name, content } of files) {
      if (name) yield { name, content: wellFormed(content) };
      content.resume();
    }
  } finally {
    request.off("close", breakOff).unpipe(parser);
    parser.destroy();
  }
}

function parserFor({ headers }: IncomingMessage): busboy.Busboy {
  try {
    return busboy({ headers, defParamCharset: "utf8", limits: LIMITS });
  } catch (cause) {
    throw malformed(cause);
  }
}

async function* wellFormed(content: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (cause) {
    throw malformed(cause);
  }
}

function notDecoded(_status: number, message: string): Error {
  return new Error(message);
}

function malformed(cause: unknown): DomainError {
  const reason = cause instanceof Error ? cause.message : "it cannot be parsed";
  return new DomainError("BAD_INPUT", `files: the form is malformed: ${reason}`, {
    cause,
    field: "files",
  });
}
