import { nameOf } from "../../documents/live/job-row.ts";
import type { ViewedJob } from "../model/use-document.ts";

export interface Snippet {
  readonly name: string;
  readonly code: string;
}

type Submission = Pick<ViewedJob, "file" | "source" | "mode" | "tag"> & {
  readonly options: Pick<ViewedJob["options"], "pages" | "lang">;
};

const MUTATION = "mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { id } } }";
const WATCH =
  "subscription ($id: ID!) { jobChanged(id: $id) { job { status pagesDone pageCount } page { number text } } }";

/** The calls that submit a document as this one was, without any secret. */
export function snippetsOf(job: Submission, service: string): readonly Snippet[] {
  return [
    { name: "curl", code: curl(job, service) },
    { name: "JavaScript", code: javascript(job, service) },
    { name: "Python", code: python(job, service) },
    { name: "GraphQL", code: graphqlOf(job) },
  ];
}

/** The input; options as they are by default are left out. */
function inputOf({ mode, tag, options: { pages, lang } }: Submission): Record<string, unknown> {
  return {
    options: { mode, ...(pages === "" ? {} : { pages }), ...(lang === "eng" ? {} : { lang }) },
    ...(tag === "default" ? {} : { tag }),
  };
}

function withSource(job: Submission, upload: string): Record<string, unknown> {
  return { ...(job.source ? { url: job.source.url } : { upload }), ...inputOf(job) };
}

function curl(job: Submission, service: string): string {
  const body = { query: MUTATION, variables: { input: withSource(job, "UPLOAD_ID") } };
  const name = nameOf(job);
  const upload = job.source
    ? []
    : [
        `# Prints the id of the upload: put it into the next call instead of UPLOAD_ID.`,
        `curl -H "service-key: $GALLEY_KEY" -T ${quoted(name)} \\`,
        `  ${quoted(`${service}/uploads/${encodeURIComponent(name)}`)}`,
        "",
      ];
  return [
    ...upload,
    `curl -H "service-key: $GALLEY_KEY" -H "content-type: application/json" \\`,
    `  -d ${quoted(JSON.stringify(body))} \\`,
    `  ${service}/graphql`,
  ].join("\n");
}

/** As one argument of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function javascript(job: Submission, service: string): string {
  const name = JSON.stringify(nameOf(job));
  const upload = job.source
    ? ""
    : `const upload = await fetch(\`${service}/uploads/\${encodeURIComponent(${name})}\`, {
  method: "PUT",
  headers: key,
  body: await readFile(${name}),
}).then((response) => response.json());
`;
  const source = job.source ? `url: ${JSON.stringify(job.source.url)}` : "upload: upload.id";
  return `${job.source ? "" : 'import { readFile } from "node:fs/promises";\n\n'}const key = { "service-key": process.env.GALLEY_KEY };
${upload}const input = { ${source}, ...${JSON.stringify(inputOf(job))} };
const { data } = await fetch("${service}/graphql", {
  method: "POST",
  headers: { ...key, "content-type": "application/json" },
  body: JSON.stringify({ query: ${JSON.stringify(MUTATION)}, variables: { input } }),
}).then((response) => response.json());
console.log(data.submitDocument.job.id);`;
}

function python(job: Submission, service: string): string {
  const name = JSON.stringify(nameOf(job));
  const upload = job.source
    ? ""
    : `with open(${name}, "rb") as document:
    upload = requests.put("${service}/uploads/" + quote(${name}), headers=key, data=document).json()
`;
  const source = job.source ? `"url": ${JSON.stringify(job.source.url)}` : '"upload": upload["id"]';
  return `import os
${job.source ? "" : "from urllib.parse import quote\n"}import requests

key = {"service-key": os.environ["GALLEY_KEY"]}
${upload}answer = requests.post(
    "${service}/graphql",
    headers=key,
    json={
        "query": ${JSON.stringify(MUTATION)},
        "variables": {"input": {${source}, **${JSON.stringify(inputOf(job))}}},
    },
).json()
print(answer["data"]["submitDocument"]["job"]["id"])`;
}

function graphqlOf(job: Submission): string {
  const variables = JSON.stringify(
    { input: withSource(job, "the id that PUT /uploads/{name} returned") },
    null,
    2,
  );
  return `${MUTATION}\n\n# variables\n${variables}\n\n# its pages as they are finished\n${WATCH}`;
}
