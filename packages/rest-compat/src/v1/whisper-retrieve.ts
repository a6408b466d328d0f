import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { Refusal } from "../http/errors.ts";
import { flag, requiredText } from "../http/parameters.ts";
import { documentText, documentTextAnswer } from "./document-text.ts";
import { pageMessages } from "./page-messages.ts";

/** Returns the text, once, by default in the format that the submission asked for. */
export const whisperRetrieve = endpoint({
  method: "GET",
  path: "/v1/whisper-retrieve",
  summary: "Returns the text, once.",
  query: z.object({
    "whisper-hash": requiredText(),
    output_json: flag(z.boolean().optional()),
    original: flag(z.boolean().default(false)),
  }),
  body: "none",
  changes: true,
  response: { status: 200, body: documentText },
  refusals: {
    NOT_FOUND: [400, "Whisper not found"],
    NOT_READY: [400, "Whisper not ready"],
    ALREADY_DELIVERED: [400, "Whisper already delivered"],
  },
  async handle({ application, caller, query, disconnected }) {
    const { jobs } = application;
    const job = await jobs.find(caller, { handle: query["whisper-hash"] });
    const { id, status, statusMessage, textAsJson } = job;
    if (status === "failed" || status === "cancelled") throw new Refusal(400, statusMessage);
    const messages = await pageMessages(application, job);
    const opened = await jobs.openText(
      caller,
      { id },
      {
        signal: disconnected,
        original: query.original,
      },
    );
    const asJson = query.output_json ?? textAsJson;
    return documentTextAnswer(opened, { asJson, headers: messages });
  },
});
