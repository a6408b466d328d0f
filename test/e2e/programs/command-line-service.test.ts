import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { textDocument } from "../../fixtures/long.ts";
import { CLI, type CommandRun, runGalley } from "../../support/command-line.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Runs the command on a terminal of its own; both outputs are one. */
function onTerminal(arguments_: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const command = [process.execPath, CLI, ...arguments_].map((word) => `'${word}'`).join(" ");
  const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...inherited } = process.env;
  const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
    encoding: "utf8",
    env: { ...inherited, TERM: "xterm", ...env },
  });
  return stdout;
}

const HAS_TERMINAL = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

test.skipIf(!HAS_TERMINAL)(
  "on a terminal, progress is shown from the start and cleared at the end",
  async () => {
    await using folder = temporaryFolder();
    await mkdir(join(folder.path, "in"));
    for (const name of ["a", "b"])
      await writeFile(join(folder.path, "in", `${name}.pdf`), textDocument(3).bytes);
    const given = ["extract", join(folder.path, "in"), "-o", join(folder.path, "out")];
    const shown = onTerminal(given);
    expect(shown).toContain("[--------------------] 0/2 documents, 0 pages, 0:00 elapsed, estimating");
    expect(shown).toContain("\r\u001B[K2 documents read (6 pages) in");
    expect(onTerminal([...given, "-q"])).toBe("");
  },
);

test.skipIf(!HAS_TERMINAL)("messages are coloured on a terminal only, and not with NO_COLOR", async () => {
  expect(onTerminal(["extract"])).toContain("\u001B[31mgalley:\u001B[39m No file given.");
  expect(onTerminal(["extract"], { NO_COLOR: "1" })).toMatch(/^galley: No file given\./);
  expect((await runGalley(["extract"])).stderr).toMatch(/^galley: No file given\./);
});

test("Ctrl-C keeps what is finished, leaves no half files and ends with 130", async () => {
  await using folder = temporaryFolder();
  await mkdir(join(folder.path, "in"));
  await writeFile(join(folder.path, "in", "a.pdf"), letter().bytes);
  await writeFile(join(folder.path, "in", "b.pdf"), textDocument(3000).bytes);
  const child = spawn(process.execPath, [CLI, "extract", "in", "-o", "out", "-v", "-j", "1"], {
    cwd: folder.path,
    stdio: ["ignore", "ignore", "pipe"],
  });
  await once(child.stderr.setEncoding("utf8"), "data");
  child.kill("SIGINT");
  const [exitCode] = await once(child, "exit");
  expect(exitCode).toBe(130);
  expect(await readdir(join(folder.path, "out"))).toEqual(["a.txt"]);
});

test("help is in groups, with examples, and lists the valid values and the defaults", async () => {
  const { stdout: overview } = await runGalley(["--help"]);
  for (const part of ["Documents:", "Service:", "Command line:", "Examples:", "Exit codes:"])
    expect(overview).toContain(part);
  const { stdout: extract } = await runGalley(["extract", "--help"]);
  for (const part of ["Input and output:", "Pages:", "Layout:", "Recognition:", "Examples:"])
    expect(extract).toContain(part);
  expect(extract.replaceAll(/\s+/g, " ")).toContain(
    "(native_text, low_cost, high_quality, form, table; default form)",
  );
});

test.each([
  [["extrct"], "unknown command 'extrct'", "(Did you mean extract?)"],
  [["serve", "--prot", "80"], "unknown option '--prot'", "(Did you mean --port?)"],
])("%j is rejected with a suggestion", async (given, problem, suggestion) => {
  const run = await runGalley(given);
  expect(run).toMatchObject({ exitCode: 2, stdout: "" });
  expect(run.stderr).toContain(`galley: ${problem}`);
  expect(run.stderr).toContain(suggestion);
});

