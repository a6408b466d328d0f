/** How receipts and bank statements name their fields, by property, in the same twelve languages. */
export const RECEIPT_LABELS = {
  date: "date|datum|fecha|data|日期|日付|date of sale|transaction date|invoice date|bill date|trans date|belegdatum".split(
    "|",
  ),
  total:
    "total|grand total|total amount|total sales|net total|total payable|amount due|total rm|total incl gst|total sales inclusive of gst|total inclusive gst|total amount payable|balance due|nett total|total due|rounded total|total after rounding|total inc gst|summe|gesamt|gesamtbetrag|zu zahlen|total ttc|net à payer|total a pagar|importe total|totale|totale complessivo|totale euro|importo pagato|totaal|te betalen|total a pagar|suma pln|suma|razem|do zapłaty|att betala|totalt|summa|celkem|k úhradě|总计|合计|应付|合計|total gross|total general|montant".split(
      "|",
    ),
  subtotal:
    "subtotal|sub total|sub-total|zwischensumme|sous-total|subtotale|subtotaal|total excl gst|total excluding gst|mezisoučet|delsumma|小计|小計".split(
      "|",
    ),
  tax_total:
    "tax|gst|total gst|gst amount|vat|mwst|ust|tva|iva|btw|ptu|moms|dph|消費税|税额|gst 6|sales tax|total tax|service tax".split(
      "|",
    ),
  receipt_number:
    "receipt no|receipt number|receipt #|bill no|invoice no|invoice number|doc no|document no|slip no|trans no|bon-nr|belegnummer|beleg-nr|ticket|numéro de ticket|scontrino n|bonnummer|nr paragonu|kvittonr|kvitto nr|číslo účtenky|小票号|レシートno|cash bill no|tax invoice no|inv no".split(
      "|",
    ),
  payment_method:
    "payment method|payment|paid by|zahlungsart|mode de paiement|forma de pago|pagamento|betaalwijze".split(
      "|",
    ),
} as const satisfies Record<string, readonly string[]>;

export const STATEMENT_LABELS = {
  account_holder: listed(
    "account holder | account name | account owner | name of account | customer | kontoinhaber | inhaber | titulaire | titulaire du compte | titular | titular de la cuenta | nome do titular | intestatario | intestatario del conto | intestato a | rekeninghouder | naam rekeninghouder | t.n.v. | posiadacz rachunku | właściciel rachunku | posiadacz | kontoinnehavare | kontohavare | majitel účtu | název účtu | 户名 | 账户名称 | 客户名称 | 口座名義 | 口座名義人 | お名前",
  ),
  iban: listed("iban | iban no"),
  account_number: listed(
    "account number | account no | account # | account | a/c no | kontonummer | konto-nr | konto nr | numéro de compte | n° de compte | compte n° | número de cuenta | nº de cuenta | cuenta | numero conto | conto n. | numero di conto | rekeningnummer | rekening | número de conta | conta n.º | nº conta | numer rachunku | nr rachunku | konto | číslo účtu | č. účtu | 账号 | 账户 | 卡号 | 帐号 | 口座番号",
  ),
  period_start: listed("period from | from date | zeitraum von | période du | desde | dal | od"),
  period_end: listed("period to | to date | zeitraum bis | hasta | al | do"),
  statement_date: listed(
    "statement date | date of statement | auszugsdatum | kontoauszug vom | erstellt am | date du relevé | fecha del extracto | data estratto | datum afschrift | data do extrato | data wyciągu | utdragsdatum | datum výpisu | 账单日期 | 打印日期 | 発行日 | 作成日",
  ),
  opening_balance: listed(
    "opening balance | opening balance on | previous balance | beginning balance | balance brought forward | starting balance | starting balance as of | balance at start | anfangssaldo | anfangssaldo am | alter saldo | alter kontostand | saldovortrag | kontostand am | ancien solde | solde précédent | solde initial | solde initial au | solde au | saldo anterior | saldo inicial | saldo inicial a | saldo inicial em | saldo iniziale | saldo iniziale al | saldo precedente | saldo precedente al | beginsaldo | beginsaldo op | vorig saldo | saldo początkowe | saldo otwarcia | saldo otwarcia na dzień | saldo poprzednie | ingående saldo | ingående saldo den | počáteční zůstatek | počáteční stav | počáteční stav k | 期初余额 | 上期余额 | 前回残高 | 繰越残高 | 前月残高",
  ),
  closing_balance: listed(
    "closing balance | closing balance on | ending balance | ending balance as of | new balance | balance carried forward | current balance | balance at end | endsaldo | endsaldo am | neuer saldo | neuer kontostand | kontostand | kontostand am | nouveau solde | solde final | solde final au | solde créditeur | solde au | saldo final | saldo actual | saldo actual a | saldo finale | saldo finale al | saldo contabile | saldo contabile al | saldo contabilístico | saldo contabilístico em | eindsaldo | eindsaldo op | nieuw saldo | saldo końcowe | saldo zamknięcia | saldo zamknięcia na dzień | utgående saldo | utgående saldo den | konečný zůstatek | konečný stav | konečný stav k | 期末余额 | 本期余额 | 今回残高 | 期末残高 | 現在残高",
  ),
  currency: listed(
    "currency | account currency | währung | kontowährung | devise | moneda | divisa | valuta | moeda | waluta | waluta rachunku | měna | měna účtu | 币种 | 通貨",
  ),
} as const satisfies Record<string, readonly string[]>;

