/** How a country's invoices are worded and written. */
export interface MadeLanguage {
  readonly code: string;
  readonly locale: string;
  readonly currency: string;
  readonly rates: readonly number[];
  /** Alternatives that looks choose from. */
  readonly words: ReadonlyMap<Wording, readonly string[]>;
  readonly seller: Address;
  readonly buyers: readonly Address[];
  readonly vatId: string;
  readonly buyerVatId: string;
  readonly iban: string;
  readonly goods: readonly string[];
}

export interface Address {
  readonly name: string;
  readonly street: string;
  readonly town: string;
}

const WORDINGS = [
  "title",
  "number",
  "date",
  "due",
  "order",
  "seller",
  "buyer",
  "vat",
  "net",
  "tax",
  "gross",
  "description",
  "quantity",
  "price",
  "amount",
  "thanks",
] as const;
export type Wording = (typeof WORDINGS)[number];

/** One line for each wording, in the order of `WORDINGS`; "/" separates alternatives. */
function words(text: string): ReadonlyMap<Wording, readonly string[]> {
  const lines = text.trim().split("\n");
  return new Map(WORDINGS.map((name, index) => [name, lines[index]?.trim().split(" / ") ?? []]));
}

function address(text: string): Address {
  const [name = "", street = "", town = ""] = text.split(" / ");
  return { name, street, town };
}

interface Facts {
  readonly codes: string;
  readonly rates: readonly number[];
  readonly seller: string;
  readonly buyers: readonly string[];
  readonly ids: string;
  readonly goods: string;
  readonly words: string;
}

function language({ codes, rates, seller, buyers, ids, goods, words: wording }: Facts): MadeLanguage {
  const [code = "", locale = "", currency = ""] = codes.split(" ");
  const [vatId = "", buyerVatId = "", iban = ""] = ids.split(" / ");
  return {
    code,
    locale,
    currency,
    rates,
    vatId,
    buyerVatId,
    iban,
    seller: address(seller),
    buyers: buyers.map((one) => address(one)),
    goods: goods.split(" / "),
    words: words(wording),
  };
}

