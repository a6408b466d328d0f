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
  account_holder:
    "account holder|account name|kontoinhaber|titulaire|titular|intestatario|rekeninghouder|posiadacz rachunku|kontoinnehavare|majitel účtu|户名|口座名義".split(
      "|",
    ),
  iban: "iban|account number|account no|kontonummer|konto|numéro de compte|número de cuenta|conto|rekeningnummer|número de conta|numer rachunku|kontonummer|číslo účtu|账号|口座番号".split(
    "|",
  ),
  statement_date:
    "statement date|date of statement|auszugsdatum|kontoauszug vom|date du relevé|fecha del extracto|data estratto|datum afschrift|data do extrato|data wyciągu|utdragsdatum|datum výpisu|账单日期|発行日|datum|date".split(
      "|",
    ),
  opening_balance:
    "opening balance|previous balance|beginning balance|balance brought forward|starting balance|anfangssaldo|alter saldo|alter kontostand|saldovortrag|ancien solde|solde précédent|solde initial|saldo anterior|saldo inicial|saldo iniziale|beginsaldo|vorig saldo|saldo początkowe|ingående saldo|počáteční zůstatek|期初余额|前回残高|繰越残高".split(
      "|",
    ),
  closing_balance:
    "closing balance|ending balance|new balance|balance carried forward|current balance|endsaldo|neuer saldo|neuer kontostand|kontostand|nouveau solde|solde final|solde créditeur|saldo final|saldo actual|saldo finale|eindsaldo|nieuw saldo|saldo końcowe|utgående saldo|konečný zůstatek|期末余额|残高".split(
      "|",
    ),
  currency: "currency|währung|devise|moneda|valuta|moeda|waluta|měna|币种|通貨".split("|"),
} as const satisfies Record<string, readonly string[]>;

export const BOOKING_LABELS = {
  date: "date|datum|buchungstag|buchung|booking date|posting date|transaction date|date opération|fecha|data|data operacji|bokföringsdag|datum zaúčtování|日期|日付|trans date|buchungsdatum|boekdatum".split(
    "|",
  ),
  description:
    "description|details|transaction|verwendungszweck|buchungstext|text|vorgang|libellé|opération|concepto|descripción|descrizione|causale|omschrijving|descrição|opis|beskrivning|popis|摘要|内容|particulars|erläuterung|movimiento|naam omschrijving".split(
      "|",
    ),
  amount:
    "amount|betrag|montant|importe|importo|bedrag|valor|kwota|belopp|částka|金额|金額|umsatz|betrag eur|amount eur".split(
      "|",
    ),
  debit:
    "debit|withdrawals|paid out|soll|lastschrift|débit|cargo|dare|addebiti|af|débito|obciążenie|uttag|支出|出金|money out|belastung|ausgang|payments".split(
      "|",
    ),
  credit:
    "credit|deposits|paid in|haben|gutschrift|crédit|abono|avere|accrediti|bij|crédito|uznanie|insättning|收入|入金|money in|eingang|receipts".split(
      "|",
    ),
  balance: "balance|saldo|solde|kontostand|zůstatek|余额|残高|running balance".split("|"),
} as const satisfies Record<string, readonly string[]>;
