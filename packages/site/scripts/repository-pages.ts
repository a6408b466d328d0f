import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { FOLDERS } from "./folders.ts";

export interface RepositoryPages {
  /** Markdown by its path in the site. */
  readonly pages: ReadonlyMap<string, string>;
  /** Pictures: path in the repository by path in the site. */
  readonly files: ReadonlyMap<string, string>;
}

/** Where a link leads, relative to its page. */
interface Target {
  readonly path: string;
  readonly title: string;
}

/** What becomes part of the site. Links to others keep only their text, as links to folders do. */
const SHOWN = /\.(md|png)$/;

/** Code, which is left alone, or a link with its label, in which code may stand. */
const LINK = /(`+)[\s\S]*?\1(?!`)|\[((?:`[^`\n]*`|[^\][`])*)\]\(([^)\s]*)\)/g;

/** All pages of `docs/`, and every other Markdown file of the repository that they link to, with their links rewritten. */
export function repositoryPages(): RepositoryPages {
  const pages = new Map<string, string>();
  const files = new Map<string, string>();
  const waiting = globSync("docs/**/*.md", { cwd: FOLDERS.repository }).toSorted();
  const seen = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const page = sitePath(path);
    const resolve = (target: string): Target | undefined => {
      const linked = posix.join(posix.dirname(path ?? ""), decodeURI(target));
      if (!isFile(linked) || !SHOWN.test(linked)) return undefined;
      if (!linked.endsWith(".md")) files.set(sitePath(linked), linked);
      else if (!seen.has(linked)) {
        seen.add(linked);
        waiting.push(linked);
      }
      const title = linked.endsWith(".md")
        ? titleOf(readFileSync(join(FOLDERS.repository, linked), "utf8"))
        : "";
      return { path: posix.relative(posix.dirname(page), sitePath(linked)), title };
    };
    pages.set(page, rewritten(readFileSync(join(FOLDERS.repository, path), "utf8"), resolve));
  }
  return { pages, files };
}

function rewritten(text: string, resolve: (target: string) => Target | undefined): string {
  return text.replaceAll(LINK, (whole, code?: string, label = "", address = "") => {
    const [, target = "", anchor = ""] = /^([^#]*)(.*)$/.exec(address) ?? [];
    if (code !== undefined || target === "" || /^[a-z]+:/.test(target)) return whole;
    const found = resolve(target);
    if (found === undefined) return label;
    return `[${/^[\w-]+\.md$/.test(label) ? found.title : label}](${found.path}${anchor})`;
  });
}

/** Of a page, its first heading. */
export function titleOf(page: string): string {
  return (/^# (.+)$/m.exec(page)?.[1] ?? "").replaceAll("`", "");
}

function isFile(path: string): boolean {
  const absolute = join(FOLDERS.repository, path);
  return !path.startsWith("..") && existsSync(absolute) && statSync(absolute).isFile();
}

/** Where a file of the repository is in the site. */
function sitePath(path: string): string {
  if (path === "README.md") return "project.md";
  const within = path.replace(/^docs\//, "");
  const lowered = dirname(path) === "." ? within.toLowerCase() : within;
  return lowered.replace(/(^|\/)README\.md$/, "$1index.md");
}
