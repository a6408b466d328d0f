import { ConnectorError, type SourceFile } from "../../connectors/connector-ports.ts";

/** A server may list files without end. */
const MAX_FILES = 500_000;

/**
 * Each file that a source lists, once.
 *
 * @throws ConnectorError if there are more than 500,000.
 */
export async function* distinctFiles(listed: AsyncIterable<SourceFile>): AsyncGenerator<SourceFile> {
  const paths = new Set<string>();
  for await (const file of listed) {
    if (paths.has(file.path)) continue;
    if (paths.size === MAX_FILES) {
      const advice = "Name its folders, or patterns of its files";
      throw new ConnectorError("FAILED", `The source has more than ${MAX_FILES} files. ${advice}.`);
    }
    paths.add(file.path);
    yield file;
  }
}
