import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { readConfig, type Config } from "./config.ts";

function good(environment: NodeJS.ProcessEnv): Config {
  const outcome = readConfig(environment);
  if (!outcome.ok) throw new Error(outcome.problems.join("\n"));
  return outcome.config;
}

test("an empty environment yields the documented defaults", () => {
  expect(good({})).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    databaseUrl: undefined,
    dataDir: resolve(".galley"),
    objects: { kind: "folder", path: resolve(".galley/objects") },
    role: "all",
    extraction: { memoryMb: 2048, maxPages: 5000, pageTimeoutSeconds: 120 },
    maxUploadBytes: 200 * 1024 * 1024,
    first: { organization: "default" },
  });
});

test("a blank variable counts as unset", () => {
  expect(good({ PORT: "", GALLEY_ROLE: "  " })).toMatchObject({ port: 8080, role: "all" });
});

test.each([
  ["file:///var/lib/galley", { kind: "folder", path: "/var/lib/galley" }],
  ["s3://bucket", { kind: "s3", bucket: "bucket", prefix: "" }],
  ["s3://bucket/some/place/", { kind: "s3", bucket: "bucket", prefix: "some/place/" }],
])("GALLEY_OBJECTS %s is valid", (text, place) => {
  expect(good({ GALLEY_OBJECTS: text }).objects).toEqual(place);
});

test("the endpoint of S3 takes precedence over that of all AWS services", () => {
  const addresses = { AWS_ENDPOINT_URL: "http://all:1", AWS_ENDPOINT_URL_S3: "http://s3:2/" };
  expect(good(addresses).s3.endpoint).toBe("http://s3:2");
});

test.each([
  ["HOST", "no host"],
  ["PORT", "http"],
  ["PORT", "65536"],
  ["PORT", "80.5"],
  ["DATABASE_URL", "mysql://host/database"],
  ["GALLEY_DATA_DIR", "/dev/null/below"],
  ["GALLEY_OBJECTS", "/var/lib/galley"],
  ["GALLEY_OBJECTS", "s3://"],
  ["AWS_ENDPOINT_URL", "host:9000"],
  ["GALLEY_ROLE", "server"],
  ["GALLEY_THREADS", "0"],
  ["GALLEY_THREADS", "-1"],
  ["GALLEY_EXTRACTION_MEMORY_MB", "16"],
  ["GALLEY_MAX_UPLOAD_MB", "many"],
  ["GALLEY_MAX_PAGES", "0"],
  ["GALLEY_BODY_TIMEOUT_S", "0"],
  ["GALLEY_PAGE_TIMEOUT_S", "0"],
  ["GALLEY_TESSDATA", "/no/such/folder"],
  ["GALLEY_TESSDATA", import.meta.filename],
  ["GALLEY_OCR_URL", "ftp://host"],
  ["GALLEY_FIELDS_MODEL", "other:qwen3"],
  ["GALLEY_FIELDS_MODEL", "openai-compatible:http://127.0.0.1:11434/v1"],
  ["GALLEY_FIELDS_MODEL_ASK", "sometimes"],
  ["GALLEY_OFFICE_URL", "gotenberg:3000"],
  ["GALLEY_SOFFICE", "/no/such/soffice"],
  ["GALLEY_ORG", "a b"],
  ["GALLEY_LOCAL_ROOTS", `${tmpdir()}:/usr`],
  ["GALLEY_LOCAL_ROOTS", `${tmpdir()};/usr`],
  ["GALLEY_LOCAL_ROOTS", "/usr,documents"],
  ["GALLEY_LOCAL_ROOTS", "/usr,/no/such/folder"],
  ["GALLEY_OUTBOUND_ALLOW", "10.0.0.0"],
  ["GALLEY_OUTBOUND_ALLOW", "10.0.0.0/8:192.168.0.0/16"],
  ["GALLEY_OUTBOUND_ALLOW", "10.0.0.0/8 192.168.0.0/16"],
  ["GALLEY_OUTBOUND_ALLOW", "10.0.0.0/33"],
  ["GALLEY_RESULT_RETENTION_DAYS", "0"],
  ["GALLEY_RETRIEVE_AGAIN_MINUTES", "-1"],
  ["GALLEY_WEBHOOK_RETRIES", "10,soon"],
  ["GALLEY_WEBHOOK_RETRIES", "86401"],
  ["GALLEY_WEBHOOK_RETRIES", "10;60"],
  ["GALLEY_OCR_ENGINE", "wasm:onnx"],
  ["GALLEY_WEBHOOK_RETRIES", "1,".repeat(20).concat("1")],
  ["GALLEY_PUBLIC_URL", "galley.example"],
  ["GALLEY_CORS_ORIGINS", "*"],
  ["GALLEY_CORS_ORIGINS", "null"],
  ["GALLEY_CORS_ORIGINS", "https://app.example/"],
  ["GALLEY_CORS_ORIGINS", "https://*.app.example"],
  ["GALLEY_CORS_ORIGINS", "https://app.example,app.example"],
  ["GALLEY_CORS_ORIGINS", "https://app.example;https://other.example"],
  ["GALLEY_OPEN_SCHEMA", "yes"],
  ["LOG_LEVEL", "verbose"],
])("%s %s is rejected with the variable, the value and what is valid", (variable, value) => {
  const outcome = readConfig({ [variable]: value });
  expect(outcome).toEqual({
    ok: false,
    problems: [expect.stringContaining(`${variable} is ${value}; expected`)],
  });
});

