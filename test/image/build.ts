import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, cp, mkdir, readFile, rename } from "node:fs/promises";
import { basename, dirname, join, matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../support/packed.ts";
import { commandOf, instructionsOf, stagesOf, variablesOf } from "./dockerfile.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

/** What the Dockerfile makes, in a folder that stands for the image's root. */
export interface Image {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  /** The number of the user that runs the command. */
  readonly user: number;
}

/** Folders that the Dockerfile names, which become folders of the root. */
const FOLDERS = /(?<![\w.])\/(out|galley|data|usr\/share\/tessdata)(?![\w-])/g;

/**
 * Runs the commands of the Dockerfile's first stage on a copy of the repository, and copies their results as its last
 * stage does. Not run are the installation of Debian's package and the removal of npm from the base image.
 */
export async function buildImage(folder: string): Promise<Image> {
  const stages = stagesOf(await readFile(join(REPOSITORY, "deploy/Dockerfile"), "utf8"));
  const [source, build, root] = [join(folder, "src"), join(folder, "build"), join(folder, "root")];
  await copyContext(source);
  await mkdir(build, { recursive: true });
  for (const command of instructionsOf(stages, "build", "RUN")) {
    await shell(
      command.replaceAll(FOLDERS, (path) => join(build, path)),
      source,
    );
  }
  for (const text of instructionsOf(stages, "", "COPY")) {
    const [, stage, from = "", to = ""] = /^--from=(\w+) (\S+) (\S+)$/.exec(text) ?? [];
    await mkdir(dirname(join(root, to)), { recursive: true });
    // Debian's language data is that of this machine, if it has it.
    if (stage === "build") await rename(join(build, from), join(root, to));
    else if (existsSync(from)) await cp(from, join(root, to, basename(from)));
  }
  const at = (text: string): string => text.replaceAll(FOLDERS, (path) => join(root, path));
  const user = Number.parseInt(instructionsOf(stages, "", "USER")[0] ?? "", 10);
  await mkdir(join(root, "data"));
  await run("chmod", ["-R", "a-w,a+rX", root]);
  await run("chmod", ["u+w", join(root, "data")]);
  if (process.getuid?.() === 0) await chown(join(root, "data"), user, user);
  return {
    root,
    user,
    environment: variablesOf(instructionsOf(stages, "", "ENV").map(at)),
    command: commandOf(at(instructionsOf(stages, "", "CMD").at(-1) ?? "")),
    healthCheck: commandOf(instructionsOf(stages, "", "HEALTHCHECK").at(-1) ?? ""),
  };
}

/** Copies what the build gets: the files of the repository without those of .dockerignore. */
async function copyContext(destination: string): Promise<void> {
  const rules = (await readFile(join(REPOSITORY, ".dockerignore"), "utf8")).split("\n").filter(Boolean);
  const listed = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: REPOSITORY,
    maxBuffer: 16 * 2 ** 20,
  });
  for (const path of listed.stdout.trim().split("\n")) {
    if (!isIgnored(path, rules)) await cp(join(REPOSITORY, path), join(destination, path));
  }
}

/** The last rule that matches the path, or a folder above it, decides. */
function isIgnored(path: string, rules: readonly string[]): boolean {
  const parts = path.split("/");
  const above = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  const last = rules.findLast((rule) => above.some((one) => matchesGlob(one, rule.replace(/^!/, ""))));
  return last !== undefined && !last.startsWith("!");
}

async function shell(command: string, cwd: string): Promise<void> {
  const child = spawn("sh", ["-c", command], {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, CI: "true" },
  });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error(`The Dockerfile's command failed: ${command}`);
}
