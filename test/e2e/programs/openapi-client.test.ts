import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { example, run } from "../../support/packed.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";

const DOCUMENT = fileURLToPath(new URL("../../../docs/reference/openapi.json", import.meta.url));
const MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** Neither tool calls its maker. */
const QUIET = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const PROGRAM = `import createClient from "openapi-fetch";
import { readFileSync } from "node:fs";
import type { paths } from "./schema.js";

const [url = "", key = "", token = "", file = ""] = process.argv.slice(2);
const galley = createClient<paths>({ baseUrl: url, headers: { "service-key": key } });

const { data: accepted, error } = await galley.POST("/api/v2/whisper", {
  params: { query: { mode: "native_text", tag: "generated" } },
  headers: { "content-type": "application/octet-stream" },
  body: readFileSync(file) as unknown as string,
  bodySerializer: (body) => body,
});
if (!accepted) throw new Error(error?.message);
const hash: string = accepted.whisper_hash;
for (let status = ""; status !== "processed"; ) {
  const { data } = await galley.GET("/api/v2/whisper-status", { params: { query: { whisper_hash: hash } } });
  status = data?.status ?? "error";
  if (status === "error") throw new Error("not read");
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const { data: text } = await galley.GET("/api/v2/whisper-retrieve", { params: { query: { whisper_hash: hash } } });
const refused = await galley.GET("/api/v2/whisper-status", { params: { query: { whisper_hash: "none" } } });
const members = await galley.GET("/api/v1/service/{org_id}/pipeline", {
  params: { path: { org_id: "default" } },
  headers: { authorization: \`Bearer \${token}\` },
});
console.log(JSON.stringify({ text, refused: refused.error?.message, pipelines: members.data }));
`;

const TSCONFIG = {
  compilerOptions: {
    module: "nodenext",
    target: "es2022",
    lib: ["es2022", "dom"],
    types: ["node"],
    strict: true,
    outDir: "out",
  },
  files: ["program.ts"],
};

let service: RunningService;
let folder: TemporaryFolder;

beforeAll(async () => {
  folder = temporaryFolder();
  service = await startService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test("a client that openapi-typescript generates compiles and reads a document", async () => {
  const cwd = folder.path;
  await symlink(MODULES, join(cwd, "node_modules"));
  await run(join(MODULES, ".bin/openapi-typescript"), [DOCUMENT, "-o", join(cwd, "schema.d.ts")], { cwd });
  await writeFile(join(cwd, "package.json"), `{ "type": "module" }`);
  await writeFile(join(cwd, "program.ts"), PROGRAM);
  await writeFile(join(cwd, "tsconfig.json"), JSON.stringify(TSCONFIG));
  await expect(run("tsc", ["-p", cwd])).resolves.toMatchObject({ stdout: "" });
  const { url, serviceKey, accessToken } = service;
  const given = [join(cwd, "out/program.js"), url, serviceKey, accessToken, example("sample.pdf")];
  const { stdout } = await run(process.execPath, given, { cwd });
  expect(JSON.parse(stdout)).toMatchObject({
    text: { result_text: expect.stringContaining("<<<") },
    refused: "Whisper job not found for the provided whisper hash",
    pipelines: { results: [] },
  });
}, 180_000);

const reportSchema = z.object({
  totals: z.object({ errors: z.number() }),
  problems: z.array(z.object({ ruleId: z.string(), message: z.string() })),
});

test("Redocly's recommended rules find no error and no invalid example", async () => {
  const { stdout } = await run(join(MODULES, ".bin/redocly"), ["lint", DOCUMENT, "--format=json"], {
    env: QUIET,
    cwd: folder.path,
    maxBuffer: 2 ** 26,
  });
  const { totals, problems } = reportSchema.parse(JSON.parse(stdout));
  expect(totals.errors).toBe(0);
  expect(problems.filter(({ ruleId }) => ruleId.includes("example"))).toEqual([]);
}, 120_000);
