/** A line of text, a ruling line and a frame: the code paths that most pages use. */
const CONTENT = `BT /F1 12 Tf 72 720 Td (Warm threads answer at once.) Tj 200 0 Td (1,234.56) Tj ET
72 700 m 300 700 l S 72 600 100 50 re S`;

const OBJECTS = [
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R
/Resources << /Font << /F1 5 0 R >> >> >>`,
  `<< /Length ${CONTENT.length} >>\nstream\n${CONTENT}\nendstream`,
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
];

/** A PDF of one page. */
export function warmUpDocument(): Uint8Array {
  let pdf = "%PDF-1.7\n";
  const offsets = OBJECTS.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = OBJECTS.length + 1;
  return new TextEncoder().encode(
    `${pdf}xref\n0 ${size}\n0000000000 65535 f \n${entries}` +
      `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`,
  );
}
