import type { IncomingMessage } from "node:http";
import { PassThrough, type Readable } from "node:stream";
import { DomainError, type IncomingDocument } from "@galley/core/domain";
import busboy from "busboy";

/** One more than may be posted, so that too many are told from enough. */
const LIMITS = { files: 33, fields: 100, parts: 200, fieldSize: 64 * 1024 };

/** Whether a request carries a form that may hold files. */
export function isForm({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");
}

interface PostedFile {
  readonly name: string | undefined;
  readonly content: Readable;
}

/** A form: its files, and its fields as far as they have arrived. */
export interface PostedForm {
  readonly files: AsyncGenerator<IncomingDocument>;
  /** All of them are known when the files end. */
  readonly fields: ReadonlyMap<string, string>;
  /** Undefined where the form has none, or an empty one. */
  field(name: string): string | undefined;
}

/**
 * The form of a request. Its files come as they arrive: each is to be read before the next one is asked for. They throw
 * DomainError `BAD_INPUT` where the form is not well formed.
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
    // A form can break off before its file is asked for, or after nobody reads it any more; who reads it hears of it.
    content.on("error", () => undefined);
    arriving.write({ name: filename, content });
  });
  parser.on("error", (error) => arriving.destroy(malformed(error)));
  parser.on("close", () => arriving.end());
  const breakOff = (): void => {
    if (!request.complete) parser.destroy(new Error("The request broke off."));
  };
  request.once("close", breakOff).pipe(parser);
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

function malformed(cause: unknown): DomainError {
  const reason = cause instanceof Error ? cause.message : "it cannot be read";
  return new DomainError("BAD_INPUT", `files: the form is not well formed: ${reason}`, {
    cause,
    field: "files",
  });
}
