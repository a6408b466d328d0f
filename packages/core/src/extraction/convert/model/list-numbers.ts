/** A list's number in the formats of Word and OpenDocument. */
export function formattedNumber(value: number, format: string): string {
  if (format === "lowerLetter" || format === "a") return lettersOf(value).toLowerCase();
  if (format === "upperLetter" || format === "A") return lettersOf(value);
  if (format === "lowerRoman" || format === "i") return romanOf(value).toLowerCase();
  if (format === "upperRoman" || format === "I") return romanOf(value);
  if (format === "none" || format === "") return "";
  if (format === "decimalZero") return String(value).padStart(2, "0");
  return String(value);
}

/** A, B, …, Z, AA, BB, … as word processors count. */
function lettersOf(value: number): string {
  if (value < 1) return String(value);
  const letter = String.fromCharCode(0x41 + ((value - 1) % 26));
  return letter.repeat(Math.min(Math.ceil(value / 26), 10));
}

const ROMAN = [
  ["M", 1000],
  ["CM", 900],
  ["D", 500],
  ["CD", 400],
  ["C", 100],
  ["XC", 90],
  ["L", 50],
  ["XL", 40],
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
] as const;

const LARGEST_ROMAN = 4000;

function romanOf(value: number): string {
  if (value < 1 || value >= LARGEST_ROMAN) return String(value);
  let left = value;
  let text = "";
  for (const [digits, worth] of ROMAN) {
    while (left >= worth) {
      text += digits;
      left -= worth;
    }
  }
  return text;
}
