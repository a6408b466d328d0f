import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { valueAt, type Exchange, type Reply } from "./exchange.ts";

export const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

/** The local folder connector, whose settings are not secret and need no server. */
export const FOLDER_KIND = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";

/** Errors of the management area name each problem, by field if there is one. */
export function assertErrors(
  reply: Reply,
  status: number,
  expected: { readonly attr?: string | null; readonly detail?: string | RegExp } = {},
): void {
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.headers["content-type"], "application/json");
  const type = status === 400 ? "validation_error" : "client_error";
  assert.equal(valueAt(reply.json, "type"), type, reply.text);
  const error = errorOf(reply);
  assert.equal(typeof valueAt(error, "code"), "string", reply.text);
  if (expected.attr !== undefined) assert.equal(valueAt(error, "attr"), expected.attr, reply.text);
  const detail = String(valueAt(error, "detail"));
  if (typeof expected.detail === "string") assert.equal(detail, expected.detail);
  if (expected.detail instanceof RegExp) assert.match(detail, expected.detail);
}

function errorOf({ json, text }: Reply): unknown {
  const errors = valueAt(json, "errors");
  assert.ok(Array.isArray(errors), text);
  return errors[0];
}

/** The rows of a list in the documented envelope. */
export function rowsOf({ json, text, status }: Reply): readonly unknown[] {
  assert.equal(status, 200, text);
  const rows = valueAt(json, "results");
  assert.ok(Array.isArray(rows), text);
  return rows;
}

export async function madeWorkflow(exchange: Pick<Exchange, "manage">): Promise<string> {
  return made(exchange, "/workflow/", { workflow_name: randomUUID() });
}

export async function madePipeline(exchange: Pick<Exchange, "manage">, facts: object = {}): Promise<string> {
  const workflow = await madeWorkflow(exchange);
  return made(exchange, "/pipeline/", { pipeline_name: aName(), workflow, ...facts });
}

export async function madeConnector(exchange: Pick<Exchange, "manage">, facts: object = {}): Promise<string> {
  const body = {
    connector_id: FOLDER_KIND,
    connector_name: aName(),
    connector_metadata: { path: "/usr/share" },
  };
  return made(exchange, "/connector/", { ...body, ...facts });
}

/** A unique name. */
export function aName(): string {
  return randomUUID().slice(0, 30);
}

async function made({ manage }: Pick<Exchange, "manage">, path: string, body: object): Promise<string> {
  const { status, json, text } = await manage("POST", path, { body });
  assert.equal(status, 201, text);
  return String(valueAt(json, "id"));
}
