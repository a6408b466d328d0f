import { chmod, chown, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import {
  mariadbServerMissing,
  sftpServerMissing,
  loopbackUrl,
  startEmbeddedPostgres,
  startMariadbServer,
  startSftpServer,
  type MariadbServer,
  type SftpServer,
} from "galley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { textDocument } from "../../fixtures/long.ts";
import { startHttpGate, type HttpGate } from "../../support/servers/http-gate.ts";
import { startObjectServer, type ObjectServer } from "../../support/servers/object-server.ts";
import {
  endedRun,
  failures,
  madePipeline,
  ran,
  startedRun,
  type WorkflowEnd,
} from "../../support/pipelines.ts";
import { psql, psqlMissing } from "../../support/clients/psql.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { startTcpLine, type TcpLine } from "../../support/servers/tcp-line.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const S3 = "minio|c799f6e3-2b57-434e-aaac-b5daa415da19";
const SFTP = "sftp|e68fa828-2988-4cce-9e3d-4285348e3227";
const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";
const POSTGRESQL = "postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb";
const MARIADB = "mariadb|146b0124-b9fc-466f-8e68-098ff60703e8";

const missing = {
  mariadb: await mariadbServerMissing(),
  sftp: await sftpServerMissing(),
  psql: await psqlMissing(),
};

/** Why a suite is skipped, appended to its name. */
function because(...reasons: readonly (string | undefined)[]): string {
  const reason = reasons.find((one) => one !== undefined);
  return reason === undefined ? "" : ` (${reason})`;
}

const running = new AsyncDisposableStack();
const folder = running.use(temporaryFolder());
let service: RunningService;
let objects: ObjectServer;
let gate: HttpGate;
let mariadb: MariadbServer;
let line: TcpLine;
let sftp: SftpServer;

beforeAll(async () => {
  objects = running.use(await startObjectServer());
  gate = running.use(await startHttpGate(objects.port));
  if (missing.mariadb === undefined) {
    mariadb = running.use(await startMariadbServer());
    line = running.use(await startTcpLine(mariadb.port));
  }
  if (missing.sftp === undefined) sftp = running.use(await startSftpServer());
  service = running.use(
    await startService({
      env: { GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8", GALLEY_LOCAL_ROOTS: folder.path },
    }),
  );
});

afterAll(() => running.disposeAsync());

const PDFS = [textDocument(1).bytes, textDocument(2).bytes, textDocument(3).bytes] as const;
const NAMES = ["one.pdf", "zwei Größen.pdf", "三.pdf"] as const;

let buckets = 0;

/** A bucket with documents in its folder "in", and a workflow endpoint that reads them. */
async function bucketOf(names: readonly string[]): Promise<{ bucket: string; end: WorkflowEnd }> {
  buckets += 1;
  const bucket = `bucket-${buckets}`;
  await objects.makeBucket(bucket);
  for (const [index, name] of names.entries()) {
    await objects.put(bucket, `in/${name}`, PDFS[index % PDFS.length] ?? new Uint8Array());
  }
  return { bucket, end: { kind: S3, settings: s3Settings(), configuration: { folders: [`${bucket}/in`] } } };
}

function s3Settings(): object {
  const { key, secret } = objects;
  return { key, secret, endpoint_url: `http://127.0.0.1:${gate.port}`, region_name: "us-east-1" };
}

async function mariadbEnd(table: object = {}): Promise<{ database: string; end: WorkflowEnd }> {
  const database = await mariadb.createDatabase();
  const { user, password } = mariadb;
  const settings = { host: "127.0.0.1", port: `${line.port}`, database, user, password };
  return { database, end: { kind: MARIADB, settings, configuration: table } };
}

/** A database in the service's own cluster, for a user without other permissions. */
async function postgresEnd(): Promise<{ url: string; adminUrl: string; user: string; end: WorkflowEnd }> {
  await using cluster = await startEmbeddedPostgres(service.dataDir);
  const user = `writer_${randomBytes(4).toString("hex")}`;
  const password = randomBytes(12).toString("base64url");
  await psql(cluster.url, `create role ${user} login password '${password}'`);
  await psql(cluster.url, `create database ${user} owner ${user}`);
  secrets.push(password, new URL(cluster.url).password);
  const url = loopbackUrl(cluster.url);
  url.pathname = user;
  const adminUrl = url.href;
  Object.assign(url, { username: user, password });
  const settings = { connection_url: url.href };
  return {
    url: url.href,
    adminUrl,
    user,
    end: { kind: POSTGRESQL, settings, configuration: { table: "texts" } },
  };
}

/** Every credential used. */
const secrets: string[] = [];

describe.skipIf(missing.psql !== undefined)(`from S3 to PostgreSQL${because(missing.psql)}`, () => {
  test("documents become rows, once, and files that are not documents are reported", async () => {
    const { bucket, end: source } = await bucketOf(NAMES);
    await objects.put(bucket, "in/broken.pdf", Buffer.from("\0 no document"));
    const { url, end: destination } = await postgresEnd();
    const pipeline = await madePipeline(service, { source, destination });
    const first = await ran(service, pipeline);
    expect(first).toMatchObject({ status: "PARTIAL", successfulFiles: 3, failedFiles: 1 });
    expect(Object.keys(failures(first))).toEqual([`${bucket}/in/broken.pdf`]);
    const rows = await psql(
      url,
      "select file_path, status, metadata->>'page_count', position('Page 1 of' in text) > 0 from texts order by 3",
    );
    expect(rows).toEqual(
      NAMES.map((name, index) => [`${bucket}/in/${name}`, "SUCCESS", `${index + 1}`, "t"]),
    );

    await objects.put(bucket, "in/broken.pdf", PDFS[0]);
    expect(await ran(service, pipeline)).toMatchObject({
      successfulFiles: 1,
      skippedFiles: 3,
      failedFiles: 0,
    });
    expect(await psql(url, "select count(*), count(distinct file_path) from texts")).toEqual([["4", "4"]]);
  });

  test("a missing write permission is reported for each file, and a second run finishes them", async () => {
    const { end: source } = await bucketOf(["a.pdf", "b.pdf"]);
    const { url, adminUrl, user, end: destination } = await postgresEnd();
    await psql(adminUrl, `revoke create on schema public from public, ${user}`);
    await psql(adminUrl, `alter database ${user} owner to current_user`);
    const pipeline = await madePipeline(service, { source, destination });
    const first = await ran(service, pipeline);
    expect(first).toMatchObject({ status: "ERROR", successfulFiles: 0, failedFiles: 2 });
    expect(Object.values(failures(first))).toEqual(
      Array.from({ length: 2 }, () => "At the destination: permission denied for schema public"),
    );
    await psql(adminUrl, `grant create on schema public to ${user}`);
    expect(await ran(service, pipeline)).toMatchObject({ status: "COMPLETED", successfulFiles: 2 });
    expect(await psql(url, "select count(*) from texts")).toEqual([["2"]]);
  });

  test("documents in a table become files in a bucket", async () => {
    const { url, end } = await postgresEnd();
    const [pdf] = PDFS;
    const hex = Buffer.from(pdf).toString("hex");
    await psql(url, "create table papers (number bigint primary key, paper bytea)");
    await psql(
      url,
      `insert into papers values (7, decode('${hex}', 'hex')), (8, decode('7f454c460201010000', 'hex')), (9, null)`,
    );
    const taken = { table: "papers", keyColumn: "number", contentColumn: "paper" };
    const { bucket } = await bucketOf([]);
    const pipeline = await madePipeline(service, {
      source: { ...end, configuration: taken },
      destination: { kind: S3, settings: s3Settings(), configuration: { folder: bucket } },
    });
    const run = await ran(service, pipeline);
    expect(run).toMatchObject({ status: "PARTIAL", successfulFiles: 1, failedFiles: 1 });
    expect(Object.keys(failures(run))).toEqual(["8"]);
    expect(await objects.text(bucket, "7.txt")).toContain("Page 1 of 1");
  });

  test("a table with other columns is extended, and unchanged if it does not fit", async () => {
    const { end: source } = await bucketOf(["a.pdf", "b.pdf"]);
    const { url, end: destination } = await postgresEnd();
    await psql(url, "create table texts (note text, text integer); insert into texts values ('kept', 7)");
    const pipeline = await madePipeline(service, { source, destination });
    const first = await ran(service, pipeline);
    expect(first).toMatchObject({ status: "ERROR", failedFiles: 2 });
    expect(Object.values(failures(first))[0]).toContain("invalid input syntax for type integer");
    expect(await psql(url, "select note, text from texts")).toEqual([["kept", "7"]]);
    await psql(url, "alter table texts alter text type text");
    expect(await ran(service, pipeline)).toMatchObject({ status: "COMPLETED", successfulFiles: 2 });
    const rows = await psql(url, "select note, execution_id is not null from texts order by note nulls last");
    expect(rows).toEqual([
      ["kept", "f"],
      ["", "t"],
      ["", "t"],
    ]);
  });
});

describe.skipIf(missing.mariadb !== undefined || missing.sftp !== undefined)(
  `from SFTP to MariaDB${because(missing.mariadb, missing.sftp)}`,
  () => {
    function sftpEnd(name: string): WorkflowEnd {
      const { port, username, password, folder: root } = sftp;
      const settings = { host: "127.0.0.1", port: `${port}`, username, password, user_dir: root };
      return {
        kind: SFTP,
        settings,
        configuration: { folders: [name], patterns: ["*.pdf"], recursive: true },
      };
    }

    test("documents become rows, and an unreadable file is reported", async () => {
      const place = join(sftp.folder, "scans", "below");
      await mkdir(place, { recursive: true });
      const { uid, gid } = await stat(sftp.folder);
      for (const [index, name] of NAMES.entries()) {
        await writeFile(join(place, name), PDFS[index] ?? "");
        await chown(join(place, name), uid, gid);
      }
      await writeFile(join(place, "notes.txt"), "not asked for");
      await chmod(join(place, "one.pdf"), 0o000);
      const { database, end: destination } = await mariadbEnd({ table: "texts" });
      const pipeline = await madePipeline(service, { source: sftpEnd("scans"), destination });
      const first = await ran(service, pipeline);
      expect(first).toMatchObject({ status: "PARTIAL", successfulFiles: 2, failedFiles: 1 });
      expect(failures(first)).toEqual({ "scans/below/one.pdf": "The user has no permission for this." });
      await chmod(join(place, "one.pdf"), 0o600);
      expect(await ran(service, pipeline)).toMatchObject({ successfulFiles: 1, skippedFiles: 2 });
      const rows = await mariadb.select(
        database,
        "select file_path, status, json_value(metadata, '$.page_count'), text like '%Page 1 of%' from texts order by 3",
      );
      expect(rows).toEqual(
        NAMES.map((name, index) => [`scans/below/${name}`, "SUCCESS", `${index + 1}`, "1"]),
      );
    });
  },
);

describe.skipIf(missing.mariadb !== undefined)(`into MariaDB${because(missing.mariadb)}`, () => {
  test("a full table receives no partial row, and a second run finishes the rest", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `${index}.pdf`);
    const { end: source } = await bucketOf(names);
    const { database, end: destination } = await mariadbEnd({ table: "texts", columnMode: "single" });
    const columns = "file_path varchar(500), content_hash varchar(100), data longtext";
    await mariadb.select(
      database,
      `create table texts (${columns}) engine = myisam max_rows = 10 avg_row_length = 100`,
    );
    await mariadb.select(database, "insert into texts values ('ballast', '', repeat('x', 40000))");
    const pipeline = await madePipeline(service, { source, destination });
    const first = await ran(service, pipeline);
    expect(first.successfulFiles + first.failedFiles).toBe(8);
    expect(first.failedFiles).toBeGreaterThan(0);
    expect(new Set(Object.values(failures(first)))).toEqual(
      new Set(["At the destination: The table 'texts' is full"]),
    );
    const written = "select count(*), sum(json_valid(data)) from texts where file_path <> 'ballast'";
    const done = `${first.successfulFiles}`;
    expect(await mariadb.select(database, written)).toEqual([
      [done, first.successfulFiles === 0 ? null : done],
    ]);
    await mariadb.select(database, "alter table texts max_rows = 1000000 avg_row_length = 10000");
    const second = await ran(service, pipeline);
    expect(second).toMatchObject({ status: "COMPLETED", successfulFiles: first.failedFiles, failedFiles: 0 });
    expect(await mariadb.select(database, written)).toEqual([["8", "8"]]);
  });

  test("after a connection is lost and restored, nothing is lost or written twice", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `${index}.pdf`);
    const { end: source } = await bucketOf(names);
    const { database, end: destination } = await mariadbEnd({ table: "texts" });
    await mariadb.select(database, "create table texts (file_path varchar(500))");
    const pipeline = await madePipeline(service, { source, destination });
    const run = await startedRun(service, pipeline);
    await expect
      .poll(() => mariadb.select(database, "select count(*) > 0 from texts"), {
        timeout: 30_000,
        interval: 20,
      })
      .toEqual([["1"]]);
    line.cut();
    setTimeout(() => line.mend(), 700);
    const ended = await endedRun(service, run);
    expect(failures(ended)).toEqual({});
    expect(ended).toMatchObject({ status: "COMPLETED", successfulFiles: 12 });
    const count = "select count(*), count(distinct file_path), sum(text like '%Page 1 of%') from texts";
    expect(await mariadb.select(database, count)).toEqual([["12", "12", "12"]]);
  });
});

