/**
 * Copies ONNX Runtime's libraries of one platform (by default this one) out of onnxruntime-node, which has those of all,
 * into the folder that is published as @galley/onnxruntime-<platform>. They must have the checksums in SHA256SUMS.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ocr = fileURLToPath(new URL("../", import.meta.url));
const folders = join(ocr, "onnxruntime");
const libraries = join(ocr, "node_modules/onnxruntime-node/bin/napi-v6");
const [, , platform = `${process.platform}-${process.arch}`] = process.argv;
const target = join(folders, platform);

// Other platforms run the models compiled to WebAssembly.
if (existsSync(target)) {
  const recorded = readFileSync(join(folders, "SHA256SUMS"), "utf8").trim().split("\n");
  const prefix = `${platform.replace("-", "/")}/`;
  const own = recorded.filter((line) => line.includes(`  ${prefix}`));
  for (const line of own) {
    const [checksum = "", path = ""] = line.split("  ");
    copy(path, join(target, path.slice(prefix.length)), checksum);
  }
  for (const name of ["LICENSE", "README.md"]) cpSync(join(folders, name), join(target, name));
  const sums = own.map((line) => `${line.replace(prefix, "")}\n`).join("");
  writeFileSync(join(target, "SHA256SUMS"), sums);
}

function copy(path: string, to: string, checksum: string): void {
  if (existsSync(to) && checksumOf(to) === checksum) return;
  const from = join(libraries, path);
  const found = checksumOf(from);
  if (found !== checksum) {
    throw new Error(
      `${path} of onnxruntime-node has the checksum ${found}, not ${checksum} as in SHA256SUMS.`,
    );
  }
  cpSync(from, to);
}

function checksumOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
