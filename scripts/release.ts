/**
 * Publishes all packages whose version is not published yet. npm rejects a provenance whose repository is not that of the
 * manifest, so the manifests get it from the workflow that runs this.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
if (GITHUB_SERVER_URL === undefined || GITHUB_REPOSITORY === undefined) {
  console.error(
    "GITHUB_SERVER_URL and GITHUB_REPOSITORY are not set: packages are published by the workflow only.",
  );
  process.exit(1);
}

const folders = [
  ...readdirSync("packages").map((name) => `packages/${name}`),
  ...readdirSync("packages/ocr/onnxruntime").map((name) => `packages/ocr/onnxruntime/${name}`),
].filter((folder) => existsSync(`${folder}/package.json`));
for (const directory of folders) {
  const path = `${directory}/package.json`;
  const manifest: unknown = JSON.parse(readFileSync(path, "utf8"));
  const url = `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`;
  const repository = { type: "git", url, directory };
  writeFileSync(path, `${JSON.stringify({ ...Object(manifest), repository }, undefined, 2)}\n`);
}

const publish = ["-y", "pnpm@12.21.0", "--recursive", "publish", "--access", "public", "--no-git-checks"];
const { status } = spawnSync("npx", publish, {
  stdio: "inherit",
  env: { ...process.env, NPM_CONFIG_PROVENANCE: "true" },
});
process.exit(status ?? 1);
