import { expect, test } from "vitest";
import { formattedNumber } from "./list-numbers.ts";

test.each([
  ["decimal", [0, 7], ["0", "7"]],
  ["decimalZero", [7, 12], ["07", "12"]],
  ["none", [1], [""]],
  ["upperLetter", [1, 26, 27, 28, 53], ["A", "Z", "AA", "BB", "AAA"]],
  ["lowerLetterSequence", [1, 26, 27, 28, 703], ["a", "z", "aa", "ab", "aaa"]],
  ["upperRoman", [4, 1994, 3999, 4000], ["IV", "MCMXCIV", "MMMCMXCIX", "4000"]],
  [
    "ordinal",
    [1, 2, 3, 4, 11, 12, 21, 111, 122],
    ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st", "111th", "122nd"],
  ],
  [
    "ordinalText",
    [1, 5, 12, 20, 21, 100],
    ["First", "Fifth", "Twelfth", "Twentieth", "Twenty-first", "One hundredth"],
  ],
  [
    "cardinalText",
    [1, 15, 40, 342, 2001],
    ["One", "Fifteen", "Forty", "Three hundred forty-two", "Two thousand one"],
  ],
  ["hex", [10, 255], ["A", "FF"]],
  ["numberInDash", [3], ["- 3 -"]],
  ["decimalEnclosedCircle", [1, 20, 21, 50, 51], ["①", "⑳", "㉑", "㊿", "51"]],
  ["chicago", [1, 4, 6], ["*", "§", "††"]],
  ["chineseCounting", [1, 10, 11, 20, 99, 105], ["一", "十", "十一", "二十", "九十九", "一○五"]],
  [
    "chineseCountingThousand",
    [10, 15, 110, 101, 1001, 10_050],
    ["十", "十五", "一百一十", "一百零一", "一千零一", "一万零五十"],
  ],
  ["chineseLegalSimplified", [10, 23], ["壹拾", "贰拾叁"]],
  ["japaneseCounting", [10, 110, 1100, 12_345], ["十", "百十", "千百", "一万二千三百四十五"]],
  ["koreanCounting", [10, 21], ["십", "이십일"]],
  ["koreanLegal", [1, 21, 100], ["하나", "스물하나", "100"]],
  ["koreanDigital", [21], ["이일"]],
  ["ganada", [1, 14, 15], ["가", "하", "가"]],
  ["ideographTraditional", [1, 10], ["甲", "癸"]],
  ["aiueoFullWidth", [1, 46], ["ア", "ン"]],
  ["irohaFullWidth", [1, 47], ["イ", "ス"]],
  ["arabicIndic", [12], ["١٢"]],
  ["١, ٢, ٣, ...", [12], ["١٢"]],
  ["arabicAlpha", [1, 2], ["أ", "ب"]],
  ["hebrew1", [1, 15, 16, 19, 25, 115, 999], ["א", "טו", "טז", "יט", "כה", "קטו", "תתקצט"]],
  ["hebrew2", [22, 23], ["ת", "אא"]],
  ["hindiNumbers", [10], ["१०"]],
  ["russianLower", [1, 29, 30], ["а", "я", "аа"]],
  ["thaiCounting", [5], ["5"]],
] as const)("the format %s counts %j", (format, values, expected) => {
  expect(values.map((value) => formattedNumber(value, format))).toEqual(expected);
});
