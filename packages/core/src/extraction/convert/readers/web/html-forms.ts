import { elementsOf, numberOf, textOf, type XmlElement } from "../../xml/xml-element.ts";

/** What an input shows. */
export function inputText({ attributes }: XmlElement): string {
  const { type = "text", value = "", placeholder = "", alt = "", checked } = attributes;
  const kind = type.toLowerCase();
  if (UNSEEN.has(kind)) return "";
  if (kind === "checkbox" || kind === "radio") return checked === undefined ? "☐ " : "☑ ";
  if (kind === "image") return alt;
  if (LABELLED.has(kind)) return value;
  return value === "" && !PICKED.has(kind) ? placeholder : value;
}

/** Inputs that show no text of the page. */
const UNSEEN: ReadonlySet<string> = new Set(["hidden", "password", "color", "range", "file"]);

/** Inputs that are buttons. */
const LABELLED: ReadonlySet<string> = new Set(["button", "submit", "reset"]);

/** Inputs that show a pattern of their own instead of a placeholder. */
const PICKED: ReadonlySet<string> = new Set(["date", "datetime-local", "month", "time", "week"]);

/** What a choice shows: the option that is chosen; of a list that shows several options, all with the names of their groups. */
export function shownOptions(select: XmlElement): readonly string[] {
  const isList = select.attributes["multiple"] !== undefined || (numberOf(select, "size") ?? 1) > 1;
  if (isList) return listed(select);
  const options = optionsIn(select);
  const chosen =
    options.findLast(({ attributes }) => attributes["selected"] !== undefined) ??
    options.find(({ attributes }) => attributes["disabled"] === undefined) ??
    options[0];
  return chosen ? [labelOf(chosen)] : [];
}

function listed(parent: XmlElement): readonly string[] {
  return elementsOf(parent).flatMap((child) => {
    if (child.name === "option") return [labelOf(child)];
    if (child.name === "optgroup") return [child.attributes["label"] ?? "", ...listed(child)];
    return listed(child);
  });
}

function optionsIn(parent: XmlElement): readonly XmlElement[] {
  return elementsOf(parent).flatMap((child) => (child.name === "option" ? [child] : optionsIn(child)));
}

function labelOf(option: XmlElement): string {
  const label = option.attributes["label"] ?? "";
  return (label === "" ? textOf(option) : label).replaceAll(/\s+/g, " ").trim();
}