/** Heads of the columns of transactions; those of debits and credits are no properties, because amounts have a sign. */
export const BOOKING_LABELS = {
  date: listed(
    "date | posting date | post date | booking date | transaction date | trans date | entry date | datum | buchungstag | buchung | buchungsdatum | bu.-tag | date opération | date d'opération | date de l'opération | fecha | fecha operación | f. operación | data | data operacji | data księgowania | data contabile | data operazione | data mov. | data movimento | boekdatum | transactiedatum | bokföringsdag | bokföringsdatum | transaktionsdag | datum zaúčtování | datum transakce | 交易日期 | 记账日期 | 日期 | 入账日期 | 日付 | 取引日 | お取引日 | 年月日",
  ),
  value_date: listed(
    "value date | effective date | value | wert | valuta | wertstellung | valeur | date de valeur | date valeur | fecha valor | f. valor | data valuta | rentedatum | valutadatum | data valor | data-valor | data waluty | valutadag | datum valuty | 起息日 | 起算日",
  ),
  description: listed(
    "description | details | transaction | transaction details | particulars | narrative | reference | payee | verwendungszweck | buchungstext | text | vorgang | erläuterung | auftraggeber/empfänger | umsatztext | libellé | opération | opérations | nature des opérations | nature de l'opération | désignation | concepto | descripción | movimiento | detalle | descrizione | causale | descrizione operazione | omschrijving | naam en omschrijving | naam/omschrijving | naam | mededelingen | descrição | descritivo | movimento | opis | opis operacji | tytuł | tytuł operacji | beskrivning | specifikation | meddelande | referens | popis | popis transakce | popis operace | 摘要 | 交易摘要 | 内容 | 附言 | 用途 | お取引内容 | 取引内容 | お取引",
  ),
  amount: listed(
    "amount | transaction amount | betrag | umsatz | montant | importe | importo | bedrag | valor | montante | kwota | kwota operacji | belopp | částka | 金额 | 金額 | 交易金额 | 发生额 | 取引金額",
  ),
  debit: listed(
    "debit | debits | withdrawals | withdrawal | paid out | money out | payments | payments out | soll | lastschrift | belastung | belastungen | ausgang | ausgänge | zu ihren lasten | débit | débits | cargo | cargos | debe | adeudo | dare | addebiti | addebito | uscite | af | bedrag af | afschrijving | débito | débitos | saídas | obciążenie | obciążenia | wypływy | uttag | utbetalningar | na vrub | výdaje | debet | má dáti | 支出 | 借方 | 借方金额 | 借方发生额 | 出金 | 出金額 | お支払金額 | 支払金額",
  ),
  credit: listed(
    "credit | credits | deposits | deposit | paid in | money in | receipts | payments in | haben | gutschrift | gutschriften | eingang | eingänge | zu ihren gunsten | crédit | crédits | abono | abonos | haber | ingreso | avere | accrediti | accredito | entrate | bij | bedrag bij | bijschrijving | crédito | créditos | entradas | uznanie | uznania | wpływy | insättning | insättningar | inbetalningar | ve prospěch | příjmy | kredit | dal | 收入 | 贷方 | 贷方金额 | 贷方发生额 | 入金 | 入金額 | お預り金額 | 預り金額 | お預かり金額",
  ),
  balance: listed(
    "balance | running balance | daily balance | balance after | saldo | saldo na mutatie | saldo progressivo | saldo po operacji | bokfört saldo | solde | kontostand | zůstatek | zůstatek po operaci | 余额 | 账户余额 | 残高 | 差引残高 | 現在残高",
  ),
} as const satisfies Record<string, readonly string[]>;

function listed(labels: string): readonly string[] {
  return [...new Set(labels.split("|").map((label) => label.trim()))];
}
