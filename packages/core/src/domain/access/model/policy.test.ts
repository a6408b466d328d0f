import { expect, test } from "vitest";
import { DomainError } from "../../domain-error.ts";
import { aKeyCaller } from "../../testing/records.ts";
import type { AccessTier, Caller } from "./caller.ts";
import type { Role } from "./user.ts";
import { assertMay, may, type Action } from "./policy.ts";

const KEY = aKeyCaller({ organizationId: "organization" });

function token(tier: AccessTier, role: Role = "manager"): Caller {
  return {
    kind: "access_token",
    id: "token",
    organizationId: "organization",
    tier,
    userId: null,
    role,
  };
}

test.each<[Action, Caller, boolean]>([
  ["submit documents", KEY, true],
  ["submit documents", token("read"), false],
  ["submit documents", token("read_write"), true],
  ["cancel jobs", KEY, true],
  ["cancel jobs", token("read"), false],
  ["delete jobs", KEY, true],
  ["delete jobs", token("read_write"), false],
  ["delete jobs", token("full_access", "member"), true],
  ["take texts", KEY, true],
  ["take texts", token("read"), false],
  ["correct texts", KEY, true],
  ["correct texts", token("read"), false],
  ["manage webhooks", KEY, true],
  ["manage webhooks", token("read"), false],
  ["see the organization's usage", KEY, true],
  ["see the organization's usage", token("read"), true],
  ["see the system", KEY, false],
  ["see the system", token("full_access", "member"), false],
  ["see the system", token("read"), true],
  ["see extraction keys", KEY, false],
  ["see extraction keys", token("read"), true],
  ["manage extraction keys", KEY, false],
  ["manage extraction keys", token("read"), false],
  ["manage extraction keys", token("read_write"), true],
  ["manage extraction keys", token("full_access"), true],
  ["manage extraction keys", token("full_access", "member"), false],
  ["see members", KEY, false],
  ["see members", token("read", "member"), true],
  ["manage members", token("full_access", "member"), false],
  ["manage members", token("read"), false],
  ["manage members", token("read_write"), true],
  ["remove members", token("read_write"), false],
  ["remove members", token("full_access"), true],
  ["manage access tokens", KEY, false],
  ["manage access tokens", token("read_write", "member"), true],
  ["delete access tokens", token("read_write"), false],
])("to %s, %j: %j", (action, caller, allowed) => {
  expect(may(caller, action)).toBe(allowed);
});

test("who may not is told what and why", () => {
  const refusal = new DomainError("FORBIDDEN", "An extraction key cannot manage extraction keys.");
  expect(() => assertMay(KEY, "manage extraction keys")).toThrow(refusal);
});
