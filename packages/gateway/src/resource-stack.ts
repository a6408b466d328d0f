/** Opened resources, which are closed in reverse order. Like AsyncDisposableStack, which Node 22 does not have. */
export class ResourceStack implements AsyncDisposable {
  #closers: readonly (() => unknown)[] = [];

  /** Adds a resource and returns it. */
  use<R extends AsyncDisposable | Disposable>(resource: R): R {
    this.defer(() =>
      Symbol.asyncDispose in resource ? resource[Symbol.asyncDispose]() : resource[Symbol.dispose](),
    );
    return resource;
  }

  /** Adds a resource that `close` closes and returns it. */
  adopt<R>(resource: R, close: (resource: R) => unknown): R {
    this.defer(() => close(resource));
    return resource;
  }

  /** Adds a function that is called when the resources are closed. */
  defer(close: () => unknown): void {
    this.#closers = [...this.#closers, close];
  }

  /** Moves all resources to a new stack, which closes them from now on. */
  move(): ResourceStack {
    const moved = new ResourceStack();
    moved.#closers = this.#closers;
    this.#closers = [];
    return moved;
  }

  /** Closes all resources, also if one of them fails; then throws the first error. */
  async [Symbol.asyncDispose](): Promise<void> {
    const closers = this.#closers.toReversed();
    this.#closers = [];
    const errors: unknown[] = [];
    for (const close of closers) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
