import { cardinalWords, ordinalNumber, ordinalWords } from "./counting-words.ts";
import { eastAsianNumber } from "./east-asian-numbers.ts";

/**
 * A list's number in a format of Word (ISO/IEC 29500-1, 17.18.59) or OpenDocument; in digits if the format is unknown or
 * does not reach so far. Words are English.
 */
export function formattedNumber(value: number, format: string): string {
  return inFormat(value, NAMES[format] ?? format) ?? String(value);
}

/** Formats of OpenDocument and LibreOffice by the names that Word has for them. */
const NAMES: Readonly<Record<string, string>> = {
  "1": "decimal",
  a: "lowerLetter",
  A: "upperLetter",
  i: "lowerRoman",
  I: "upperRoman",
  "": "none",
  "1st": "ordinal",
  One: "cardinalText",
  First: "ordinalText",
  "①, ②, ③, ...": "decimalEnclosedCircle",
  "１, ２, ３, ...": "decimalFullWidth",
  "一, 二, 三, ...": "chineseCountingThousand",
  "壹, 贰, 叁, ...": "chineseLegalSimplified",
  "壹, 貳, 參, ...": "ideographLegalTraditional",
  "壱, 弐, 参, ...": "japaneseLegal",
  "甲, 乙, 丙, ...": "ideographTraditional",
  "子, 丑, 寅, ...": "ideographZodiac",
  "ア, イ, ウ, ...": "aiueoFullWidth",
  "イ, ロ, ハ, ...": "irohaFullWidth",
  "일, 이, 삼, ...": "koreanDigital",
  "하나, 둘, 셋, ...": "koreanLegal",
  "가, 나, 다, ...": "ganada",
  "ㄱ, ㄴ, ㄷ, ...": "chosung",
  "أ, ب, ت, ...": "arabicAlpha",
  "أ, ب, ج, ...": "arabicAbjad",
  "١, ٢, ٣, ...": "arabicIndic",
  "א, ב, ג, ...": "hebrew1",
  "ก, ข, ฃ, ...": "thaiLetters",
  "๑, ๒, ๓, ...": "thaiNumbers",
  "१, २, ३, ...": "hindiNumbers",
  "А, Б, В, ... (Ru)": "russianUpper",
  "а, б, в, ... (Ru)": "russianLower",
  "Α, Β, Γ, ...": "greekUpper",
  "α, β, γ, ...": "greekLower",
};

/** Undefined if the format is unknown or has no such number. */
function inFormat(value: number, format: string): string | undefined {
  const digits = DIGITS[format];
  if (digits !== undefined) return withDigits(value, digits);
  if (value < 1) return OTHERS[format]?.(value);
  const letters = LETTERS[format];
  if (letters !== undefined) return repeated(letters, value);
  const signs = SIGNS[format];
  if (signs !== undefined) return signs[(value - 1) % signs.length];
  const [padded] = /^0+1(?=, )/.exec(format) ?? [];
  if (padded !== undefined) return String(value).padStart(padded.length, "0");
  return OTHERS[format]?.(value) ?? enclosed(value, format) ?? eastAsianNumber(value, format);
}

const OTHERS: Readonly<Record<string, (value: number) => string | undefined>> = {
  none: () => "",
  decimalZero: (value) => String(value).padStart(2, "0"),
  upperRoman: romanOf,
  lowerRoman: (value) => romanOf(value)?.toLowerCase(),
  upperLetterSequence: (value) => letterSequence(value),
  lowerLetterSequence: (value) => letterSequence(value)?.toLowerCase(),
  ordinal: ordinalNumber,
  cardinalText: cardinalWords,
  ordinalText: ordinalWords,
  hex: (value) => value.toString(16).toUpperCase(),
  numberInDash: (value) => `- ${value} -`,
  hebrew1: hebrewOf,
};

const IDEOGRAPHS = "〇一二三四五六七八九";

/** The ten digits of a format. */
const DIGITS: Readonly<Record<string, string>> = {
  decimalFullWidth: "０１２３４５６７８９",
  decimalFullWidth2: "０１２３４５６７８９",
  ideographDigital: IDEOGRAPHS,
  japaneseDigitalTenThousand: IDEOGRAPHS,
  koreanDigital2: IDEOGRAPHS,
  taiwaneseDigital: "○一二三四五六七八九",
  koreanDigital: "영일이삼사오육칠팔구",
  hindiNumbers: "०१२३४५६७८९",
  thaiNumbers: "๐๑๒๓๔๕๖๗๘๙",
  arabicIndic: "٠١٢٣٤٥٦٧٨٩",
};

