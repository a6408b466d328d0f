import { nameOf } from "../../../documents/live/job-row.ts";
import { inputOf, READ, SUBMIT, type Submission } from "./submission.ts";

export interface Snippet {
  readonly name: string;
  /** How the program is run. */
  readonly use: string;
  readonly code: string;
}

/** Complete programs that submit a document as this one was, wait, and print its text, without any secret. */
export function snippetsOf(job: Submission, service: string): readonly Snippet[] {
  return [
    { name: "curl", use: "Run it in a shell, in the folder of the document.", code: curl(job, service) },
    {
      name: "JavaScript",
      use: "Save it as read.mjs in the folder of the document and run: node read.mjs",
      code: javascript(job, service),
    },
    {
      name: "Python",
      use: "Save it as read.py in the folder of the document and run: pip install requests; python read.py",
      code: python(job, service),
    },
    {
      name: "GraphQL",
      use: "Run the operations one after the other, in GraphiQL or any client.",
      code: graphqlOf(job, service),
    },
  ];
}

function curl(job: Submission, service: string): string {
  const name = nameOf(job);
  const upload = `UPLOAD=$(curl -sS -H "service-key: $GALLEY_KEY" -T ${quoted(name)} \\
  ${quoted(`${service}/uploads/${encodeURIComponent(name)}`)} | field id)
`;
  const source = job.source ? { url: job.source.url } : { upload: SHELL_VALUE };
  const submit = { query: SUBMIT, variables: { input: { ...source, ...inputOf(job) } } };
  const read = { query: READ, variables: { id: SHELL_VALUE } };
  return `ask() {
  curl -sS -H "service-key: $GALLEY_KEY" -H "content-type: application/json" -d "$1" ${service}/graphql
}
field() { sed -nE "s/.*\\"$1\\": *\\"([^\\"]*)\\".*/\\1/p"; }

${job.source ? "" : upload}JOB=$(ask ${withVariable(submit, "UPLOAD")} | field id)

while
  ANSWER=$(ask ${withVariable(read, "JOB")})
  STATUS=$(echo "$ANSWER" | field status)
  [ "$STATUS" = ACCEPTED ] || [ "$STATUS" = PROCESSING ]
do sleep 1; done

if [ "$STATUS" = PROCESSED ]
then curl -sS "${service}$(echo "$ANSWER" | field path)"
else echo "$ANSWER" >&2; false
fi`;
}

/** Stands for the value of a variable in quoted JSON. */
const SHELL_VALUE = "SHELL_VALUE";

/** JSON as one argument of a shell, with the variable's value in it. */
function withVariable(json: unknown, variable: string): string {
  return quoted(JSON.stringify(json)).replace(`"${SHELL_VALUE}"`, `"'"$${variable}"'"`);
}

/** As one argument of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function javascript(job: Submission, service: string): string {
  const name = JSON.stringify(nameOf(job));
  const upload = `const file = ${name};
const upload = await fetch(service + "/uploads/" + encodeURIComponent(file), {
  method: "PUT",
  headers: key,
  body: await readFile(file),
}).then((response) => response.json());
`;
  const source = job.source ? `url: ${JSON.stringify(job.source.url)}` : "upload: upload.id";
  return `${job.source ? "" : 'import { readFile } from "node:fs/promises";\n'}import { setTimeout } from "node:timers/promises";

const service = ${JSON.stringify(service)};
const key = { "service-key": process.env.GALLEY_KEY };

async function ask(query, variables) {
  const response = await fetch(service + "/graphql", {
    method: "POST",
    headers: { ...key, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  return data;
}

${job.source ? "" : upload}const input = { ${source}, ...${JSON.stringify(inputOf(job))} };
const submitted = await ask(${JSON.stringify(SUBMIT)}, { input });
const { id } = submitted.submitDocument.job;

let job;
do {
  await setTimeout(1000);
  ({ job } = await ask(${JSON.stringify(READ)}, { id }));
} while (job.status === "ACCEPTED" || job.status === "PROCESSING");
if (job.status !== "PROCESSED") throw new Error(job.statusMessage);

console.log(await fetch(service + job.download.path).then((response) => response.text()));`;
}

function python(job: Submission, service: string): string {
  const name = JSON.stringify(nameOf(job));
  const upload = `name = ${name}
with open(name, "rb") as document:
    upload = requests.put(service + "/uploads/" + quote(name), headers=key, data=document).json()
`;
  const source = job.source ? `"url": ${JSON.stringify(job.source.url)}` : '"upload": upload["id"]';
  return `import os
import time
${job.source ? "" : "from urllib.parse import quote\n"}
import requests

service = ${JSON.stringify(service)}
key = {"service-key": os.environ["GALLEY_KEY"]}


def ask(query, **variables):
    body = {"query": query, "variables": variables}
    answer = requests.post(service + "/graphql", headers=key, json=body).json()
    if "errors" in answer:
        raise RuntimeError(answer["errors"][0]["message"])
    return answer["data"]


${job.source ? "" : upload}document_input = {${source}, **${JSON.stringify(inputOf(job))}}
submitted = ask(${JSON.stringify(SUBMIT)}, input=document_input)
job_id = submitted["submitDocument"]["job"]["id"]

while True:
    job = ask(${JSON.stringify(READ)}, id=job_id)["job"]
    if job["status"] not in ("ACCEPTED", "PROCESSING"):
        break
    time.sleep(1)
if job["status"] != "PROCESSED":
    raise RuntimeError(job["statusMessage"])

text = requests.get(service + job["download"]["path"])
text.encoding = "utf-8"
print(text.text)`;
}

function graphqlOf(job: Submission, service: string): string {
  const source = job.source ? { url: job.source.url } : { upload: "the id that the upload returned" };
  const variables = JSON.stringify({ input: { ...source, ...inputOf(job) } }, null, 2);
  const upload = `# Upload the file first: PUT ${service}/uploads/${encodeURIComponent(nameOf(job))}\n\n`;
  return `${job.source ? "" : upload}# 1. Submit, with the variables
${variables.replaceAll(/^/gm, "# ")}
mutation Submit($input: SubmitDocumentInput!) {
  submitDocument(input: $input) { job { id } }
}

# 2. Wait: sends each page as it is finished, and ends with the job. Variables: { "id": "the job's id" }
subscription Wait($id: ID!) {
  jobChanged(id: $id) { job { status statusMessage pagesDone pageCount } page { number text } }
}

# 3. Read, at any time until it expires
query Read($id: ID!, $after: String) {
  job(id: $id) {
    status
    statusMessage
    pages(first: 100, after: $after) {
      nodes { number text }
      pageInfo { endCursor hasNextPage }
    }
  }
}`;
}
