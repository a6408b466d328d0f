/**
 * Publishes all packages whose version is not published yet. npm rejects a provenance whose repository is not that of the
 * manifest, so the manifests get it from the workflow that runs this.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
if (GITHUB_SERVER_URL === undefined || GITHUB_REPOSITORY === undefined) {
  console.error(
    "GITHUB_SERVER_URL and GITHUB_REPOSITORY are not set: packages are published by the workflow only.",
  );
  process.exit(1);
}

for (const name of readdirSync("packages")) {
  const path = `packages/${name}/package.json`;
  const manifest: unknown = JSON.parse(readFileSync(path, "utf8"));
  const url = `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`;
  const repository = { type: "git", url, directory: `packages/${name}` };
  writeFileSync(path, `${JSON.stringify({ ...Object(manifest), repository }, undefined, 2)}\n`);
}

const publish = ["-y", "pnpm@12.21.0", "--recursive", "publish", "--access", "public", "--no-git-checks"];
const { status } = spawnSync("npx", publish, {
  stdio: "inherit",
  env: { ...process.env, NPM_CONFIG_PROVENANCE: "true" },
});
process.exit(status ?? 1);
