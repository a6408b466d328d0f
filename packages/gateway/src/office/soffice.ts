import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OfficeConverter } from "@galley/core";

export interface SofficeOptions {
  /** The path of LibreOffice's program `soffice`. */
  readonly program: string;
  readonly timeoutMs: number;
}

/** Settings of the profile: no macros run, and nothing that a document links to is loaded. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableActiveContent" oor:op="fuse"><value>true</value></prop></item>
</oor:items>
`;

/** Converts Office documents with LibreOffice on this machine, one after the other, each with a profile of its own. */
export function createSoffice({ program, timeoutMs }: SofficeOptions): OfficeConverter {
  let last: Promise<unknown> = Promise.resolve();
  return ({ bytes, extension, password }, signal) => {
    if (password !== "") return Promise.reject(new Error("LibreOffice opens no encrypted documents here."));
    const converted = last.then(() =>
      convert(program, { bytes, extension }, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])),
    );
    last = converted.catch(() => undefined);
    return converted;
  };
}

async function convert(
  program: string,
  { bytes, extension }: { readonly bytes: Uint8Array; readonly extension: string },
  signal: AbortSignal,
): Promise<Uint8Array> {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), "galley-office-"));
  try {
    const profile = join(folder, "profile");
    await mkdir(join(profile, "user"), { recursive: true });
    await writeFile(join(profile, "user", "registrymodifications.xcu"), PROFILE);
    const document = join(folder, `document.${extension}`);
    await writeFile(document, bytes);
    await run(
      program,
      [`-env:UserInstallation=${pathToFileURL(profile).href}`, ...ARGUMENTS, folder, document],
      signal,
    );
    return await readFile(join(folder, "document.pdf"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const ARGUMENTS = ["--headless", "--norestore", "--nolockcheck", "--convert-to", "pdf", "--outdir"] as const;

/** Ends the program and those that it started when the signal aborts. */
async function run(program: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  const child = spawn(program, args, {
    stdio: "ignore",
    detached: true,
    env: { PATH: "/usr/bin:/bin", HOME: tmpdir() },
  });
  const kill = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  };
  signal.addEventListener("abort", kill);
  try {
    const [code] = await once(child, "close");
    if (signal.aborted) throw new Error("LibreOffice did not finish in time.");
    if (code !== 0) throw new Error(`LibreOffice ended with exit code ${code}.`);
  } finally {
    signal.removeEventListener("abort", kill);
  }
}
