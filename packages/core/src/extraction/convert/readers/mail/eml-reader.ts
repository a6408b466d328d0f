import PostalMime, { type Address, type Attachment } from "postal-mime";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import type { FlowDocument } from "../../model/flow-document.ts";
import { mailDocument } from "./mail-document.ts";

/** Reads a mail message (RFC 5322). */
export async function readEml(bytes: Uint8Array): Promise<FlowDocument> {
  const mail = await parse(bytes);
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
    text: mail.text ?? "",
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

async function parse(bytes: Uint8Array): ReturnType<typeof PostalMime.parse> {
  try {
    return await PostalMime.parse(Uint8Array.from(bytes));
  } catch (cause) {
    throw new ExtractionError("DAMAGED_DOCUMENT", "The mail message is damaged and cannot be read.", {
      cause,
    });
  }
}

function addressText({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(addressText).join(", ")}`;
  if (address === undefined || address === "") return name;
  return name === "" || name === address ? address : `${name} <${address}>`;
}

function contentOf({ content }: Attachment): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
}
