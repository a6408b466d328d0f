import { randomBytes } from "node:crypto";
import type { SecretPlace } from "@galley/core/domain";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSecretBox } from "./secret-box.ts";

const box = createSecretBox([{ id: "a", key: randomBytes(32) }]);

/** Whole characters, any of Unicode. */
const secret = fc.string({ unit: "grapheme", maxLength: 200 });
const name = fc.string({ unit: fc.constantFrom(...Array.from('ab_-.:",[]\\é')), maxLength: 12 });
const place: fc.Arbitrary<SecretPlace> = fc.record({
  organizationId: name,
  table: name,
  row: name,
  column: name,
});

test("every secret is decrypted at its place", () => {
  fc.assert(
    fc.property(secret, place, (plain, at) => {
      const sealed = box.seal(plain, at);
      expect(box.open(sealed, at)).toBe(plain);
      expect(plain.length <= 8 || !sealed.includes(plain)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("no envelope can be decrypted at another place", () => {
  fc.assert(
    fc.property(secret, place, place, (plain, at, elsewhere) => {
      fc.pre(JSON.stringify(Object.values(at)) !== JSON.stringify(Object.values(elsewhere)));
      expect(() => box.open(box.seal(plain, at), elsewhere)).toThrow(/authenticat/);
    }),
    { numRuns: 300 },
  );
});

const damage = fc.record({
  at: fc.nat(),
  bit: fc.integer({ min: 0, max: 7 }),
  isCut: fc.boolean(),
});

test("an envelope with any bit changed, or any part cut, cannot be decrypted", () => {
  fc.assert(
    fc.property(secret, place, damage, (plain, resting, { at, bit, isCut }) => {
      const [version, id, ...parts] = box.seal(plain, resting).split(".");
      const bytes = parts.map((part) => Buffer.from(part, "base64url"));
      const filled = bytes.filter((part) => part.length > 0);
      const chosen = filled[at % filled.length];
      const changed = bytes.map((part) => {
        if (part !== chosen) return part;
        const index = at % part.length;
        return isCut
          ? part.subarray(0, index)
          : Buffer.from(part.map((byte, i) => (i === index ? byte ^ (1 << bit) : byte)));
      });
      const envelope = [version, id, ...changed.map((part) => part.toString("base64url"))].join(".");
      expect(() => box.open(envelope, resting)).toThrow(/authenticat|sealed secret|initialization/);
    }),
    { numRuns: 300 },
  );
});

test("anything but an envelope is an error", () => {
  const anything = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc
      .array(fc.string({ unit: fc.constantFrom(...Array.from("v1aA-_=")), maxLength: 24 }), { maxLength: 6 })
      .map((parts) => ["v1", "a", ...parts].join(".")),
  );
  fc.assert(
    fc.property(anything, place, (text, at) => {
      expect(() => box.open(text, at)).toThrow(/./);
    }),
    { numRuns: 300 },
  );
});
