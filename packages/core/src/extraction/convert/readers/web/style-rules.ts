import type { XmlElement } from "../../xml/xml-element.ts";

/** Declarations by property; those that are `!important` come with their priority. */
export type Declarations = ReadonlyMap<string, Declaration>;

export interface Declaration {
  readonly value: string;
  readonly isImportant: boolean;
}

/** An element and those around it. */
export interface Place {
  readonly element: XmlElement;
  readonly outside: Place | undefined;
}

/** A selector of tags, ids, classes and attributes, alone, in others or directly in others. */
export interface Selector {
  /** From the element itself outwards. */
  readonly compounds: readonly Compound[];
  readonly specificity: number;
}

interface Compound {
  readonly tag: string;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  readonly attributes: readonly (readonly [name: string, value: string | undefined])[];
  /** The next compound is the parent, not any element around. */
  readonly isChild: boolean;
}

export interface Rule {
  readonly selector: Selector;
  readonly declarations: Declarations;
  /** Inside `@media` and the like: it holds only for some readers. */
  readonly isConditional: boolean;
}

/** A longer sheet is read to here only: what hides text is short. */
const MAX_SHEET = 1_000_000;

/** The rules of a style sheet whose selectors are understood and that declare one of these properties. */
export function* rulesOf(sheet: string, properties: ReadonlySet<string>): Generator<Rule, void, undefined> {
  const plain = sheet.slice(0, MAX_SHEET).replaceAll(/\/\*[^]*?(?:\*\/|$)/g, "");
  let depth = 0;
  for (const [, before = "", mark = "", inside = ""] of plain.matchAll(/([^{}]*)(\{(?:([^{}]*)\})?|\}|$)/g)) {
    if (mark === "{") depth++;
    else if (mark === "}") depth = Math.max(depth - 1, 0);
    else if (!before.includes("@")) {
      const declarations = declarationsIn(inside);
      if (![...declarations.keys()].some((property) => properties.has(property))) continue;
      const list = before.slice(before.lastIndexOf(";") + 1).split(",");
      const selectors = list.map(selectorOf).filter((selector) => selector !== undefined);
      for (const selector of selectors) yield { selector, declarations, isConditional: depth > 0 };
    }
  }
}

/** The declarations of a rule or of an attribute `style`; of two of one property, the last counts. */
export function declarationsIn(text: string): Declarations {
  const declarations = new Map<string, Declaration>();
  for (const each of text.toLowerCase().split(";")) {
    const colon = each.indexOf(":");
    const [property, value] = [each.slice(0, Math.max(colon, 0)).trim(), each.slice(colon + 1)];
    const isImportant = /!\s*important\s*$/.test(value);
    if (property === "" || (declarations.get(property)?.isImportant && !isImportant)) continue;
    declarations.set(property, { value: value.replace(/!.*$/, "").trim(), isImportant });
  }
  return declarations;
}

const COMPOUND = /^([a-z][\w-]*|\*)?((?:[#.][\w-]+|\[[\w-]+(?:=(?:"[^"\]]*"|'[^'\]]*'|[\w-]+))?\])*)$/i;
const PART = /([#.])([\w-]+)|\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\]/g;

function selectorOf(text: string): Selector | undefined {
  const compounds: Compound[] = [];
  let isChild = false;
  for (const part of text.replaceAll(">", " > ").trim().split(/\s+/).toReversed()) {
    if (part === ">") {
      isChild = true;
      continue;
    }
    const last = compounds.pop();
    if (last) compounds.push({ ...last, isChild });
    isChild = false;
    const compound = compoundOf(part);
    if (!compound) return undefined;
    compounds.push(compound);
  }
  if (compounds.length === 0 || isChild) return undefined;
  const specificity = compounds.reduce((sum, compound) => sum + weightOf(compound), 0);
  return { compounds, specificity };
}

function compoundOf(text: string): Compound | undefined {
  const [whole, tag = "*", parts = ""] = COMPOUND.exec(text) ?? [""];
  if (whole === "") return undefined;
  const found = [...parts.matchAll(PART)];
  const named = (sign: string): readonly string[] =>
    found.flatMap(([, own, name = ""]) => (own === sign ? [name] : []));
  return {
    tag: tag.toLowerCase(),
    ids: named("#"),
    classes: named("."),
    attributes: found.flatMap(([, , , name, value]) =>
      name === undefined ? [] : [[name.toLowerCase(), value] as const],
    ),
    isChild: false,
  };
}

/** Ids weigh more than any number of classes that a selector may have, classes more than tags. */
function weightOf({ tag, ids, classes, attributes }: Compound): number {
  return ids.length * 1_000_000 + (classes.length + attributes.length) * 1000 + (tag === "*" ? 0 : 1);
}

/** What the element itself needs to have, so that rules are found without trying all: an id, a class or a tag. */
export function keyOf({ compounds: [own] }: Selector): string {
  if (!own) return "*";
  const [[id], [first]] = [own.ids, own.classes];
  if (id !== undefined) return `#${id}`;
  return first === undefined ? own.tag : `.${first}`;
}

export function keysOf({ name, attributes }: XmlElement): readonly string[] {
  const classes = attributes["class"]?.split(/\s+/) ?? [];
  return ["*", name, `#${attributes["id"] ?? ""}`, ...new Set(classes.map((own) => `.${own}`))];
}

/** Whether a selector applies to the element in its place. `steps` are the elements that may still be looked at. */
export function applies({ compounds }: Selector, place: Place, steps: { left: number }): boolean {
  return appliesFrom(compounds, 0, { place, steps });
}

interface Search {
  readonly place: Place | undefined;
  readonly steps: { left: number };
}

function appliesFrom(compounds: readonly Compound[], index: number, { place, steps }: Search): boolean {
  const compound = compounds[index];
  if (!compound) return true;
  const before = compounds[index - 1];
  for (let at = place; at; at = at.outside) {
    if (--steps.left < 0) return false;
    const fits = isOf(compound, at.element);
    if (fits && appliesFrom(compounds, index + 1, { place: at.outside, steps })) return true;
    if (!before || before.isChild) return false;
  }
  return false;
}

function isOf({ tag, ids, classes, attributes }: Compound, { name, attributes: own }: XmlElement): boolean {
  if (tag !== "*" && tag !== name) return false;
  if (ids.some((id) => own["id"] !== id)) return false;
  const names = classes.length > 0 ? (own["class"] ?? "").split(/\s+/) : [];
  if (!classes.every((each) => names.includes(each))) return false;
  return attributes.every(([each, value]) => own[each] !== undefined && (value ?? own[each]) === own[each]);
}
