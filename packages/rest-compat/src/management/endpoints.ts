import type { ManagementEndpoint } from "./management-endpoint.ts";

/** Every call of the management area below the address of an organization. */
export const MANAGEMENT_ENDPOINTS: readonly ManagementEndpoint[] = [];