describe("from a folder to S3", () => {
  test("documents become objects with their folders and names", async () => {
    const place = join(folder.path, "scans", "in");
    await mkdir(place, { recursive: true });
    for (const [index, name] of NAMES.entries()) await writeFile(join(place, name), PDFS[index] ?? "");
    const { bucket } = await bucketOf([]);
    const source = {
      kind: LOCAL,
      settings: { path: join(folder.path, "scans") },
      configuration: { folders: ["in"] },
    };
    const destination = { kind: S3, settings: s3Settings(), configuration: { folder: `${bucket}/out` } };
    const pipeline = await madePipeline(service, { source, destination });
    expect(await ran(service, pipeline)).toMatchObject({ status: "COMPLETED", successfulFiles: 3 });
    expect(await objects.keys(bucket)).toEqual(
      NAMES.flatMap((name) => [`out/in/${name}.json`, `out/in/${name}.txt`]).toSorted(),
    );
    expect(await objects.text(bucket, `out/in/${NAMES[2]}.txt`)).toContain("Page 3 of 3");
  });

  test("vanished files are reported by name, interrupted ones are read again, and a second run finishes", async () => {
    const { bucket, end: source } = await bucketOf(["a.pdf", "breaks.pdf", "gone.pdf"]);
    const root = join(folder.path, "texts");
    await mkdir(root);
    const destination = { kind: LOCAL, settings: { path: root }, configuration: { folder: "out" } };
    const pipeline = await madePipeline(service, { source, destination });
    let broken = 0;
    gate.onRequest = async (method, path) => {
      if (method === "GET" && path.endsWith("/gone.pdf")) await objects.remove(bucket, "in/gone.pdf");
      if (method !== "GET" || !path.endsWith("/breaks.pdf") || broken === 2) return "pass";
      broken += 1;
      return "break";
    };
    const first = await ran(service, pipeline);
    gate.onRequest = async () => "pass";
    expect(first).toMatchObject({ status: "PARTIAL", successfulFiles: 2, failedFiles: 1 });
    expect(failures(first)[`${bucket}/in/gone.pdf`]).toMatch(/^NoSuchKey: /);
    expect(first.errorMessage).toContain("1 of 3 files could not be processed.");
    expect(broken).toBe(2);
    await objects.put(bucket, "in/gone.pdf", PDFS[1]);
    expect(await ran(service, pipeline)).toMatchObject({
      successfulFiles: 1,
      skippedFiles: 2,
      failedFiles: 0,
    });
    const written = await readdir(join(root, "out", bucket, "in"));
    const names = ["a.pdf", "breaks.pdf", "gone.pdf"];
    expect(written.toSorted()).toEqual(names.flatMap((name) => [`${name}.json`, `${name}.txt`]));
  });
});

test.skipIf(missing.psql !== undefined)(
  "the database, the logs and all responses contain no credential",
  async () => {
    secrets.push(objects.secret);
    if (missing.mariadb === undefined) secrets.push(mariadb.password);
    if (missing.sftp === undefined) secrets.push(sftp.password);
    await using cluster = await startEmbeddedPostgres(service.dataDir);
    const tables = await psql(
      cluster.url,
      `select format('%I.%I', schemaname, tablename) from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(20);
    const dump: string[] = [service.logs()];
    for (const [table = ""] of tables) {
      dump.push(...(await psql(cluster.url, `select to_jsonb(row) from ${table} as row`)).flat());
    }
    const text = dump.join("\n");
    expect(text).toContain("sealed_settings");
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  },
);
