import {
  heading,
  paragraph,
  run,
  textSection,
  type Block,
  type FlowDocument,
} from "../../model/flow-document.ts";
import { calendarLines, unescaped, type CalendarLine } from "./calendar-lines.ts";

/** Components that are shown. */
const ENTRIES: ReadonlySet<string> = new Set(["VEVENT", "VTODO", "VJOURNAL"]);

/** Reads an iCalendar file: its events, tasks and journals, each with its dates, place, people and text. */
export function readCalendar(text: string): FlowDocument {
  const entries: CalendarLine[][] = [];
  const open: string[] = [];
  let name = "";
  for (const line of calendarLines(text)) {
    if (line.name === "BEGIN") {
      open.push(line.value.toUpperCase());
      if (ENTRIES.has(line.value.toUpperCase())) entries.push([]);
    } else if (line.name === "END") open.pop();
    else if (line.name === "X-WR-CALNAME") name = unescaped(line.value);
    // Alarms of an event are none of its own lines.
    else if (ENTRIES.has(open.at(-1) ?? "")) entries.at(-1)?.push(line);
  }
  const blocks = entries.flatMap(entryBlocks);
  const notes = entries.length === 0 ? ["The calendar has no events."] : [];
  const title = name === "" ? [] : [heading(1, name)];
  return { title: name, sections: [textSection([...title, ...blocks])], notes, files: [] };
}

/** What is shown of an entry, in this order. */
const SHOWN: readonly (readonly [name: string, label: string])[] = [
  ["DUE", "Due"],
  ["COMPLETED", "Completed"],
  ["RRULE", "Repeats"],
  ["RDATE", "Also on"],
  ["EXDATE", "Not on"],
  ["RECURRENCE-ID", "Instead of"],
  ["LOCATION", "Location"],
  ["ORGANIZER", "Organizer"],
  ["ATTENDEE", "Attendees"],
  ["CONTACT", "Contact"],
  ["RESOURCES", "Resources"],
  ["STATUS", "Status"],
  ["PRIORITY", "Priority"],
  ["PERCENT-COMPLETE", "Percent complete"],
  ["CATEGORIES", "Categories"],
  ["URL", "URL"],
  ["ATTACH", "Attached"],
  ["COMMENT", "Comment"],
];

function entryBlocks(lines: readonly CalendarLine[]): readonly Block[] {
  const valuesOf = (name: string): readonly string[] =>
    lines
      .filter((line) => line.name === name)
      .map(shownValue)
      .filter((value) => value !== "");
  const labelled = SHOWN.flatMap(([name, label]) => {
    const values = valuesOf(name);
    return values.length === 0 ? [] : [labelledLine(label, values.join(", "))];
  });
  const description = valuesOf("DESCRIPTION")
    .join("\n")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const when = period(lines);
  return [
    heading(2, valuesOf("SUMMARY").join(" ") || "Without a title"),
    ...(when === "" ? [] : [labelledLine("When", when)]),
    ...labelled,
    ...description.map((line) => paragraph([run(line)])),
  ];
}

function labelledLine(label: string, value: string): Block {
  return paragraph([run(`${label}: `, { bold: true }), run(value)], { spaceAfter: 1 });
}

const DATES: ReadonlySet<string> = new Set([
  "DTSTART",
  "DTEND",
  "DUE",
  "COMPLETED",
  "RDATE",
  "EXDATE",
  "RECURRENCE-ID",
]);

function shownValue(line: CalendarLine): string {
  const { name, parameters, value } = line;
  if (DATES.has(name))
    return value
      .split(",")
      .map((date) => shownDate(date, parameters))
      .join(", ");
  if (name === "RRULE")
    return value.replaceAll(";", ", ").replaceAll("=", " ").toLowerCase().replace("freq ", "");
  // The file itself.
  if (name === "ATTACH" && parameters.get("VALUE")?.toUpperCase() === "BINARY") return "";
  if (name !== "ORGANIZER" && name !== "ATTENDEE") return unescaped(value).trim();
  const address = value.replace(/^mailto:/i, "");
  const person = parameters.get("CN") ?? "";
  return person === "" || person === address ? address : `${person} <${address}>`;
}

const DATE = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\dZ?)?$/;

/** A date with its time as it is written and its time zone; unchanged if it is none. */
function shownDate(value: string, parameters: CalendarLine["parameters"]): string {
  const [, year, month, day, hour, minute] = DATE.exec(value) ?? [];
  if (year === undefined || month === undefined || day === undefined) return value;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined || minute === undefined) return date;
  const zone = value.endsWith("Z") ? "UTC" : parameters.get("TZID");
  return `${date} ${hour}:${minute}${zone === undefined ? "" : ` ${zone}`}`;
}

/** From when to when, as calendars show it: an event of whole days ends on the day before its end. */
function period(lines: readonly CalendarLine[]): string {
  const start = lines.find(({ name }) => name === "DTSTART");
  const end = lines.find(({ name }) => name === "DTEND");
  const from = start ? shownValue(start) : "";
  const to = end ? shownValue(isDay(end.value) ? { ...end, value: dayBefore(end.value) } : end) : "";
  const duration = lines.find(({ name }) => name === "DURATION")?.value ?? "";
  if (to === "" || to === from) return duration === "" ? from : `${from} (${shownDuration(duration)})`;
  return `${from} to ${to}`;
}

const UNITS = { W: "weeks", D: "days", H: "h", M: "min", S: "s" } as const;

/** A duration such as PT1H30M: 1 h 30 min. */
function shownDuration(value: string): string {
  const parts = [...value.matchAll(/(\d+)([WDHMS])/g)];
  return parts
    .map(
      ([, count = "", letter = ""]) =>
        `${count} ${Object.entries(UNITS).find(([key]) => key === letter)?.[1] ?? ""}`,
    )
    .join(" ");
}

function isDay(value: string): boolean {
  return /^\d{8}$/.test(value);
}

function dayBefore(value: string): string {
  const [year, month, day] = [value.slice(0, 4), value.slice(4, 6), value.slice(6)].map(Number);
  const date = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) - 1));
  return Number.isNaN(date.getTime()) ? value : date.toISOString().slice(0, 10).replaceAll("-", "");
}
