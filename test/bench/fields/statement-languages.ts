/** How a country's bank statements are worded and written. */
export interface StatementLanguage {
  readonly code: string;
  readonly locale: string;
  readonly currency: string;
  /** The first for looks to practise on, the second for those that are set aside. */
  readonly words: ReadonlyMap<StatementWording, readonly string[]>;
  readonly bank: string;
  readonly holder: string;
  readonly street: string;
  readonly town: string;
  readonly iban: string | null;
  readonly account: string;
  /** With {a} and {b} for the first and last day. */
  readonly period: string;
  readonly debits: readonly string[];
  readonly credits: readonly string[];
  /** Behind amounts that were paid out and in. */
  readonly marks: readonly [debit: string, credit: string];
  readonly foot: string;
}

const WORDINGS = [
  "title",
  "holder",
  "account",
  "currency",
  "opening",
  "closing",
  "date",
  "value",
  "description",
  "debit",
  "credit",
  "amount",
  "balance",
  "credits",
  "debits",
  "sum",
] as const;
export type StatementWording = (typeof WORDINGS)[number];

interface Facts {
  readonly codes: string;
  readonly bank: string;
  readonly holder: string;
  readonly account: string;
  readonly period: string;
  readonly debits: string;
  readonly credits: string;
  readonly marks: readonly [string, string];
  readonly foot: string;
  /** One line for each wording, in the order of `WORDINGS`; "/" separates alternatives. */
  readonly words: string;
}

function language({
  codes,
  bank,
  holder,
  account,
  debits,
  credits,
  words,
  ...rest
}: Facts): StatementLanguage {
  const [code = "", locale = "", currency = ""] = codes.split(" ");
  const [name = "", street = "", town = ""] = holder.split(" / ");
  const lines = words.trim().split("\n");
  const isIban = /^[A-Z]{2}\d{2}/u.test(account);
  return {
    ...rest,
    code,
    locale,
    currency,
    bank,
    holder: name,
    street,
    town,
    iban: isIban ? account : null,
    account,
    debits: debits.split(" / "),
    credits: credits.split(" / "),
    words: new Map(WORDINGS.map((wording, at) => [wording, lines[at]?.trim().split(" / ") ?? []])),
  };
}

