import { deflateSync } from "node:zlib";

/** Maps the code of "=" to an arrow. */
const TO_UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <00> <ff> endcodespacerange
1 beginbfrange <20> <3c> <0020> endbfrange
2 beginbfchar <3d> <2192> <3e> <003e> endbfchar
endcmap end end`;

/** A PDF of one page with what most pages have, so that reading it runs the code which they need. */
export function warmUpDocument(): Uint8Array {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R
/Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    compressed(content()),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /ToUnicode 7 0 R >>",
    compressed(TO_UNICODE),
  ];
  let pdf = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end =
    `xref\n0 ${size}\n0000000000 65535 f \n${entries}` +
    `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(pdf + end, "latin1"));
}

/** A heading, two columns of prose, a list and a ruled table. */
function content(): string {
  const columns = Array.from({ length: 12 }, (_, line) =>
    [72, 320].map((x) =>
      shown(`${line}. A warm thread reads such lines at once,`, { x, y: 680 - 14 * line }),
    ),
  );
  const list = ["one", "two", "three"].map((item, line) =>
    shown(`\\225 Item ${item}`, { x: 90, y: 480 - 14 * line }),
  );
  const cells = Array.from({ length: 12 }, (_, cell) =>
    shown(cell < 3 ? "Amount" : "1,234.56", { x: 80 + 100 * (cell % 3), y: 404 - 20 * Math.floor(cell / 3) }),
  );
  const rules = Array.from({ length: 5 }, (_, row) => `72 ${418 - 20 * row} m 372 ${418 - 20 * row} l S`);
  const heading = "BT /F2 16 Tf 72 720 Td [(Warm threads answer) -250 (at once. =)] TJ ET";
  return [heading, ...columns.flat(), ...list, "72 338 300 80 re S", ...rules, ...cells].join("\n");
}

function shown(text: string, { x, y }: { readonly x: number; readonly y: number }): string {
  return `BT /F1 11 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`;
}

/** A stream; its bytes are characters of Latin-1. */
function compressed(text: string): string {
  const bytes = deflateSync(Buffer.from(text, "latin1"));
  return `<< /Length ${bytes.length} /Filter /FlateDecode >>\nstream\n${bytes.toString("latin1")}\nendstream`;
}
