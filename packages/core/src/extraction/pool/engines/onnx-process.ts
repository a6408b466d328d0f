import { type ChildProcess, fork } from "node:child_process";
import { threadFile } from "../../engines/thread-file.ts";
import type { ImageToRecognise, WordInImage } from "../../recognition/engines/image-recogniser.ts";
import { limitedFork } from "../limits/memory-limit.ts";
import type { OnnxSettings } from "../../recognition/engines/onnx/onnx-reader.ts";
import type { OnnxAnswer, OnnxRequest } from "./onnx-protocol.ts";

/** How long loading the models may take. */
const START_MS = 60_000;

/** A child process that runs the models: they use much memory and hold their thread for long. */
export class OnnxProcess implements Disposable {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<readonly WordInImage[]>>();
  readonly #started = Promise.withResolvers<string>();
  #nextId = 1;
  #isOver = false;

  constructor(settings: OnnxSettings, memoryMb: number) {
    this.#child = fork(threadFile("onnx-entry", import.meta.url), [JSON.stringify(settings)], {
      ...limitedFork({ memoryMb, threads: settings.threads }),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#started.promise.catch(() => undefined);
    this.#child.on("message", (answer: OnnxAnswer) => this.#take(answer));
    this.#child.once("error", (error) => this.#end(error.message));
    this.#child.once("exit", (code, signal) => this.#end(`It ended: ${signal ?? `exit code ${code}`}.`));
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves to the name of the models. @throws Error with what is missing. */
  async started(): Promise<string> {
    const timer = setTimeout(() => this.#kill("Loading the models took too long."), START_MS);
    try {
      return await this.#started.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Reads an image; the process is killed if it takes longer than `timeoutMs`. Aborting leaves the reading to end.
   *
   * @throws Error with the failure.
   */
  async read(
    { png, dpi, shows }: ImageToRecognise,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<readonly WordInImage[]> {
    const id = this.#nextId++;
    const waiting = Promise.withResolvers<readonly WordInImage[]>();
    this.#waiting.set(id, waiting);
    const timer = setTimeout(() => this.#kill(`It took more than ${timeoutMs / 1000} s.`), timeoutMs);
    const abort = (): void => waiting.reject(signal.reason);
    signal.addEventListener("abort", abort);
    try {
      const request: OnnxRequest = { id, png, dpi, shows };
      if (this.#isOver) throw new Error("The process has ended.");
      this.#child.send(request, () => undefined);
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      this.#waiting.delete(id);
    }
  }

  [Symbol.dispose](): void {
    this.#kill("The engine was disposed.");
  }

  #take(answer: OnnxAnswer): void {
    if (answer.kind === "started") this.#started.resolve(answer.model);
    else if (answer.kind === "refused") this.#kill(answer.message);
    else if (answer.kind === "read") this.#waiting.get(answer.id)?.resolve(answer.words);
    else this.#waiting.get(answer.id)?.reject(new Error(answer.message));
  }

  #kill(why: string): void {
    this.#child.kill("SIGKILL");
    this.#end(why);
  }

  #end(why: string): void {
    this.#isOver = true;
    this.#started.reject(new Error(why));
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }
}
