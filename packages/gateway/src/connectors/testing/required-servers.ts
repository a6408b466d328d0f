import { access } from "node:fs/promises";

/**
 * Returns the reason why the tests of a server are skipped. If GALLEY_REQUIRE_SERVERS is set, none may be.
 *
 * @throws Error with the reason.
 */
export function missingServer(reason: string | undefined): string | undefined {
  const areRequired = Boolean(process.env["GALLEY_REQUIRE_SERVERS"]);
  if (reason !== undefined && areRequired) throw new Error(`GALLEY_REQUIRE_SERVERS is set, but ${reason}.`);
  return reason;
}

/** Why a program cannot be run; undefined if it can. */
export async function programMissing(path: string, packageName: string): Promise<string | undefined> {
  return access(path).then(
    () => undefined,
    () => `the package ${packageName} is not installed`,
  );
}
