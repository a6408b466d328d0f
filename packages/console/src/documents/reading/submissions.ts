import { graphql } from "../../api/graphql.ts";
import { change } from "../../api/uncached.ts";
import { upload } from "../../api/upload.ts";
import { reasonOf } from "../../parts/api-error.tsx";
import { submissionOf, type Reading } from "./reading.ts";

const SUBMIT = graphql(`
  mutation SubmitDocument($input: SubmitDocumentInput!) {
    submitDocument(input: $input) {
      job {
        id
      }
    }
  }
`);

/** A document on its way to the service. */
export interface Submission {
  readonly key: number;
  readonly name: string;
  /** Share of the file that is uploaded, 0 to 1. */
  readonly done: number;
  /** Why it was not accepted; undefined while it is on its way. */
  readonly problem: string | undefined;
}

type Document = { readonly file: File } | { readonly url: string };

/** Further files wait in the browser. */
const UPLOADS_AT_ONCE = 3;

let submissions: readonly Submission[] = [];
let nextKey = 1;
let uploading = 0;
const waiting: (() => void)[] = [];
const events = new EventTarget();

/** Documents on their way, and those that were refused. They outlive the screen that sent them. */
export const currentSubmissions = (): readonly Submission[] => submissions;

export function onSubmissionsChange(callback: () => void): () => void {
  events.addEventListener("change", callback);
  return () => events.removeEventListener("change", callback);
}

/** Resolves to the job's id, or to undefined if the document was refused; the submission then says why. */
export async function submit(document: Document, reading: Reading): Promise<string | undefined> {
  const key = nextKey++;
  const name = "file" in document ? document.file.name : document.url;
  set([...submissions, { key, name, done: 0, problem: undefined }]);
  try {
    const source =
      "file" in document ? { upload: await uploaded(document.file, key) } : { url: document.url };
    const { submitDocument } = await change(SUBMIT, { input: { ...source, ...submissionOf(reading) } });
    dismiss(key);
    return submitDocument.job.id;
  } catch (error) {
    update(key, { problem: reasonOf(error) });
    return undefined;
  }
}

export function dismiss(key: number): void {
  set(submissions.filter((submission) => submission.key !== key));
}

async function uploaded(file: File, key: number): Promise<string> {
  if (uploading >= UPLOADS_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  uploading++;
  try {
    return await upload(file, (done) => update(key, { done }));
  } finally {
    uploading--;
    waiting.shift()?.();
  }
}

function update(key: number, changes: Partial<Submission>): void {
  set(submissions.map((submission) => (submission.key === key ? { ...submission, ...changes } : submission)));
}

function set(next: readonly Submission[]): void {
  submissions = next;
  events.dispatchEvent(new Event("change"));
}