test.each([
  ["GALLEY_SERVICE_KEY", "short"],
  ["GALLEY_ACCESS_TOKEN", "with blanks in between"],
  ["GALLEY_SECRET_KEYS", "first:dG9vIHNob3J0"],
  ["DATABASE_URL", "mysql://user:open-sesame@host/database?password=open-sesame"],
  ["GALLEY_FIELDS_MODEL", "openai-compatible:https://user:open-sesame@host/v1#qwen3"],
])("an invalid %s is rejected without repeating the secret", (variable, value) => {
  const outcome = readConfig({ [variable]: value });
  expect(outcome).toEqual({ ok: false, problems: [expect.stringContaining(`${variable} is `)] });
  expect(JSON.stringify(outcome)).not.toMatch(/short"|blanks|dG9v|open-sesame/);
});

test("unknown variables are named in a warning, without their values", () => {
  expect(readConfig({ GALLEY_THREADS: "2", PATH: "/usr/bin" })).toMatchObject({ warning: undefined });
  const misspelt = readConfig({ GALLEY_LOCAL_ROOT: "/usr", GALLEY_SERVICEKEY: "open-sesame" });
  expect(misspelt).toMatchObject({
    ok: true,
    warning: expect.stringMatching(/^Unknown variables are ignored: GALLEY_LOCAL_ROOT, GALLEY_SERVICEKEY\./),
  });
  expect(JSON.stringify(misspelt)).not.toContain("open-sesame");
});

test("all invalid variables are reported at once", () => {
  const outcome = readConfig({ PORT: "x", GALLEY_ROLE: "y", GALLEY_THREADS: "z" });
  expect(outcome).toMatchObject({ ok: false, problems: { length: 3 } });
});

test("the table shows set and unset variables, and no secret", () => {
  const outcome = readConfig({
    PORT: "9000",
    DATABASE_URL: "postgresql://galley:open-sesame@db.example/galley?password=open-sesame",
    GALLEY_SERVICE_KEY: "open-sesame-open-sesame",
    GALLEY_ACCESS_TOKEN: "open-sesame-open-sesame",
    GALLEY_SECRET_KEYS: `first:${Buffer.from("open-sesame".padEnd(32, "-")).toString("base64")}`,
    GALLEY_OCR_URL: "https://user:open-sesame@ocr.example/",
    GALLEY_FIELDS_MODEL_KEY: "open-sesame",
  });
  const table = outcome.ok ? outcome.table : [];
  expect(table).toContainEqual({
    variable: "PORT",
    value: "9000",
    origin: "set",
    meaning: expect.any(String),
  });
  expect(table).toContainEqual(
    expect.objectContaining({ variable: "GALLEY_ROLE", value: "all", origin: "default" }),
  );
  expect(JSON.stringify(table)).toContain("db.example");
  expect(JSON.stringify(table)).not.toMatch(/open-sesame|b3Blbi1zZXNhbWU/);
});

test("GALLEY_TESSDATA must exist, GALLEY_DATA_DIR need not exist yet", async () => {
  const folder = await mkdtemp(join(tmpdir(), "galley-config-"));
  await writeFile(join(folder, "file"), "");
  expect(good({ GALLEY_DATA_DIR: join(folder, "new", "place") }).dataDir).toBe(join(folder, "new", "place"));
  expect(readConfig({ GALLEY_DATA_DIR: join(folder, "file") }).ok).toBe(false);
  expect(readConfig({ GALLEY_TESSDATA: folder }).ok).toBe(true);
  await rm(folder, { recursive: true });
});

test("webhook retries follow the configured schedule", () => {
  expect(good({}).webhookRetrySeconds).toEqual([10, 60, 300]);
  expect(good({ GALLEY_WEBHOOK_RETRIES: "0.5, 2" }).webhookRetrySeconds).toEqual([0.5, 2]);
});

test("by default, texts are kept for a week and cannot be retrieved again over REST", () => {
  const byDefault = { resultSeconds: 604_800, retrieveAgainSeconds: 0, keepText: "until_expiry" };
  expect(good({}).textLifetime).toEqual(byDefault);
  const set = good({
    GALLEY_RESULT_RETENTION_DAYS: "1",
    GALLEY_RETRIEVE_AGAIN_MINUTES: "5",
    GALLEY_KEEP_TEXT: "until_retrieved",
  });
  const expected = { resultSeconds: 86_400, retrieveAgainSeconds: 300, keepText: "until_retrieved" };
  expect(set.textLifetime).toEqual(expected);
});

test("by default, the schema is open except in production", () => {
  expect(good({}).openSchema).toBe(true);
  expect(good({ NODE_ENV: "production" }).openSchema).toBe(false);
  expect(good({ NODE_ENV: "production", GALLEY_OPEN_SCHEMA: "on" }).openSchema).toBe(true);
});
