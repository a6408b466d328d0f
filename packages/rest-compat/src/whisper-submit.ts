import { z } from "zod";
import { endpoint, type Call } from "./endpoint.ts";
import { Refusal } from "./errors.ts";
import { extractionOptions, extractionParameters } from "./extraction-parameters.ts";
import { flag, text } from "./parameters.ts";

const accepted = z.object({
  message: z.literal("Whisper Job Accepted"),
  status: z.literal("processing"),
  whisper_hash: z.string(),
});

const submitQuery = extractionParameters.extend({
  url_in_post: flag(z.boolean().default(false)),
  url: text(z.string().optional()),
  tag: text(z.string().max(255).default("default")),
  file_name: text(z.string().max(255).default("document")),
  use_webhook: text(z.string().optional()),
  /** For the webhook; a submission that names none has no use for it. */
  webhook_metadata: text(z.string().optional()),
});

/** Takes a document in. Everything is checked before its first byte is read. */
export const whisperSubmit = endpoint({
  method: "POST",
  path: "/api/v2/whisper",
  query: submitQuery,
  body: "document",
  response: { status: 202, body: accepted },
  async handle(call) {
    refuseUrl(call);
    refuseWebhook(call);
    const { application, caller, query, body } = call;
    const job = await application.jobs.submit(caller, {
      document: { name: query.file_name, ...body },
      options: extractionOptions(query),
      tag: query.tag,
    });
    return { message: "Whisper Job Accepted", status: "processing", whisper_hash: job.handle } as const;
  },
});

type SubmitCall = Call<z.output<typeof submitQuery>>;

const NO_URLS = "documents are not fetched from a URL; send their bytes as the body";

/** A `url` beside a body is not looked at: clients send it blank or stale. */
function refuseUrl({ query, body }: SubmitCall): void {
  if (query.url_in_post) throw new Refusal(400, `url_in_post: ${NO_URLS}`);
  if (query.url?.trim() && body.declaredBytes === 0) throw new Refusal(400, `url: ${NO_URLS}`);
}

function refuseWebhook({ query: { use_webhook: name } }: SubmitCall): void {
  if (name?.trim()) throw new Refusal(400, `use_webhook: there is no webhook named "${name}"`);
}
