import type { Server } from "node:http";
import { createApp, type AppParts } from "./create-app.ts";
import { createHttpServer, listen, stopServer } from "./http-server.ts";

export interface EdgeServersOptions {
  readonly socketPaths: readonly string[];
  /** Serves `/metrics` on a port of its own, which no proxy has to filter. */
  readonly metricsPort: number | undefined;
}

/** The HTTP servers of a process. */
export interface EdgeServers {
  /** The one for clients. */
  readonly main: Server;
  /** Resolves to the port of `main`. */
  listen(place: { readonly host: string; readonly port: number }): Promise<number>;
  stop(graceMs: number): Promise<void>;
}

export function createEdgeServers(
  parts: AppParts,
  { socketPaths, metricsPort }: EdgeServersOptions,
): EdgeServers {
  const separate = metricsPort !== undefined;
  const app = createApp({ ...parts, metrics: separate ? undefined : parts.metrics });
  const main = createHttpServer(app, { socketPaths });
  const metrics = separate ? createHttpServer(createApp({ ...parts, mounts: [] })) : undefined;
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
