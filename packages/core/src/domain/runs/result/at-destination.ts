import { ConnectorError } from "../../connectors/connector-ports.ts";

/** Works on the destination of a run. Failures of its connector say that it was the destination. */
export async function atDestination<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    throw new ConnectorError(error.code, `At the destination: ${error.message}`, { cause: error });
  }
}
