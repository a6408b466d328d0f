import { z } from "zod";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Tells a caller that its key is good. */
const testConnectionAt = (path: string): Endpoint =>
  endpoint({
    method: "GET",
    path,
    summary: "Answers 200 when the key is good.",
    query: z.object({}),
    body: "none",
    response: { status: 200, body: z.object({ message: z.string() }) },
    handle: async () => ({ message: "Connection successful" }),
  });

export const testConnection = testConnectionAt("/api/v2/test-connection");
export const testConnectionOfVersion1 = testConnectionAt("/v1/test-connection");
