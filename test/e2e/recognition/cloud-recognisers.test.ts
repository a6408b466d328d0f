import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { freePort } from "galley/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { runGalley } from "../../support/command-line.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SCAN = join(ROOT, "examples/scan.png");

/** What a provider is asked, and how it answers. */
interface Provider {
  readonly heading: string;
  /** The variables of its program, with the address of the provider. */
  readonly env: (url: string) => Readonly<Record<string, string>>;
  /** Throws if the request is not the documented one. */
  readonly answer: (request: IncomingMessage, url: string) => Promise<Answer>;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The size of the scan. */
let [width, height] = [0, 0];
let polls = 0;

/** Two words of the provider's response: "Seaworthy" in the upper left corner, "harbour" right of it. */
const PROVIDERS: Readonly<Record<string, Provider>> = {
  azure: {
    heading: "Azure Document Intelligence",
    env: (url) => ({ AZURE_ENDPOINT: url, AZURE_KEY: "a key" }),
    async answer({ method, url: path, headers }, url) {
      expect(headers["ocp-apim-subscription-key"]).toBe("a key");
      if (method === "POST") {
        expect(path).toBe(
          "/documentintelligence/documentModels/prebuilt-read:analyze?api-version=2024-11-30",
        );
        expect(headers["content-type"]).toBe("application/octet-stream");
        return { status: 202, headers: { "operation-location": `${url}/results/1?api-version=2024-11-30` } };
      }
      expect(path).toBe("/results/1?api-version=2024-11-30");
      polls += 1;
      if (polls === 1) return { body: { status: "running" } };
      const words = [
        {
          content: "Seaworthy",
          polygon: [0, 0, 300, 0, 300, 40, 0, 40],
          confidence: 0.97,
          span: { offset: 0, length: 9 },
        },
        {
          content: "harbour",
          polygon: [320, 2, 520, 2, 520, 42, 320, 42],
          confidence: 0.9,
          span: { offset: 10, length: 7 },
        },
      ];
      const page = { pageNumber: 1, angle: 0, width, height, unit: "pixel", words };
      return { body: { status: "succeeded", analyzeResult: { modelId: "prebuilt-read", pages: [page] } } };
    },
  },
  google: {
    heading: "Google Cloud Vision",
    env: (url) => ({ GOOGLE_ENDPOINT: url, GOOGLE_API_KEY: "a key" }),
    async answer(request) {
      expect(request.url).toBe("/v1/images:annotate");
      expect(request.headers["x-goog-api-key"]).toBe("a key");
      const asked = {
        image: { content: expect.stringMatching(/^iVBORw0KGgo/) },
        features: [{ type: "DOCUMENT_TEXT_DETECTION" }],
      };
      expect(await json(request)).toEqual({ requests: [asked] });
      const word = (text: string, vertices: unknown, confidence: number): unknown => ({
        symbols: text.split("").map((character) => ({ text: character })),
        boundingBox: { vertices },
        confidence,
      });
      const words = [
        word("Seaworthy", [{}, { x: 300 }, { x: 300, y: 40 }, { y: 40 }], 0.97),
        word(
          "harbour",
          [
            { x: 320, y: 2 },
            { x: 520, y: 2 },
            { x: 520, y: 42 },
            { x: 320, y: 42 },
          ],
          0.9,
        ),
      ];
      const pages = [{ width, height, blocks: [{ blockType: "TEXT", paragraphs: [{ words }] }] }];
      return { body: { responses: [{ fullTextAnnotation: { text: "Seaworthy harbour", pages } }] } };
    },
  },
  aws: {
    heading: "Amazon Textract",
    env: (url) => ({
      AWS_ENDPOINT_URL: url,
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "a key",
      AWS_SECRET_ACCESS_KEY: "a secret",
    }),
    async answer(request) {
      expect(request.headers["x-amz-target"]).toBe("Textract.DetectDocumentText");
      expect(await json(request)).toEqual({ Document: { Bytes: expect.stringMatching(/^iVBORw0KGgo/) } });
      const block = (
        type: string,
        Text: string,
        Confidence: number,
        box: readonly [number, number, number, number],
      ): unknown => {
        const [left, top, right, bottom] = [box[0] / width, box[1] / height, box[2] / width, box[3] / height];
        const Polygon = [
          { X: left, Y: top },
          { X: right, Y: top },
          { X: right, Y: bottom },
          { X: left, Y: bottom },
        ];
        return { BlockType: type, Text, Confidence, Geometry: { Polygon } };
      };
      const Blocks = [
        { BlockType: "PAGE", Geometry: { Polygon: [] } },
        block("LINE", "Seaworthy harbour", 93, [0, 0, 520, 42]),
        block("WORD", "Seaworthy", 97, [0, 0, 300, 40]),
        block("WORD", "harbour", 90, [320, 2, 520, 42]),
      ];
      return {
        headers: { "content-type": "application/x-amz-json-1.1" },
        body: { DetectDocumentTextModelVersion: "1.0", Blocks },
      };
    },
  },
};

const wordsSchema = z.object({
  words: z.array(z.object({ text: z.string(), confidence: z.number(), box: z.array(z.number()) })),
});

const folder = temporaryFolder();
beforeAll(async () => {
  const page = await readFile(join(ROOT, "docs/guides/cloud-recognisers.md"), "utf8");
  await writeFile(
    join(folder.path, "recogniser.mjs"),
    programAfter(page, "# Recognisers of cloud providers"),
  );
  for (const [name, { heading }] of Object.entries(PROVIDERS)) {
    await writeFile(join(folder.path, `${name}.mjs`), programAfter(page, `## ${heading}`));
  }
  await symlink(join(ROOT, "test/node_modules"), join(folder.path, "node_modules"));
  const png = await readFile(SCAN);
  [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
});
afterAll(() => folder[Symbol.asyncDispose]());
beforeEach(() => {
  polls = 0;
});

/** The first program below a heading, as it is printed. */
function programAfter(page: string, heading: string): string {
  const [, program = ""] = /\n```js\n(.*?)```/s.exec(page.slice(page.indexOf(`${heading}\n`))) ?? [];
  expect(program).not.toBe("");
  return program;
}

interface Recogniser extends AsyncDisposable {
  readonly url: string;
}

/** Starts a guide's program and a server with the provider's interface. */
async function startRecogniser(name: string, respond: Provider["answer"]): Promise<Recogniser> {
  let address = "";
  const server = createServer((request, response) => {
    respond(request, address).then(
      ({ status = 200, headers = {}, body }) =>
        response
          .writeHead(status, { "content-type": "application/json", ...headers })
          .end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const listening = server.address();
  address = `http://127.0.0.1:${typeof listening === "object" ? listening?.port : 0}`;
  const port = await freePort();
  const env = { PATH: process.env["PATH"] ?? "", PORT: `${port}`, ...PROVIDERS[name]?.env(address) };
  const program = spawn(process.execPath, [`${name}.mjs`], {
    cwd: folder.path,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await untilListening(program);
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      program.kill();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function untilListening({ stdout }: ChildProcess): Promise<void> {
  if (stdout) await once(stdout, "data");
}

describe.each(Object.entries(PROVIDERS))("the program for %s", (name, provider) => {
  test("returns the provider's words with their places in pixels", async () => {
    await using recogniser = await startRecogniser(name, provider.answer);
    const response = await fetch(recogniser.url, { method: "POST", body: await readFile(SCAN) });
    expect(response.status).toBe(200);
    const { words } = wordsSchema.parse(await response.json());
    expect(words.map(({ text, box }) => [text, box.map(Math.round)])).toEqual([
      ["Seaworthy", [0, 0, 300, 40]],
      ["harbour", [320, 2, 520, 42]],
    ]);
    expect(words.map(({ confidence }) => confidence)).toEqual([expect.closeTo(0.97), expect.closeTo(0.9)]);
  });

  test("gives Galley the words of a scan", async () => {
    await using recogniser = await startRecogniser(name, provider.answer);
    const { exitCode, stdout } = await runGalley(["extract", SCAN, "--ocr-url", recogniser.url]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/Seaworthy +harbour/);
  });

  test("responds with 502 if the provider fails", async () => {
    await using recogniser = await startRecogniser(name, async () => ({ status: 403, body: {} }));
    const response = await fetch(recogniser.url, { method: "POST", body: await readFile(SCAN) });
    expect(response.status).toBe(502);
  });
});
