import { describe, expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import { lines, textOf } from "./testing/converted-text.ts";
import { zipOf } from "./testing/office-files.ts";

const base64 = (text: string): Buffer => Buffer.from(text, "base64");
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

/** Made with iconv, which encodes what Node only decodes. */
test.each([
  [
    "Shift-JIS",
    base64("j6SVaZa8LIm/imkKiZSVTSwxMjAKj8GCtYNTg4AsODAK"),
    ["商品名 | 価格", "鉛筆 | 120", "消しゴム | 80"],
  ],
  ["GBK", base64("0NXD+yy12Na3CtXFyP0ssbG+qQrA7svELMnPuqMK"), ["姓名 | 地址", "张三 | 北京", "李四 | 上海"]],
  [
    "Big5",
    base64("qW2mVyymYad9CqT9pHCp+iyleKVfpasKs6+kaqTlLLCqtq+lqwo="),
    ["姓名 | 地址", "王小明 | 台北市", "陳大文 | 高雄市"],
  ],
  [
    "EUC-KR",
    base64("wMy4pyzB1rzSCrHow7a89iy8rb/vCsDMv7XI8Sy6zrvqCg=="),
    ["이름 | 주소", "김철수 | 서울", "이영희 | 부산"],
  ],
  [
    "Windows-1252",
    latin1("Gr\xf6\xdfe;Preis\ngro\xdf;2,75 \x80\nklein;1,50 \x80\n"),
    ["Größe | Preis", "groß | 2,75 €", "klein | 1,50 €"],
  ],
  [
    "Windows-1252, in capitals",
    latin1("DESCRI\xc7\xc3O;SITUA\xc7\xc3O\nA;B\nC;D\n"),
    ["DESCRIÇÃO | SITUAÇÃO", "A | B", "C | D"],
  ],
])("a small table in %s is read", async (_, document, expected) => {
  expect(lines(await textOf(document))).toEqual(expected);
});

/** What `TextDecoder` decodes to the text. */
function encodedIn(label: string, text: string): Uint8Array {
  const decoder = new TextDecoder(label);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Uint8Array.from(text, (character) => {
    const byte = bytes.get(character);
    if (byte === undefined) throw new Error(`${label} has no ${character}.`);
    return byte;
  });
}

const RUSSIAN = "Накладная: поставщик «Заря», получатель Иванов Пётр, к оплате двенадцать рублей.";
const FRENCH = "L’été à Liège où l’élève reçoit un goûter près de la forêt, déjà célèbre : prix 5 €.";
const GERMAN = "Größe;Preis\nklein;1 €\nÄpfel;2 €\n";
const TURKISH = "Ürün;Fiyat\nEkmek;12\nSüt ve şeker;30\nAğır ışık;2\n";

test.each([
  ["ibm866", RUSSIAN.replaceAll(/[«»]/g, '"')],
  ["ibm866", "│Товар│Цена│\n│Хлеб│12│\n│Молоко│30│\n"],
  ["koi8-r", RUSSIAN.replaceAll(/[«»]/g, '"')],
  ["windows-1251", RUSSIAN],
  ["windows-874", "สินค้า;ราคา\nข้าว;12\nนม;30\n"],
  ["macintosh", FRENCH],
  ["windows-1252", FRENCH],
  ["macintosh", GERMAN],
  ["windows-1252", GERMAN],
  ["windows-1254", TURKISH],
  ["windows-1252", "Það er gott að búa á Íslandi þó að veðrið sé hvasst; við þökkum fyrir ánægjulega ferð."],
  ["windows-1252", "“Galley™” • 20 °C • 3½ m² • naïve"],
  ["windows-1250", "Zażółć gęślą jaźń. Faktura numer pięć, należność dwanaście złotych."],
  ["windows-1253", "Η τιμή του προϊόντος είναι δώδεκα ευρώ. Αριθμός τιμολογίου πέντε."],
])("text in %s that does not say so is read: %s", async (label, written) => {
  const { text } = await extractText(encodedIn(label, written), { mode: "native_text" });
  const words = (all: string): readonly string[] => all.split(/[\s;│]+/).filter((word) => word !== "");
  expect(words(text)).toEqual([...words(written), "<<<"]);
});

test.each([
  ["code page 437, as the format says", "R3KU4WUudHh0", "Größe.txt"],
  ["GBK, in two characters", "t6LGsS50eHQ=", "发票.txt"],
  ["EUC-KR", "w7uxuLytLnR4dA==", "청구서.txt"],
  ["GBK, as Windows in China writes them", "t6LGscu1w/cudHh0", "发票说明.txt"],
])("names in a ZIP file are in %s", async (_, name, expected) => {
  const bytes = base64(name);
  const placeholder = `${"a".repeat(bytes.length - 4)}.txt`;
  const zip = latin1(
    Buffer.from(zipOf({ [placeholder]: "text" }))
      .toString("latin1")
      .replaceAll(placeholder, bytes.toString("latin1")),
  );
  const { pages } = await extractText(zip, { mode: "native_text" });
  expect(pages[0]?.message).toBe(`From the file ${expected}.`);
});

const PAGE = "<html><head><meta charset=X></head><body><p>Größe – Straße</p></body></html>";
const utf16le = (text: string): Buffer => Buffer.from(text, "utf16le");
const utf16be = (text: string): Buffer => utf16le(text).swap16();

describe("a page that a browser saved (MHTML) is read", () => {
  const saved = (type: string, transfer: string, body: Uint8Array): Buffer => {
    const head =
      'From: <Saved by a browser>\r\nSubject: Page\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="----=_B"\r\n\r\n';
    const part = `------=_B\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${transfer}\r\nContent-Location: http://localhost/\r\n\r\n`;
    const content = transfer === "base64" ? Buffer.from(Buffer.from(body).toString("base64")) : body;
    return Buffer.concat([latin1(head + part), content, latin1("\r\n------=_B--\r\n")]);
  };
  const quoted = (bytes: Buffer): Buffer =>
    latin1(
      bytes
        .toString("latin1")
        .replaceAll(
          /[=\x80-\xff]/g,
          (sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
        ),
    );
  const western = latin1(PAGE.replace("X", "windows-1252").replace("–", "\x96"));

  test.each([
    ["without an encoding, as Firefox writes it", saved("text/html", "quoted-printable", quoted(western))],
    ["without an encoding, in 8 bits", saved("text/html", "8bit", western)],
    [
      "in an encoding that nobody knows",
      saved('text/html; charset="_autodetect"', "quoted-printable", quoted(western)),
    ],
    [
      "in an encoding that it is not in",
      saved("text/html; charset=us-ascii", "base64", Buffer.from(PAGE.replace("X", "utf-8"))),
    ],
    [
      "in UTF-16, as Word writes it",
      saved('text/html; charset="unicode"', "base64", utf16le(`\ufeff${PAGE}`)),
    ],
    [
      "in UTF-16 with the high byte first",
      saved('text/html; charset="utf-16"', "base64", utf16be(`\ufeff${PAGE}`)),
    ],
    ["in UTF-16 without saying so", saved("text/html", "base64", utf16le(`\ufeff${PAGE}`))],
    ["as XHTML", saved("application/xhtml+xml; charset=utf-8", "base64", Buffer.from(PAGE))],
  ])("%s", async (_, document) => {
    expect(lines(await textOf(document))).toEqual([
      "From: Saved by a browser",
      "Subject: Page",
      "Größe – Straße",
    ]);
  });
});

describe("UTF-16", () => {
  const mail =
    "From: ada@example.org\r\nSubject: Größe\r\nContent-Type: text/plain; charset=utf-16\r\n\r\nText 東京\r\n";
  const svg =
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><text x="5" y="20">Größe</text></svg>';

  test.each([
    ["a mail", mail, ["From: ada@example.org", "Subject: Größe", "Text 東京"]],
    ["an SVG image", svg, ["Größe"]],
    ["a web page", PAGE, ["Größe – Straße"]],
    ["a text", "Größe – Straße", ["Größe – Straße"]],
  ])("of %s is decoded, with and without a byte order mark", async (_, text, expected) => {
    for (const bytes of [utf16le(`\ufeff${text}`), utf16be(`\ufeff${text}`), utf16le(text), utf16be(text)])
      expect(lines(await textOf(bytes))).toEqual(expected);
  });
});

test("a mail whose headers and text are in an encoding that it does not name is read", async () => {
  const mail = latin1(
    "From: a@example.com\r\nSubject: Gr\xfc\xdfe\r\n\r\nTsch\xfc\xdf, das macht 5 \x80\r\n",
  );
  expect(lines(await textOf(mail))).toEqual([
    "From: a@example.com",
    "Subject: Grüße",
    "Tschüß, das macht 5 €",
  ]);
});
