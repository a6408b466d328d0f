const ONES = [
  "",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

const IRREGULAR: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

const LARGEST = 1_000_000;

/** A number in English words, such as "Twenty-one"; undefined from a million and below one. */
export function cardinalWords(value: number): string | undefined {
  return isWritten(value) ? capital(wordsOf(value)) : undefined;
}

/** Such as "Twenty-first"; undefined from a million and below one. */
export function ordinalWords(value: number): string | undefined {
  if (!isWritten(value)) return undefined;
  return capital(
    wordsOf(value).replace(/\w+$/, (last) => IRREGULAR[last] ?? `${last.replace(/y$/, "ie")}th`),
  );
}

/** Such as "21st". */
export function ordinalNumber(value: number): string {
  const isTeen = Math.floor(value / 10) % 10 === 1;
  return `${value}${(isTeen ? undefined : ["th", "st", "nd", "rd"][value % 10]) ?? "th"}`;
}

function isWritten(value: number): boolean {
  return value >= 1 && value < LARGEST;
}

function wordsOf(value: number): string {
  const parts = [
    value >= 1000 ? `${wordsOf(Math.floor(value / 1000))} thousand` : "",
    value % 1000 >= 100 ? `${ONES[Math.floor((value % 1000) / 100)]} hundred` : "",
    belowHundred(value % 100),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function belowHundred(value: number): string {
  if (value < ONES.length) return ONES[value] ?? "";
  return [TENS[Math.floor(value / 10)], ONES[value % 10]].filter((part) => part !== "").join("-");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
