import { expect, test } from "vitest";
import { RefusalLimit } from "./refusal-limit.ts";

interface World {
  readonly limit: RefusalLimit;
  readonly pass: (seconds: number) => void;
}

function world(): World {
  let now = Date.UTC(2026, 0, 1);
  return {
    limit: new RefusalLimit(() => new Date(now)),
    pass(seconds) {
      now += seconds * 1000;
    },
  };
}

/** How many of `count` wrong credentials are accepted before the limit. */
function accepted(limit: RefusalLimit, address: string, count: number): number {
  return Array.from({ length: count }, () => limit.refuse(address)).filter((wait) => wait === undefined)
    .length;
}

test("an address may send 300 wrong credentials at once, then one a second", () => {
  const { limit, pass } = world();
  expect(accepted(limit, "192.0.2.1", 400)).toBe(300);
  expect(limit.refuse("192.0.2.1")).toBe(1);
  pass(10);
  expect(accepted(limit, "192.0.2.1", 100)).toBe(10);
  pass(3600);
  expect(accepted(limit, "192.0.2.1", 400)).toBe(300);
});

test("each address has its own limit; addresses of one IPv6 network share theirs", () => {
  const { limit } = world();
  accepted(limit, "192.0.2.1", 400);
  expect(limit.refuse("192.0.2.2")).toBeUndefined();
  expect(limit.refuse("::ffff:192.0.2.1")).toBe(1);
  expect(accepted(limit, "2001:db8::1", 200) + accepted(limit, "2001:db8:0:0:ffff::2", 200)).toBe(300);
  expect(limit.refuse("2001:db8:0:1::1")).toBeUndefined();
});

test("the number of tracked addresses is bounded, and the oldest is dropped", () => {
  const { limit } = world();
  accepted(limit, "192.0.2.1", 400);
  for (let k = 0; k < 9_999; k++) limit.refuse(`10.0.${k >> 8}.${k & 255}`);
  expect(limit.refuse("192.0.2.1")).toBe(1);
  for (let k = 0; k < 10_000; k++) limit.refuse(`10.1.${k >> 8}.${k & 255}`);
  expect(limit.refuse("192.0.2.1")).toBeUndefined();
});
