import { ExtractionError } from "../failure/extraction-error.ts";
import type { PageSource } from "./extractor-over.ts";

/** Reads and renders with each line of the option `password` until one opens the document. */
export function withEachPassword(pages: PageSource): PageSource {
  return {
    ...pages,
    read: (source, options, call) => readWithEachPassword(options, (own) => pages.read(source, own, call)),
    render: async (source, request, signal) => {
      const [first = "", ...others] = passwordsOf(request.options);
      const render = (password: string): ReturnType<PageSource["render"]> =>
        pages.render(source, { ...request, options: { ...request.options, password } }, signal);
      let rendering = render(first);
      for (const password of others) {
        rendering = rendering.catch((error: unknown) => {
          if (!isPasswordMissing(error)) throw error;
          return render(password);
        });
      }
      return rendering;
    },
  };
}

/** A document is opened before its first event, so nothing is read twice. */
export async function* readWithEachPassword<Options extends { readonly password: string }, Event>(
  options: Options,
  read: (options: Options) => AsyncIterable<Event>,
): AsyncGenerator<Event, void, undefined> {
  const passwords = passwordsOf(options);
  for (const [index, password] of passwords.entries()) {
    try {
      yield* read({ ...options, password });
      return;
    } catch (error) {
      if (!isPasswordMissing(error) || index === passwords.length - 1) throw error;
    }
  }
}

function passwordsOf({ password }: { readonly password: string }): readonly string[] {
  const lines = password.split(/\r?\n/).filter((line) => line !== "");
  return lines.length > 0 ? lines : [""];
}

function isPasswordMissing(error: unknown): boolean {
  return error instanceof ExtractionError && error.code === "PASSWORD_REQUIRED";
}
