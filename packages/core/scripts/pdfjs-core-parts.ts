/** Files of pdf.js that nothing calls when only text is read: annotations, forms in XML, saving, messages of a worker. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "core/annotation.js",
  "core/default_appearance.js",
  "core/intersector.js",
  "core/sound.js",
  "core/struct_tree.js",
  "core/worker_stream.js",
  "core/writer.js",
  "shared/base_pdf_stream.js",
  "shared/message_handler.js",
]);
const FOLDERS_LEFT_OUT = ["core/editor/", "core/xfa/"];

/** Where a file begins in pdf.js's build. */
const FILE_START = /^(?=;\/\/ \.\/src\/)/m;

/** pdf.js's code without these files. What still names them is never called. */
export function withoutUnusedParts(source: string): string {
  const files = source.split(FILE_START);
  const names = new Set(files.map(nameOf));
  const unknown = [...LEFT_OUT].filter((name) => !names.has(name));
  if (unknown.length > 0) throw new Error(`pdfjs-dist has no files ${unknown.join(", ")}.`);
  return files
    .filter((file) => !isLeftOut(nameOf(file)))
    .map((file) => (nameOf(file) === "core/worker.js" ? withoutMessages(file) : file))
    .join("");
}

/** The class that answers the messages of a browser's page comes last in its file. */
function withoutMessages(file: string): string {
  const start = file.indexOf("class WorkerMessageHandler {");
  if (start === -1) throw new Error("pdfjs-dist has no class WorkerMessageHandler.");
  return file.slice(0, start);
}

function isLeftOut(name: string): boolean {
  return LEFT_OUT.has(name) || FOLDERS_LEFT_OUT.some((folder) => name.startsWith(folder));
}

function nameOf(file: string): string {
  return /^;\/\/ \.\/src\/(\S+)/.exec(file)?.[1] ?? "";
}
