import type { PageOutcome } from "../../../extraction/result/extracted-document.ts";
import { DomainError } from "../../domain-error.ts";

/** Of the texts that are being sent to one credential; a single text may be longer. */
const MAX_BYTES_IN_FLIGHT = 128 * 1024 * 1024;
const ASK_AGAIN_SECONDS = 5;

/** The memory of texts that are being sent, by credential: who does not read its answers holds only so much. */
export class TextsInFlight {
  readonly #bytes = new Map<string, number>();

  /**
   * Returns what counts the pages of a text as they are loaded, until `over` aborts. It throws DomainError
   * `QUOTA_EXCEEDED` if the credential's texts are too long together, and the reason of `over`.
   */
  begin(credential: string, over: AbortSignal): (pages: readonly PageOutcome[]) => void {
    let own = 0;
    const held = (): number => this.#bytes.get(credential) ?? 0;
    const release = (): void => {
      const left = held() - own;
      own = 0;
      if (left > 0) this.#bytes.set(credential, left);
      else this.#bytes.delete(credential);
    };
    over.addEventListener("abort", release, { once: true });
    return (pages) => {
      over.throwIfAborted();
      const more = pages.reduce((sum, page) => sum + textBytes(page), 0);
      const isOnly = held() === own;
      if (!isOnly && held() + more > MAX_BYTES_IN_FLIGHT) {
        release();
        const message =
          "Too many long texts are being sent to this credential. Read their answers, then ask again.";
        throw new DomainError("QUOTA_EXCEEDED", message, { retryAfterSeconds: ASK_AGAIN_SECONDS });
      }
      own += more;
      this.#bytes.set(credential, held() + more);
    };
  }
}

/** At most; lines and words stay compressed until they are needed, and are short beside it. */
function textBytes(page: PageOutcome): number {
  return page.ok ? 2 * page.text.length : 0;
}
