import type { Address, MadeLanguage, Wording } from "./made-languages.ts";

/** The data of a made invoice, with the names of the shipped kind. */
export interface MadeTruth {
  readonly invoice_number: string;
  readonly issue_date: string;
  readonly due_date: string | null;
  readonly seller: string;
  readonly seller_vat_id: string;
  readonly buyer: string;
  readonly buyer_vat_id: string | null;
  readonly iban: string | null;
  readonly currency: string;
  readonly net_total: number;
  readonly tax_total: number;
  readonly gross_total: number;
  readonly lines: readonly MadeLine[];
}

interface MadeLine {
  readonly description: string;
  readonly quantity: number;
  readonly unit_price: number;
  readonly amount: number;
}

export interface MadeInvoice {
  readonly name: string;
  /** Looks that readers are not tuned on. */
  readonly isAside: boolean;
  readonly html: string;
  readonly truth: MadeTruth;
}

export const LOOKS = 36;

/** Every third look is set aside. */
const ASIDE = 3;

/** An invoice of a look in a language; the same numbers make the same invoice. */
export function madeInvoice(language: MadeLanguage, look: number): MadeInvoice {
  const random = randomFrom(look * 1009 + language.code.charCodeAt(0) * 31 + language.code.charCodeAt(1));
  const style = styleOf(look);
  const truth = truthOf(language, { style, random });
  const isAside = look % ASIDE === 0;
  return {
    name: `${isAside ? "aside" : "develop"}-${language.code}-${look}`,
    isAside,
    html: pageOf({
      language,
      style,
      truth,
      word: (name) => pick(language.words.get(name) ?? [], style.wording),
    }),
    truth,
  };
}

type Random = () => number;

/** A linear congruential generator (Numerical Recipes). */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Style {
  readonly meta: "right" | "inline" | "stacked" | "row" | "title";
  readonly parties: "labelled" | "window" | "beside" | "reversed";
  readonly table: "ruled" | "lines" | "plain" | "zebra";
  readonly totals: "right" | "wide" | "foot";
  readonly taxes: "one" | "two" | "table";
  readonly columns: "usual" | "position" | "amount-rate" | "quantity-first";
  readonly rows: number;
  readonly wording: number;
  readonly font: string;
  readonly size: number;
  readonly date: "numeric" | "long" | "iso";
  readonly hasBank: boolean;
  readonly hasDue: boolean;
  readonly hasBuyerVat: boolean;
  readonly isWrapped: boolean;
  readonly hasCode: boolean;
}

/** The choices go round with different periods, so that each look is another combination. */
function styleOf(look: number): Style {
  return {
    meta: pick(["right", "inline", "stacked", "row", "title"] as const, look),
    parties: pick(["labelled", "window", "beside", "reversed"] as const, look + (look >> 2)),
    table: pick(["ruled", "lines", "plain", "zebra"] as const, look + (look >> 3)),
    totals: pick(["right", "wide", "foot"] as const, look + (look >> 1)),
    taxes: pick(["one", "two", "table"] as const, look + (look >> 2)),
    columns: pick(["usual", "position", "amount-rate", "quantity-first"] as const, look + (look >> 1)),
    rows: pick([3, 2, 5, 1, 4, 40, 8], look),
    wording: look,
    font: pick(["Liberation Sans", "Liberation Serif", "DejaVu Sans", "Noto Sans"], look >> 1),
    size: pick([10, 9, 11, 8], look),
    date: pick(["numeric", "long", "numeric", "iso"] as const, look),
    hasBank: look % 4 !== 1,
    hasDue: look % 5 !== 2,
    hasBuyerVat: look % 4 === 2,
    isWrapped: look % 3 === 1,
    hasCode: look % 2 === 0,
  };
}

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

interface Making {
  readonly style: Style;
  readonly random: Random;
}

function truthOf(language: MadeLanguage, { style, random }: Making): MadeTruth {
  const scale = language.currency === "JPY" ? 1 : 100;
  const lines = Array.from({ length: style.rows }, (_, row) => {
    const quantity = 1 + Math.floor(random() * 12);
    const unit =
      language.currency === "JPY"
        ? Math.floor(random() * 9000) + 100
        : Math.floor(random() * 90_000) / 100 + 1;
    const unitPrice = Math.round(unit * scale) / scale;
    const description = `${pick(language.goods, row)}${style.isWrapped && row % 2 === 1 ? ` ${pick(language.goods, row + 2)} ${pick(language.goods, row + 1)}` : ""}`;
    return {
      description,
      quantity,
      unit_price: unitPrice,
      amount: Math.round(quantity * unitPrice * scale) / scale,
    };
  });
  const net = rounded(lines.reduce((sum, { amount }) => sum + amount, 0));
  const tax = rounded(taxParts(language, { style, lines }).reduce((sum, part) => sum + part.tax, 0));
  const day = Date.UTC(2024, Math.floor(random() * 12), 1 + Math.floor(random() * 28));
  const serial = 1000 + Math.floor(random() * 90_000);
  return {
    invoice_number: pick(
      [`${serial}`, `RE-2024-${serial}`, `2024/${serial}`, `INV${serial}`, `F-${serial}`],
      style.wording,
    ),
    issue_date: isoDate(day),
    due_date: style.hasDue ? isoDate(day + 30 * 86_400_000) : null,
    seller: language.seller.name,
    seller_vat_id: language.vatId,
    buyer: pick(language.buyers, style.wording).name,
    buyer_vat_id: style.hasBuyerVat ? language.buyerVatId : null,
    iban: style.hasBank && language.iban !== "" ? language.iban : null,
    currency: language.currency,
    net_total: net,
    tax_total: tax,
    gross_total: rounded(net + tax),
    lines,
  };
}

