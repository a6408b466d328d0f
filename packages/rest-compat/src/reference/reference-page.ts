import type { OpenApiDocument, Operation, Parameter } from "./open-api-document.ts";

/** The reference as a self-contained HTML page. */
export function referencePage(document: OpenApiDocument): string {
  const { info, tags, paths } = document;
  const sections = tags.map(({ name, description }) => {
    const calls = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => callOf(method, path, operation)),
    );
    return `<h2>${escaped(name)}</h2><p>${prose(description)}</p>${calls.join("")}`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(info.title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(info.title)}</h1>
<p>${prose(info.description)}</p>
<p>Every call of versions 1 and 2 carries a key in the header <code>service-key</code> or <code>unstract-key</code>.
The same as a document for programs: <a href="openapi.json">OpenAPI 3.1</a>.</p>
${sections.join("\n")}
</main>
</html>
`;
}

function callOf(method: string, path: string, operation: Operation): string {
  const { summary, parameters, requestBody, responses } = operation;
  const body = requestBody
    ? `<h3>Body</h3><p>${prose(requestBody.description)}</p>${contentOf(requestBody.content)}`
    : "";
  const answers = Object.entries(responses)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, { description, headers = {}, content }]) => {
      const named = Object.keys(headers).map((name) => `<code>${escaped(name)}</code>`);
      const note = named.length === 0 ? "" : ` Headers: ${named.join(", ")}.`;
      const shown = status.startsWith("2") ? contentOf(content) : "";
      return `<dt>${escaped(status)}</dt><dd>${prose(description)}${note}${shown}</dd>`;
    });
  return `<details id="${escaped(operation.operationId)}">
<summary><b class="${escaped(method)}">${escaped(method.toUpperCase())}</b> <code>${escaped(path)}</code> <span>${prose(summary)}</span></summary>
${parameters.length === 0 ? "" : `<h3>Parameters</h3>${parameterTable(parameters)}`}
${body}
<h3>Answers</h3><dl>${answers.join("")}</dl>
</details>
`;
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => {
    const notes = [required ? "required" : "", place === "query" ? "" : place].filter(Boolean).join(", ");
    const note = notes === "" ? "" : ` <em>${notes}</em>`;
    const fallback = "default" in schema ? `<code>${escaped(JSON.stringify(schema["default"]))}</code>` : "";
    return `<tr><td><code>${escaped(name)}</code>${note}</td><td>${valuesOf(schema)}</td><td>${fallback}</td><td>${prose(description)}</td></tr>`;
  });
  return `<table><tr><th>name<th>values<th>default<th>meaning</tr>${rows.join("")}</table>`;
}

/** A short description of the valid values. */
function valuesOf(schema: Parameter["schema"]): string {
  const values = schema["enum"];
  if (Array.isArray(values))
    return values.map((value) => `<code>${escaped(String(value))}</code>`).join(", ");
  const [least, most] = [schema["minimum"], schema["maximum"]].map((bound) =>
    typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? String(bound) : "",
  );
  const range = [least && `from ${least}`, most && `to ${most}`].filter(Boolean).join(" ");
  const length = typeof schema["maxLength"] === "number" ? `, at most ${schema["maxLength"]} characters` : "";
  const type = typeof schema["type"] === "string" ? schema["type"] : "";
  return escaped([type, range].filter(Boolean).join(" ") + length);
}

function contentOf(content: NonNullable<Operation["requestBody"]>["content"]): string {
  return Object.entries(content)
    .map(
      ([type, { schema }]) =>
        `<p><code>${escaped(type)}</code></p><pre>${escaped(JSON.stringify(schema, undefined, 2))}</pre>`,
    )
    .join("");
}

/** Escapes text and marks up what is between backquotes as code. */
function prose(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

const STYLE = `
:root { color-scheme: light dark; --edge: color-mix(in srgb, currentColor 18%, transparent); --soft: color-mix(in srgb, currentColor 6%, transparent) }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 64rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1 { font-size: 1.6rem } h2 { margin-top: 2.5rem; font-size: 1.25rem } h3 { font-size: 1rem; margin: 1.25rem 0 .5rem }
code, pre { font: .875em ui-monospace, monospace }
pre { padding: .75rem; overflow: auto; background: var(--soft); border-radius: 6px; max-height: 24rem }
details { border: 1px solid var(--edge); border-radius: 8px; margin: .5rem 0; padding: 0 1rem }
details[open] { padding-bottom: 1rem }
summary { cursor: pointer; padding: .75rem 0; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline }
summary span { opacity: .75 }
b { min-width: 4.5em; text-align: center; border-radius: 4px; padding: .1em .4em; font-size: .75rem; color: #fff; background: #555 }
b.get { background: #1a6d3a } b.post { background: #1d4f9c } b.put { background: #8a5a00 } b.delete { background: #a32020 }
table { border-collapse: collapse; width: 100%; font-size: .9rem } th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--edge) }
dt { font-weight: 600 } dd { margin: 0 0 .75rem }
em { opacity: .7; font-size: .85em }
`;
