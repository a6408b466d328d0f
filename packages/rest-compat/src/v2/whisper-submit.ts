import { DEFAULT_TAG } from "@galley/core/domain";
import { z } from "zod";
import { endpoint, WithHeaders } from "../http/endpoint.ts";
import { extractionOptions, extractionParameters } from "../http/extraction-parameters.ts";
import { flag, label, text, word } from "../http/parameters.ts";
import { documentLink, DOCUMENT_LINK } from "../result/document-link.ts";
import { documentParameters, submittedDocument } from "../http/submitted-document.ts";

const accepted = z.object({
  message: z.literal("Whisper Job Accepted"),
  status: z.literal("processing"),
  whisper_hash: z.string(),
});

const submitQuery = extractionParameters.extend({
  ...documentParameters.shape,
  tag: label(z.string().max(255).default(DEFAULT_TAG)),
  /** An extension: the schema by which fields are read, for `GET …/whisper-fields`. */
  schema: word(z.string().max(63).optional()),
  /** An extension: whether each invoice of a document that has several has fields of its own. */
  split: flag(z.boolean().default(false)),
  use_webhook: text(z.string().optional()),
  webhook_metadata: text(z.string().optional()),
});

/** Accepts a document. All parameters are validated before its first byte is read. */
export const whisperSubmit = endpoint({
  method: "POST",
  path: "/api/v2/whisper",
  summary: "Accepts a document, to be processed in the background.",
  query: submitQuery,
  body: "document",
  response: { status: 202, body: accepted, headers: DOCUMENT_LINK },
  async handle(call) {
    const { application, caller, query, body, idempotencyKey } = call;
    const job = await application.jobs.submit(caller, {
      document: await submittedDocument(query, body),
      options: extractionOptions(query),
      documentPassword: call.documentPassword ?? query.document_password,
      tag: query.tag,
      fieldsSchema: query.schema,
      fieldsSplit: query.split,
      // Clients without a webhook send a blank name.
      webhookName: query.use_webhook?.trim() ? query.use_webhook : undefined,
      webhookMetadata: query.webhook_metadata,
      idempotencyKey,
    });
    const { handle } = job;
    const answer = { message: "Whisper Job Accepted", status: "processing", whisper_hash: handle } as const;
    return new WithHeaders(answer, documentLink(job));
  },
});
