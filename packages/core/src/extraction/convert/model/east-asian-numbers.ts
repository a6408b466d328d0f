/** How a language of East Asia writes numbers with a sign for each power of ten. */
interface Counting {
  /** From zero to nine; the sign for zero stands between others, unless it is a space. */
  readonly digits: string;
  /** Ten, hundred, thousand, ten thousand. */
  readonly powers: readonly [string, string, string, string];
  /** Where one is left out before a power: nowhere, before ten at the start, or before ten, hundred and thousand. */
  readonly withoutOne: "nowhere" | "first ten" | "everywhere";
}

const CHINESE = "零一二三四五六七八九";
const JAPANESE = " 一二三四五六七八九";

const COUNTINGS: Readonly<Record<string, Counting>> = {
  chineseCountingThousand: { digits: CHINESE, powers: ["十", "百", "千", "万"], withoutOne: "first ten" },
  taiwaneseCountingThousand: { digits: CHINESE, powers: ["十", "百", "千", "萬"], withoutOne: "first ten" },
  japaneseCounting: { digits: JAPANESE, powers: ["十", "百", "千", "万"], withoutOne: "everywhere" },
  koreanCounting: {
    digits: " 일이삼사오육칠팔구",
    powers: ["십", "백", "천", "만"],
    withoutOne: "everywhere",
  },
  chineseLegalSimplified: {
    digits: "零壹贰叁肆伍陆柒捌玖",
    powers: ["拾", "佰", "仟", "万"],
    withoutOne: "nowhere",
  },
  ideographLegalTraditional: {
    digits: "零壹貳參肆伍陸柒捌玖",
    powers: ["拾", "佰", "仟", "萬"],
    withoutOne: "nowhere",
  },
  japaneseLegal: {
    digits: " 壱弐参四伍六七八九",
    powers: ["拾", "百", "阡", "萬"],
    withoutOne: "nowhere",
  },
};

/** Formats that count to 99 and write greater numbers digit by digit. */
const SHORT: ReadonlySet<string> = new Set(["chineseCounting", "taiwaneseCounting"]);

const LARGEST = 100_000_000;
const TEN_THOUSAND = 10_000;

/** A number as a language of East Asia counts; undefined for other formats and numbers that are too large. */
export function eastAsianNumber(value: number, format: string): string | undefined {
  if (value < 1 || value >= LARGEST) return undefined;
  if (SHORT.has(format)) {
    if (value > 99)
      return Array.from(String(value), (digit) => "○一二三四五六七八九"[Number(digit)]).join("");
    return eastAsianNumber(value, "chineseCountingThousand");
  }
  if (format === "koreanLegal") return value < 100 ? nativeKorean(value) : undefined;
  const counting = COUNTINGS[format];
  if (!counting) return undefined;
  const [high, low] = [Math.floor(value / TEN_THOUSAND), value % TEN_THOUSAND];
  if (high === 0) return counted(low, counting);
  const gap = low > 0 && low < 1000 ? zeroOf(counting) : "";
  return `${counted(high, counting)}${counting.powers[3]}${gap}${low === 0 ? "" : counted(low, counting)}`;
}

/** A number below 10,000. */
function counted(value: number, counting: Counting): string {
  const { digits, powers, withoutOne } = counting;
  let text = "";
  let isGap = false;
  for (const power of [3, 2, 1, 0]) {
    const digit = Math.floor(value / 10 ** power) % 10;
    if (digit === 0) {
      isGap = text !== "";
      continue;
    }
    const leavesOne =
      power > 0 &&
      (withoutOne === "everywhere" || (withoutOne === "first ten" && power === 1 && text === ""));
    if (isGap) text += zeroOf(counting);
    isGap = false;
    text += digit === 1 && leavesOne ? "" : (digits[digit] ?? "");
    text += power === 0 ? "" : (powers[power - 1] ?? "");
  }
  return text;
}

function zeroOf({ digits }: Counting): string {
  return digits.charAt(0).trim();
}

const KOREAN_ONES = ["", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉"];
const KOREAN_TENS = ["", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"];

function nativeKorean(value: number): string {
  return `${KOREAN_TENS[Math.floor(value / 10)] ?? ""}${KOREAN_ONES[value % 10] ?? ""}`;
}
