import type { ConversionOptions, ConvertedDocument } from "../../convert/document-converter.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { Contender } from "../turns/fair-turns.ts";
import type { ConversionTask, ConversionTaskResult } from "./page-protocol.ts";
import { THREAD_DEATHS, type ThreadDeath } from "./thread-death.ts";

/** The conversion of a document to PDF, which one thread does in one turn. */
export class Conversion implements Contender {
  readonly owner: unknown;
  readonly hasWorkAlone = false;
  readonly task: ConversionTask["convert"];
  readonly #result = Promise.withResolvers<ConvertedDocument>();
  #state: "waiting" | "running" | "settled" = "waiting";

  constructor(bytes: Uint8Array, { password, attachments }: ConversionOptions, owner: unknown) {
    this.task = { bytes, password, attachments };
    this.owner = owner;
  }

  get hasWork(): boolean {
    return this.#state === "waiting";
  }

  /** Rejects as a `DocumentConverter` does, or with the error of `fail`. */
  get result(): Promise<ConvertedDocument> {
    return this.#result.promise;
  }

  begun(): void {
    this.#state = "running";
  }

  answered({ converted }: ConversionTaskResult): void {
    if (converted.ok) this.#result.resolve(converted);
    else this.fail(new ExtractionError(converted.code, converted.message));
  }

  /** Called when its thread was ended for the work of others. */
  putBack(): void {
    if (this.#state === "running") this.#state = "waiting";
  }

  threadDied(death: ThreadDeath, cause: unknown): void {
    const message = `Converting the document to PDF ${THREAD_DEATHS[death]}.`;
    this.fail(
      new ExtractionError(death === "crash" ? "DAMAGED_DOCUMENT" : "RESOURCE_LIMIT", message, { cause }),
    );
  }

  fail(error: unknown): void {
    this.#state = "settled";
    this.#result.reject(error);
  }
}
