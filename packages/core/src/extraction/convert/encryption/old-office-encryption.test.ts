import { CFB, utils, write } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { lines, textOf } from "../testing/converted-text.ts";
import { rc4CryptoApi, rc4With40Bits, type Encryption } from "../testing/old-encryption.ts";
import { oldWordFile, u16 } from "../testing/doc-file.ts";
import { BlockKeyStream } from "./block-streams.ts";

const PASSWORD = "Grüße 4711";
const METHODS: readonly (readonly [string, (password: string) => Encryption])[] = [
  ["RC4 with 40 bits", rc4With40Bits],
  ["RC4 CryptoAPI with 40 bits", (password) => rc4CryptoApi(password, 40)],
  ["RC4 CryptoAPI with 128 bits", (password) => rc4CryptoApi(password, 128)],
];

/** A compound file with these streams. */
function fileOf(streams: Readonly<Record<string, Buffer>>): Uint8Array {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(file, `/${name}`, content);
  return new Uint8Array(Buffer.from(CFB.write(file, { type: "buffer" })));
}

function streamOf(file: Uint8Array, name: string): Buffer {
  return Buffer.from(CFB.find(CFB.read(Buffer.from(file), { type: "buffer" }), name)?.content ?? []);
}

function encrypted(stream: Buffer, { cipher }: Encryption, from: number): Buffer {
  const keys = new BlockKeyStream(cipher, 512);
  return Buffer.from(stream.map((byte, index) => (index < from ? byte : byte ^ keys.at(index))));
}

/** A DOC file whose table stream begins with the encryption header ([MS-DOC] 2.2.6.2). */
function encryptedWord(encryption: Encryption): Uint8Array {
  const words = Array.from({ length: 60 }, (_, index) => ({ text: `Paragraph ${index} of the letter` }));
  const plain = oldWordFile({ body: words.slice(0, 20), tableStart: encryption.info });
  const main = streamOf(plain, "WordDocument");
  main.writeUInt16LE(main.readUInt16LE(10) | 0x0100, 10);
  main.writeUInt32LE(encryption.info.length, 14);
  return fileOf({
    WordDocument: encrypted(main, encryption, 68),
    "1Table": encrypted(streamOf(plain, "1Table"), encryption, encryption.info.length),
  });
}

type RecordWriter = (data: Buffer, start: number) => Buffer;

/** An XLS file with a record for its encryption ([MS-XLS] 2.2.10); `encrypt` gets the data of each other record. */
function encryptedWorkbook(filePass: Buffer, encrypt: RecordWriter): Uint8Array {
  const rows = Array.from({ length: 80 }, (_, index) => [`Item ${index}`, index * 1.5]);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([["Name", "Price"], ...rows]), "Prices");
  const bytes: unknown = write(book, { type: "buffer", bookType: "biff8" });
  if (!Buffer.isBuffer(bytes)) throw new Error("SheetJS wrote no bytes.");
  const plain = streamOf(bytes, "Workbook");
  const added = filePass.length + 4;
  const parts: Buffer[] = [];
  let at = 0;
  for (let from = 0; from + 4 <= plain.length;) {
    const [type, length] = [plain.readUInt16LE(from), plain.readUInt16LE(from + 2)];
    const data = Buffer.from(plain.subarray(from + 4, from + 4 + length));
    from += 4 + length;
    // The place of a sheet, which is not encrypted.
    if (type === 0x85) data.writeUInt32LE(data.readUInt32LE(0) + added, 0);
    const isPlain = [0x0809, 0xe1, 0x0a].includes(type);
    const written = isPlain ? data : encrypt(data, at + 4);
    if (type === 0x85) data.copy(written, 0, 0, 4);
    parts.push(u16(type, length), written);
    at += 4 + length;
    if (parts.length === 2) {
      parts.push(u16(0x2f, filePass.length), filePass);
      at += added;
    }
  }
  return fileOf({ Workbook: Buffer.concat(parts) });
}

function rc4Workbook(encryption: Encryption): Uint8Array {
  return encryptedWorkbook(Buffer.concat([u16(1), encryption.info]), (data, start) => {
    const keys = new BlockKeyStream(encryption.cipher, 1024);
    return Buffer.from(data.map((byte, index) => byte ^ keys.at(start + index)));
  });
}

/** XOR obfuscation ([MS-OFFCRYPTO] 2.3.7) with the verifier and the key of a password. */
function xorWorkbook(password: string, [key, verifier]: readonly [number, number]): Uint8Array {
  const filler = Buffer.from("bbffffbaffffb98000be0f00bf0f00", "hex");
  const filled = Buffer.concat([Buffer.from(password, "latin1"), filler]).subarray(0, 16);
  const rotated = (byte: number, left: number): number => ((byte << left) | (byte >> (8 - left))) & 0xff;
  const keys = filled.map((byte, index) => rotated(byte ^ (index % 2 === 0 ? key & 0xff : key >> 8), 7));
  return encryptedWorkbook(u16(0, key, verifier), (data, start) =>
    Buffer.from(
      data.map((byte, index) => rotated(byte, 5) ^ (keys[(start + index + data.length) % 16] ?? 0)),
    ),
  );
}

describe.each(METHODS)("%s", (_, encryptionFor) => {
  test("of a DOC is removed with its password", async () => {
    const file = encryptedWord(encryptionFor(PASSWORD));
    const read = lines(await textOf(file, { password: PASSWORD }));
    expect([read[0], read.at(-1), read.length]).toEqual([
      "Paragraph 0 of the letter",
      "Paragraph 19 of the letter",
      20,
    ]);
    await expect(textOf(file)).rejects.toMatchObject({
      code: "PASSWORD_REQUIRED",
      message: "The document is encrypted and no password was given; pass its password.",
    });
    await expect(textOf(file, { password: "other" })).rejects.toMatchObject({
      code: "PASSWORD_REQUIRED",
      message: "The document is encrypted and the given password is wrong; pass its password.",
    });
  });

  test("of an XLS is removed with its password, or with the one that Excel tries itself", async () => {
    const file = rc4Workbook(encryptionFor(PASSWORD));
    const read = lines(await textOf(file, { password: PASSWORD }));
    expect(read).toEqual(expect.arrayContaining(["Name | Price", "Item 0 | 0", "Item 79 | 118.5"]));
    await expect(textOf(file)).rejects.toMatchObject({ code: "PASSWORD_REQUIRED" });
    const open = rc4Workbook(encryptionFor("VelvetSweatshop"));
    expect(lines(await textOf(open))).toContain("Item 79 | 118.5");
  });
});

test("XOR obfuscation of an XLS is removed with its password, or with the one that Excel tries itself", async () => {
  // The key and the verifier of each password, as SheetJS derives them.
  const open = xorWorkbook("VelvetSweatshop", [0xb359, 0x9a0a]);
  expect(lines(await textOf(open))).toContain("Item 79 | 118.5");
  const file = xorWorkbook("Geheim 47", [0xd77f, 0x9628]);
  expect(lines(await textOf(file, { password: "Geheim 47" }))).toContain("Item 79 | 118.5");
  await expect(textOf(file)).rejects.toMatchObject({ code: "PASSWORD_REQUIRED" });
});
