import { contextOf } from "../../document/document-context.ts";
import type { FieldProperty } from "../../schema/fields-schema.ts";
import { leavesIn, type LeafProperty } from "../../schema/properties-in.ts";
import { citationOf, wordConfidence } from "../../text/segment.ts";
import { type FoundValue, valueIn } from "../../values/read-value.ts";
import type { FieldReader, Proposal } from "../reader.ts";
import { EXAMPLE_VERSION, type FieldsExample, type TaughtValue } from "./fields-example.ts";
import { lookOf, type Shift, shiftBetween } from "./look.ts";
import { type PlaceSearch, type SamePlace, samePlaces } from "./same-place.ts";
import { taughtRows } from "./taught-heads.ts";

/** Proposes what stands where the values of confirmed documents with the same look stood. */
export function examplesReader(examples: readonly FieldsExample[]): FieldReader {
  return {
    name: "example",
    async read(call) {
      const { document, schema, proposals } = call;
      const understood = examples.filter(({ version }) => version === EXAMPLE_VERSION);
      if (understood.length === 0) return [];
      const look = lookOf(document);
      const alike = understood.flatMap((example) => {
        const shift = shiftBetween(example.look, look);
        return shift === undefined ? [] : [{ example, shift }];
      });
      if (alike.length === 0) return [];
      const search = { document, context: contextOf(document) };
      const byPath = Map.groupBy(proposals, ({ path }) => path);
      const values = leavesIn(schema.properties).flatMap((leaf) => {
        const others = byPath.get(leaf.path) ?? [];
        const found =
          proposalOf(leaf, alike, search) ?? (others.length > 0 ? absence(leaf, alike) : undefined);
        return found === undefined || isIdle(found, others) ? [] : [found.proposal];
      });
      return [
        ...values,
        ...(await taughtRows(
          alike.map(({ example }) => example),
          call,
        )),
      ];
    },
  };
}

/** An example of the document's look. */
interface Alike {
  readonly example: FieldsExample;
  readonly shift: Shift;
}

/** That a document has no value, because a person has removed the one that was read from the examples. */
function absence({ path }: LeafProperty, alike: readonly Alike[]): Found | undefined {
  const removed = alike.filter(({ example }) => example.removed.includes(path)).length;
  if (removed === 0) return undefined;
  const confidence = (removed > 1 ? REMOVED.several : REMOVED.one) * (removed / alike.length);
  const isSettled = removed >= SETTLED_REMOVALS && removed === alike.length;
  return {
    proposal: { path, value: null, raw: "", citations: [], confidence, reader: "example", isSettled },
    isWeak: false,
  };
}

/** How sure it is that what was removed from one example, or several, is wrong here, too. */
const REMOVED = { one: 0.6, several: 0.97 } as const;

/** After so many, nobody is asked again. */
const SETTLED_REMOVALS = 3;

/** A value that an example points at. */
interface Pointed {
  readonly taught: TaughtValue;
  readonly place: SamePlace;
  readonly found: FoundValue;
}

interface Found {
  readonly proposal: Proposal;
  /** Whether a single example points there whose value nobody had to correct. */
  readonly isWeak: boolean;
}

/** A single example whose value was read by rules does not contradict what they read now, maybe at another place. */
function isIdle({ proposal, isWeak }: Found, others: readonly Proposal[]): boolean {
  const value = JSON.stringify(proposal.value);
  return isWeak && others.some((other) => JSON.stringify(other.value) !== value);
}

/** The value that most of the examples point at. */
function proposalOf(
  { path, property }: LeafProperty,
  alike: readonly Alike[],
  search: Omit<PlaceSearch, "shift">,
): Found | undefined {
  const known = alike.filter(({ example }) => knows(example, path));
  const pointed = known.flatMap(({ example, shift }) => {
    const taught = example.values.find((one) => one.path === path);
    return (taught && pointedAt(taught, property, { ...search, shift })) ?? [];
  });
  const groups = [...Map.groupBy(pointed, keyOf).values()].toSorted((a, b) => b.length - a.length);
  const [most] = groups;
  const [first] = most ?? [];
  if (most === undefined || first === undefined) return undefined;
  const { segment, start } = first.place;
  const [from, to] = [start + first.found.start, start + first.found.end];
  const proposal: Proposal = {
    path,
    value: first.found.value,
    raw: segment.text.slice(from, to),
    citations: [citationOf(segment, from, to)],
    confidence: confidenceOf(most, known.length),
    reader: "example",
    checks: first.found.checks,
    isSettled: most.length > 1 && most.length === known.length && first.place.by === "label",
  };
  return { proposal, isWeak: most.length === 1 && !first.taught.isCorrected };
}

function knows({ values, absent, removed }: FieldsExample, path: string): boolean {
  return absent.includes(path) || removed.includes(path) || values.some((one) => one.path === path);
}

function keyOf({ place: { segment, start }, found }: Pointed): string {
  return JSON.stringify([segment.page, segment.line, segment.box.x0, start + found.start, found.value]);
}

function pointedAt(taught: TaughtValue, property: FieldProperty, search: PlaceSearch): Pointed | undefined {
  const { context } = search;
  for (const place of samePlaces(taught, search)) {
    const text = place.segment.text.slice(place.start, place.end);
    const found = valueIn(readAs(property), text, context);
    if (found !== undefined && isAlike(text.slice(found.start, found.end), taught)) {
      return { taught, place, found };
    }
  }
  return undefined;
}

/** What a person confirmed as a name is one, whatever it looks like. */
function readAs(property: FieldProperty): FieldProperty {
  return property.format === "name" ? { ...property, format: undefined } : property;
}

/** A number of a document has digits if that of the example has. */
function isAlike(text: string, taught: TaughtValue): boolean {
  return /\p{N}/u.test(text) || !/\p{N}/u.test(taught.text);
}

/** How often a value is right that one example, or several, point at. */
const CONFIDENCE = {
  one: { label: 0.8, place: 0.65 },
  several: { label: 0.96, place: 0.92 },
} as const;

/** A text that is the same in all examples and here, such as the name of the supplier. */
const SAME_TEXT = { one: 0.88, several: 0.97 } as const;

/** Examples that point elsewhere, or that have no such value, take their share. */
function confidenceOf(pointed: readonly Pointed[], known: number): number {
  const [first] = pointed;
  if (first === undefined) return 0;
  const { found, place } = first;
  const count = pointed.length > 1 ? "several" : "one";
  const isSame = pointed.every(({ taught }) => taught.value === found.value);
  const base = isSame && typeof found.value === "string" ? SAME_TEXT[count] : CONFIDENCE[count][place.by];
  const recognised = 0.5 + wordConfidence(place.segment) / 2;
  return base * (pointed.length / known) * found.certainty * recognised;
}
