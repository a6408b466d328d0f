import type { ViewedJob } from "../../model/use-document.ts";

/** What a program has to say to submit a document in the same way. */
export type Submission = Pick<ViewedJob, "file" | "source" | "mode" | "outputMode" | "tag"> & {
  readonly options: Pick<ViewedJob["options"], "pages" | "lang">;
};

export const SUBMIT =
  "mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { id } } }";

export const READ =
  "query ($id: ID!) { job(id: $id) { status statusMessage download(rendition: TEXT) { path } } }";

/** The input of the mutation without the document; options as they are by default are left out. */
export function inputOf({
  mode,
  outputMode,
  tag,
  options: { pages, lang },
}: Submission): Record<string, unknown> {
  return {
    options: {
      mode,
      ...(outputMode === "LAYOUT_PRESERVING" ? {} : { outputMode }),
      ...(pages === "" ? {} : { pages }),
      ...(lang === "eng" ? {} : { lang }),
    },
    ...(tag === "default" ? {} : { tag }),
  };
}
