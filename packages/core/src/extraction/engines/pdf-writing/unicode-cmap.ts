/** CMap limit: entries in one block (Adobe Technical Note 5411, section 1.4.1). */
const MAX_ENTRIES = 100;

/**
 * A ToUnicode CMap for codes of two bytes.
 *
 * @param operator `bfchar` for entries of one code, `bfrange` for entries of a range
 * @param entries in order of their codes
 */
export function unicodeCMap(operator: "bfchar" | "bfrange", entries: readonly string[]): string {
  const blocks: string[] = [];
  for (let at = 0; at < entries.length; at += MAX_ENTRIES) {
    const block = entries.slice(at, at + MAX_ENTRIES);
    blocks.push(`${block.length} begin${operator}\n${block.join("\n")}\nend${operator}`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

/** A code of two bytes in hexadecimal digits, as CMaps write it. */
export function hexCode(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, "0");
}

/** The UTF-16 code units of a text, big-endian, in hexadecimal digits. */
export function utf16Hex(text: string): string {
  let hex = "";
  for (let at = 0; at < text.length; at++) hex += hexCode(text.charCodeAt(at));
  return hex;
}
