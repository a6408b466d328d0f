import * as fc from "fast-check";
import { EUROPEAN } from "../documents.ts";
import type { DescribedOperation, DescribedParameter, Schema } from "./described-service.ts";
import { allowedBy, nearly, STRANGE } from "./values.ts";

/** A request as it is sent. */
export interface GeneratedRequest {
  readonly method: string;
  /** With its query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  /** Whether it has valid credentials for the call. */
  readonly isAuthenticated: boolean;
}

/** The input of request generation besides the description. */
export interface Known {
  /** Parameter values that identify a record, by parameter name; `id` has those of every kind. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** Headers of each security scheme. */
  readonly credentials: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export function requestsTo(operation: DescribedOperation, known: Known): fc.Arbitrary<GeneratedRequest> {
  return fc
    .record({
      path: pathOf(operation, known),
      query: queryOf(operation, known),
      own: headersOf(operation),
      body: bodyOf(operation, known),
      access: accessTo(operation, known),
    })
    .map(({ path, query, own, body, access }) => ({
      method: operation.method,
      target: `${path}${query}`,
      headers: { ...own, ...access.headers, ...(body.type !== undefined && { "content-type": body.type }) },
      body: body.content,
      isAuthenticated: access.isGood,
    }));
}

function parametersIn(
  operation: DescribedOperation,
  place: DescribedParameter["in"],
): readonly DescribedParameter[] {
  return operation.parameters.filter((parameter) => parameter.in === place);
}

function pathOf(operation: DescribedOperation, { ids }: Known): fc.Arbitrary<string> {
  const names = parametersIn(operation, "path").map(({ name }) => name);
  const kind = /\/(pipeline|workflow\/endpoint|workflow|connector)\//.exec(operation.path)?.[1] ?? "";
  const model = Object.fromEntries(
    names.map((name) => {
      const good = ids[name === "id" && kind in ids ? kind : name] ?? [
        "00000000-0000-4000-8000-000000000000",
      ];
      return [
        name,
        fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...good) }, fc.uuid(), fc.string({ minLength: 1 })),
      ];
    }),
  );
  return fc
    .record(model)
    .map((values) =>
      Object.entries(values).reduce(
        (path, [name, value]) => path.replace(`{${name}}`, segment(value)),
        operation.path,
      ),
    );
}

/** Dot segments would be resolved before they are sent. */
function segment(value: string): string {
  return /^\.{1,2}$/.test(value) ? "x" : encodeURIComponent(value.toWellFormed());
}

function queryOf(operation: DescribedOperation, { ids }: Known): fc.Arbitrary<string> {
  const parameters = parametersIn(operation, "query");
  const model = Object.fromEntries(
    parameters.map(({ name, schema, required }) => [
      name,
      fc.option(fc.oneof({ weight: 4, arbitrary: valuesOf(name, schema, ids) }, STRANGE), {
        nil: undefined,
        freq: required || name in ids ? 20 : 1,
      }),
    ]),
  );
  return fc.record(model).map((values) => {
    const pairs = Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(written(value))}`],
    );
    return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  });
}

function valuesOf(name: string, schema: Schema, ids: Known["ids"]): fc.Arbitrary<unknown> {
  const good = ids[name];
  return good ? fc.constantFrom(...good) : allowedBy(schema);
}

function written(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value)).toWellFormed();
}

function headersOf(operation: DescribedOperation): fc.Arbitrary<Record<string, string>> {
  const parameters = parametersIn(operation, "header");
  const model = Object.fromEntries(
    parameters.map(({ name }) => [name, fc.string({ unit: "grapheme-ascii", maxLength: 300 })]),
  );
  return fc
    .record(model, { requiredKeys: [] })
    .map((values) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    );
}

interface GeneratedBody {
  readonly type: string | undefined;
  readonly content: GeneratedRequest["body"];
}

function bodyOf({ requestBody, method }: DescribedOperation, { ids }: Known): fc.Arbitrary<GeneratedBody> {
  const none: GeneratedBody = { type: undefined, content: undefined };
  if (!requestBody) return fc.constant(none);
  const described = Object.entries(requestBody.content).map(([type, { schema }]) =>
    contentOf(type, schema, ids["id"]),
  );
  const wrong = fc
    .tuple(
      fc.constantFrom(
        "application/json",
        "text/html",
        "multipart/form-data",
        "multipart/form-data; boundary=b",
      ),
      fc.oneof(fc.string(), fc.constantFrom("{", "[]", "null", '"\\ud800"', '{"a":1,"a":2}')),
    )
    .map(([type, content]) => ({ type, content }));
  return fc.oneof(
    { weight: 8, arbitrary: fc.oneof(...described) },
    { weight: 2, arbitrary: wrong },
    { weight: method === "GET" ? 0 : 1, arbitrary: fc.constant(none) },
  );
}

function contentOf(type: string, schema: Schema, ids: readonly string[] = []): fc.Arbitrary<GeneratedBody> {
  if (type === "application/json") {
    return nearly(schema, ids).map((value) => ({ type, content: JSON.stringify(value) }));
  }
  if (type === "multipart/form-data") {
    return nearly(schema).map((value) => {
      const parts = Object.entries(Object(value)).map(([name, one]) => {
        const file = name === "files" ? '; filename="a.pdf"' : "";
        const label = name.replaceAll(/[^\w-]/g, "");
        return `--b\r\ncontent-disposition: form-data; name="${label}"${file}\r\n\r\n${written(one)}\r\n`;
      });
      return { type: `${type}; boundary=b`, content: `${parts.join("")}--b--\r\n` };
    });
  }
  const bytes = fc.uint8Array({ maxLength: 200 }).map((content) => new Uint8Array(content));
  const document = fc.constant(new Uint8Array(EUROPEAN));
  return fc.oneof(bytes, document, fc.string()).map((content) => ({ type, content }));
}

function accessTo(
  { schemes }: DescribedOperation,
  { credentials }: Known,
): fc.Arbitrary<{ readonly headers: Readonly<Record<string, string>>; readonly isGood: boolean }> {
  const good = schemes.map((scheme) => credentials[scheme]).filter((headers) => headers !== undefined);
  const none = fc.constant({ headers: {}, isGood: schemes.length === 0 });
  if (good.length === 0) return none;
  const wrong = fc
    .constantFrom<Record<string, string>>(
      { "service-key": "no such key" },
      { authorization: "Bearer no-such-token" },
      { authorization: "Bearer 00000000-0000-4000-8000-000000000000" },
      { authorization: "Basic YTpi" },
      { cookie: "galley_session=nonsense" },
    )
    .map((headers) => ({ headers, isGood: false }));
  const right = fc.constantFrom(...good).map((headers) => ({ headers, isGood: true }));
  return fc.oneof(
    { weight: 8, arbitrary: right },
    { weight: 1, arbitrary: none },
    { weight: 1, arbitrary: wrong },
  );
}
