import { z } from "zod";
import { endpoint, type Endpoint } from "../http/endpoint.ts";

/** Confirms that the key is valid. */
const testConnectionAt = (path: string): Endpoint =>
  endpoint({
    method: "GET",
    path,
    summary: "Returns 200 if the key is valid.",
    query: z.object({}),
    body: "none",
    response: { status: 200, body: z.object({ message: z.string() }) },
    handle: async () => ({ message: "Connection successful" }),
  });

export const testConnection = testConnectionAt("/api/v2/test-connection");
export const testConnectionOfVersion1 = testConnectionAt("/v1/test-connection");
