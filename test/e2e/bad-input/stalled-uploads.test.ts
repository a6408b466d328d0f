import { readdirSync, readlinkSync } from "node:fs";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { startObjectServer } from "../../support/servers/object-server.ts";
import { madePipeline } from "../../support/pipelines.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";
const BUCKET = "stalled-uploads";
const SOON = { timeout: 60_000, interval: 100 };
const onLinux = process.platform === "linux";

/** A request up to the point where its sender stalls. */
interface Stalled {
  readonly request: string;
  readonly headers: readonly string[];
  readonly begins: Uint8Array | string;
}

const FORM = "multipart/form-data; boundary=b";
const FORM_BEGINS =
  '--b\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7 begin';

/** Every way in which the service reads a body. */
async function everyReader(service: RunningService, root: string): Promise<readonly Stalled[]> {
  const key = `service-key: ${service.serviceKey}`;
  const token = `Authorization: Bearer ${service.accessToken}`;
  const json = "Content-Type: application/json";
  const end = { kind: LOCAL, settings: { path: root } };
  const pipeline = await madePipeline(service, {
    source: { ...end, configuration: { folders: ["in"] } },
    destination: { ...end, configuration: { folder: "out" } },
  });
  const keys = await callManagement(service, `GET /api/keys/pipeline/${pipeline}/`);
  const pipelineKey = `Authorization: Bearer ${String(keys.at(0, "api_key"))}`;
  const pdf = letter().bytes.subarray(0, 1500);
  const form = [`Content-Type: ${FORM}`, pipelineKey];
  return [
    { request: "POST /api/v2/whisper?mode=native_text", headers: [key], begins: pdf },
    { request: "POST /api/v2/whisper?url_in_post=true", headers: [key], begins: "http://exa" },
    { request: "POST /api/v2/whisper?url=http://192.0.2.1/a.pdf", headers: [key], begins: pdf },
    {
      request: "POST /v1/whisper?processing_mode=text&output_mode=line-printer",
      headers: [key],
      begins: pdf,
    },
    { request: "PUT /uploads/a.pdf", headers: [key], begins: pdf },
    { request: `POST /deployment/pipeline/api/default/${pipeline}/`, headers: form, begins: FORM_BEGINS },
    { request: `POST /api/v1/pipeline/api/default/${pipeline}/`, headers: form, begins: FORM_BEGINS },
    { request: "POST /api/v1/service/default/workflow/", headers: [token, json], begins: '{"workflow' },
    { request: "POST /api/v2/whisper-manage-callback", headers: [key, json], begins: '{"url' },
    { request: "POST /graphql", headers: [token, json], begins: '{"query' },
  ];
}

async function opened(service: RunningService): Promise<Socket> {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  socket.on("error", () => socket.destroy());
  await once(socket, "connect");
  return socket;
}

function begin(socket: Socket, { request, headers, begins }: Stalled): void {
  const lines = [`${request} HTTP/1.1`, "Host: 127.0.0.1", "Transfer-Encoding: chunked", ...headers];
  const bytes = Buffer.from(begins);
  socket.write(`${lines.join("\r\n")}\r\n\r\n${bytes.length.toString(16)}\r\n`);
  socket.write(bytes);
  socket.write("\r\n");
}

/** The status line of the response, once the service has closed the connection. */
async function answerTo(service: RunningService, stalled: Stalled): Promise<string> {
  const socket = await opened(service);
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
  begin(socket, stalled);
  await once(socket, "close");
  return `${stalled.request}: ${answer.split("\r\n")[0]}`;
}

/** Files of unfinished uploads that the process has open. */
function openUploads({ pid }: RunningService): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder)
    .map((descriptor) => {
      try {
        return readlinkSync(join(folder, descriptor));
      } catch {
        // The file was closed after the folder was listed.
        return "";
      }
    })
    .filter((path) => path.includes("/incoming/"));
}

async function readUploads(service: RunningService, count: number): Promise<void> {
  const client = createRestClient(service);
  const { bytes } = letter();
  const read = async (): Promise<void> => {
    const hash = await client.submit(bytes, { mode: "native_text" });
    expect(await client.waitUntilSettled(hash)).toMatchObject({ status: "processed" });
  };
  for (let done = 0; done < count; done += 10) await Promise.all(Array.from({ length: 10 }, read));
}

