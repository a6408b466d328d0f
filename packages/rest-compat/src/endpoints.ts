import type { Endpoint } from "./http/endpoint.ts";
import { getUsageInfo } from "./v2/get-usage-info.ts";
import { highlights } from "./v2/highlights.ts";
import { testConnection, testConnectionOfVersion1 } from "./v2/test-connection.ts";
import * as version1 from "./v1/endpoints.ts";
import { usage } from "./v2/usage.ts";
import { whisperDetail } from "./v2/whisper-detail.ts";
import { findWebhook, registerWebhook, removeWebhook, updateWebhook } from "./v2/whisper-manage-callback.ts";
import { whisperFields } from "./v2/whisper-fields.ts";
import { whisperRetrieve } from "./v2/whisper-retrieve.ts";
import { whisperStatus } from "./v2/whisper-status.ts";
import { whisperStructure } from "./v2/whisper-structure.ts";
import { whisperSubmit } from "./v2/whisper-submit.ts";

/** Every call of the extraction API. */
export const ENDPOINTS: readonly Endpoint[] = [
  whisperSubmit,
  whisperStatus,
  whisperRetrieve,
  whisperDetail,
  whisperStructure,
  whisperFields,
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
