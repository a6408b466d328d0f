import msgreader, { type FieldsData } from "@kenjiuno/msgreader";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import type { FlowDocument } from "../../model/flow-document.ts";
import { decodeText } from "../../encodings/decode-text.ts";
import { mailDocument } from "./mail-document.ts";

/** Reads an Outlook message. */
export function readMsg(bytes: Uint8Array): FlowDocument {
  const copy = Uint8Array.from(bytes);
  try {
    const reader = new msgreader.default(copy.buffer);
    const mail = reader.getFileData();
    const attachments = mail.attachments ?? [];
    const bytesOf = (index: number): Uint8Array => reader.getAttachment(index).content;
    const shown = attachments
      .map((file, index) => ({ file, index }))
      .filter(({ file }) => file.attachmentHidden !== true);
    return mailDocument({
      headers: headersOf(mail),
      html: htmlOf(mail),
      text: mail.body ?? "",
      files: shown.map(({ file, index }) => ({ name: nameOf(file, index), bytes: () => bytesOf(index) })),
      pictures: (url) => {
        const id = url.replace(/^cid:/i, "");
        const index = attachments.findIndex(({ pidContentId }) => pidContentId === id);
        return index === -1 ? undefined : bytesOf(index);
      },
    });
  } catch (cause) {
    throw new ExtractionError("DAMAGED_DOCUMENT", "The Outlook message is damaged and cannot be read.", {
      cause,
    });
  }
}

function headersOf(mail: FieldsData): readonly (readonly [string, string])[] {
  const recipients = (type: string): string =>
    (mail.recipients ?? [])
      .filter(({ recipType = "to" }) => recipType === type)
      .map(({ name = "", smtpAddress, email = "" }) => addressText(name, smtpAddress ?? email))
      .join(", ");
  return [
    ["From", addressText(mail.senderName ?? "", mail.senderSmtpAddress ?? mail.senderEmail ?? "")],
    ["To", recipients("to")],
    ["Cc", recipients("cc")],
    ["Date", mail.messageDeliveryTime ?? mail.clientSubmitTime ?? mail.creationTime ?? ""],
    ["Subject", mail.subject ?? ""],
  ];
}

/** Addresses inside an organization are paths of its directory, not mail addresses. */
function addressText(name: string, address: string): string {
  if (!address.includes("@") || address === name) return name || address;
  return name === "" ? address : `${name} <${address}>`;
}

function htmlOf({ body, bodyHtml, html }: FieldsData): string {
  if (bodyHtml !== undefined && bodyHtml !== "") return bodyHtml;
  // The plain text is complete if there is any; HTML of Outlook may be a stub.
  return html && (body ?? "") === "" ? decodeText(html) : "";
}

function nameOf({ fileName, name, fileNameShort }: FieldsData, index: number): string {
  return fileName ?? name ?? fileNameShort ?? `attachment ${index + 1}`;
}
