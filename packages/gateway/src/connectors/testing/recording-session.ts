import type { SqlSession } from "../tables/sql-table.ts";

/** A session without a server that records its statements. */
export function recordingSession(): SqlSession & { readonly statements: readonly string[] } {
  const statements: string[] = [];
  return {
    statements,
    columnsOf: async () => undefined,
    async run(statement) {
      statements.push(statement);
    },
    transaction: (work) => work(),
  };
}