export const MADE_LANGUAGES: readonly MadeLanguage[] = [
  language({
    codes: "en en-GB GBP",
    rates: [20, 5],
    seller: "Harbour & Finch Trading Ltd / 14 Quayside Road / Bristol BS1 4QA",
    buyers: [
      "Northmoor Clinics plc / 3 Station Approach / Leeds LS1 5DL",
      "Eleanor Whitcombe / 8 Mill Lane / Hereford HR1 2PX",
    ],
    ids: "GB 980 7806 84 / GB 123 4567 82 / GB29 NWBK 6016 1331 9268 19",
    goods:
      "Oak writing desk / Desk lamp, brushed steel / Delivery and installation / Ergonomic chair model K7 / Cable tray 120 cm",
    words: `Invoice / TAX INVOICE / Sales invoice
      Invoice number / Invoice No. / Invoice #
      Invoice date / Date of issue / Date
      Due date / Payment due / Pay by
      PO number / Your order
      Seller / From / Supplier
      Bill to / Invoice to / Customer
      VAT Reg. No. / VAT No. / VAT ID
      Subtotal / Net total / Total excl. VAT
      VAT / VAT amount
      Total / Invoice total / Total incl. VAT
      Description / Item / Details
      Qty / Quantity
      Unit price / Price / Rate
      Amount / Line total / Total
      Thank you for your business.`,
  }),
  language({
    codes: "de de-DE EUR",
    rates: [19, 7],
    seller: "Brandt & Söhne Werkzeugbau GmbH / Industriestraße 44 / 70565 Stuttgart",
    buyers: [
      "Kreiswerke Uckermark AöR / Am Markt 2 / 17291 Prenzlau",
      "Seidel Medizintechnik AG / Lindenallee 9 / 50668 Köln",
    ],
    ids: "DE 136695976 / DE129274202 / DE89 3704 0044 0532 0130 00",
    goods:
      "Fräskopf 40 mm / Schmierstoff Kanister 5 l / Wartung der Anlage im Werk 2 / Anfahrtspauschale / Fachbuch Zerspanung",
    words: `Rechnung / RECHNUNG / Rechnung
      Rechnungsnummer / Rechnungs-Nr. / Rechnung Nr.
      Rechnungsdatum / Datum / Belegdatum
      Fällig am / Zahlbar bis / Fälligkeitsdatum
      Bestellnummer / Ihre Bestellung
      Verkäufer / Rechnungssteller / Lieferant
      Rechnungsempfänger / Kunde / Rechnung an
      USt-IdNr. / USt-ID / Umsatzsteuer-ID
      Nettobetrag / Zwischensumme / Summe netto
      MwSt. / Umsatzsteuer
      Gesamtbetrag / Rechnungsbetrag / Bruttobetrag
      Bezeichnung / Beschreibung / Leistung
      Menge / Anzahl
      Einzelpreis / Preis / E-Preis
      Gesamtpreis / Betrag / Gesamt
      Vielen Dank für Ihren Auftrag.`,
  }),
  language({
    codes: "fr fr-FR EUR",
    rates: [20, 5.5],
    seller: "Ateliers du Vercors SARL / 27 rue des Tanneurs / 38000 Grenoble",
    buyers: [
      "Mairie de Saint-Aubin / 1 place de l'Église / 35250 Saint-Aubin",
      "Boulangerie Lemoine SAS / 6 avenue Foch / 54000 Nancy",
    ],
    ids: "FR 40 303 265 045 / FR83404833048 / FR14 2004 1010 0505 0001 3M02 606",
    goods:
      "Table de ferme en chêne / Pose et réglage sur site / Vernis mat 2,5 l / Livre d'entretien / Charnière laiton",
    words: `Facture / FACTURE / Facture
      Numéro de facture / Facture n° / N° de facture
      Date de facturation / Date / Date d'émission
      Date d'échéance / Échéance / À payer avant le
      N° de commande / Bon de commande
      Vendeur / Émetteur / Fournisseur
      Facturé à / Client / Destinataire
      N° TVA / TVA intracommunautaire / N° TVA intracommunautaire
      Total HT / Sous-total / Montant HT
      TVA / Montant TVA
      Total TTC / Montant TTC / Net à payer TTC
      Désignation / Description / Libellé
      Qté / Quantité
      Prix unitaire / PU HT / Prix unitaire HT
      Montant / Total HT / Montant HT
      Merci de votre confiance.`,
  }),
  language({
    codes: "es es-ES EUR",
    rates: [21, 10],
    seller: "Cerámicas del Turia S.L. / Calle de la Pilota 18 / 46003 Valencia",
    buyers: [
      "Hotel Mirasierra S.A. / Avenida del Puerto 5 / 28034 Madrid",
      "Lucía Ferrer Montoya / Plaza Mayor 3 / 37002 Salamanca",
    ],
    ids: "ESB58378431 / ESA28015865 / ES91 2100 0418 4502 0005 1332",
    goods:
      "Azulejo esmaltado 20x20 / Transporte a obra / Maceta de barro grande / Curso de cerámica / Juego de platos",
    words: `Factura / FACTURA / Factura
      Número de factura / Factura nº / Nº de factura
      Fecha de factura / Fecha / Fecha de emisión
      Fecha de vencimiento / Vencimiento / Vence el
      Nº de pedido / Pedido
      Vendedor / Emisor / Proveedor
      Facturar a / Cliente / Datos del cliente
      NIF / CIF / NIF-IVA
      Base imponible / Subtotal / Total neto
      IVA / Cuota IVA
      Total factura / Total / Total a pagar
      Descripción / Concepto / Artículo
      Cantidad / Cant.
      Precio unitario / Precio / Precio unit.
      Importe / Total / Importe
      Gracias por su compra.`,
  }),
  language({
    codes: "it it-IT EUR",
    rates: [22, 10],
    seller: "Officine Rinaldi S.r.l. / Via dei Mille 61 / 40121 Bologna",
    buyers: [
      "Cantina Monteverde S.p.A. / Strada Vecchia 12 / 53100 Siena",
      "Studio Legale Bianchi / Corso Italia 4 / 20122 Milano",
    ],
    ids: "IT00743110157 / IT02866820240 / IT60 X054 2811 1010 0000 0123 456",
    goods:
      "Pompa centrifuga P2 / Revisione annuale impianto / Guarnizione in gomma / Manuale tecnico / Valvola a sfera",
    words: `Fattura / FATTURA / Fattura
      Numero fattura / Fattura n. / N. fattura
      Data fattura / Data / Data emissione
      Scadenza / Data scadenza / Scadenza pagamento
      N. ordine / Numero ordine
      Fornitore / Venditore / Emittente
      Cliente / Spett.le / Destinatario
      Partita IVA / P. IVA / P.IVA
      Imponibile / Totale imponibile / Totale netto
      IVA / Totale IVA
      Totale fattura / Totale / Totale documento
      Descrizione / Articolo / Descrizione
      Quantità / Q.tà
      Prezzo unitario / Prezzo / Prezzo unit.
      Importo / Totale / Importo
      Grazie per averci scelto.`,
  }),
  language({
    codes: "nl nl-NL EUR",
    rates: [21, 9],
    seller: "Van der Meulen Tuintechniek B.V. / Kanaaldijk 8 / 3542 AD Utrecht",
    buyers: [
      "Gemeente Oosterwold / Raadhuisplein 1 / 8011 PK Zwolle",
      "Bakkerij De Korenaar / Dorpsstraat 55 / 1431 CC Aalsmeer",
    ],
    ids: "NL004495445B01 / NL822010690B01 / NL91 ABNA 0417 1643 00",
    goods: "Grasmaaier TX / Onderhoud per uur / Plantenbak cortenstaal / Tuinboek / Beregeningsslang 25 m",
    words: `Factuur / FACTUUR / Factuur
      Factuurnummer / Factuurnr. / Factuur nr.
      Factuurdatum / Datum / Factuurdatum
      Vervaldatum / Te betalen voor / Uiterste betaaldatum
      Ordernummer / Uw order
      Verkoper / Leverancier / Van
      Factuuradres / Klant / Aan
      BTW-nummer / Btw-id / BTW-nr.
      Subtotaal / Totaal excl. btw / Netto
      BTW / Btw-bedrag
      Totaal / Totaal incl. btw / Totaalbedrag
      Omschrijving / Artikel / Beschrijving
      Aantal / Aantal
      Prijs / Stukprijs / Eenheidsprijs
      Bedrag / Totaal / Bedrag
      Hartelijk dank voor uw bestelling.`,
  }),
  language({
    codes: "pt pt-PT EUR",
    rates: [23, 13],
    seller: "Cortiças do Alentejo Lda / Rua do Montado 33 / 7000-651 Évora",
    buyers: [
      "Padaria Central Lda / Avenida da Liberdade 90 / 1250-096 Lisboa",
      "Joana Teixeira / Rua das Flores 7 / 4050-262 Porto",
    ],
    ids: "PT501964843 / PT502757191 / PT50 0002 0123 1234 5678 9015 4",
    goods: "Rolha natural 1000 un / Placa isolante 50 mm / Transporte / Livro de amostras / Base para copos",
    words: `Fatura / FATURA / Fatura
      Número da fatura / Fatura n.º / Nº da fatura
      Data da fatura / Data / Data de emissão
      Data de vencimento / Vencimento / Pagar até
      Nº de encomenda / Encomenda nº
      Fornecedor / Emitente / Vendedor
      Faturado a / Cliente / Destinatário
      NIF / Contribuinte / NIPC
      Subtotal / Total líquido / Total sem IVA
      IVA / Total IVA
      Total / Total a pagar / Total com IVA
      Descrição / Artigo / Designação
      Quantidade / Qtd.
      Preço unitário / Preço / Preço unit.
      Valor / Total / Montante
      Obrigado pela preferência.`,
  }),
  language({
    codes: "pl pl-PL PLN",
    rates: [23, 8],
    seller: "Zakłady Drzewne Bór Sp. z o.o. / ul. Tartaczna 5 / 80-244 Gdańsk",
    buyers: [
      "Szpital Miejski S.A. / ul. Szpitalna 11 / 31-024 Kraków",
      "Usługi Kowalczyk Sp. j. / ul. Polna 2 / 61-001 Poznań",
    ],
    ids: "PL 526-104-08-28 / PL5260250995 / PL61 1090 1014 0000 0712 1981 2874",
    goods:
      "Deska podłogowa dębowa / Montaż na miejscu / Lakier matowy 5 l / Poradnik stolarza / Listwa przypodłogowa",
    words: `Faktura / FAKTURA VAT / Faktura
      Numer faktury / Faktura nr / Nr faktury
      Data wystawienia / Data faktury / Wystawiono dnia
      Termin płatności / Termin zapłaty / Płatne do
      Numer zamówienia / Zamówienie nr
      Sprzedawca / Wystawca / Sprzedawca
      Nabywca / Odbiorca / Klient
      NIP / NIP / Numer VAT
      Wartość netto / Razem netto / Suma netto
      VAT / Kwota VAT
      Do zapłaty / Razem brutto / Wartość brutto
      Nazwa towaru lub usługi / Nazwa / Opis
      Ilość / Ilość
      Cena netto / Cena jednostkowa / Cena jedn.
      Wartość netto / Wartość / Kwota
      Dziękujemy za współpracę.`,
  }),
  language({
    codes: "sv sv-SE SEK",
    rates: [25, 12],
    seller: "Norrskog Maskin AB / Hamngatan 21 / 903 27 Umeå",
    buyers: [
      "Lindqvist Bygg AB / Storgatan 4 / 113 51 Stockholm",
      "Region Västra / Parkvägen 16 / 411 05 Göteborg",
    ],
    ids: "SE556677887001 / SE556012579001 / SE45 5000 0000 0583 9825 7466",
    goods: "Motorsåg 50 cc / Servicebesök / Kedjeolja 4 l / Handbok skogsvård / Skyddshjälm",
    words: `Faktura / FAKTURA / Faktura
      Fakturanummer / Fakturanr / Faktura nr
      Fakturadatum / Datum / Utfärdandedatum
      Förfallodatum / Förfallodag / Betalas senast
      Ordernummer / Er order
      Säljare / Leverantör / Från
      Köpare / Kund / Fakturaadress
      Momsreg.nr / VAT-nr / Momsregistreringsnummer
      Netto / Summa exkl. moms / Delsumma
      Moms / Momsbelopp
      Att betala / Totalt / Summa att betala
      Beskrivning / Benämning / Artikel
      Antal / Antal
      À-pris / Pris / Enhetspris
      Belopp / Summa / Totalt
      Tack för din beställning.`,
  }),
  language({
    codes: "cs cs-CZ CZK",
    rates: [21, 12],
    seller: "Sklárny Jizera s.r.o. / Nádražní 17 / 460 01 Liberec",
    buyers: [
      "Nemocnice Vysočina a.s. / Vrchlického 59 / 586 01 Jihlava",
      "Pivovar Kotva spol. s r.o. / Na Hrázi 3 / 370 01 České Budějovice",
    ],
    ids: "CZ25123891 / CZ00177041 / CZ65 0800 0000 1920 0014 5399",
    goods: "Sklenice broušená 0,3 l / Doprava zboží / Váza ruční práce / Kniha vzorů / Podtácek skleněný",
    words: `Faktura / FAKTURA / Faktura - daňový doklad
      Číslo faktury / Faktura č. / Číslo dokladu
      Datum vystavení / Vystaveno dne / Datum vystavení
      Datum splatnosti / Splatnost / Splatné dne
      Číslo objednávky / Objednávka č.
      Dodavatel / Prodávající / Dodavatel
      Odběratel / Zákazník / Kupující
      DIČ / DIČ / DIČ
      Základ daně / Celkem bez DPH / Mezisoučet
      DPH / Výše DPH
      Celkem k úhradě / Celkem s DPH / Celkem
      Popis / Označení dodávky / Název
      Množství / Počet
      Cena za jednotku / Jednotková cena / Cena/MJ
      Celkem / Částka / Cena celkem
      Děkujeme za Vaši objednávku.`,
  }),
  language({
    codes: "zh zh-CN CNY",
    rates: [13, 6],
    seller: "苏州明远机械有限公司 / 工业园区星湖街88号 / 215000 江苏省苏州市",
    buyers: [
      "杭州绿洲贸易有限公司 / 文三路100号 / 310012 浙江省杭州市",
      "成都云启科技股份公司 / 天府大道55号 / 610041 四川省成都市",
    ],
    ids: "91320594MA1P3XG62K / 91330106MA2B0QXR1L / ",
    goods: "精密轴承 / 安装服务 / 润滑油 5升 / 技术手册 / 不锈钢阀门",
    words: `发票 / 发票 / 账单
      发票号码 / 发票编号 / 发票号
      开票日期 / 发票日期 / 日期
      付款期限 / 到期日 / 付款到期日
      订单号 / 订单编号
      销售方 / 卖方 / 供应商
      购买方 / 客户 / 买方
      纳税人识别号 / 税号 / 统一社会信用代码
      不含税金额 / 小计 / 金额合计
      税额 / 增值税
      价税合计 / 总计 / 合计
      品名 / 项目名称 / 描述
      数量 / 数量
      单价 / 单价
      金额 / 金额
      感谢您的惠顾。`,
  }),
  language({
    codes: "ja ja-JP JPY",
    rates: [10, 8],
    seller: "株式会社青葉製作所 / 中央区銀座4-5-6 / 〒104-0061 東京都",
    buyers: [
      "山手商事株式会社 / 北区梅田1-2-3 / 〒530-0001 大阪府",
      "みどり食品有限会社 / 中区栄7-8 / 〒460-0008 愛知県",
    ],
    ids: "T1234567890123 / T9876543210987 / ",
    goods: "精密部品A / 設置作業費 / 潤滑油 / 取扱説明書 / 送料",
    words: `請求書 / 御請求書 / 請求書
      請求書番号 / 請求番号 / 請求書No.
      請求日 / 発行日 / 請求書発行日
      お支払期限 / 支払期限 / 支払期日
      注文番号 / 発注番号
      発行元 / 請求元 / 発行元
      請求先 / お客様 / ご請求先
      登録番号 / 登録番号 / 登録番号
      小計 / 税抜合計 / 小計
      消費税 / 消費税額
      合計 / ご請求金額 / 合計金額
      品目 / 品名 / 内容
      数量 / 数量
      単価 / 単価
      金額 / 金額
      毎度ありがとうございます。`,
  }),
];
