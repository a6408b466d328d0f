import { graphql } from "../../api/graphql.ts";
import { ask, change } from "../../api/uncached.ts";
import type { DocumentPageQuery } from "../../generated/graphql.ts";
import { Ahead } from "./ahead.ts";
import { drawnMarks } from "./drawn-marks.ts";
import { placedWords } from "./placed-words.ts";
import { THUMBNAIL_DPI } from "./thumbnail.ts";
import type { Correction, Corrections, PageContent, ViewedDocument } from "./viewed-document.ts";

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
        corrections {
          word
          original
          author {
            name
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

const CORRECT = graphql(`
  mutation CorrectWord($input: CorrectWordInput!) {
    correctWord(input: $input) {
      __typename
    }
  }
`);

const DELETE_CORRECTION = graphql(`
  mutation DeleteCorrection($input: CorrectedWordInput!) {
    deleteCorrection(input: $input) {
      __typename
    }
  }
`);

type ApiPage = NonNullable<NonNullable<DocumentPageQuery["job"]>["page"]>;

/**
 * A document that the service has read.
 *
 * @param changed called when a word was corrected; undefined if words cannot be corrected.
 */
export function graphqlDocument(
  id: string,
  { name, changed }: { readonly name: string; readonly changed: (() => void) | undefined },
): ViewedDocument {
  return {
    name,
    page: (number) => aheadPages.take(`${id} ${number}`) ?? pageOf(id, number),
    async image(number, dpi, signal) {
      if (dpi !== THUMBNAIL_DPI) lastResolution = dpi;
      const begun = aheadImages.take(`${id} ${number} ${dpi}`);
      return (await begun) ?? imageOf(id, { number, dpi }, signal);
    },
    readyPage: (number) => aheadPages.takeReady(`${id} ${number}`),
    readyImage: (number, dpi) => aheadImages.takeReady(`${id} ${number} ${dpi}`),
    async search(term) {
      const { searchText } = await ask(SEARCH, { id, term });
      return searchText;
    },
    corrections: changed && correctionsOf(id, changed),
  };
}

const aheadPages = new Ahead<PageContent>();
const aheadImages = new Ahead<Blob>();

/** Of the page that was shown last: the next document is most likely shown at the same. */
let lastResolution: number | undefined;

export function prefetchPage(id: string, number: number): void {
  aheadPages.begin(`${id} ${number}`, () => pageOf(id, number));
  const dpi = lastResolution;
  if (dpi !== undefined) aheadImages.begin(`${id} ${number} ${dpi}`, () => imageOf(id, { number, dpi }));
}

async function pageOf(id: string, number: number): Promise<PageContent> {
  const { job } = await ask(PAGE, { id, number });
  if (!job?.page) throw notRead(number);
  return contentOf(job.page);
}

async function imageOf(
  id: string,
  { number, dpi }: { readonly number: number; readonly dpi: number },
  signal?: AbortSignal,
): Promise<Blob> {
  const { job } = await ask(IMAGE, { id, number, dpi });
  if (!job?.page) throw notRead(number);
  const path = job.page.image?.path;
  if (path === undefined)
    throw new Error("The picture is no longer available: the document has been deleted.");
  const answer = await fetch(path, { ...(signal && { signal }) });
  if (!answer.ok) throw new Error(await refusalOf(answer));
  return answer.blob();
}

function correctionsOf(id: string, changed: () => void): Corrections {
  return {
    async correct(place, text) {
      await change(CORRECT, { input: { jobId: id, ...place, text } });
      changed();
    },
    async remove(place) {
      await change(DELETE_CORRECTION, { input: { jobId: id, ...place } });
      changed();
    },
  };
}

function notRead(number: number): Error {
  return new Error(`Page ${number} has not been read yet.`);
}

function contentOf(page: ApiPage): PageContent {
  const corrections = new Map(page.corrections.map((one) => [one.word, correctionOf(one)]));
  let words = 0;
  return {
    ...page,
    failed: page.status === "FAILED",
    engine: (page.engine ?? "").toLowerCase(),
    rotation: page.rotation ?? 0,
    lines: page.lines.map((line) => {
      const text = line.text ?? "";
      const numbered = line.words.map((word) => {
        const index = words++;
        return { ...word, index, correction: corrections.get(index) };
      });
      return { text, box: line.box, words: placedWords(text, numbered) };
    }),
    fields: [...page.fields, ...drawnMarks(page.fields, page.checkMarks)],
    json: page,
  };
}

function correctionOf({ original, author }: ApiPage["corrections"][number]): Correction {
  return { original, author: author?.name ?? null };
}

async function refusalOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  const told = typeof body === "object" && body !== null && "message" in body ? body.message : undefined;
  return typeof told === "string" ? told : `The picture could not be loaded (status ${answer.status}).`;
}
