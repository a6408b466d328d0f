import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** Tells a caller that its key is good. */
export const testConnection = endpoint({
  method: "GET",
  path: "/api/v2/test-connection",
  query: z.object({}),
  body: "none",
  response: { status: 200, body: z.object({ message: z.string() }) },
  handle: async () => ({ message: "Connection successful" }),
});