function withDigits(value: number, digits: string): string {
  return String(value).replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? digit);
}

/** Letters that are repeated when they are used up: a, b, …, z, aa, bb. */
const LETTERS: Readonly<Record<string, string>> = {
  upperLetter: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  lowerLetter: "abcdefghijklmnopqrstuvwxyz",
  russianUpper: "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ",
  russianLower: "абвгдежзиклмнопрстуфхцчшщыэюя",
  greekUpper: "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ",
  greekLower: "αβγδεζηθικλμνξοπρστυφχψω",
  hebrew2: "אבגדהוזחטיכלמנסעפצקרשת",
  arabicAlpha: "أبتثجحخدذرزسشصضطظعغفقكلمنهوي",
  arabicAbjad: "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
  thaiLetters: "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
  chicago: "*†‡§",
};

const MOST_REPEATED = 10;

function repeated(letters: string, value: number): string {
  const letter = letters[(value - 1) % letters.length] ?? "";
  return letter.repeat(Math.min(Math.ceil(value / letters.length), MOST_REPEATED));
}

/** Signs that begin again when they are used up. */
const SIGNS: Readonly<Record<string, string>> = {
  aiueo: "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ",
  aiueoFullWidth:
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
  iroha: "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽ",
  irohaFullWidth:
    "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス",
  ganada: "가나다라마바사아자차카타파하",
  chosung: "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
  ideographTraditional: "甲乙丙丁戊己庚辛壬癸",
  ideographZodiac: "子丑寅卯辰巳午未申酉戌亥",
};

/** The first of so many signs that follow one another in Unicode. */
const ENCLOSED: Readonly<Record<string, readonly (readonly [first: number, count: number])[]>> = {
  decimalEnclosedCircle: [
    [0x2460, 20],
    [0x3251, 15],
    [0x32b1, 15],
  ],
  decimalEnclosedCircleChinese: [[0x2460, 20]],
  decimalEnclosedFullstop: [[0x2488, 20]],
  decimalEnclosedParen: [[0x2474, 20]],
  ideographEnclosedCircle: [[0x3280, 10]],
};

function enclosed(value: number, format: string): string | undefined {
  let index = value - 1;
  for (const [first, count] of ENCLOSED[format] ?? []) {
    if (index < count) return String.fromCharCode(first + index);
    index -= count;
  }
  return undefined;
}

/** A, B, …, Z, AA, AB, … */
function letterSequence(value: number): string | undefined {
  if (value < 1) return undefined;
  let text = "";
  for (let left = value; left > 0; left = Math.floor((left - 1) / 26))
    text = String.fromCharCode(0x41 + ((left - 1) % 26)) + text;
  return text;
}

type Worths = readonly (readonly [sign: string, worth: number])[];

const ROMAN: Worths = [
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
];
const LARGEST_ROMAN = 4000;

const HEBREW: Worths = [
  ...Array.from("תשרק", (sign, index) => [sign, 400 - 100 * index] as const),
  ...Array.from("צפעסנמלכי", (sign, index) => [sign, 90 - 10 * index] as const),
  ...Array.from("טחזוהדגבא", (sign, index) => [sign, 9 - index] as const),
];
const LARGEST_HEBREW = 1000;

function romanOf(value: number): string | undefined {
  return value < 1 || value >= LARGEST_ROMAN ? undefined : inSigns(value, ROMAN);
}

function hebrewOf(value: number): string | undefined {
  if (value < 1 || value >= LARGEST_HEBREW) return undefined;
  // 15 and 16 are not ten and five or six, which would be a name of God.
  return inSigns(value, HEBREW).replace(/יה$/, "טו").replace(/יו$/, "טז");
}

function inSigns(value: number, worths: Worths): string {
  let left = value;
  let text = "";
  for (const [sign, worth] of worths) {
    while (left >= worth) {
      text += sign;
      left -= worth;
    }
  }
  return text;
}
