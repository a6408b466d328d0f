import { randomBytes } from "node:crypto";
import type { SecretPlace } from "@galley/core/domain";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSecretBox } from "./secret-box.ts";

const box = createSecretBox([{ id: "a", key: randomBytes(32) }]);

/** Whole characters, any of Unicode. */
const secret = fc.string({ unit: "grapheme", maxLength: 200 });
const name = fc.string({ unit: fc.constantFrom(...'ab_-.:",[]\\é'), maxLength: 12 });
const place: fc.Arbitrary<SecretPlace> = fc.record({
  organizationId: name,
  table: name,
  row: name,
  column: name,
});

test("every secret comes out as it went in, at its place", () => {
  fc.assert(
    fc.property(secret, place, (plain, at) => {
      const sealed = box.seal(plain, at);
      expect(box.open(sealed, at)).toBe(plain);
      if (plain.length > 8) expect(sealed).not.toContain(plain);
    }),
    { numRuns: 300 },
  );
});

test("no envelope opens at another place", () => {
  fc.assert(
    fc.property(secret, place, place, (plain, at, elsewhere) => {
      fc.pre(JSON.stringify(Object.values(at)) !== JSON.stringify(Object.values(elsewhere)));
      expect(() => box.open(box.seal(plain, at), elsewhere)).toThrow();
    }),
    { numRuns: 300 },
  );
});

test("an envelope of which any bit was changed, or any part cut, does not open", () => {
  fc.assert(
    fc.property(
      secret,
      place,
      fc.nat(),
      fc.integer({ min: 0, max: 7 }),
      fc.boolean(),
      (plain, at, where, bit, cut) => {
        const [version, id, ...parts] = box.seal(plain, at).split(".");
        const bytes = parts.map((part) => Buffer.from(part, "base64url"));
        const filled = bytes.filter((part) => part.length > 0);
        const chosen = filled[where % filled.length] ?? Buffer.alloc(1);
        const index = where % chosen.length;
        const changed = bytes.map((part) => {
          if (part !== chosen) return part;
          if (cut) return part.subarray(0, index);
          return Buffer.from(part.map((byte, i) => (i === index ? byte ^ (1 << bit) : byte)));
        });
        const envelope = [version, id, ...changed.map((part) => part.toString("base64url"))].join(".");
        expect(() => box.open(envelope, at)).toThrow();
      },
    ),
    { numRuns: 300 },
  );
});

test("whatever is not an envelope is an error, and never a secret", () => {
  const anything = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc
      .array(fc.string({ unit: fc.constantFrom(..."v1aA-_="), maxLength: 24 }), { maxLength: 6 })
      .map((parts) => ["v1", "a", ...parts].join(".")),
  );
  fc.assert(
    fc.property(anything, place, (text, at) => {
      expect(() => box.open(text, at)).toThrow();
    }),
    { numRuns: 300 },
  );
});
