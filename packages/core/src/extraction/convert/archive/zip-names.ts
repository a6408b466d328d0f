import { isUtf8 } from "node:buffer";
import { eastAsianEncoding } from "../encodings/east-asian-encodings.ts";

/** The upper half of code page 437, in which names are unless the file says otherwise (APPNOTE, appendix D). */
const CODE_PAGE_437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀" +
  "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/** Control characters of Latin-1, which are letters in code page 437. */
const LETTERS_437 = /[\u0080-\u009f]/;

/**
 * Decodes the names of a ZIP file that does not say in which encoding they are: programs write them in that of their
 * system. All names are looked at together, because one is too short to find it out.
 */
export function nameDecoder(names: readonly Buffer[]): (name: Buffer) => string {
  const all = Buffer.concat(names);
  if (isUtf8(all)) return (name) => name.toString("utf8");
  const eastAsian = eastAsianEncoding(all);
  if (eastAsian !== undefined) return (name) => new TextDecoder(eastAsian).decode(Uint8Array.from(name));
  if (!LETTERS_437.test(all.toString("latin1"))) return (name) => name.toString("latin1");
  return (name) =>
    name
      .toString("latin1")
      .replaceAll(/[\u0080-\u00ff]/g, (sign) => CODE_PAGE_437[sign.charCodeAt(0) - 0x80] ?? sign);
}
