import { everyNode } from "../../api/every-node.ts";
import { graphql } from "../../api/graphql.ts";
import { ask } from "../../api/uncached.ts";

const TEXT = graphql(`
  query DocumentText($id: ID!, $after: String) {
    job(id: $id) {
      pages(first: 100, after: $after) {
        nodes {
          number
          text
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

const WHOLE = graphql(`
  query WholeDocument($id: ID!, $after: String) {
    job(id: $id) {
      pages(first: 20, after: $after) {
        nodes {
          number
          status
          message
          width
          height
          rotation
          textSource
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
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

/** The text of each page, by number; pages without text have "". */
export async function textsOf(id: string): Promise<ReadonlyMap<number, string>> {
  const pages = await everyNode(async (after) => (await ask(TEXT, { id, after })).job?.pages);
  return new Map(pages.map(({ number, text }) => [number, text ?? ""]));
}

/** The text of all pages with the separator that the options name after each. */
export async function wholeText(id: string, separator: string): Promise<string> {
  const texts = [...(await textsOf(id))];
  return texts
    .map(([number, text]) => `${text}\n${separator.replaceAll("{{page_no}}", String(number))}\n`)
    .join("");
}

/** All pages with lines, fields and check boxes, as the API returns them. */
export async function wholeJson(id: string): Promise<string> {
  const pages = await everyNode(async (after) => (await ask(WHOLE, { id, after })).job?.pages);
  return JSON.stringify(pages, null, 2);
}