describe.skipIf(!onLinux)("bodies that stall", () => {
  test(
    "get 408 from every reader, close their files, and 200 uploads after 20 of them are read",
    { timeout: 240_000 },
    async () => {
      await using files = temporaryFolder();
      await using service = await startService({
        env: { GALLEY_BODY_TIMEOUT_S: "2", GALLEY_LOCAL_ROOTS: files.path },
      });
      const readers = await everyReader(service, files.path);
      const stalled = [...readers, ...readers];
      const answers = await Promise.all(stalled.map((one) => answerTo(service, one)));
      expect(answers).toEqual(stalled.map(({ request }) => `${request}: HTTP/1.1 408 Request Timeout`));
      await expect.poll(() => openUploads(service), SOON).toEqual([]);
      expect(await readdir(join(service.dataDir, "objects", "incoming"))).toEqual([]);
      await readUploads(service, 200);
      expect(openUploads(service)).toEqual([]);
    },
  );

  test("close their files when the sender disconnects", { timeout: 120_000 }, async () => {
    await using files = temporaryFolder();
    await using service = await startService({ env: { GALLEY_LOCAL_ROOTS: files.path } });
    const readers = await everyReader(service, files.path);
    const sockets = await Promise.all(
      readers.map(async (one) => {
        const socket = await opened(service);
        begin(socket, one);
        return socket;
      }),
    );
    // Those that store a document: two versions, one by URL, an upload and two forms.
    await expect.poll(() => openUploads(service).length, SOON).toBe(6);
    for (const socket of sockets) socket.resetAndDestroy();
    await expect.poll(() => openUploads(service), SOON).toEqual([]);
    expect(await readdir(join(service.dataDir, "objects", "incoming"))).toEqual([]);
    await readUploads(service, 10);
  });

  test("a truncated form is rejected, whatever part of it was read", { timeout: 120_000 }, async () => {
    await using files = temporaryFolder();
    await using service = await startService({ env: { GALLEY_LOCAL_ROOTS: files.path } });
    const forms = (await everyReader(service, files.path)).filter(({ begins }) => begins === FORM_BEGINS);
    const whole = Buffer.concat([Buffer.from(FORM_BEGINS), Buffer.from("\r\n--b--\r\n")]);
    for (const { request, headers } of forms) {
      for (let length = 0; length < whole.length - 4; length += 7) {
        const socket = await opened(service);
        let answer = "";
        socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
        const lines = [`${request} HTTP/1.1`, "Host: x", "Connection: close", `Content-Length: ${length}`];
        socket.write(`${[...lines, ...headers].join("\r\n")}\r\n\r\n`);
        socket.write(whole.subarray(0, length));
        await once(socket, "close");
        expect([length, answer.split("\r\n")[0]]).toEqual([length, "HTTP/1.1 400 Bad Request"]);
      }
    }
    await readUploads(service, 10);
  });

  test("leave nothing in an S3 store", { timeout: 120_000 }, async () => {
    await using files = temporaryFolder();
    await using objects = await startObjectServer();
    await objects.makeBucket(BUCKET);
    await using service = await startService({
      env: {
        GALLEY_BODY_TIMEOUT_S: "2",
        GALLEY_LOCAL_ROOTS: files.path,
        GALLEY_OBJECTS: `s3://${BUCKET}`,
        AWS_ENDPOINT_URL: `http://127.0.0.1:${objects.port}`,
        AWS_ACCESS_KEY_ID: objects.key,
        AWS_SECRET_ACCESS_KEY: objects.secret,
      },
    });
    const readers = await everyReader(service, files.path);
    const answers = await Promise.all(readers.map((one) => answerTo(service, one)));
    expect(answers).toEqual(readers.map(({ request }) => `${request}: HTTP/1.1 408 Request Timeout`));
    expect(await objects.keys(BUCKET)).toEqual([]);
    await readUploads(service, 10);
  });
});
