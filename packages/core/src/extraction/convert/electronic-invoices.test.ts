import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { electronicInvoices } from "../electronic-invoices.ts";
import { embeddedFiles } from "../embedded-files.ts";
import { extractText } from "../extract-text.ts";
import { encoded, textOf } from "./testing/converted-text.ts";

const FIXTURES = new URL("../../../../../test/fixtures/invoices/", import.meta.url);
const SHARED = new URL("../../../../../../shared/data/fields/invoices/", import.meta.url);

const fixture = (name: string): Uint8Array => readFileSync(new URL(name, FIXTURES));

/** The words of all text between tags; dates as they are shown. Files in Base64 are no text. */
function wordsOf(xml: string): readonly string[] {
  return Array.from(
    xml.replaceAll(/<!--[^]*?-->|<(\w+:\w+BinaryObject)\b[^]*?<\/\1>/g, "").matchAll(/>([^<>]+)</g),
    ([, text = ""]) => text.replaceAll("&amp;", "&").trim(),
  )
    .map((text) => text.replace(/^(20\d\d)([01]\d)([0-3]\d)$/, "$1-$2-$3"))
    .flatMap((text) => text.split(/\s+/))
    .filter((word) => word !== "");
}

/** Words are joined where a cell wraps them. */
const solid = (text: string): string => text.replaceAll(/\s+/g, "");

test.each([
  [
    "cii.xml",
    /^\s*Invoice \(380\) RE-2026-0815/,
    /Fahrradklingel & Halter +10\.0000 +H87 +123\.4500 +19\.00 +1234\.50/,
  ],
  ["ubl.xml", /^\s*Credit note \(381\) KN-77\/2026/, /Bordslampa Vinga +2 +EA +250\.00 +25 +500\.00/],
  ["fattura-pa.xml", /^\s*Invoice \(TD01\) 123\/A/, /Sostituzione freni +2\.00 +PZ +40\.00 +22\.00 +80\.00/],
])("%s is read as a document that has all its values", async (name, title, row) => {
  const xml = fixture(name);
  const text = await textOf(xml);
  expect(text).toMatch(title);
  expect(text).toMatch(row);
  const all = solid(text);
  expect(wordsOf(new TextDecoder().decode(xml)).filter((word) => !all.includes(word))).toEqual([]);
});

test("a file in an invoice is read after it", async () => {
  const { text } = await extractText(fixture("ubl.xml"), { mode: "native_text", attachments: "read" });
  expect(text).toMatch(/artikel,antal\s+lampa,2/);
});

test("XML whose root only has the name of an invoice is read as it is written", async () => {
  expect(await textOf(encoded('<?xml version="1.0"?><Invoice><ID>7</ID></Invoice>'))).toContain("<ID>7</ID>");
});

test("entities of an invoice are not expanded", async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "${"lol".repeat(50)}"><!ENTITY b "${"&a;".repeat(50)}"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;
  const xml = new TextDecoder().decode(fixture("ubl.xml"));
  const hostile = encoded(xml.replace("?>", `?>${bomb}`).replace("KN-77/2026", "K&b;&c;"));
  expect(electronicInvoices(hostile)).toMatchObject([{ number: "K&b;&c;" }]);
  expect((await textOf(hostile)).length).toBeLessThan(10_000);
});

test("an invoice that is nested without end is refused", () => {
  const xml = new TextDecoder().decode(fixture("ubl.xml"));
  const hostile = encoded(xml.replace("</CreditNote>", "<cbc:Note>".repeat(1000)));
  expect(() => electronicInvoices(hostile)).toThrow("its elements are nested more than 400 deep");
});

/** DER of a value with its tag. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const content = Buffer.concat(parts);
  return Buffer.concat([
    Buffer.from([tag, 0x83, content.length >> 16, content.length >> 8, content.length]),
    content,
  ]);
};

/** BER of a value without its length, as programs write it that sign as they read. */
const ber = (tag: number, ...parts: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0])]);

const SIGNED_DATA = Buffer.from("06092a864886f70d010702", "hex");
const DATA = Buffer.from("06092a864886f70d010701", "hex");

test.each([
  ["DER", der, (xml: Uint8Array) => der(0x04, xml)],
  [
    "BER in parts",
    ber,
    (xml: Uint8Array) => ber(0x24, der(0x04, xml.slice(0, 900)), der(0x04, xml.slice(900))),
  ],
])("a signed FatturaPA in %s is read like the invoice in it", async (_kind, wrap, octets) => {
  const xml = fixture("fattura-pa.xml");
  const version = Buffer.from("020101", "hex");
  const content = wrap(0x30, DATA, wrap(0xa0, octets(xml)));
  const signed = wrap(0x30, SIGNED_DATA, wrap(0xa0, wrap(0x30, version, der(0x31), content, der(0x31))));
  expect(await textOf(signed)).toBe(await textOf(xml));
  expect(await embeddedFiles(signed)).toMatchObject([{ name: "document.xml" }]);
  await expect(textOf(signed.subarray(0, 300))).rejects.toThrow("signed file (P7M)");
});

test("a document of XML is its only file; other documents have none", async () => {
  expect(await embeddedFiles(fixture("cii.xml"))).toMatchObject([{ name: "document.xml" }]);
  expect(await embeddedFiles(encoded("plain text"))).toEqual([]);
});

describe.skipIf(!existsSync(SHARED))("invoices of ../shared/data", () => {
  const names = existsSync(SHARED) ? readdirSync(SHARED).filter((name) => name.endsWith(".pdf")) : [];
  test.each(names)("the XML in %s is read as a document that has all its values", async (name) => {
    const files = await embeddedFiles(new URL(name, SHARED));
    const xml = files.find(({ bytes }) => electronicInvoices(bytes).length > 0);
    const text = solid(await textOf(xml?.bytes ?? encoded("")));
    const words = wordsOf(new TextDecoder().decode(xml?.bytes));
    expect(words.length).toBeGreaterThan(20);
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
  });
});
