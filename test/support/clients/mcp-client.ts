import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { z } from "zod";

const resultSchema = z.object({
  isError: z.boolean().default(false),
  content: z.array(
    z.object({ type: z.string(), text: z.string().default(""), data: z.string().default("") }),
  ),
  structuredContent: z.record(z.string(), z.unknown()).default({}),
});

/** What a tool answered. */
export interface ToolAnswer {
  readonly isError: boolean;
  /** The first text. */
  readonly text: string;
  /** The bytes of the first picture. */
  readonly image: Uint8Array;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** An agent that is connected to a server of the Model Context Protocol. */
export interface McpAgent extends AsyncDisposable {
  readonly client: Client;
  call(tool: string, given: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
}

/** Connects over HTTP with a key or token. */
export async function mcpAgent(
  url: string,
  bearer: string,
  mode: VersionNegotiationMode = "legacy",
): Promise<McpAgent> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return agentOf(client);
}

/** Starts a server and connects to its standard input and output. */
export async function localMcpAgent(
  [command = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<McpAgent> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command, args, env }));
  return agentOf(client);
}

function agentOf(client: Client): McpAgent {
  return {
    client,
    async call(name, given) {
      const result = resultSchema.parse(await client.callTool({ name, arguments: { ...given } }));
      const image = result.content.find(({ type }) => type === "image")?.data ?? "";
      return {
        isError: result.isError,
        text: result.content.find(({ type }) => type === "text")?.text ?? "",
        image: Buffer.from(image, "base64"),
        facts: result.structuredContent,
      };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
