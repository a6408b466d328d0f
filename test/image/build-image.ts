import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pnpm, run } from "../support/packed.ts";
import { provideBaseImage } from "./base-image.ts";
import { type Buildah, ISOLATION } from "./buildah.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const DOCKERFILE = join(REPOSITORY, "deploy/Dockerfile");

/** Builds the Dockerfile, in the context and with the ignored files that Docker would use. */
export async function buildImage(buildah: Buildah, tag: string): Promise<void> {
  const [, base = ""] = /^ARG NODE_IMAGE=(\S+)$/m.exec(await readFile(DOCKERFILE, "utf8")) ?? [];
  console.log(`ok      the base image ${base} was ${await provideBaseImage(buildah, base)}`);
  const mounts = (await sharedWithBuild()).flatMap(([from, to]) => ["--volume", `${from}:${to}`]);
  // Docker's own format: the OCI's has no health check.
  const format = ["--format", "docker", "--layers=false"];
  await buildah("build", ...ISOLATION, ...format, ...mounts, "--file", DOCKERFILE, "--tag", tag, REPOSITORY);
}

/** How this machine reaches npm's registry, and what it has downloaded from there. */
async function sharedWithBuild(): Promise<readonly (readonly [string, string])[]> {
  const npm = async (...words: readonly string[]) => (await run("npm", words)).stdout.trim();
  const [command, ...words] = pnpm();
  const store = (await run(command, [...words, "store", "path"], { cwd: REPOSITORY })).stdout.trim();
  const certificates = await npm("config", "get", "cafile");
  const shared = [
    [certificates, `${certificates}:ro`],
    [await npm("config", "get", "userconfig"), "/root/.npmrc:ro"],
    [await npm("config", "get", "globalconfig"), "/usr/local/etc/npmrc:ro"],
    [dirname(store), "/root/.local/share/pnpm/store"],
  ] as const;
  return shared.filter(([from]) => existsSync(from));
}
