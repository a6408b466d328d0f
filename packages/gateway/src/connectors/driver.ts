import { ConnectorError } from "@galley/core/domain";

/**
 * Loads a driver when it is first used.
 *
 * @param packageName what to install where it is missing.
 * @throws ConnectorError `DRIVER_MISSING`.
 */
export async function driver<Module>(packageName: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
    throw new ConnectorError(
      "DRIVER_MISSING",
      `This connector needs the package ${packageName}: install it.`,
      {
        cause,
      },
    );
  }
}
