import { expect, test } from "vitest";
import { votedLanguages } from "./common-words.ts";

const CODES = ["eng", "deu", "fra", "ita", "nld", "por", "spa", "swe"];

test.each([
  [
    "deu",
    "Bitte zahlen Sie den Betrag innerhalb von dreißig Tagen auf das Konto, das auf der Rückseite steht.",
  ],
  [
    "eng",
    "Please pay the amount within thirty days to the account that is printed on the back of this letter.",
  ],
  [
    "fra",
    "Veuillez payer le montant dans les trente jours sur le compte qui est au dos de la lettre, avec la date.",
  ],
  [
    "spa",
    "Los pagos se hacen en un plazo de treinta días en la cuenta que figura en el reverso de las facturas.",
  ],
  [
    "nld",
    "Het bedrag dat door u wordt betaald, staat op de rekening die bij de brief van het bedrijf is gevoegd.",
  ],
])("a text in the language %s is detected by its common words", (code, text) => {
  expect(votedLanguages(text, CODES)[0]).toBe(code);
});

test("for a text in two languages, both are returned and no third", () => {
  const german = "Die Ware ist nicht bei uns, und der Preis wird auf dem Blatt mit dem Namen genannt.";
  const english =
    "The goods are not with us, and the price is printed on the sheet with the name of this firm.";
  expect(votedLanguages(`${german} ${english}`, CODES).toSorted()).toEqual(["deu", "eng"]);
});

test("missing accents make no difference", () => {
  expect(votedLanguages("fur die und das", CODES)).toEqual(["deu"]);
  expect(votedLanguages("für die und das", CODES)).toEqual(["deu"]);
});

test.each([
  "",
  "4711 12.50 7 %",
  "Qxz brk wpf",
  "Invoice No 4711 Member No 12 GST No 003 Receipt No 7 Table No 4 www.shop.com",
])("no language is detected in %j", (text) => {
  expect(votedLanguages(text, CODES)).toEqual([]);
});

test("only installed languages are returned", () => {
  expect(votedLanguages("der die und das nicht ist auf dem", ["eng", "fra", "ita"])).toEqual([]);
});
