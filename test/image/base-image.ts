import { chmod, cp, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../support/packed.ts";
import type { Buildah } from "./buildah.ts";

/**
 * Provides the image that the Dockerfile starts from. Where Docker's registry cannot be reached, it is made: Debian's
 * smallest system with the workspace's Node, npm and the user "node", which is what the published image has.
 */
export async function provideBaseImage(buildah: Buildah, name: string): Promise<"pulled" | "made"> {
  try {
    await buildah("pull", "--quiet", name);
    return "pulled";
  } catch (error) {
    if (process.getuid?.() !== 0) throw error;
    await makeBaseImage(buildah, name);
    return "made";
  }
}

async function makeBaseImage(buildah: Buildah, name: string): Promise<void> {
  const [, release = ""] = /-(\w+)-slim$/.exec(name) ?? [];
  const container = await buildah("from", "scratch");
  const root = await buildah("mount", container);
  // Node needs libatomic1.
  await run("debootstrap", [
    "--variant=minbase",
    "--include=libatomic1",
    release,
    root,
    ...(await mirrorOf(release)),
  ]);
  const settings = "/etc/apt/apt.conf.d";
  for (const file of await readdir(settings)) await cp(join(settings, file), join(root, settings, file));
  await addNode(join(root, "usr/local"));
  await run("chroot", [root, "useradd", "--uid", "1000", "--user-group", "--create-home", "node"]);
  await buildah(
    "config",
    "--env",
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    container,
  );
  await buildah("commit", "--quiet", "--rm", container, `docker.io/library/${name}`);
}

/** The mirror from which this machine installs the release, if it has one. */
async function mirrorOf(release: string): Promise<readonly string[]> {
  const filter = ["Created-By: Packages", `Codename: ${release}`];
  const { stdout } = await run("apt-get", ["indextargets", "--format", "$(REPO_URI)", ...filter]);
  return stdout.trim().split("\n").filter(Boolean).slice(0, 1);
}

async function addNode(prefix: string): Promise<void> {
  await cp(process.execPath, join(prefix, "bin/node"), { dereference: true });
  await chmod(join(prefix, "bin/node"), 0o755);
  const { stdout: modules } = await run("npm", ["root", "--global"]);
  await cp(join(modules.trim(), "npm"), join(prefix, "lib/node_modules/npm"), { recursive: true });
  for (const program of ["npm", "npx"]) {
    await symlink(`../lib/node_modules/npm/bin/${program}-cli.js`, join(prefix, "bin", program));
  }
}