export const STATEMENT_LANGUAGES: readonly StatementLanguage[] = [
  language({
    codes: "en en-GB GBP",
    bank: "Calder Valley Bank",
    holder: "Harriet Lowe / 12 Weaver Close / Halifax HX1 5RT",
    account: "GB33BUKB20201555555555",
    period: "{a} to {b}",
    debits:
      "Direct debit Northern Water / Card payment Pennine Foods 2144 / Standing order Rent Flat 3 / Cash withdrawal High Street / Contactless Metro Travel",
    credits: "Salary Aldous & Green Ltd / Refund Pennine Foods / Transfer from J Lowe",
    marks: ["DR", "CR"],
    foot: "registered in England no. 1234567",
    words: `Your statement / Account statement
      Account holder / Account name
      Account number / Account no.
      Currency / Account currency
      Balance brought forward / Opening balance on
      Balance carried forward / Closing balance on
      Date / Transaction date
      Value date / Value date
      Description / Details
      Paid out / Money out
      Paid in / Money in
      Amount / Amount (GBP)
      Balance / Running balance
      Deposits and other credits / Payments in
      Withdrawals and other debits / Payments out
      Total / Total`,
  }),
  language({
    codes: "us en-US USD",
    bank: "Prairie Community Bank",
    holder: "Delaney Hardware LLC / 880 Elm Street / Lincoln, NE 68508",
    account: "000482219437",
    period: "{a} through {b}",
    debits:
      "CHECKCARD 0312 OFFICE DEPOT LINCOLN NE / Online payment PRAIRIE POWER / Check 1184 / Service fee / ACH PAYROLL SVC",
    credits: "Deposit / ACH CREDIT SQUARE INC / Wire transfer in MIDWEST BUILDERS",
    marks: ["-", "+"],
    foot: "Member FDIC",
    words: `Business checking statement / Statement of account
      Account name / Account holder
      Account number / Account #
      Currency / Currency
      Beginning balance / Starting balance as of
      Ending balance / Ending balance as of
      Date / Posting date
      Effective date / Effective date
      Description / Transaction
      Withdrawals / Debits
      Deposits / Credits
      Amount / Amount
      Balance / Daily balance
      Deposits and other credits / Deposits
      Checks and other debits / Withdrawals
      Total / Total`,
  }),
  language({
    codes: "de de-DE EUR",
    bank: "Sparkasse Niederwald",
    holder: "Jürgen Kessler / Amselweg 7 / 35037 Marburg",
    account: "DE98533500000001234567",
    period: "vom {a} bis {b}",
    debits:
      "Lastschrift Stadtwerke Marburg Abschlag / Kartenzahlung REWE Sagt Danke 512 / Dauerauftrag Miete Wohnung 4 / Bargeldauszahlung GA 17 / Überweisung Zahnarzt Dr. Blum RNr 4471",
    credits: "Gehalt Lohmann Maschinenbau / Gutschrift Finanzamt Erstattung / Überweisung Kessler Inge",
    marks: ["S", "H"],
    foot: "Anstalt des öffentlichen Rechts, BIC HELADEF1MAR",
    words: `Kontoauszug / Umsätze
      Kontoinhaber / Inhaber
      Kontonummer / Konto-Nr.
      Währung / Kontowährung
      Alter Kontostand / Anfangssaldo am
      Neuer Kontostand / Endsaldo am
      Buchung / Buchungstag
      Wert / Valuta
      Erläuterung / Verwendungszweck
      Belastung / Soll
      Gutschrift / Haben
      Betrag / Umsatz
      Saldo / Kontostand
      Gutschriften / Eingänge
      Belastungen / Ausgänge
      Summe / Gesamt`,
  }),
  language({
    codes: "fr fr-FR EUR",
    bank: "Banque du Jura",
    holder: "Étienne Morel / 14 rue des Lilas / 39000 Lons-le-Saunier",
    account: "FR1420041010050500013M02606",
    period: "du {a} au {b}",
    debits:
      "PRLV SEPA Électricité du Rail / CB Carrefour Market / VIR Loyer appartement / RETRAIT DAB Place Royale / CHEQUE 0001184",
    credits: "VIR Salaire Fromagerie Comtoise / Remise de chèques / VIR CPAM remboursement",
    marks: ["D", "C"],
    foot: "SA au capital de 12 000 000 euros",
    words: `Relevé de compte / Extrait de compte
      Titulaire / Titulaire du compte
      Numéro de compte / N° de compte
      Devise / Devise
      Ancien solde / Solde initial au
      Nouveau solde / Solde final au
      Date / Date opération
      Valeur / Date de valeur
      Nature des opérations / Libellé
      Débit / Débit
      Crédit / Crédit
      Montant / Montant
      Solde / Solde
      Opérations au crédit / Crédits
      Opérations au débit / Débits
      Total / Total`,
  }),
  language({
    codes: "es es-ES EUR",
    bank: "Caja Rural del Segura",
    holder: "Carmen Ortuño Vives / Calle Platería 9 / 30001 Murcia",
    account: "ES9121000418450200051332",
    period: "del {a} al {b}",
    debits:
      "Recibo Aguas de Murcia / Compra tarjeta Supermercado / Transferencia alquiler / Disposición cajero / Adeudo seguro hogar",
    credits: "Nómina Conservas Vega / Transferencia recibida / Abono devolución",
    marks: ["D", "H"],
    foot: "inscrita en el Registro Mercantil de Murcia",
    words: `Extracto de cuenta / Movimientos de cuenta
      Titular / Titular de la cuenta
      Número de cuenta / Nº de cuenta
      Moneda / Divisa
      Saldo anterior / Saldo inicial a
      Saldo final / Saldo actual a
      Fecha / Fecha operación
      Fecha valor / F. valor
      Concepto / Descripción
      Cargo / Debe
      Abono / Haber
      Importe / Importe
      Saldo / Saldo
      Abonos / Ingresos
      Cargos / Gastos
      Total / Total`,
  }),
  language({
    codes: "it it-IT EUR",
    bank: "Banca dell'Appennino",
    holder: "Luisa Ferrante / Via Garibaldi 30 / 67100 L'Aquila",
    account: "IT60X0542811101000000123456",
    period: "dal {a} al {b}",
    debits:
      "Pagamento POS Coop / Addebito SDD Enel / Bonifico affitto / Prelievo bancomat / Imposta di bollo",
    credits: "Stipendio Officine Gran Sasso / Bonifico a vostro favore / Storno addebito",
    marks: ["D", "A"],
    foot: "iscritta all'albo delle banche",
    words: `Estratto conto / Lista movimenti
      Intestatario / Intestatario del conto
      Numero conto / Conto n.
      Valuta / Divisa
      Saldo iniziale / Saldo precedente al
      Saldo finale / Saldo contabile al
      Data / Data contabile
      Data valuta / Valuta
      Descrizione / Causale
      Dare / Addebiti
      Avere / Accrediti
      Importo / Importo
      Saldo / Saldo progressivo
      Accrediti / Entrate
      Addebiti / Uscite
      Totale / Totale`,
  }),
  language({
    codes: "nl nl-NL EUR",
    bank: "Bank van de Waddenkust",
    holder: "T.J. Hoekstra / Havenkade 2 / 8861 TB Harlingen",
    account: "NL91ABNA0417164300",
    period: "{a} t/m {b}",
    debits:
      "Betaalautomaat Albert Heijn / Incasso Vitens / Overboeking huur / Geldautomaat Stationsplein / iDEAL Bol",
    credits: "Salaris Rederij Noord / Overboeking ontvangen / Terugbetaling Belastingdienst",
    marks: ["D", "C"],
    foot: "KvK 01234567",
    words: `Rekeningafschrift / Rekeningoverzicht
      Rekeninghouder / Naam rekeninghouder
      Rekeningnummer / Rekening
      Valuta / Valuta
      Vorig saldo / Beginsaldo op
      Nieuw saldo / Eindsaldo op
      Datum / Boekdatum
      Rentedatum / Valutadatum
      Omschrijving / Naam en omschrijving
      Af / Bedrag af
      Bij / Bedrag bij
      Bedrag / Bedrag
      Saldo / Saldo na mutatie
      Bijschrijvingen / Totaal bij
      Afschrijvingen / Totaal af
      Totaal / Totaal`,
  }),
  language({
    codes: "pt pt-PT EUR",
    bank: "Banco do Mondego",
    holder: "Inês Carvalho Duarte / Rua da Sofia 70 / 3000-390 Coimbra",
    account: "PT50000201231234567890154",
    period: "de {a} a {b}",
    debits:
      "Compra Pingo Doce / Débito direto EDP / Transferência renda / Levantamento Multibanco / Comissão de manutenção",
    credits: "Ordenado Cerâmica Lusa / Transferência recebida / Reembolso IRS",
    marks: ["D", "C"],
    foot: "capital social 50.000.000 euros",
    words: `Extrato de conta / Extrato combinado
      Titular / Nome do titular
      Número de conta / Conta n.º
      Moeda / Moeda
      Saldo anterior / Saldo inicial em
      Saldo final / Saldo contabilístico em
      Data / Data mov.
      Data valor / Data-valor
      Descrição / Descritivo
      Débito / Débitos
      Crédito / Créditos
      Montante / Valor
      Saldo / Saldo
      Créditos / Entradas
      Débitos / Saídas
      Total / Total`,
  }),
  language({
    codes: "pl pl-PL PLN",
    bank: "Bank Nadwiślański S.A.",
    holder: "Agnieszka Zielińska / ul. Długa 15/3 / 80-831 Gdańsk",
    account: "PL61109010140000071219812874",
    period: "za okres od {a} do {b}",
    debits:
      "Płatność kartą Biedronka / Przelew czynsz / Polecenie zapłaty Energa / Wypłata z bankomatu / Opłata za prowadzenie rachunku",
    credits: "Wynagrodzenie Stocznia Morska / Przelew przychodzący / Zwrot podatku",
    marks: ["Wn", "Ma"],
    foot: "KRS 0000012345",
    words: `Wyciąg z rachunku / Historia rachunku
      Posiadacz rachunku / Właściciel rachunku
      Numer rachunku / Nr rachunku
      Waluta / Waluta rachunku
      Saldo początkowe / Saldo otwarcia na dzień
      Saldo końcowe / Saldo zamknięcia na dzień
      Data / Data księgowania
      Data waluty / Data waluty
      Opis operacji / Tytuł operacji
      Obciążenia / Wypływy
      Uznania / Wpływy
      Kwota / Kwota operacji
      Saldo / Saldo po operacji
      Uznania / Suma uznań
      Obciążenia / Suma obciążeń
      Razem / Razem`,
  }),
  language({
    codes: "sv sv-SE SEK",
    bank: "Bergslagens Sparbank",
    holder: "Karin Öberg / Kungsgatan 8 / 702 11 Örebro",
    account: "SE4550000000058398257466",
    period: "{a} - {b}",
    debits:
      "Kortköp ICA Supermarket / Autogiro Vattenfall / Överföring hyra / Uttag Bankomat / Swish Tandläkare",
    credits: "Lön Närke Verkstad AB / Insättning / Skatteåterbäring",
    marks: ["D", "K"],
    foot: "org.nr 516401-1234",
    words: `Kontoutdrag / Kontoutdrag
      Kontohavare / Kontoinnehavare
      Kontonummer / Konto
      Valuta / Valuta
      Ingående saldo / Ingående saldo den
      Utgående saldo / Utgående saldo den
      Datum / Bokföringsdag
      Valutadag / Valutadatum
      Text / Specifikation
      Uttag / Utbetalningar
      Insättning / Inbetalningar
      Belopp / Belopp
      Saldo / Bokfört saldo
      Insättningar / Inkomster
      Uttag / Utgifter
      Summa / Summa`,
  }),
  language({
    codes: "cs cs-CZ CZK",
    bank: "Moravská záložna a.s.",
    holder: "Ing. Petr Dvořák / Masarykova 21 / 602 00 Brno",
    account: "CZ6508000000192000145399",
    period: "od {a} do {b}",
    debits:
      "Platba kartou Albert / Inkaso ČEZ / Trvalý příkaz nájem / Výběr z bankomatu / Poplatek za vedení účtu",
    credits: "Mzda Strojírny Brno / Příchozí úhrada / Vratka přeplatku",
    marks: ["MD", "D"],
    foot: "IČ 12345678",
    words: `Výpis z účtu / Přehled pohybů
      Majitel účtu / Název účtu
      Číslo účtu / Č. účtu
      Měna / Měna účtu
      Počáteční zůstatek / Počáteční stav k
      Konečný zůstatek / Konečný stav k
      Datum / Datum zaúčtování
      Valuta / Datum valuty
      Popis / Popis transakce
      Na vrub / Výdaje
      Ve prospěch / Příjmy
      Částka / Částka
      Zůstatek / Zůstatek po operaci
      Připsáno / Kreditní položky
      Odepsáno / Debetní položky
      Celkem / Celkem`,
  }),
  language({
    codes: "zh zh-CN CNY",
    bank: "江南商业银行",
    holder: "王晓明 / 中山路18号 / 210000 江苏省南京市",
    account: "6228480012345678901",
    period: "{a} 至 {b}",
    debits: "消费支出 苏果超市 / 转账支出 房租 / 代扣电费 / 现金支取 / 手续费",
    credits: "工资收入 / 转账收入 / 利息",
    marks: ["借", "贷"],
    foot: "客服热线 95500",
    words: `账户对账单 / 账户交易明细
      户名 / 账户名称
      账号 / 卡号
      币种 / 币种
      期初余额 / 期初余额
      期末余额 / 期末余额
      交易日期 / 记账日期
      起息日 / 起息日
      摘要 / 交易摘要
      支出 / 借方金额
      收入 / 贷方金额
      交易金额 / 发生额
      余额 / 账户余额
      收入明细 / 贷方
      支出明细 / 借方
      合计 / 合计`,
  }),
  language({
    codes: "ja ja-JP JPY",
    bank: "みなと信用金庫",
    holder: "田中 美咲 / 中区本町2-4 / 〒231-0005 神奈川県横浜市",
    account: "1234567",
    period: "{a} ～ {b}",
    debits: "電気料金 / カード 生協 / 振込 家賃 / ATM 引出し / 手数料",
    credits: "給与 港湾物流 / 振込 タナカ / 利息",
    marks: ["出", "入"],
    foot: "本店営業部",
    words: `取引明細書 / 入出金明細
      口座名義 / 口座名義人
      口座番号 / 口座番号
      通貨 / 通貨
      前回残高 / 繰越残高
      今回残高 / 期末残高
      取引日 / お取引日
      起算日 / 起算日
      摘要 / お取引内容
      お支払金額 / 出金額
      お預り金額 / 入金額
      取引金額 / 金額
      差引残高 / 残高
      入金 / ご入金
      出金 / ご出金
      合計 / 合計`,
  }),
];
