import type { XmlElement } from "../../xml/xml-element.ts";

/** How browsers show an element: as a paragraph, in a line, in a line but apart from what is beside it, or not at all. */
export type Display = "block" | "inline" | "apart" | "none";

export function displayOf({ name }: XmlElement): Display {
  return DISPLAYS.get(name) ?? "inline";
}

const NONE =
  "area audio base basefont bgsound col colgroup datalist embed head link meta meter noembed noframes param progress rp script source style template title track video";

const BLOCK =
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main marquee menu nav ol optgroup option p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp";

const APART = "button canvas frame iframe img image input math object select textarea";

const DISPLAYS: ReadonlyMap<string, Display> = new Map([
  ...NONE.split(" ").map((name) => [name, "none"] as const),
  ...BLOCK.split(" ").map((name) => [name, "block"] as const),
  ...APART.split(" ").map((name) => [name, "apart"] as const),
]);
