import { expect, test } from "vitest";
import { createExtractor } from "../../create-extractor.ts";
import { lines, textOf } from "../testing/converted-text.ts";

/** `qpdf --object-streams=generate --encrypt user "" 256 --allow-insecure`: revision 6. */
const REVISION_6 =
  "JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5z" +
  "aW9uTGV2ZWwgOCA+PiA+PiAvUGFnZXMgMyAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUgL09i" +
  "alN0bSAvTGVuZ3RoIDIyNCAvRmlsdGVyIC9GbGF0ZURlY29kZSAvTiA0IC9GaXJzdCAyMSA+PgpzdHJlYW0K+fzo57vYuR1QFl7h" +
  "d70f0J8kXpLuf77Mvsz8viSVxYvSMQf9eL1iTLwWKQPwxkAaOb6GdiMarHu/t4KPKPo2ec1KGKEFT2WUjP1+dGep6vzdJcuD2QMh" +
  "grI5MFClvDZ3EeEENoZYgt2tHv3AqmREwV/PGkF0b2TTjtHe0Io9IagarS0Xiogxlv4lt+qpfQNQNl7S35Y5Zl701Xz+sAY1rN/W" +
  "zF1vJ2p1Vuxid8lKRxkAl3W2+iadShNo7hOe0JoOi3+VhSeFS52AZloXUMLujJ2B229ScZmDQAAfQNO1FStlbmRzdHJlYW0KZW5k" +
  "b2JqCjcgMCBvYmoKPDwgL0ZpbHRlciAvRmxhdGVEZWNvZGUgL0xlbmd0aCAxMjggPj4Kc3RyZWFtCuOAYiVHKX/LiOYsEAyxGpSZ" +
  "VE04kI5Tk+pW0EETTCtTqI197HNSbvz5eB6NSs6n3bnC6U9WITEKnpZfQxxtZBVJgRp8c6bfLJ5YFugexj45xrfnCiY5UHWXDytg" +
  "D4wHPkaKvgsoLCDGFzZZHreSpmq9PURAg14DJVpuaJ0b8iWgZW5kc3RyZWFtCmVuZG9iago4IDAgb2JqCjw8IC9DRiA8PCAvU3Rk" +
  "Q0YgPDwgL0F1dGhFdmVudCAvRG9jT3BlbiAvQ0ZNIC9BRVNWMyAvTGVuZ3RoIDMyID4+ID4+IC9GaWx0ZXIgL1N0YW5kYXJkIC9M" +
  "ZW5ndGggMjU2IC9PIDw2OTk4MWQxYTcwZDBkM2FhNWViNzIxYjc0MDEzYzU3YTc0NjA1OGYwZjQ0YmM3ZDUxOGY1NTI1ZmFiYWNj" +
  "YWM0NTExYzY1MGZmMjM0MmQ2MTlhOGQ1NGI2OTUxYTI1MzA+IC9PRSA8MTQ5YzdkOTlhNWZhYzI1NmU3ODQ2NjZhNTE5NTUyYmIy" +
  "YzcyYmJhMmUxMGE1ODkwYmZjY2ExODhiNWMyMjZiOT4gL1AgLTQgL1Blcm1zIDw0NDMzZjZhMGYwNzVlNDQ2OWFkN2M1MDJjY2Vk" +
  "YzM2Yz4gL1IgNiAvU3RtRiAvU3RkQ0YgL1N0ckYgL1N0ZENGIC9VIDwwODcwZjQ0YWRkYTc0OTI1MmE5ZjNiOTg2MGVkODZlMmIx" +
  "NjRlMzA5ODBiYzcyMmQ0Mjk5ZmY5N2JkZjUyM2NhNjU1OTMzZGEwMTQ3ZTI0MmU1MDBkMDdjNzdjNmE3Yjg+IC9VRSA8MjhiYTc2" +
  "MWEzYmUyNDNiM2I3NDU4NjgxOWJkMTBiZTg0MTFlYzYzNWJkMGNlNDcxMDBlMzk4N2I3YTgzOGJkZT4gL1YgNSA+PgplbmRvYmoK" +
  "OSAwIG9iago8PCAvVHlwZSAvWFJlZiAvTGVuZ3RoIDQyIC9GaWx0ZXIgL0ZsYXRlRGVjb2RlIC9EZWNvZGVQYXJtcyA8PCAvQ29s" +
  "dW1ucyA0IC9QcmVkaWN0b3IgMTIgPj4gL1cgWyAxIDIgMSBdIC9Sb290IDEgMCBSIC9TaXplIDEwIC9JRCBbPDAwMTEyMjMzNDQ1" +
  "NTY2Nzc4ODk5YWFiYmNjZGRlZWZmPjwzMTQxNTkyNjUzNTg5NzkzMjM4NDYyNjQzMzgzMjc5NT5dIC9FbmNyeXB0IDggMCBSID4+" +
  "CnN0cmVhbQp4nGNiAAImRgZ+BiYGhmIQqwHEYmBEIv4zHvnLxMB4HCjBpMwAAE3NBMoKZW5kc3RyZWFtCmVuZG9iagpzdGFydHhy" +
  "ZWYKMTIwMAolJUVPRgo=";

