import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { DescribedOperation } from "./described-service.ts";
import type { GeneratedRequest } from "./requests.ts";

export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

export interface AnswerCheck {
  /** @throws AssertionError unless the response is documented for the operation. */
  readonly assertDescribed: (
    operation: DescribedOperation,
    request: GeneratedRequest,
    answer: Answer,
  ) => void;
}

/** The statuses without credentials; a public pipeline is looked up before its key is checked. */
const REFUSED = new Set([401, 403, 404]);

/** Maximum number of characters shown of a wrong response. */
const SHOWN = 600;

export function checkAgainst(document: object): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ ...document, $id: "https://galley.test/openapi" });
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (pointer: string): ValidateFunction => {
    const found = validators.get(pointer) ?? ajv.compile({ $ref: `https://galley.test/openapi#${pointer}` });
    validators.set(pointer, found);
    return found;
  };
  return {
    assertDescribed(operation, { isAuthenticated }, { status, contentType, text }) {
      const shown = `${status} ${contentType ?? ""} ${text.slice(0, SHOWN)}`;
      if (!isAuthenticated) assert.ok(REFUSED.has(status), `no credentials: ${shown}`);
      assert.ok(status !== 503, `unavailable: ${shown}`);
      const key = [`${status}`, `${Math.floor(status / 100)}XX`].find((one) => one in operation.responses);
      assert.ok(key !== undefined, `a status that is not described: ${shown}`);
      const content = operation.responses[key]?.content ?? {};
      if (Object.keys(content).length === 0) {
        assert.equal(text, "", `a body that is not described: ${shown}`);
        return;
      }
      const [type = ""] = (contentType ?? "").split(";");
      assert.ok(type in content, `a content type that is not described: ${shown}`);
      const value: unknown = type === "application/json" ? JSON.parse(text) : text;
      const place = [
        "paths",
        operation.path,
        operation.method.toLowerCase(),
        "responses",
        key,
        "content",
        type,
      ];
      const validate = validatorOf(`/${[...place, "schema"].map(escaped).join("/")}`);
      assert.ok(validate(value), `${ajv.errorsText(validate.errors)}: ${shown}`);
    },
  };
}

/** A step of a JSON pointer within a URL. */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}
