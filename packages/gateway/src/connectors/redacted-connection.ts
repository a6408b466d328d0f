import type { Connection, FileSource } from "@galley/core/domain";

/**
 * A connection whose errors all pass through `redact`, because any response of a server may repeat the
 * credentials that were sent at login.
 */
export function redactedConnection(connection: Connection, redact: (error: unknown) => unknown): Connection {
  const { source, documents, sink, table } = connection;
  const whole = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw redact(error);
    }
  };
  const parts = async function* <T>(items: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    try {
      yield* items;
    } catch (error) {
      throw redact(error);
    }
  };
  const redactedSource = (files: FileSource): FileSource => ({
    list: (query, signal) => parts(files.list(query, signal)),
    read: (path, signal) => parts(files.read(path, signal)),
  });
  return {
    ...(source && {
      source: {
        ...redactedSource(source),
        browse: (folder, signal) => parts(source.browse(folder, signal)),
      },
    }),
    ...(documents && { documents: (place) => redactedSource(documents.call(connection, place)) }),
    ...(sink && {
      sink: { write: (path, content, signal) => whole(sink.write(path, content, signal)) },
    }),
    ...(table && {
      table: {
        prepare: (target, signal) => whole(table.prepare(target, signal)),
        replace: (tables, signal) => whole(table.replace(tables, signal)),
      },
    }),
    [Symbol.asyncDispose]: () => whole(Promise.resolve(connection[Symbol.asyncDispose]())),
  };
}
