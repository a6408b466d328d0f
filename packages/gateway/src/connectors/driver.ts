import { ConnectorError } from "@galley/core/domain";

/**
 * Imports a driver on first use.
 *
 * @param packageName to install if it is missing.
 * @throws ConnectorError `DRIVER_MISSING`.
 */
export async function driver<Module>(packageName: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
    throw new ConnectorError(
      "DRIVER_MISSING",
      `This connector needs the package ${packageName}. Install it, for example with npm install ${packageName}.`,
      {
        cause,
      },
    );
  }
}
