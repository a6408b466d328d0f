import { createConnectorNetwork } from "../../outbound/connector-network.ts";
import { PROVIDER_ENDPOINTS, type ProviderEndpoints } from "../endpoints.ts";
import type { Surroundings } from "../connector-definition.ts";

/** The dependencies of connectors whose servers run on this machine. */
export function loopbackSurroundings(
  localRoots: readonly string[] = [],
  endpoints: Partial<ProviderEndpoints> = {},
): Surroundings {
  return {
    network: createConnectorNetwork({ allow: ["127.0.0.0/8"] }),
    endpoints: { ...PROVIDER_ENDPOINTS, ...endpoints },
    localRoots,
    machineRole: false,
  };
}