interface TaxPart {
  readonly rate: number;
  readonly base: number;
  readonly tax: number;
}

function taxParts(
  { rates, currency }: MadeLanguage,
  { style, lines }: { readonly style: Style; readonly lines: readonly MadeLine[] },
): readonly TaxPart[] {
  const used = style.taxes === "one" || lines.length === 1 ? rates.slice(0, 1) : rates.slice(0, 2);
  return used.map((rate, index) => {
    const base = rounded(
      lines
        .filter((_, row) => used.length === 1 || (row % 2 === 0) === (index === 0))
        .reduce((sum, { amount }) => sum + amount, 0),
    );
    const tax = (base * rate) / 100;
    return { rate, base, tax: currency === "JPY" ? Math.floor(tax) : rounded(tax) };
  });
}

interface PageMaking {
  readonly language: MadeLanguage;
  readonly style: Style;
  readonly truth: MadeTruth;
  readonly word: (name: Wording) => string;
}

function pageOf(making: PageMaking): string {
  const { style, language, word } = making;
  const borders = {
    ruled: "table.items td,table.items th{border:1px solid #444}",
    lines: "table.items tr{border-bottom:1px solid #999}",
    plain: "",
    zebra: "table.items tr:nth-child(even){background:#eee}",
  }[style.table];
  const css = `@page{size:A4;margin:18mm}body{font:${style.size}pt/1.35 '${style.font}','Noto Sans CJK ${language.code === "ja" ? "JP" : "SC"}'}h1{font-size:1.8em;margin:.4em 0}table.items{width:100%;border-collapse:collapse;margin-top:1.6em}td,th{padding:3px 5px;vertical-align:top;text-align:left}.n{text-align:right;white-space:nowrap}tr{break-inside:avoid}.two{display:flex;justify-content:space-between;gap:3em}${borders}.small{font-size:.75em;color:#555}.foot{margin-top:2.5em}.logo{font-size:1.5em;font-weight:bold}`;
  return `<!doctype html><html lang="${language.code}"><meta charset="utf-8"><style>${css}</style><body>${[
    headOf(making),
    partiesHtml(making),
    metaHtml(making),
    itemsHtml(making),
    totalsHtml(making),
    `<p class="foot">${word("thanks")}</p>`,
    footHtml(making),
  ].join("\n")}</body></html>`;
}

function headOf({ style, language: { seller }, truth, word }: PageMaking): string {
  const logo =
    style.parties === "labelled"
      ? ""
      : `<div class="logo">${seller.name}</div><div class="small">${seller.street}, ${seller.town}</div>`;
  const number = style.meta === "title" ? ` ${truth.invoice_number}` : "";
  return `${logo}<h1>${word("title")}${number}</h1>`;
}

function partiesHtml({ style, language, truth, word }: PageMaking): string {
  const buyer = pick(language.buyers, style.wording);
  const vat = truth.buyer_vat_id === null ? "" : `<br>${word("vat")}: ${truth.buyer_vat_id}`;
  const lines = (one: Address): string => `${one.name}<br>${one.street}<br>${one.town}`;
  const seller = `<div><b>${word("seller")}</b><br>${lines(language.seller)}<br>${word("vat")}: ${truth.seller_vat_id}</div>`;
  const to = `<div><b>${word("buyer")}${style.parties === "reversed" ? ":" : ""}</b><br>${lines(buyer)}${vat}</div>`;
  if (style.parties === "window") {
    const { name, street, town } = language.seller;
    return `<p class="small">${name} · ${street} · ${town}</p><div>${lines(buyer)}${vat}</div>`;
  }
  if (style.parties === "labelled") return `<div class="two">${seller}${to}</div>`;
  return style.parties === "reversed"
    ? `<div class="two">${to}<div></div></div>`
    : `<div class="two"><div></div>${to}</div>`;
}

