import { spawnSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { textDocument } from "../../fixtures/long.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import type { Findings } from "../findings.ts";

const DISK_BYTES = 8 * 1024 * 1024;
const QUERY = { mode: "native_text" };

/** The disk of the documents is full for a while. Needs a disk of its own, which only root can create. */
export async function fillDisk(): Promise<Findings> {
  await using folder = temporaryFolder();
  const mount = ["mount", "-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", folder.path];
  if (!succeeds(mount)) {
    return { faults: [], slow: [], figures: ["not tried: a disk of its own cannot be mounted here"] };
  }
  try {
    return await whileFull(folder.path);
  } finally {
    succeeds(["umount", folder.path]);
  }
}

async function whileFull(disk: string): Promise<Findings> {
  const objects = pathToFileURL(`${disk}/objects`).href;
  await using service = await startService({
    env: { GALLEY_OBJECTS: objects, GALLEY_MIN_FREE_MB: "2", LOG_LEVEL: "silent" },
  });
  const client = createRestClient(service);
  const { bytes } = textDocument(3);
  const before = await client.submit(bytes, QUERY);
  await writeFile(`${disk}/ballast`, Buffer.alloc(DISK_BYTES)).catch(() => undefined);
  const body = Buffer.from(textDocument(40).bytes);
  const refused = await client.request("/whisper", { method: "POST", body, query: QUERY });
  const told = await refused.text();
  const [live, ready] = await Promise.all(
    ["live", "ready"].map((name) => fetch(`${service.url}/health/${name}`)),
  );
  const reason = await ready?.text();
  const upload = await fetch(`${service.url}/uploads/some.pdf`, {
    method: "PUT",
    headers: { "service-key": service.serviceKey },
    body,
  });
  const first = await client.waitUntilSettled(before);
  const text = (await client.retrieve(before)).result_text;
  await rm(`${disk}/ballast`);
  const after = await client.waitUntilSettled(await client.submit(bytes, QUERY));
  const readyAgain = await fetch(`${service.url}/health/ready`);
  const retryAfter = refused.headers.get("retry-after");
  return {
    faults: [
      ...(refused.status === 503 && retryAfter !== null ? [] : [`the answer was ${refused.status}: ${told}`]),
      ...(live?.ok ? [] : ["it does not live"]),
      ...(ready?.status === 503 && reason?.includes("2 MB are free for documents")
        ? []
        : [`it said of itself: ${ready?.status} ${reason}`]),
      ...(upload.status === 503 ? [] : [`an upload was answered with ${upload.status}`]),
      ...(text.includes("Page 3 of 3") ? [] : ["a document that was there is not retrieved"]),
      ...(readyAgain.ok ? [] : ["it is not ready when there is room again"]),
      ...[first, after].flatMap(({ status }) => (status === "processed" ? [] : [`a document is ${status}`])),
    ],
    slow: [],
    figures: [`a full disk: ${refused.status} with Retry-After ${retryAfter}; read before and after: 2 of 2`],
  };
}

function succeeds([program = "", ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}
