import { createHash } from "node:crypto";
import { onePagePdf } from "./tiny-pdf.ts";

const PADDING = Buffer.from("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A", "hex");
const FILE_ID = Buffer.from("0123456789abcdef");
const PERMISSIONS = -4;
const CONTENT_NUMBER = 4;

/** A page with the text "secret", encrypted with 40 bits for the given passwords (PDF 1.7, 7.6.3, revision 2). */
export function encryptedPdf({ user, owner }: { readonly user: string; readonly owner: string }): Uint8Array {
  const ownerEntry = rc4(md5(padded(owner)).subarray(0, 5), padded(user));
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = md5(Buffer.concat([padded(user), ownerEntry, permissions, FILE_ID])).subarray(0, 5);
  const objectKey = md5(Buffer.concat([key, Buffer.from([CONTENT_NUMBER, 0, 0, 0, 0])])).subarray(0, 10);
  const content = rc4(objectKey, Buffer.from("BT /F1 10 Tf 20 30 Td (secret) Tj ET"));
  const encrypt = `/Filter /Standard /V 1 /R 2 /P ${PERMISSIONS} /O <${hex(ownerEntry)}> /U <${hex(rc4(key, PADDING))}>`;
  return onePagePdf("", {
    contentStream: { entries: "", bytes: content },
    trailer: `/Encrypt << ${encrypt} >> /ID [<${hex(FILE_ID)}> <${hex(FILE_ID)}>]`,
  });
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, "latin1"), PADDING]).subarray(0, 32);
}

function md5(bytes: Uint8Array): Buffer {
  return createHash("md5").update(bytes).digest();
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (i: number, j: number): void => {
    [state[i], state[j]] = [state[j] ?? 0, state[i] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  const output = Buffer.alloc(bytes.length);
  for (const [index, byte] of bytes.entries()) {
    i = (i + 1) & 255;
    j = (j + (state[i] ?? 0)) & 255;
    swap(i, j);
    output[index] = byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
  }
  return output;
}