function metaHtml({ style, language, truth, word }: PageMaking): string {
  const shown = (iso: string): string => dateText(iso, { style, language });
  const pairs: readonly (readonly [string, string])[] = [
    ...(style.meta === "title" ? [] : [[word("number"), truth.invoice_number] as const]),
    [word("date"), shown(truth.issue_date)],
    [word("order"), `B-${truth.lines.length}${truth.invoice_number.slice(-3)}`],
    ...(truth.due_date === null ? [] : [[word("due"), shown(truth.due_date)] as const]),
  ];
  if (style.meta === "row") {
    const heads = pairs.map(([label]) => `<th>${label}</th>`).join("");
    return `<table style="margin-top:1em"><tr>${heads}</tr><tr>${pairs.map(([, value]) => `<td>${value}</td>`).join("")}</tr></table>`;
  }
  if (style.meta === "inline")
    return `<p>${pairs.map(([label, value]) => `${label}: ${value}`).join(" &nbsp;&nbsp;&nbsp; ")}</p>`;
  if (style.meta === "stacked")
    return pairs.map(([label, value]) => `<div>${label}: ${value}</div>`).join("");
  const rows = pairs.map(([label, value]) => `<tr><td>${label}</td><td>${value}</td></tr>`).join("");
  return `<table style="margin-left:${style.meta === "right" ? "auto" : "0"}">${rows}</table>`;
}

function itemsHtml({ style, language, truth, word }: PageMaking): string {
  const money = moneyIn(language);
  const head = { d: word("description"), q: word("quantity"), p: word("price"), a: word("amount") };
  const rate = `${language.rates[0]} %`;
  const cells = truth.lines.map((line, row) => ({
    d: line.description,
    q: String(line.quantity),
    p: money(line.unit_price),
    a: money(line.amount),
    i: String(row + 1),
    r: rate,
  }));
  const order = { usual: "dqpa", position: "idqpa", "amount-rate": "dqpra", "quantity-first": "qdpa" }[
    style.columns
  ];
  const title = (key: string): string => ({ ...head, i: "#", r: "%" })[key] ?? "";
  const th = order
    .split("")
    .map((key) => `<th class="${key === "d" ? "" : "n"}">${title(key)}</th>`)
    .join("");
  const tr = cells.map((cell) => {
    const values: Readonly<Record<string, string>> = cell;
    return `<tr>${order
      .split("")
      .map(
        (key) =>
          `<td class="${key === "d" ? "" : "n"}"${key === "d" ? ' style="max-width:60mm"' : ""}>${values[key] ?? ""}</td>`,
      )
      .join("")}</tr>`;
  });
  const foot =
    style.totals === "foot"
      ? totalPairs({ style, language, truth, word })
          .map(
            ([label, value]) =>
              `<tr><td colspan="${order.length - 1}" class="n">${label}</td><td class="n">${value}</td></tr>`,
          )
          .join("")
      : "";
  return `<table class="items"><thead><tr>${th}</tr></thead><tbody>${tr.join("")}${foot}</tbody></table>`;
}

function totalPairs({ style, language, truth, word }: PageMaking): readonly (readonly [string, string])[] {
  const money = moneyIn(language);
  const sign = style.hasCode ? ` ${language.currency}` : "";
  const parts = taxParts(language, { style, lines: truth.lines });
  return [
    [word("net"), money(truth.net_total) + sign],
    ...parts.map(({ rate, tax }) => [`${word("tax")} ${rate} %`, money(tax) + sign] as const),
    [word("gross"), `${money(truth.gross_total)} ${currencySign(language)}`],
  ];
}

function totalsHtml(making: PageMaking): string {
  const { style, language, truth, word } = making;
  const money = moneyIn(language);
  const table =
    style.taxes === "table"
      ? `<table style="margin-top:1em"><tr><th>%</th><th class="n">${word("net")}</th><th class="n">${word("tax")}</th></tr>${taxParts(
          language,
          { style, lines: truth.lines },
        )
          .map(
            ({ rate, base, tax }) =>
              `<tr><td>${rate} %</td><td class="n">${money(base)}</td><td class="n">${money(tax)}</td></tr>`,
          )
          .join("")}</table>`
      : "";
  if (style.totals === "foot") return table;
  const rows = totalPairs(making)
    .map(([label, value]) => `<tr><td>${label}</td><td class="n">${value}</td></tr>`)
    .join("");
  return `${table}<table style="margin-top:1em;${style.totals === "wide" ? "width:100%" : "margin-left:auto"}">${rows}</table>`;
}

function footHtml({ style, language, truth, word }: PageMaking): string {
  const { name, street, town } = language.seller;
  const bank = truth.iban === null ? "" : `<br>IBAN: ${truth.iban}`;
  const vat = style.parties === "labelled" ? "" : `<br>${word("vat")}: ${truth.seller_vat_id}`;
  return `<p class="small">${name}, ${street}, ${town}${vat}${bank}</p>`;
}

function currencySign({ currency, locale }: MadeLanguage): string {
  const parts = new Intl.NumberFormat(locale, { style: "currency", currency }).formatToParts(1);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

function moneyIn({ locale, currency }: MadeLanguage): (value: number) => string {
  const digits = currency === "JPY" ? 0 : 2;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return (value) => format.format(value);
}

function dateText(iso: string, { style, language }: Pick<PageMaking, "style" | "language">): string {
  if (style.date === "iso") return iso;
  const date = new Date(`${iso}T00:00:00Z`);
  const options =
    style.date === "long"
      ? ({ dateStyle: "long" } as const)
      : ({ day: "2-digit", month: "2-digit", year: "numeric" } as const);
  return new Intl.DateTimeFormat(language.locale, { ...options, timeZone: "UTC" }).format(date);
}

function isoDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