/** `qpdf --encrypt user "" 256 --allow-insecure --force-R5`. */
const REVISION_5 =
  "JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5z" +
  "aW9uTGV2ZWwgMyA+PiA+PiAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL0NvdW50IDEg" +
  "L0tpZHMgWyAzIDAgUiBdIC9UeXBlIC9QYWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvQ29udGVudHMgNCAwIFIgL01lZGlhQm94" +
  "IFsgMCAwIDU5NSA4NDIgXSAvUGFyZW50IDIgMCBSIC9SZXNvdXJjZXMgNSAwIFIgL1R5cGUgL1BhZ2UgPj4KZW5kb2JqCjQgMCBv" +
  "YmoKPDwgL0ZpbHRlciAvRmxhdGVEZWNvZGUgL0xlbmd0aCAxMjggPj4Kc3RyZWFtCpXdNrZXOmaHc8sfy56MrM7mAv4VOLAZGXAU" +
  "L0jtb0AyNo0NsHDSS9C55M05UM6zef+m6XkAhXaEEcnYgfvEnNQYz2mGlPxlmgwFZzjmHShhM+tdLagwWiF0SOUzWtLX7Kh/9sts" +
  "a/96SG/nhCaSax4+uUTjNayt8cgkr2DD1yZ1ZW5kc3RyZWFtCmVuZG9iago1IDAgb2JqCjw8IC9Gb250IDw8IC9GMSA2IDAgUiA+" +
  "PiAvUHJvcGVydGllcyA8PCA+PiAvWE9iamVjdCA8PCA+PiA+PgplbmRvYmoKNiAwIG9iago8PCAvQmFzZUZvbnQgL0hlbHZldGlj" +
  "YSAvRW5jb2RpbmcgL1dpbkFuc2lFbmNvZGluZyAvU3VidHlwZSAvVHlwZTEgL1R5cGUgL0ZvbnQgPj4KZW5kb2JqCjcgMCBvYmoK" +
  "PDwgL0NGIDw8IC9TdGRDRiA8PCAvQXV0aEV2ZW50IC9Eb2NPcGVuIC9DRk0gL0FFU1YzIC9MZW5ndGggMzIgPj4gPj4gL0ZpbHRl" +
  "ciAvU3RhbmRhcmQgL0xlbmd0aCAyNTYgL08gPDAwNmYyZjcwMjE4NGUxZTQzYTBiN2RiM2JlM2EwYTk2Y2Q3OWFkNjdmM2RmM2Mz" +
  "ZDgyN2YyOWNlM2NhY2RjODc1Mzc3ODNkYjU1NDZiNmU4YzgxZGRmZGYzMDI1OWJkNT4gL09FIDxiMzAzZmJiNDdkOTU3Mjk0NjRi" +
  "YTZjMmJjNzNlNGNmMGM3ZjQ4MDI2MjM5N2VjODY1MTM1ZDk4ODU5ZjM5M2QwPiAvUCAtNCAvUGVybXMgPDE1M2I5OTdmZWRhYmE5" +
  "ODliZDk4MmFlYmNlMDE5YmI2PiAvUiA1IC9TdG1GIC9TdGRDRiAvU3RyRiAvU3RkQ0YgL1UgPDAxMmM0MzRiYTEyMmE5ZDNhNzJm" +
  "Y2IyMzI4OTA4ODZkZmQ5YmViZGU0YTMxMTRhMjQ0NmY4YTU2YTZmNmIyOTRlNjEwZGRkMGI4YjhlMTFhZDQyN2VmZGFlM2EzODE3" +
  "Yz4gL1VFIDxlMDE2NTk5OTFiMDcxNzNlNWJiOGU3NGM0NmVjNTY5ZTM2NzYzODIxZDFhOWRhZGViNTg5YjBlNjlkN2ZmOTYyPiAv" +
  "ViA1ID4+CmVuZG9iagp4cmVmCjAgOAowMDAwMDAwMDAwIDY1NTM1IGYgCjAwMDAwMDAwMTUgMDAwMDAgbiAKMDAwMDAwMDEzMCAw" +
  "MDAwMCBuIAowMDAwMDAwMTg5IDAwMDAwIG4gCjAwMDAwMDAyOTUgMDAwMDAgbiAKMDAwMDAwMDQ5NCAwMDAwMCBuIAowMDAwMDAw" +
  "NTcwIDAwMDAwIG4gCjAwMDAwMDA2NjcgMDAwMDAgbiAKdHJhaWxlciA8PCAvUm9vdCAxIDAgUiAvU2l6ZSA4IC9JRCBbPDAwMTEy" +
  "MjMzNDQ1NTY2Nzc4ODk5YWFiYmNjZGRlZWZmPjwzMTQxNTkyNjUzNTg5NzkzMjM4NDYyNjQzMzgzMjc5NT5dIC9FbmNyeXB0IDcg" +
  "MCBSID4+CnN0YXJ0eHJlZgoxMjE0CiUlRU9GCg==";

test.each([
  ["5", REVISION_5],
  ["6", REVISION_6],
])(
  "a PDF of revision %s whose owner password is empty is read and drawn without a password",
  async (_, source) => {
    const document = new Uint8Array(Buffer.from(source, "base64"));
    expect(lines(await textOf(document))).toEqual(["This page was encrypted"]);
    expect(lines(await textOf(document, { password: "user" }))).toEqual(["This page was encrypted"]);
    await using extractor = createExtractor({ threads: 1 });
    expect(await extractor.renderPage(document, 1, { dpi: 72 })).toMatchObject({ width: 595, height: 842 });
    await expect(textOf(document, { password: "other" })).rejects.toMatchObject({
      code: "PASSWORD_REQUIRED",
    });
  },
);

test("a damaged encryption dictionary is reported, not changed", async () => {
  const source = Buffer.from(REVISION_5, "base64").toString("latin1");
  const document = new Uint8Array(Buffer.from(source.replace(/\/OE\s*[(<]/, "/OE 1 "), "latin1"));
  await expect(textOf(document)).rejects.toMatchObject({ name: "ExtractionError" });
});
