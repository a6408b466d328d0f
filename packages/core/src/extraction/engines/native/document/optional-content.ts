import { MAX_INHERITANCE_DEPTH } from "./budgets.ts";
import { Dict, Name, Ref, type XRef } from "../generated/pdfjs-core.mjs";

/** Visibility of optional content in the document's default configuration. */
export interface OptionalContent {
  /** Whether content of this raw group or membership dictionary is visible. */
  isVisible(membership: unknown): boolean;
}

const ALL_VISIBLE: OptionalContent = { isVisible: () => true };

export function optionalContentOf(xref: XRef): OptionalContent {
  const root = xref.trailer.get("Root");
  const properties = root instanceof Dict ? root.get("OCProperties") : undefined;
  const configuration = properties instanceof Dict ? properties.get("D") : undefined;
  return configuration instanceof Dict ? new DefaultConfiguration(configuration, xref) : ALL_VISIBLE;
}

class DefaultConfiguration implements OptionalContent {
  readonly #xref: XRef;
  readonly #baseVisible: boolean;
  readonly #on: ReadonlySet<string>;
  readonly #off: ReadonlySet<string>;
  readonly #known = new Map<string, boolean>();

  constructor(configuration: Dict, xref: XRef) {
    this.#xref = xref;
    const base = configuration.get("BaseState");
    this.#baseVisible = !(base instanceof Name && base.name === "OFF");
    this.#on = referencesIn(configuration.get("ON"));
    this.#off = referencesIn(configuration.get("OFF"));
  }

  isVisible(membership: unknown): boolean {
    const key = membership instanceof Ref ? membership.toString() : undefined;
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known !== undefined) return known;
    const visible = this.#evaluate(membership);
    if (key !== undefined) this.#known.set(key, visible);
    return visible;
  }

  #evaluate(membership: unknown): boolean {
    const dict = this.#xref.fetchIfRef(membership);
    if (!(dict instanceof Dict)) return true;
    const type = dict.get("Type");
    if (!(type instanceof Name && type.name === "OCMD")) return this.#groupVisible(membership);
    const expression = dict.get("VE");
    return Array.isArray(expression) ? this.#expression(expression, 0) : this.#policy(dict);
  }

  #groupVisible(group: unknown): boolean {
    if (!(group instanceof Ref)) return true;
    const key = group.toString();
    if (this.#off.has(key)) return false;
    return this.#on.has(key) || this.#baseVisible;
  }

  #policy(dict: Dict): boolean {
    const raw = dict.getRaw("OCGs");
    const value = this.#xref.fetchIfRef(raw);
    const groups: readonly unknown[] = Array.isArray(value) ? value : raw === undefined ? [] : [raw];
    if (groups.length === 0) return true;
    const states = groups.map((group) => this.#groupVisible(group));
    const policy = dict.get("P");
    switch (policy instanceof Name ? policy.name : "AnyOn") {
      case "AllOn":
        return states.every(Boolean);
      case "AllOff":
        return !states.some(Boolean);
      case "AnyOff":
        return !states.every(Boolean);
      default:
        return states.some(Boolean);
    }
  }

  /** Evaluates a visibility expression: an operator name and its operands, which are groups or expressions. */
  #expression([operator, ...operands]: readonly unknown[], depth: number): boolean {
    if (!(operator instanceof Name) || depth > MAX_INHERITANCE_DEPTH) return true;
    const holds = (operand: unknown): boolean => {
      const value = this.#xref.fetchIfRef(operand);
      return Array.isArray(value) ? this.#expression(value, depth + 1) : this.#groupVisible(operand);
    };
    switch (operator.name) {
      case "And":
        return operands.every(holds);
      case "Or":
        return operands.some(holds);
      case "Not":
        return operands.length === 0 || !holds(operands[0]);
      default:
        return true;
    }
  }
}

function referencesIn(list: unknown): ReadonlySet<string> {
  const references: readonly unknown[] = Array.isArray(list) ? list : [];
  return new Set(references.filter((entry) => entry instanceof Ref).map((entry) => entry.toString()));
}
