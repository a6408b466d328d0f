import { createConnectorNetwork } from "../../outbound/connector-network.ts";
import { PROVIDER_ENDPOINTS, type ProviderEndpoints } from "../endpoints.ts";
import type { ConnectorDependencies } from "../connector-definition.ts";

/** The dependencies of connectors whose servers run on this machine. */
export function loopbackDependencies(
  localRoots: readonly string[] = [],
  endpoints: Partial<ProviderEndpoints> = {},
): ConnectorDependencies {
  return {
    network: createConnectorNetwork({ allow: ["127.0.0.0/8"] }),
    endpoints: { ...PROVIDER_ENDPOINTS, ...endpoints },
    localRoots,
    machineRole: false,
  };
}
