import type { SentPart, WebhookMessages } from "@galley/core/domain";
import { documentResultOf } from "./document-result.ts";
import { fieldsResultOf, partResultOf } from "./fields-result.ts";
import { outcomeMessage } from "../management/notifications/outcome-message.ts";

function withMessage(part: SentPart): object {
  return { ...partResultOf(part), message: part.message };
}

/** The documented webhook messages. */
export const webhookMessages: WebhookMessages = {
  test: () => ({
    payload_status: { status: "test", message: "Testing webhook" },
    line_metadata: [],
    confidence_metadata: [],
    result_text: "WEBHOOK_TEST",
    metadata: {},
  }),

  ended: outcomeMessage,

  settled(result) {
    const { status, statusMessage, handle } = result.job;
    return {
      payload_status: {
        status: status === "failed" ? "error" : "success",
        message: statusMessage,
        whisper_hash: handle,
      },
      ...documentResultOf(result),
      // Extensions.
      ...(result.rendition && { rendition: result.rendition }),
      ...(result.fields && { fields: fieldsResultOf(result.fields, withMessage) }),
    };
  },
};
