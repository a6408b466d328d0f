import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { missingServer } from "galley/testing";

const run = promisify(execFile);

/** Why psql cannot be run here; undefined if it can. */
export async function psqlMissing(): Promise<string | undefined> {
  return run("psql", ["--version"]).then(
    () => undefined,
    () => missingServer("the package postgresql-client is not installed"),
  );
}

/** The output of psql for a statement: rows of fields, NULL as "". */
export async function psql(url: string, statement: string): Promise<readonly (readonly string[])[]> {
  const { pathname, username, password, hostname, port } = new URL(url);
  const flags = ["-X", "-A", "-t", "-q", "-F", "\t", "-v", "ON_ERROR_STOP=1"];
  const place = ["-h", decodeURIComponent(hostname), "-p", port, "-U", username, "-d", pathname.slice(1)];
  const { stdout } = await run("psql", [...flags, ...place, "-c", statement], {
    env: { ...process.env, PGPASSWORD: decodeURIComponent(password), PGCLIENTENCODING: "UTF8" },
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout
    .split("\n")
    .filter((row) => row !== "")
    .map((row) => row.split("\t"));
}
