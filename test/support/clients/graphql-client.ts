import { createClient } from "graphql-ws";
import { z } from "zod";

const answerSchema = z.object({
  data: z.unknown(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.record(z.string(), z.unknown()) }))
    .default([]),
});

const uploadSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  mediaType: z.string(),
});

type Variables = Readonly<Record<string, unknown>>;

/** A minimal client of the GraphQL API. */
export interface GraphqlClient {
  /** The response with its errors. */
  ask(query: string, variables?: Variables): Promise<z.infer<typeof answerSchema>>;
  /** The data of a response without errors. */
  read<T>(schema: z.ZodType<T>, query: string, variables?: Variables): Promise<T>;
  upload(name: string, document: Uint8Array): Promise<z.infer<typeof uploadSchema>>;
  /** The data of each event. */
  subscribe<T>(schema: z.ZodType<T>, query: string, variables?: Variables): AsyncGenerator<T>;
}

/** By default with the extraction key. */
export function createGraphqlClient(
  service: { readonly url: string; readonly serviceKey: string },
  credentials: Readonly<Record<string, string>> = { "service-key": service.serviceKey },
): GraphqlClient {
  const ask: GraphqlClient["ask"] = async (query, variables = {}) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...credentials },
      body: JSON.stringify({ query, variables }),
    });
    return answerSchema.parse(await response.json());
  };
  return {
    ask,
    async read(schema, query, variables) {
      const { data, errors } = await ask(query, variables);
      if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
      return schema.parse(data);
    },
    async upload(name, document) {
      const response = await fetch(`${service.url}/uploads/${encodeURIComponent(name)}`, {
        method: "PUT",
        headers: credentials,
        body: Buffer.from(document),
      });
      if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
      return uploadSchema.parse(await response.json());
    },
    async *subscribe(schema, query, variables = {}) {
      const client = createClient({
        url: `${service.url.replace("http", "ws")}/graphql`,
        connectionParams: credentials,
        retryAttempts: 0,
        webSocketImpl: WebSocket,
      });
      for await (const { data, errors } of client.iterate({ query, variables })) {
        if (errors) throw new Error(errors.map(({ message }) => message).join("\n"));
        yield schema.parse(data);
      }
    },
  };
}
