import { randomBytes } from "node:crypto";
import type { SecretPlace } from "@galley/core/domain";
import { expect, test } from "vitest";
import type { Keyring } from "./keyring.ts";
import { createSecretBox } from "./secret-box.ts";

const PLACE: SecretPlace = { organizationId: "o", table: "webhook", row: "r", column: "auth_token" };
const [OLD, NEW] = ["old", "new"].map((id) => ({ id, key: randomBytes(32) }));

function ring(...keys: readonly (typeof OLD)[]): Keyring {
  const [first, ...rest] = keys.flatMap((key) => (key ? [key] : []));
  if (!first) throw new Error("A keyring has a key.");
  return [first, ...rest];
}

test.each(["", "token", "größer \u{1F600}", "x".repeat(10_000)])(
  "%j is decrypted as it was encrypted",
  (plain) => {
    const box = createSecretBox(ring(OLD));
    const sealed = box.seal(plain, PLACE);
    expect(sealed).toMatch(/^v1\.old\.[\w-]{16}\.[\w-]{22}\.[\w-]*$/);
    expect(box.open(sealed, PLACE)).toBe(plain);
    expect(sealed.split(".")).not.toContain(plain || "nothing");
  },
);

test("the same secret never has the same envelope twice", () => {
  const box = createSecretBox(ring(OLD));
  expect(box.seal("token", PLACE)).not.toBe(box.seal("token", PLACE));
});

test.each<[string, Partial<SecretPlace>]>([
  ["another organization", { organizationId: "p" }],
  ["another table", { table: "connector" }],
  ["another row", { row: "s" }],
  ["another column", { column: "signing_secret" }],
  ["a place whose parts join alike", { table: "webhookr", row: "" }],
])("a secret encrypted for one place cannot be decrypted at %s", (_, elsewhere) => {
  const box = createSecretBox(ring(OLD));
  const sealed = box.seal("token", PLACE);
  expect(() => box.open(sealed, { ...PLACE, ...elsewhere })).toThrow(/authenticat/);
});

test("a changed envelope cannot be decrypted", () => {
  const box = createSecretBox(ring(OLD));
  const parts = box.seal("token", PLACE).split(".");
  for (const index of [2, 3, 4]) {
    const changed = parts.map((part, at) =>
      at === index ? (part.startsWith("A") ? "B" : "A") + part.slice(1) : part,
    );
    expect(() => box.open(changed.join("."), PLACE)).toThrow(/authenticat/);
  }
  expect(() => box.open([...parts.slice(0, 3), parts[3]?.slice(0, 6), parts[4]].join("."), PLACE)).toThrow(
    /authenticat/,
  );
  expect(() => box.open("token", PLACE)).toThrow("Not an encrypted secret");
});

test("after a key change, the new key encrypts and the old one still decrypts", () => {
  const sealed = createSecretBox(ring(OLD)).seal("token", PLACE);
  const box = createSecretBox(ring(NEW, OLD));
  expect(box.open(sealed, PLACE)).toBe("token");
  expect(box.seal("token", PLACE)).toMatch(/^v1\.new\./);
  expect(() => createSecretBox(ring(NEW)).open(sealed, PLACE)).toThrow('"old"');
});
