import { PLATFORM_KEY_ENDPOINTS } from "./organization/platform-keys.ts";
import { listGroups, listUsers } from "./organization/users.ts";
import type { ManagementEndpoint } from "./management-endpoint.ts";

/** Every call of the management area below the address of an organization. */
export const MANAGEMENT_ENDPOINTS: readonly ManagementEndpoint[] = [
  listUsers,
  listGroups,
  ...PLATFORM_KEY_ENDPOINTS,
];
