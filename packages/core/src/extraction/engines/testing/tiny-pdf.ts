/** An object's body as written to the file, or a stream with its dictionary entries. */
export type PdfObject = string | { readonly entries: string; readonly bytes: Uint8Array | string };

export interface OnePage {
  /** Entries of the page's dictionary; default: a media box of 200 by 100 points. */
  readonly page?: string;
  /** Entries of the resources; /F1 is Helvetica unless another /Font is given. */
  readonly resources?: string;
  /** Entries of the catalog. */
  readonly catalog?: string;
  /** Further objects, numbered from 10. */
  readonly objects?: readonly PdfObject[];
  /** Entries of the content stream's dictionary and its bytes as filtered; default: the content as it is. */
  readonly contentStream?: { readonly entries: string; readonly bytes: Uint8Array };
  /** Entries of the trailer. */
  readonly trailer?: string;
}

/** A PDF of one page with the given content. */
export function onePagePdf(content: string, options: OnePage = {}): Uint8Array {
  const {
    page = "/MediaBox [0 0 200 100]",
    resources = "",
    catalog = "",
    objects = [],
    trailer = "",
  } = options;
  const font = resources.includes("/Font") ? "" : "/Font << /F1 5 0 R >>";
  const filler: readonly PdfObject[] = ["null", "null", "null", "null"];
  return pdfOf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      `<< /Type /Page /Parent 2 0 R ${page} /Contents 4 0 R /Resources << ${font} ${resources} >> >>`,
      options.contentStream ?? { entries: "", bytes: content },
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
      ...filler,
      ...objects,
    ],
    trailer,
  );
}

/** A PDF of the given objects, numbered from 1; the first is the catalog. */
export function pdfOf(objects: readonly PdfObject[], trailer = ""): Uint8Array {
  const parts: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: Uint8Array | string): void => {
    const bytes = typeof part === "string" ? latin1(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  write("%PDF-1.7\n");
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    write(`${index + 1} 0 obj\n`);
    if (typeof object === "string") {
      write(object);
    } else {
      const bytes = typeof object.bytes === "string" ? latin1(object.bytes) : object.bytes;
      write(`<< /Length ${bytes.length} ${object.entries} >>\nstream\n`);
      write(bytes);
      write("\nendstream");
    }
    write("\nendobj\n");
  }
  const start = length;
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) write(`${String(offset).padStart(10, "0")} 00000 n \n`);
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

function latin1(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}
