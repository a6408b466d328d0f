import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";
import { packed, run } from "../packed.ts";

/** What n8n provides to nodes, as far as these use it, under the name by which they load it. */
const WORKFLOW = `
class NodeError extends Error {
  constructor(node, error, options = {}) {
    super(options.message ?? error.message ?? error);
    this.description = options.description;
    this.context = { itemIndex: options.itemIndex };
  }
}
exports.NodeApiError = class NodeApiError extends NodeError {};
exports.NodeOperationError = class NodeOperationError extends NodeError {};
exports.NodeConnectionTypes = { Main: "main" };
exports.sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
`;

type Fields = Readonly<Record<string, unknown>>;

export interface Item {
  readonly json: Fields;
  readonly pairedItem?: { readonly item: number };
}

/** Credentials as they are stored in n8n. */
export interface Credentials extends Fields {
  readonly baseUrl: string;
  readonly kind: "extractionKey" | "accessToken";
  readonly key: string;
}

export interface BinaryFile {
  readonly fileName: string;
  readonly content: Uint8Array;
}

interface Execution {
  readonly credentials: Credentials;
  readonly parameters: Fields;
  readonly files?: Readonly<Record<string, BinaryFile>>;
  readonly continueOnFail?: boolean;
}

interface Hooks {
  readonly credentials: Credentials;
  readonly parameters: Fields;
  readonly url: string;
  readonly mode?: "manual" | "trigger";
}

interface Received {
  readonly headers: Fields;
  readonly body: string;
}

const requestSchema = z.object({
  baseURL: z.string(),
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.unknown().optional(),
  json: z.boolean().default(false),
});

const packageSchema = z.object({
  n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
});

const callable = z.custom<(this: unknown, ...given: readonly unknown[]) => Promise<unknown>>(
  (value) => typeof value === "function",
);
const hooksSchema = z.object({ checkExists: callable, create: callable, delete: callable });
const nodeSchema = z.object({
  description: z.object({
    name: z.string(),
    icon: z.object({ light: z.string(), dark: z.string() }),
    properties: z.array(z.object({ name: z.string() })),
  }),
  execute: callable.optional(),
  webhook: callable.optional(),
  webhookMethods: z.object({ default: hooksSchema }).optional(),
  methods: z.object({ listSearch: z.record(z.string(), callable) }).optional(),
});
const credentialSchema = z.object({ name: z.string(), authenticate: callable });

export type LoadedNode = z.infer<typeof nodeSchema>;

/** Loads the packed nodes as n8n does: the classes that the manifest names, by the names of their files. */
export async function loadNodes(root: string): Promise<N8nHost> {
  const [tarball = ""] = (await packed(join(root, "packed"), ["n8n"])).values();
  const folder = join(root, "nodes/node_modules/n8n-nodes-galley");
  await mkdir(folder, { recursive: true });
  await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", folder]);
  const provided = join(root, "nodes/node_modules/n8n-workflow");
  await mkdir(provided, { recursive: true });
  await writeFile(join(provided, "index.js"), WORKFLOW);

  const load = createRequire(join(folder, "package.json"));
  const instanceOf = (path: string): unknown => {
    const name = path.replace(/^.*\/|\..*$/g, "");
    const classes = z.record(z.string(), z.custom<new () => unknown>()).parse(load(join(folder, path)));
    const Loaded = classes[name];
    if (!Loaded) throw new Error(`${path} has no class ${name}`);
    return new Loaded();
  };
  const { n8n } = packageSchema.parse(load("./package.json"));
  const credential = credentialSchema.parse(n8n.credentials.map(instanceOf)[0]);
  const nodes = n8n.nodes.map((path) => nodeSchema.parse(instanceOf(path)));
  return new N8nHost(folder, credential, new Map(nodes.map((node) => [node.description.name, node])));
}

/** Runs nodes with the functions that n8n gives them; requests go over real HTTP. */
export class N8nHost {
  readonly folder: string;
  readonly nodes: ReadonlyMap<string, LoadedNode>;
  readonly #credential: z.infer<typeof credentialSchema>;

