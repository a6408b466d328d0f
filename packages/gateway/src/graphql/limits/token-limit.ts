import { GraphQLError, Lexer, TokenKind, type Source } from "graphql";
import { edgeError } from "../errors/errors.ts";

/** Maximum number of tokens in a document, enforced by the parser. */
export const MAX_TOKENS = 2000;

/**
 * `TOO_COMPLEX` for the error of a parser that stopped at the limit, which the library words and codes like a mistake in
 * the syntax. Any other error is returned as it is.
 */
export function withTokenLimit(error: unknown): unknown {
  // Only errors of the parser have a place and no nodes.
  if (!(error instanceof GraphQLError) || error.nodes || !error.source) return error;
  const [position = 0] = error.positions ?? [];
  return tokensUpTo(position, error.source) > MAX_TOKENS ? tooManyTokens() : error;
}

function tooManyTokens(): GraphQLError {
  const message = `The document has too many tokens; at most ${MAX_TOKENS} are allowed. Send long values as variables, or split the document.`;
  return edgeError("TOO_COMPLEX", message);
}

/** The number of tokens that begin at or before a position. */
function tokensUpTo(position: number, source: Source): number {
  const lexer = new Lexer(source);
  let count = 0;
  try {
    for (let token = lexer.advance(); isUpTo(position, token); token = lexer.advance()) count++;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    // The error is an invalid token: there are no tokens after it.
  }
  return count;
}

function isUpTo(position: number, { kind, start }: { kind: TokenKind; start: number }): boolean {
  return kind !== TokenKind.EOF && start <= position;
}
