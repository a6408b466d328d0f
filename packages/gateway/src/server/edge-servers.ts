import type { Server } from "node:http";
import { createApp, type AppParts } from "./create-app.ts";
import { createHttpServer, listen, stopServer } from "./http-server.ts";

export interface EdgeServersOptions {
  readonly socketPaths: readonly string[];
  /** A request body that sends no byte for this long, in milliseconds, gets 408. */
  readonly silentBodyMs: number;
  /** Serves `/metrics` on a port of its own, so no proxy has to filter it. */
  readonly metricsPort: number | undefined;
}

/** The HTTP servers of a process. */
export interface EdgeServers {
  /** The server for clients. */
  readonly main: Server;
  /** Resolves to the port of `main`. */
  listen(place: { readonly host: string; readonly port: number }): Promise<number>;
  stop(graceMs: number): Promise<void>;
}

export function createEdgeServers(
  parts: AppParts,
  { socketPaths, silentBodyMs, metricsPort }: EdgeServersOptions,
): EdgeServers {
  const separate = metricsPort !== undefined;
  const app = createApp({ ...parts, metrics: separate ? undefined : parts.metrics });
  const main = createHttpServer(app, { socketPaths, silentBodyMs });
  const metrics = separate
    ? createHttpServer(createApp({ ...parts, mounts: [] }), { silentBodyMs })
    : undefined;
  return {
    main,
    async listen({ host, port }) {
      if (metrics && metricsPort !== undefined) {
        await listen(metrics, { host, port: metricsPort, variable: "GALLEY_METRICS_PORT" });
      }
      return listen(main, { host, port });
    },
    async stop(graceMs) {
      const servers = metrics ? [main, metrics] : [main];
      await Promise.all(servers.map((server) => stopServer(server, graceMs)));
    },
  };
}
