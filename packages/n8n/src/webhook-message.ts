import type { JsonFields } from "n8n-workflow";
import { fieldsOf } from "./json.ts";

/** A message of Galley to a webhook, as an item. */
export function itemOf(body: JsonFields): JsonFields {
  const { status, message, whisper_hash: documentHandle } = fieldsOf(body["payload_status"]);
  return {
    documentHandle,
    status,
    message,
    text: body["result_text"],
    metadata: body["webhook_metadata"],
    ...(body["rendition"] !== undefined && { rendition: body["rendition"] }),
  };
}

/** Sent when a webhook is created or tried; it is about no document. */
export function isTest(body: JsonFields): boolean {
  return fieldsOf(body["payload_status"])["status"] === "test";
}
