import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import { run } from "../support/packed.ts";

const MAX_OUTPUT_BYTES = 64 * 2 ** 20;

export type Environment = Readonly<Record<string, string>>;

/** Buildah without a daemon, a kernel's namespaces or a network of its own, and with images in a folder. */
export interface Buildah extends AsyncDisposable {
  /** Runs a command of Buildah; returns its output. */
  (...words: readonly string[]): Promise<string>;
  /** Runs a command in a container, as the user that its image names; returns its output. */
  readonly within: (container: string, words: readonly string[], options?: RunOptions) => Promise<string>;
  /** Starts a command in a container. SIGTERM kills the command at once. */
  readonly start: (container: string, words: readonly string[], options?: RunOptions) => ChildProcess;
}

export interface RunOptions {
  readonly environment?: Environment;
  /** Folders of this machine, with their places in the container, which cannot write to them. */
  readonly mounts?: Readonly<Record<string, string>>;
}

export const ISOLATION = ["--isolation", "chroot"] as const;

export async function buildahIn(folder: string): Promise<Buildah> {
  const place = await storageIn(folder);
  const buildah = async (...words: readonly string[]): Promise<string> => {
    const { stdout } = await run("buildah", [...place, ...words], { maxBuffer: MAX_OUTPUT_BYTES });
    return stdout.trim();
  };
  const wordsOf = (container: string, words: readonly string[], options: RunOptions = {}) => [
    "run",
    ...ISOLATION,
    ...Object.entries(options.environment ?? {}).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
    ...Object.entries(options.mounts ?? {}).flatMap(([from, to]) => ["--volume", `${from}:${to}:ro`]),
    container,
    "--",
    ...words,
  ];
  return Object.assign(buildah, {
    within: (...given: Parameters<typeof wordsOf>) => buildah(...wordsOf(...given)),
    start: (...given: Parameters<typeof wordsOf>) =>
      spawn("buildah", [...place, ...wordsOf(...given)], { stdio: ["ignore", "pipe", "pipe"] }),
    // Without root, only Buildah itself can remove files of the other users of its images.
    async [Symbol.asyncDispose]() {
      await buildah("rm", "--all");
      await buildah("rmi", "--all", "--force");
    },
  });
}

/** Layers on top of each other where the kernel and the rights allow it; a copy of all files for each layer otherwise. */
async function storageIn(folder: string): Promise<readonly string[]> {
  const storage = (driver: string) => [
    "--root",
    join(folder, driver),
    "--runroot",
    join(folder, "run", driver),
    "--storage-driver",
    driver,
  ];
  const overlay = storage("overlay");
  try {
    await run("buildah", [
      ...overlay,
      "mount",
      (await run("buildah", [...overlay, "from", "scratch"])).stdout.trim(),
    ]);
    return overlay;
  } catch {
    return storage("vfs");
  }
}

const imageSchema = z.object({
  Docker: z.object({
    config: z.object({
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      Healthcheck: z.object({ Test: z.tuple([z.literal("CMD")], z.string()) }),
    }),
  }),
});

/** What an image runs. */
export interface Image {
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

export async function imageOf(buildah: Buildah, name: string): Promise<Image> {
  const { config } = imageSchema.parse(JSON.parse(await buildah("inspect", "--type", "image", name))).Docker;
  const [, ...healthCheck] = config.Healthcheck.Test;
  return { command: config.Cmd, healthCheck };
}
