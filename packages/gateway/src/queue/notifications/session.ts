import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientConfig, type QueryResultRow } from "pg";

/** How long to wait before a lost connection is opened again. */
const REOPEN_MS = 500;

/** How long to wait for the server to close a connection. */
const CLOSE_MS = 1000;

interface Listener {
  readonly heard: (payload: string) => void;
  /** Called when notifications may have been missed: whenever the connection is opened. */
  readonly opened: () => void;
}

/**
 * A connection that is kept open for the notifications of any number of channels and for the locks of a session.
 * It is opened again after a loss.
 */
export class Session {
  readonly #config: ClientConfig;
  readonly #lost: (error: unknown) => void;
  readonly #listeners = new Map<string, Listener>();
  readonly #closing = new AbortController();
  #client: Client | undefined;
  #end: (reason: unknown) => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  private constructor(config: ClientConfig, lost: (error: unknown) => void) {
    this.#config = config;
    this.#lost = lost;
  }

  /**
   * @param lost called with the reason of each loss.
   * @throws if it cannot be opened the first time.
   */
  static async open(config: ClientConfig, lost: (error: unknown) => void): Promise<Session> {
    const session = new Session(config, lost);
    const opened = Promise.withResolvers<void>();
    session.#running = session.#keepOpen(opened);
    await opened.promise;
    return session;
  }

  get isOpen(): boolean {
    return this.#client !== undefined;
  }

  async listen(
    channel: string,
    heard: (payload: string) => void,
    opened: () => void,
  ): Promise<{ close(): Promise<void> }> {
    this.#listeners.set(channel, { heard, opened });
    // If the connection is lost now, the channel is listened to when it is opened again.
    if (this.isOpen) await this.query(listenTo(channel)).catch(() => undefined);
    return {
      close: async () => {
        this.#listeners.delete(channel);
        if (this.isOpen) await this.query(`un${listenTo(channel)}`).catch(() => undefined);
      },
    };
  }

  /** A statement that fails ends the connection, because a server that does not respond reports nothing else. */
  async query<R extends QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<readonly R[]> {
    if (this.#client === undefined) throw new Error("The connection for notifications is lost.");
    try {
      const { rows } = await this.#client.query<R>(sql, [...values]);
      return rows;
    } catch (error) {
      this.#end(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#end(undefined);
    await this.#running;
  }

  async #keepOpen(first: PromiseWithResolvers<void>): Promise<void> {
    const { signal } = this.#closing;
    let hasOpened = false;
    while (!signal.aborted) {
      try {
        await this.#hold(() => {
          hasOpened = true;
          first.resolve();
        });
      } catch (error) {
        if (signal.aborted) return;
        if (!hasOpened) {
          first.reject(error);
          return;
        }
        this.#lost(error);
      }
      await sleep(REOPEN_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Returns when the session is closed; throws when its connection is lost. */
  async #hold(opened: () => void): Promise<void> {
    const client = new Client(this.#config);
    const ended = Promise.withResolvers<void>();
    // Observed here, so that a loss while it is opened is not an unhandled rejection.
    ended.promise.catch(() => undefined);
    this.#end = (reason) => (this.#closing.signal.aborted ? ended.resolve() : ended.reject(reason));
    client.on("error", ended.reject);
    client.on("end", () => ended.reject(new Error("The connection for notifications has ended.")));
    client.on("notification", ({ channel, payload = "" }) => this.#listeners.get(channel)?.heard(payload));
    try {
      await client.connect();
      for (const channel of this.#listeners.keys()) await client.query(listenTo(channel));
      this.#client = client;
      opened();
      for (const listener of this.#listeners.values()) listener.opened();
      await ended.promise;
    } finally {
      this.#client = undefined;
      await Promise.race([client.end().catch(() => undefined), sleep(CLOSE_MS, undefined, { ref: false })]);
    }
  }
}

function listenTo(channel: string): string {
  return `listen "${channel}"`;
}