/** What bash completes for the words of a command line. */
function completed(script: string, words: readonly string[]): readonly string[] {
  const line = words.map((word) => `'${word}'`).join(" ");
  const asked = `COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _galley`;
  const program = `${script}\n${asked}; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", program], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.trim().split("\n");
}

test("completion knows the commands, the options and their values", async () => {
  const { stdout: bash } = await runGalley(["completion", "bash"]);
  expect(completed(bash, ["galley", "ex"])).toEqual(["extract", "explain"]);
  expect(completed(bash, ["galley", "extract", "--json"])).toEqual(["--json-fields"]);
  expect(completed(bash, ["galley", "extract", "-f", "c"])).toEqual(["chunks", "csv"]);
  expect(completed(bash, ["galley", "completion", ""])).toEqual(["bash", "zsh", "fish"]);
  const { stdout: zsh } = await runGalley(["completion", "zsh"]);
  expect(zsh).toContain("#compdef galley");
  expect(zsh).toContain("'--mode[kind of document]:value:(native_text low_cost high_quality form table)'");
  const { stdout: fish } = await runGalley(["completion", "fish"]);
  expect(fish).toMatch(/^complete -c galley -n '__fish_seen_subcommand_from extract' -s f -l format -x /m);
  expect(await runGalley(["completion", "tcsh"])).toMatchObject({ exitCode: 2, stdout: "" });
});

test.each(["cli.js", "main.js"])("%s says in one sentence that Node is too old", async (program) => {
  const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.16.9" } });`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${pretend}`, join(CLI, "..", program), "--version"],
    { encoding: "utf8" },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: "Galley needs Node 22.17 or newer, this is 22.16.9.\n",
  });
});

test("languages lists what is installed", async () => {
  expect(await runGalley(["languages"])).toMatchObject({
    exitCode: 0,
    stdout: "eng  English  @tesseract.js-data/eng\n",
  });
  const { stdout } = await runGalley(["languages", "--json"]);
  expect(JSON.parse(stdout)).toEqual([{ code: "eng", name: "English", from: ["@tesseract.js-data/eng"] }]);
});

const findingsSchema = z.array(z.object({ check: z.string(), verdict: z.string(), detail: z.string() }));

async function doctor(env: Readonly<Record<string, string>>): Promise<CommandRun & { verdicts: object }> {
  const run = await runGalley(["doctor", "--json"], { env });
  const findings = findingsSchema.parse(JSON.parse(run.stdout));
  return { ...run, verdicts: Object.fromEntries(findings.map(({ check, verdict }) => [check, verdict])) };
}

test("jobs lists those of the running service, and doctor checks what a service needs", async () => {
  await using service = await startService();
  const env = { GALLEY_ACCESS_TOKEN: service.accessToken, GALLEY_DATA_DIR: service.dataDir };
  const client = createRestClient(service);
  const hash = await client.submit(letter().bytes, { file_name: "letter.pdf" });
  await client.waitUntilSettled(hash);
  const listed = await runGalley(["jobs", "--url", service.url, "--status", "processed"], { env });
  expect(listed).toMatchObject({ exitCode: 0, stderr: "" });
  expect(listed.stdout).toMatch(
    /^JOB +SUBMITTED +STATUS +PAGES +FILE\n\S+ +\S+ \S+ +processed +1\/1 +letter\.pdf\n$/,
  );
  const none = await runGalley(["jobs", "--url", service.url, "--status", "failed", "--json"], { env });
  expect(none).toMatchObject({ exitCode: 0, stdout: "" });
  const refused = await runGalley(["jobs", "--url", service.url], {
    env: { ...env, GALLEY_ACCESS_TOKEN: "no-token-of-this-service-0123" },
  });
  expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
  expect(refused.stderr).toContain(service.url);

  const port = new URL(service.url).port;
  const healthy = await doctor({ GALLEY_DATA_DIR: service.dataDir, PORT: port });
  expect(healthy).toMatchObject({ exitCode: 0, verdicts: { Database: "ok", Port: "ok", Recognition: "ok" } });
  const ill = await doctor({
    GALLEY_DATA_DIR: service.dataDir,
    DATABASE_URL: "postgresql://u:p@127.0.0.1:1/d",
    PORT: "0",
    GALLEY_MIN_FREE_MB: "1048576",
    GALLEY_THREAD: "2",
  });
  expect(ill).toMatchObject({
    exitCode: 1,
    verdicts: { Database: "failed", "Data folder": "failed", Configuration: "warning" },
  });
  expect(ill.stdout).toContain("GALLEY_THREAD.");
});

test("options of serve set the variables of the service", async () => {
  const { exitCode, stdout } = await runGalley([
    "serve",
    "--port",
    "9000",
    "--role",
    "serve",
    "--print-config",
  ]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^PORT +9000 +set /m);
  expect(stdout).toMatch(/^GALLEY_ROLE +serve +set /m);
  const wrong = await runGalley(["serve", "--port", "http"]);
  expect(wrong).toMatchObject({ exitCode: 1, stdout: "" });
  expect(wrong.stderr).toContain("PORT is http; expected a whole number from 0 to 65535.");
});
