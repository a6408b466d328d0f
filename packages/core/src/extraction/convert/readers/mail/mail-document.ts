import {
  paragraph,
  run,
  textSection,
  type Block,
  type ContainedFile,
  type FlowDocument,
} from "../../model/flow-document.ts";
import { readPlainText } from "../text/plain-text.ts";
import { readHtml } from "../web/html-reader.ts";
import type { PictureSource } from "../web/data-urls.ts";

/** A mail in any format. */
export interface Mail {
  /** Names and values, such as From and Subject, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly html: string;
  readonly text: string;
  readonly files: readonly ContainedFile[];
  /** Pictures inside its text, by `cid:` URL. */
  readonly pictures: PictureSource;
}

/** The mail's head, its text and the names of its attachments. */
export function mailDocument({ headers, html, text, files, pictures }: Mail): FlowDocument {
  const head = headers.filter(([, value]) => value.trim() !== "").map(headerLine);
  const body = bodyOf({ html, text, pictures });
  const names = files.map(({ name }) => name);
  const list = names.length === 0 ? [] : [headerLine(["Attachments", names.join(", ")])];
  const blocks = [...body.sections].flatMap((section) => (section.kind === "text" ? section.blocks : []));
  const subject = headers.find(([name]) => name === "Subject")?.[1] ?? "";
  return {
    title: subject,
    sections: [textSection([...head, ...list, paragraph([run("")]), ...blocks])],
    notes: body.notes,
    files,
  };
}

/** The page of a mail, or its text if the page shows nothing: pictures that are fetched are not read. */
function bodyOf({ html, text, pictures }: Pick<Mail, "html" | "text" | "pictures">): FlowDocument {
  if (html.trim() === "") return readPlainText(text);
  const page = readHtml(html, pictures);
  const sections = [...page.sections];
  const isEmpty = sections.every((section) => section.kind === "text" && section.blocks.length === 0);
  return isEmpty && text.trim() !== ""
    ? { ...readPlainText(text), notes: page.notes }
    : { ...page, sections };
}

function headerLine([name, value]: readonly [name: string, value: string]): Block {
  return paragraph([run(`${name}: `, { bold: true }), run(value.trim())], { spaceAfter: 1 });
}
