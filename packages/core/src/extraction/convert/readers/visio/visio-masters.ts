import type { OfficePackage, OfficePart } from "../office-xml/office-package.ts";
import { childOf, childrenOf, elementsBelow, findElement, type XmlElement } from "../../xml/xml-element.ts";

/** The shapes from which those of a drawing are made, by the number of their master. */
export class VisioMasters {
  readonly #file: OfficePackage;
  readonly #list: OfficePart | undefined;
  readonly #shapes = new Map<string, ReadonlyMap<string, XmlElement>>();

  constructor(file: OfficePackage, main: OfficePart) {
    this.#file = file;
    this.#list = file.related(main, "masters");
  }

  /** The shape with this number; the first one of the master for "". */
  shape(master: string, id: string): XmlElement | undefined {
    const known = this.#shapes.get(master) ?? this.#read(master);
    this.#shapes.set(master, known);
    return known.get(id);
  }

  #read(master: string): ReadonlyMap<string, XmlElement> {
    const masters = childrenOf(findElement(this.#list?.root, "Masters"), "Master");
    const element = masters.find(({ attributes }) => attributes["ID"] === master);
    const relation = childOf(element, "Rel")?.attributes["r:id"];
    const part = this.#list && this.#file.byRelation(this.#list, relation);
    const shapes = [...elementsBelow(part?.root, "Shape")];
    const named = shapes.map((shape): readonly [string, XmlElement] => [shape.attributes["ID"] ?? "", shape]);
    return new Map([...named, ...(shapes[0] ? [["", shapes[0]] as const] : [])]);
  }
}
