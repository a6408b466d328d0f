import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { boundPort } from "@galley/core/testing";

/** A package of the registry: its files by path, and what the registry says of it instead of the truth. */
export interface RegistryPackage {
  readonly name: string;
  readonly version: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly dist?: object;
}

export interface Registry extends AsyncDisposable {
  /** Environment variables with which npm uses the registry and nothing else. */
  readonly env: Readonly<Record<string, string>>;
}

/** An npm registry on the loopback interface; `folder` is empty. */
export async function startRegistry(folder: string, packages: readonly RegistryPackage[]): Promise<Registry> {
  const tarballs = new Map<string, Buffer>();
  for (const [index, made] of packages.entries()) {
    tarballs.set(made.name, await tarballOf(made, join(folder, `package-${index}`)));
  }
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "/").slice(1);
    const found = packages.find(({ name }) => path === name || path === `${name}.tgz`);
    const tarball = tarballs.get(found?.name ?? "");
    if (!found || !tarball) return send(response, 404, "{}");
    if (path.endsWith(".tgz")) return send(response, 200, tarball);
    const url = `http://${request.headers.host ?? ""}/${path}.tgz`;
    send(response, 200, JSON.stringify(packumentOf(found, tarball, url)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = boundPort(server);
  return {
    env: {
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(folder, "cache"),
      npm_config_userconfig: join(folder, "none"),
      npm_config_fetch_retries: "0",
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function send(response: ServerResponse, status: number, body: string | Buffer): void {
  response.writeHead(status).end(body);
}

async function tarballOf({ name, version, files }: RegistryPackage, folder: string): Promise<Buffer> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ name, version }));
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  const { stdout } = await promisify(execFile)("npm", ["pack", "--silent"], { cwd: folder });
  return readFile(join(folder, stdout.trim()));
}

function packumentOf({ name, version, dist }: RegistryPackage, tarball: Buffer, url: string): object {
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const stated = { tarball: url, integrity, ...dist };
  return { name, "dist-tags": { latest: version }, versions: { [version]: { name, version, dist: stated } } };
}
