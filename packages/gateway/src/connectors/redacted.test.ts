import { ConnectorError } from "@galley/core/domain";
import { expect, test } from "vitest";
import { redacted, redactedError } from "./redacted.ts";

test("secrets of the settings are removed from a server's messages", () => {
  const settings = {
    host: "db.example",
    password: "correct horse",
    connection_url: "postgresql://ada:battery%20staple@db.example/texts",
  };
  const said =
    "db.example: no correct horse, battery staple or postgresql://ada:battery%20staple@db.example/texts";
  const shown = redacted(said, settings);
  expect(shown).toMatch(/^db\.example: no \[redacted\], \[redacted\] or /);
  expect(shown).not.toMatch(/horse|staple/);
});

test("an error without a secret is returned unchanged", () => {
  const error = new ConnectorError("FAILED", "no such bucket");
  expect(redactedError(error, { secret: "very secret" })).toBe(error);
  const telling = new ConnectorError("ACCESS_DENIED", "not very secret");
  expect(redactedError(telling, { secret: "very secret" })).toMatchObject({
    code: "ACCESS_DENIED",
    message: "not [redacted]",
  });
});
