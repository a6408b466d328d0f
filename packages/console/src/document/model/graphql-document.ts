import { graphql } from "../../api/graphql.ts";
import { ask } from "../../api/uncached.ts";
import type { DocumentPageQuery } from "../../generated/graphql.ts";
import { placedWords } from "./placed-words.ts";
import type { PageContent, PageField, ViewedDocument } from "./viewed-document.ts";

const PAGE = graphql(`
  query DocumentPage($id: ID!, $number: PositiveInt!) {
    job(id: $id) {
      page(number: $number) {
        number
        status
        message
        width
        height
        rotation
        seconds
        engine
        textSource
        reason
        text
        lines {
          text
          confidence
          box {
            x0
            y0
            x1
            y1
          }
          words {
            text
            confidence
            box {
              x0
              y0
              x1
              y1
            }
          }
        }
        fields {
          kind
          name
          value
          checked
          box {
            x0
            y0
            x1
            y1
          }
        }
        checkMarks {
          kind
          marked
          confidence
          box {
            x0
            y0
            x1
            y1
          }
        }
      }
    }
  }
`);

const IMAGE = graphql(`
  query PageImage($id: ID!, $number: PositiveInt!, $dpi: Int!) {
    job(id: $id) {
      page(number: $number) {
        image(dpi: $dpi) {
          path
        }
      }
    }
  }
`);

const SEARCH = graphql(`
  query SearchDocument($id: ID!, $term: String!) {
    searchText(jobId: $id, term: $term) {
      page
      distance
      box {
        x0
        y0
        x1
        y1
      }
    }
  }
`);

type ApiPage = NonNullable<NonNullable<DocumentPageQuery["job"]>["page"]>;

/** A document that the service has read. */
export function graphqlDocument(id: string, name: string): ViewedDocument {
  return {
    name,
    async page(number) {
      const { job } = await ask(PAGE, { id, number });
      if (!job?.page) throw notRead(number);
      return contentOf(job.page);
    },
    async image(number, dpi, signal) {
      const { job } = await ask(IMAGE, { id, number, dpi });
      if (!job?.page) throw notRead(number);
      const path = job.page.image?.path;
      if (path === undefined)
        throw new Error("The picture is no longer available: the document has been deleted.");
      const answer = await fetch(path, { signal });
      if (!answer.ok) throw new Error(await refusalOf(answer));
      return answer.blob();
    },
    async search(term) {
      const { searchText } = await ask(SEARCH, { id, term });
      return searchText;
    },
  };
}

function notRead(number: number): Error {
  return new Error(`Page ${number} has not been read yet.`);
}

function contentOf(page: ApiPage): PageContent {
  return {
    ...page,
    failed: page.status === "FAILED",
    lines: page.lines.map(({ text, box, words }) => ({
      text: text ?? "",
      box,
      words: placedWords(text ?? "", words),
    })),
    fields: [...page.fields, ...drawnMarks(page)],
    json: page,
  };
}

/** Check marks without a form field; those of form fields are fields already. */
function drawnMarks({ fields, checkMarks }: Pick<ApiPage, "fields" | "checkMarks">): readonly PageField[] {
  return checkMarks
    .filter(({ box }) => !fields.some((field) => field.checked !== null && overlaps(field.box, box)))
    .map(({ kind, marked, box }, index) => ({
      kind: kind === "BOX" ? "Drawn check box" : "Drawn radio button",
      name: `Mark ${index + 1}`,
      value: "",
      checked: marked,
      box,
    }));
}

function overlaps(one: ApiPage["fields"][number]["box"], other: typeof one): boolean {
  return one.x0 < other.x1 && other.x0 < one.x1 && one.y0 < other.y1 && other.y0 < one.y1;
}

async function refusalOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  const told = typeof body === "object" && body !== null && "message" in body ? body.message : undefined;
  return typeof told === "string" ? told : `The picture could not be loaded (status ${answer.status}).`;
}