  constructor(
    folder: string,
    credential: z.infer<typeof credentialSchema>,
    nodes: ReadonlyMap<string, LoadedNode>,
  ) {
    this.folder = folder;
    this.nodes = nodes;
    this.#credential = credential;
  }

  /** The items that the node returns for one item. */
  async execute(
    name: string,
    { credentials, parameters, files = {}, continueOnFail = false }: Execution,
  ): Promise<readonly Item[]> {
    const fileOf = (property: string): BinaryFile => {
      const file = files[property];
      if (!file) throw new Error(`This item has no binary field ${property}`);
      return file;
    };
    const { helpers, ...functions } = this.#functions(credentials);
    const context = {
      ...functions,
      helpers: {
        ...helpers,
        assertBinaryData: (_item: number, property: string) => fileOf(property),
        getBinaryDataBuffer: async (_item: number, property: string) => fileOf(property).content,
      },
      getInputData: () => [{ json: {} }],
      getNodeParameter: (parameter: string, _item: number, fallback?: unknown) =>
        parameters[parameter] ?? fallback,
      continueOnFail: () => continueOnFail,
    };
    const returned = await this.#node(name).execute?.call(context);
    return z.tuple([z.array(z.custom<Item>())]).parse(returned)[0];
  }

  /** What the editor offers for a parameter. */
  async search(name: string, method: string, credentials: Credentials, term?: string): Promise<unknown> {
    return this.#node(name).methods?.listSearch[method]?.call(this.#functions(credentials), term);
  }

  /** A trigger in a workflow: its hooks, and what it does with a message. */
  trigger(
    name: string,
    { credentials, parameters, url, mode = "trigger" }: Hooks,
  ): {
    call(hook: "checkExists" | "create" | "delete"): Promise<unknown>;
    receive(message: Received): Promise<{ readonly status: number; readonly items: readonly Item[] }>;
  } {
    const stored: Record<string, unknown> = {};
    const node = this.#node(name);
    const shared = {
      ...this.#functions(credentials),
      getNodeParameter: (parameter: string) => parameters[parameter],
      getWorkflowStaticData: () => stored,
      getMode: () => mode,
    };
    return {
      call: async (hook) =>
        node.webhookMethods?.default[hook].call({ ...shared, getNodeWebhookUrl: () => url }),
      async receive({ headers, body }) {
        let status = 200;
        const response = {
          status(code: number) {
            status = code;
            return response;
          },
          json: () => undefined,
        };
        const returned = await node.webhook?.call({
          ...shared,
          getBodyData: () => JSON.parse(body),
          getHeaderData: () => headers,
          getRequestObject: () => ({ rawBody: Buffer.from(body) }),
          getResponseObject: () => response,
        });
        const { workflowData } = z
          .object({ workflowData: z.tuple([z.array(z.custom<Item>())]).optional() })
          .parse(returned);
        return { status, items: workflowData?.[0] ?? [] };
      },
    };
  }

  #node(name: string): LoadedNode {
    const node = this.nodes.get(name);
    if (!node) throw new Error(`${name} is not one of ${[...this.nodes.keys()].join(", ")}`);
    return node;
  }

  #functions(credentials: Credentials): {
    readonly helpers: object;
    getCredentials(): Promise<Credentials>;
    getNode(): { readonly name: string };
  } {
    const send = async (_name: string, options: unknown): Promise<object> => {
      const request = requestSchema.parse(await this.#credential.authenticate(credentials, options));
      const { baseURL, url, method, json, body } = request;
      const headers = { ...(json && { "content-type": "application/json" }), ...request.headers };
      const sent = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
      const response = await fetch(baseURL + url, {
        method,
        headers,
        ...(body !== undefined && { body: sent }),
      });
      return { statusCode: response.status, body: await response.text() };
    };
    return {
      helpers: { httpRequestWithAuthentication: send },
      getCredentials: async () => credentials,
      getNode: () => ({ name: "Galley" }),
    };
  }
}
