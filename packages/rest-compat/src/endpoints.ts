import type { Endpoint } from "./endpoint.ts";
import { highlights } from "./highlights.ts";
import { testConnection } from "./test-connection.ts";
import { whisperDetail } from "./whisper-detail.ts";
import { findWebhook, registerWebhook, removeWebhook, updateWebhook } from "./whisper-manage-callback.ts";
import { whisperRetrieve } from "./whisper-retrieve.ts";
import { whisperStatus } from "./whisper-status.ts";
import { whisperSubmit } from "./whisper-submit.ts";

/** Every call of the documented area. */
export const ENDPOINTS: readonly Endpoint[] = [
  whisperSubmit,
  whisperStatus,
  whisperRetrieve,
  whisperDetail,
  highlights,
  registerWebhook,
  findWebhook,
  updateWebhook,
  removeWebhook,
  testConnection,
];
