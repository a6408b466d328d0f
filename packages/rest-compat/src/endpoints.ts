import type { Endpoint } from "./endpoint.ts";
import { getUsageInfo } from "./get-usage-info.ts";
import { highlights } from "./highlights.ts";
import { testConnection } from "./test-connection.ts";
import { usage } from "./usage.ts";
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
  getUsageInfo,
  usage,
  registerWebhook,
  findWebhook,
  updateWebhook,
  removeWebhook,
  testConnection,
];
