import { CONNECTOR_ENDPOINTS } from "./connectors/connector-endpoints.ts";
import { DISCOVERY_ENDPOINTS } from "./connectors/discovery-endpoints.ts";
import { EXECUTION_ENDPOINTS } from "./executions/execution-endpoints.ts";
import { NOTIFICATION_ENDPOINTS } from "./notifications/notification-endpoints.ts";
import { PLATFORM_KEY_ENDPOINTS } from "./organization/platform-keys.ts";
import { listGroups, listUsers } from "./organization/users.ts";
import { COLLECTION_ENDPOINTS } from "./pipelines/client-collection.ts";
import { KEY_ENDPOINTS } from "./pipelines/key-endpoints.ts";
import { PIPELINE_ENDPOINTS } from "./pipelines/pipeline-endpoints.ts";
import { SHARING_ENDPOINTS } from "./sharing/sharing-endpoints.ts";
import { END_ENDPOINTS } from "./workflows/end-endpoints.ts";
import { WORKFLOW_ENDPOINTS } from "./workflows/workflow-endpoints.ts";
import type { ManagementEndpoint } from "./management-endpoint.ts";

/** Every call of the management API below the path of an organization. */
export const MANAGEMENT_ENDPOINTS: readonly ManagementEndpoint[] = [
  listUsers,
  listGroups,
  ...PLATFORM_KEY_ENDPOINTS,
  ...SHARING_ENDPOINTS,
  ...PIPELINE_ENDPOINTS,
  ...COLLECTION_ENDPOINTS,
  ...KEY_ENDPOINTS,
  ...WORKFLOW_ENDPOINTS,
  ...END_ENDPOINTS,
  ...CONNECTOR_ENDPOINTS,
  ...DISCOVERY_ENDPOINTS,
  ...EXECUTION_ENDPOINTS,
  ...NOTIFICATION_ENDPOINTS,
];
