import { PgBoss, type ConstructorOptions } from "pg-boss";
import { ResourceStack } from "../../resource-stack.ts";
import { Dispatcher, NEW_ENTRIES, payloadFor } from "./dispatcher.ts";
import type { Session } from "./session.ts";

/** pg-boss, whose loops are woken by a dispatcher. */
export class EntryBoss extends PgBoss {
  readonly dispatcher: Dispatcher = new Dispatcher();
  #session: Session | undefined;
  readonly #parts = new ResourceStack();

  constructor(options: ConstructorOptions) {
    super({ ...options, useListenNotify: false, schedule: false, supervise: false });
  }

  /** Has an entry taken that was sent without a transaction: by this process, or by any if it has no free loop. */
  async announce(queue: string): Promise<void> {
    if (this.dispatcher.take(queue)) return;
    await this.getDb().executeSql("select pg_notify($1, $2)", [NEW_ENTRIES, payloadFor(queue)]);
  }

  /** The connection for notifications of other channels. */
  get session(): Session {
    if (this.#session === undefined) throw new Error("The queue is not open.");
    return this.#session;
  }

  listenWith(session: Session): void {
    this.#session = session;
  }

  /** Closes what `parts` has collected before the queue is closed. */
  adopt(parts: ResourceStack): void {
    this.#parts.use(parts);
  }

  override async stop(...options: Parameters<PgBoss["stop"]>): Promise<void> {
    await this.#parts[Symbol.asyncDispose]();
    await super.stop(...options);
  }
}
