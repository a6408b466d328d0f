import { Alert, Badge, Button, Group, Skeleton, Text } from "@mantine/core";
import { useEffect, type ReactNode } from "react";

import type { Beside } from "../viewer/beside.ts";
import type { Marks } from "../viewer/marks.ts";
import { useExplanation, type Decision, type Explanations, type Region } from "./explanations.ts";
import classes from "./why.module.css";

const QUESTIONS: Readonly<Record<Decision["question"], string>> = {
  TEXT_SOURCE: "Text source",
  TAGS: "Tags",
  DRAWING: "Charts, diagrams and other drawings",
  GUTTER: "Gutters",
  COLUMN: "Columns of tables",
  TABLE: "Tables",
  ROW: "Rows of tables",
  HEADER_ROWS: "Header rows",
  PARAGRAPH: "Paragraphs, line by line",
  HEADING: "Headings",
  LIST: "Lists",
  FOOTNOTE: "Footnotes",
  CAPTION: "Captions",
  RUNNING_HEADER: "Running headers and footers",
  CONTINUATION: "Continued from above",
};

/** Closed at first, unless a region is chosen: they have an entry for each line. */
const LONG: ReadonlySet<string> = new Set(["PARAGRAPH", "COLUMN"]);

/** Pages whose text was recognised take seconds to be read again, so they are explained when asked for. */
const RECOGNISED: ReadonlySet<string> = new Set(["OCR", "MIXED"]);

/** Why a page came out as it did: its regions, and the decisions that made them. */
export function WhyView({
  explanations,
  parts: { content, marks },
}: {
  readonly explanations: Explanations;
  readonly parts: Beside;
}): ReactNode {
  const { number, textSource } = content;
  const state = useExplanation(explanations, number);
  const load = (): void => explanations.load(number);
  const isAsked = state !== undefined || RECOGNISED.has(textSource);
  useEffect(() => {
    if (!isAsked) explanations.load(number);
  }, [isAsked, explanations, number]);
  if (state === undefined && isAsked)
    return (
      <Group p="md" justify="space-between">
        <Text c="var(--ink-faint)">
          The text of this page was recognised; reading it again takes seconds.
        </Text>
        <Button size="xs" variant="default" onClick={load}>
          Explain this page
        </Button>
      </Group>
    );
  if (state === undefined || state.kind === "loading") return <Skeleton height={320} radius={0} />;
  if (state.kind === "problem")
    return (
      <Alert color="red" title="This page cannot be explained">
        <Group justify="space-between">
          <Text size="md">{state.problem}</Text>
          <Button size="xs" variant="default" onClick={load}>
            Try again
          </Button>
        </Group>
      </Alert>
    );
  const { explanation, chosen } = state;
  const region = explanation.regions.find(({ key }) => key === chosen);
  const shown = explanation.decisions.filter((decision) => !region || decision.region === region.key);
  return (
    <div className={classes["why"]}>
      <Regions
        regions={explanation.regions}
        chosen={chosen}
        onChoose={(key) => explanations.choose(number, key)}
        {...{ marks, number }}
      />
      {region && (
        <Group gap="xs" className={classes["chosen"]}>
          <Text size="sm" fw={600}>
            {shown.length === 0 ? "No decision is about this region" : "Decisions about this region"}
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => explanations.choose(number, undefined)}>
            Show all
          </Button>
        </Group>
      )}
      {[...Map.groupBy(shown, ({ question }) => question)].map(([question, own]) => (
        <Section
          key={question}
          question={question}
          decisions={own}
          open={region !== undefined}
          {...{ marks, number }}
        />
      ))}
      {explanation.omitted > 0 && (
        <Text size="sm" c="var(--ink-faint)">
          {explanation.omitted} more decisions are left out.
        </Text>
      )}
    </div>
  );
}

interface Pointing {
  readonly marks: Marks;
  /** Number of the page. */
  readonly number: number;
}

function Regions({
  regions,
  chosen,
  onChoose,
  marks,
  number,
}: Pointing & {
  readonly regions: readonly Region[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string | undefined) => void;
}): ReactNode {
  if (regions.length === 0) return <Text c="var(--ink-faint)">Nothing was found on this page.</Text>;
  return (
    <ol className={classes["regions"]} aria-label="Regions">
      {regions.map(({ key, kind, level, text, box }, index) => (
        <li key={`${key} ${index}`}>
          <button
            type="button"
            aria-pressed={key === chosen}
            {...pointing(marks, { page: number, box })}
            onClick={() => onChoose(key === chosen ? undefined : key)}
          >
            <b className={classes[lookOf(kind)]}>
              {kind.replaceAll("_", " ").toLowerCase()}
              {level !== null && ` ${level}`}
            </b>{" "}
            {text}
          </button>
        </li>
      ))}
    </ol>
  );
}

function Section({
  question,
  decisions,
  open,
  ...place
}: Pointing & {
  readonly question: Decision["question"];
  readonly decisions: readonly Decision[];
  readonly open: boolean;
}): ReactNode {
  const accepted = decisions.filter((decision) => decision.accepted).length;
  return (
    <details className={classes["section"]} open={open || !LONG.has(question)}>
      <summary>
        <b>{QUESTIONS[question]}</b>{" "}
        <Text span size="sm" c="var(--ink-faint)">
          {accepted} accepted, {decisions.length - accepted} rejected
        </Text>
      </summary>
      <ol>
        {decisions.map((decision) => (
          <Entry key={decision.key} decision={decision} {...place} />
        ))}
      </ol>
    </details>
  );
}

function Entry({ decision, marks, number }: Pointing & { readonly decision: Decision }): ReactNode {
  const { accepted, outcome, box, score, threshold, reasons } = decision;
  return (
    <li {...pointing(marks, { page: number, box })}>
      <details>
        <summary>
          <Badge variant="light" color={accepted ? "green" : "red"} tt="none">
            {accepted ? "Accepted" : "Rejected"}
          </Badge>{" "}
          {outcome}
        </summary>
        {score !== null && (
          <Text size="sm">
            Score {rounded(score)}, accepted from {rounded(threshold ?? 0)} on.
          </Text>
        )}
        {reasons.length > 0 && (
          <table>
            <thead>
              <tr>
                {["Fact", "Value", "Limit", "Points"].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {reasons.map(({ fact, value, limit, weight }) => (
                <tr key={fact}>
                  <td>{fact}</td>
                  <td>{value}</td>
                  <td>{limit}</td>
                  <td>{weight === null ? "" : rounded(weight)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </details>
    </li>
  );
}

/** Marks a place while the pointer is over what is about it, or the focus in it. */
function pointing(
  marks: Marks,
  mark: { readonly page: number; readonly box: Region["box"] },
): {
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
} {
  const [set, clear] = [() => marks.set(mark), () => marks.set(undefined)];
  return { onPointerEnter: set, onPointerLeave: clear, onFocus: set, onBlur: clear };
}

const LOOKS: Readonly<Partial<Record<Region["kind"], string>>> = {
  TITLE: "heading",
  HEADING: "heading",
  LIST: "list",
  FORM_FIELD: "list",
  CHECK_BOX: "list",
  TABLE: "table",
  FIGURE: "figure",
  CAPTION: "figure",
  FOOTNOTE: "margin",
  PAGE_HEADER: "margin",
  PAGE_FOOTER: "margin",
  PAGE_NUMBER: "margin",
};

/** The class of a kind's colour. */
export function lookOf(kind: Region["kind"]): string {
  return LOOKS[kind] ?? "text";
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
