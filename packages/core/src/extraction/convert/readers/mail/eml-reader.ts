import PostalMime, { type Address, type Attachment } from "postal-mime";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import type { FlowDocument } from "../../model/flow-document.ts";
import { decodeText } from "../../encodings/decode-text.ts";
import { mailDocument } from "./mail-document.ts";
import { withPartEncodings } from "./part-encodings.ts";

/** Reads a mail message (RFC 5322). */
export async function readEml(message: Uint8Array): Promise<FlowDocument> {
  const mail = await parse(withPartEncodings(message));
  const related = new Map(mail.attachments.map((file) => [file.contentId?.replaceAll(/[<>]/g, ""), file]));
  const files = mail.attachments.filter(
    ({ related: isPart, disposition }) => !isPart || disposition === "attachment",
  );
  return mailDocument({
    headers: [
      ["From", mail.from ? addressText(mail.from) : ""],
      ["To", (mail.to ?? []).map(addressText).join(", ")],
      ["Cc", (mail.cc ?? []).map(addressText).join(", ")],
      ["Date", mail.headers.find(({ key }) => key === "date")?.value ?? ""],
      ["Subject", mail.subject ?? ""],
    ],
    html: mail.html ?? "",
    text: isWithoutParts(mail, message) ? bodyOf(message) : (mail.text ?? ""),
    files: files.map((file, index) => ({
      name: file.filename ?? `attachment ${index + 1}`,
      bytes: () => contentOf(file),
    })),
    pictures: (url) => {
      const file = related.get(url.replace(/^cid:/i, ""));
      return file && contentOf(file);
    },
  });
}

const HEADERS_MB = 2;
const LIMITS = { maxHeadersSize: HEADERS_MB * 1024 * 1024, maxNestingDepth: 256 };

/** The parser reads damaged messages as far as it can: only the limits make it fail. */
async function parse(bytes: Uint8Array): Promise<ParsedMail> {
  try {
    return await PostalMime.parse(Uint8Array.from(bytes), LIMITS);
  } catch (cause) {
    throw new ExtractionError(
      "RESOURCE_LIMIT",
      `The mail message is too large: the headers of all its parts and attachments may have ${HEADERS_MB} MB, and parts may be nested ${LIMITS.maxNestingDepth} deep.`,
      { cause },
    );
  }
}

type ParsedMail = Awaited<ReturnType<typeof PostalMime.parse>>;

/** Whether its parts cannot be found, because the boundary between them is missing or is not the one that it declares. */
function isWithoutParts({ headers, html, text, attachments }: ParsedMail, bytes: Uint8Array): boolean {
  const type = headers.find(({ key }) => key === "content-type")?.value ?? "";
  const content = `${html ?? ""}${text ?? ""}`.trim();
  if (content !== "" || attachments.length > 0 || !/^\s*multipart\//i.test(type)) return false;
  const [, quoted, plain] = /\bboundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  return boundary === undefined || !`\n${bodyOf(bytes)}`.includes(`\n--${boundary}`);
}

function bodyOf(bytes: Uint8Array): string {
  const message = decodeText(bytes);
  const end = /\r?\n\r?\n/.exec(message);
  return end ? message.slice(end.index + end[0].length) : "";
}

function addressText({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(addressText).join(", ")}`;
  if (address === undefined || address === "") return name;
  return name === "" || name === address ? address : `${name} <${address}>`;
}

function contentOf({ content }: Attachment): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
}
