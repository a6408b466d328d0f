import type { Endpoint } from "./endpoint.ts";
import { getUsageInfo } from "./get-usage-info.ts";
import { highlights } from "./highlights.ts";
import { testConnection, testConnectionOfVersion1 } from "./test-connection.ts";
import * as version1 from "./v1/endpoints.ts";
import { usage } from "./usage.ts";
import { whisperDetail } from "./whisper-detail.ts";
import { findWebhook, registerWebhook, removeWebhook, updateWebhook } from "./whisper-manage-callback.ts";
import { whisperRetrieve } from "./whisper-retrieve.ts";
import { whisperStatus } from "./whisper-status.ts";
import { whisperSubmit } from "./whisper-submit.ts";

/** Every call of the extraction API. */
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
  version1.whisper,
  version1.whisperStatus,
  version1.whisperRetrieve,
  version1.highlightData,
  version1.getUsageInfo,
  testConnectionOfVersion1,
];
