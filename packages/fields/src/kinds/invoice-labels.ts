/**
 * How invoices in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Swedish, Czech, Chinese and
 * Japanese name their fields, by property. Case, accents and punctuation do not count.
 */
export const INVOICE_LABELS = {
  invoice_number: listed(`
    invoice number | invoice no | invoice nr | invoice # | invoice num | invoice id | inv no | tax invoice no | bill number | bill no | credit note number | credit note no | document number | document no | invoice reference | invoice ref | number | no
    rechnungsnummer | rechnungs-nr | rechnung nr | rechnungsnr | re-nr | rg-nr | rechn.-nr | beleg-nr | belegnummer | gutschriftsnummer | gutschrift nr | gutschriftnummer | rechnungskorrektur nr | korrekturrechnung nr | rechnungskorrekturnummer | dokumentnummer | rechnung | rechnungskorrektur | teilrechnung nr | schlussrechnung nr | abrechnung nr | nummer
    numéro de facture | n° de facture | facture n° | facture numéro | no de facture | n° facture | num facture | avoir n° | numéro | n° avoir | référence facture | n° de pièce
    número de factura | nº de factura | n.º factura | factura nº | nº factura | factura n.º | factura no | número factura | factura número | num. factura | número | factura rectificativa nº
    numero fattura | n. fattura | fattura n. | fattura n° | fattura nr | fattura numero | numero documento | nr. documento | numero | nota di credito n.
    factuurnummer | factuurnr | factuur nr | factuur nummer | creditnota nr | creditnotanummer | nummer
    número da fatura | fatura n.º | fatura nº | nº da fatura | n.º da fatura | factura n.º | nº fatura | fatura número | número da nota | nota fiscal nº | nº documento
    numer faktury | faktura nr | faktura vat nr | nr faktury | faktura numer | faktura korygująca nr | numer | nr
    fakturanummer | fakturanr | faktura nr | fakturanr. | faktura nummer | kreditnota nr
    číslo faktury | faktura č. | faktura číslo | faktura - daňový doklad č. | daňový doklad č. | číslo dokladu | faktura - daňový doklad | č. faktury | dobropis č.
    发票号码 | 发票号 | 发票编号 | 單據編號 | 發票號碼 | 账单编号 | 编号 | 票据号码
    請求書番号 | 請求番号 | 請求書no | 請求no | 請求書ナンバー | 伝票番号 | no | 番号`),
  issue_date: listed(`
    invoice date | date of invoice | issue date | date of issue | issued | issued on | date issued | invoice dated | tax point | bill date | dated | date
    rechnungsdatum | datum der rechnung | ausstellungsdatum | belegdatum | rechnung vom | datum | rg-datum | re-datum | gutschriftsdatum | erstellt am
    date de facture | date facture | date de facturation | date d'émission | date de la facture | facture du | émise le | en date du | le
    fecha de factura | fecha factura | fecha de emisión | fecha emisión | fecha de expedición | fecha
    data fattura | data della fattura | data emissione | data di emissione | data documento | emessa il | data | del
    factuurdatum | datum factuur | uitgiftedatum | datum
    data da fatura | data de emissão | data emissão | data da emissão | data fatura | emitida em | data
    data wystawienia | data faktury | wystawiono dnia | wystawiona dnia | data wystawienia faktury | data
    fakturadatum | datum | utfärdandedatum | utskriftsdatum
    datum vystavení | vystaveno dne | datum vystavení faktury | vystaveno | datum
    开票日期 | 发票日期 | 日期 | 開立日期 | 開票日期 | 账单日期 | 签发日期
    請求日 | 発行日 | 請求書発行日 | 発行年月日 | 日付 | 請求年月日`),
  due_date: listed(`
    due date | date due | due | payment due | payment due date | pay by | due by | due on | payable by | please pay by | payment date
    fällig am | fälligkeitsdatum | fälligkeit | zahlbar bis | zahlung bis | zu zahlen bis | zahlungsziel | fällig | zahlbar bis zum | fällig bis | zahlungsfrist | bitte zahlen bis
    date d'échéance | échéance | à payer avant le | date limite de paiement | à régler avant le | payable le | date de règlement | échéance le | paiement dû le
    fecha de vencimiento | vencimiento | vence | fecha vencimiento | fecha límite de pago | vence el
    data scadenza | scadenza | data di scadenza | scadenza pagamento | da pagare entro | entro il
    vervaldatum | betaaldatum | te betalen voor | uiterste betaaldatum | vervalt op | betalen voor | uiterlijk betalen
    data de vencimento | vencimento | data vencimento | pagar até | data limite de pagamento | vence em
    termin płatności | termin zapłaty | płatne do | data płatności | zapłata do | do zapłaty do
    förfallodatum | förfallodag | förfaller | betalas senast | oss tillhanda senast | att betala senast | sista betalningsdag
    datum splatnosti | splatnost | splatné dne | splatno do | den splatnosti
    付款期限 | 到期日 | 付款到期日 | 截止日期 | 付款日期 | 到期日期
    支払期限 | お支払期限 | 支払期日 | お支払期日 | 期日 | お支払い期限 | 振込期限 | 振込期日`),
  delivery_date: listed(`
    delivery date | date of delivery | date of supply | service date | supply date
    lieferdatum | leistungsdatum | liefer-/leistungsdatum | datum der lieferung | leistungszeitpunkt | tag der lieferung | lieferung vom
    date de livraison | livraison le | fecha de entrega | data di consegna | data consegna | leverdatum | data de entrega
    data sprzedaży | data dostawy | data dokonania dostawy | leveransdatum | datum zdanitelného plnění | duzp | datum uskutečnění plnění | datum uskutečnění zdanitelného plnění | 交货日期 | 納品日 | 納期`),
  order_number: listed(`
    order number | order no | purchase order | po number | po no | your order | order ref | order id | order | po #
    bestellnummer | bestell-nr | auftragsnummer | auftrags-nr | auftrag nr | ihre bestellung | bestellung | bestellreferenz | bestellung nr | ihre bestellnummer
    numéro de commande | n° de commande | commande n° | bon de commande | n° commande
    número de pedido | nº de pedido | pedido nº | pedido | numero ordine | n. ordine | ordine n. | ordine
    ordernummer | bestelnummer | uw order | uw bestelling | número da encomenda | encomenda nº | nº do pedido
    numer zamówienia | zamówienie nr | nr zamówienia | beställningsnummer | er order | číslo objednávky | objednávka č. | objednávka
    订单号 | 采购订单号 | 订单编号 | 注文番号 | 発注番号`),
  customer_number: listed(`
    customer number | customer no | customer id | account number | account no | client number | client no | client id | customer ref
    kundennummer | kunden-nr | kundennr | kd-nr | kundenkonto | ihre kundennummer
    numéro client | n° client | code client | réf client | número de cliente | nº cliente | código cliente | codice cliente | n. cliente | cod. cliente
    klantnummer | klantnr | debiteurnummer | debiteurennummer | debiteurnr | debiteur-nr | número de cliente | nº de cliente | código do cliente | cód. cliente
    numer klienta | nr klienta | kundnummer | kundnr | číslo zákazníka | zákaznické číslo | 客户编号 | 客户号 | 顧客番号 | お客様番号 | 顧客コード`),
  seller: listed(`
    seller | supplier | vendor | sold by | from | bill from | biller | issued by | provider
    verkäufer | lieferant | rechnungssteller | rechnungsaussteller | vermieter | leistungserbringer | von | absender
    vendeur | fournisseur | émetteur | prestataire | de | vendedor | emisor | proveedor | arrendador | venditore | fornitore | cedente | cedente prestatore | mittente | emittente
    verkoper | leverancier | van | verhuurder | fornecedor | emitente | vendedor | sprzedawca | wystawca | säljare | leverantör | från | dodavatel | prodávající
    销售方 | 卖方 | 销方 | 供应商 | 賣方 | 収票方 | 発行元 | 発行者 | 販売者 | 請求元`),
  buyer: listed(`
    buyer | customer | bill to | billed to | invoice to | invoiced to | sold to | client | purchaser | billing address | bill to address | to | recipient | customer name | bill-to | service for | issued to | for
    käufer | kunde | rechnungsempfänger | leistungsempfänger | rechnungsadresse | rechnungsanschrift | auftraggeber | empfänger | an | besteller | rechnung an | mieter
    client | acheteur | facturé à | adresse de facturation | destinataire | facturer à | adressé à | à l'attention de
    cliente | comprador | facturar a | datos del cliente | facturado a | destinatario | receptor | arrendatario
    acquirente | cessionario | cessionario committente | spett.le | spettabile | intestatario | intestata a | fatturare a | cliente
    klant | koper | factuuradres | factureren aan | aan | afnemer | factuur aan | debiteur
    faturar a | comprador | destinatário | exmo.(s) sr.(s) | exmos. srs | adquirente | faturado a
    nabywca | kupujący | odbiorca | klient | płatnik
    köpare | kund | fakturaadress | faktureringsadress | faktureras | faktureras till | mottagare | till | beställare
    odběratel | kupující | zákazník | příjemce
    购买方 | 买方 | 购方 | 客户 | 付款方 | 收票方 | 客户名称 | 致
    請求先 | お客様 | 宛先 | 御中 | 購入者 | ご請求先 | 宛名`),
  seller_vat_id: listed(`
    vat id | vat no | vat number | vat reg no | vat registration number | vat | tax id | vat reg | gst no | gstin | gstin/uin | abn | vat id no | vat registration no | tax number | tax no | our vat
    ust-id | ust-idnr | ust-id-nr | umsatzsteuer-id | umsatzsteuer-identifikationsnummer | ust.-id | ust-identnr | ust-id.-nr | umsatzsteuer-identnr | uid | uid-nummer | uid-nr | ustid | ust-ident-nr | mwst-nr | umsatzsteuer-id-nr | ust.-ident.-nr
    n° tva | numéro de tva | tva intracommunautaire | n° tva intracommunautaire | tva intra | id tva | n° de tva | tva intracom | identifiant tva | no tva | numéro tva
    nif | cif | nif/cif | c.i.f. | n.i.f. | nif-iva | id fiscal | cif/nif | nº iva | número de identificación fiscal
    partita iva | p. iva | p.iva | p.i. | partita i.v.a. | cod. fisc./p. iva | c.f./p.iva | piva
    btw-nummer | btw nr | btw-nr | btw | btw-id | btw-identificatienummer | btw id
    nif | nipc | contribuinte | contribuinte n.º | nº contribuinte | n.º de contribuinte | cnpj | nº iva
    nip | nip sprzedawcy | numer nip | nr nip | numer vat
    momsreg.nr | momsregistreringsnummer | momsnr | vat-nr | moms reg nr | momsreg nr | moms nr | organisationsnummer/vat | vat-nummer
    dič | dic | ič dph | daňové identifikační číslo
    纳税人识别号 | 税号 | 统一社会信用代码 | 统一社会信用代码/纳税人识别号 | 增值税号
    登録番号 | 適格請求書発行事業者登録番号 | 事業者登録番号 | 登録no`),
  buyer_vat_id: listed(`
    customer vat | customer vat id | your vat id | customer vat no | buyer vat | your vat no | client vat | your vat number
    ihre ust-idnr | ihre ust-id | ust-idnr des kunden | ust-id kunde | kunden-ust-id | kunden ust-idnr
    votre n° tva | tva client | n° tva client | nif cliente | p.iva cliente | uw btw-nummer | btw-nummer klant | nif do cliente | nip nabywcy | ert momsnr | kundens vat-nr | dič odběratele`),
  iban: listed(`
    iban | iban no | account iban | bank account | account no | bankverbindung | konto | kontonummer | compte bancaire | cuenta bancaria | cuenta | coordinate bancarie | conto corrente | rekeningnummer | conta bancária | numer konta | nr konta | rachunek bankowy | konto bankowe | bankkonto | číslo účtu | účet | bankovní účet | 银行账号 | 振込先`),
  bic: listed("bic | swift | swift code | bic/swift | swift/bic | swift-code | bic code | bic-code"),
  currency: listed(
    "currency | invoice currency | währung | rechnungswährung | devise | monnaie | moneda | divisa | valuta | moeda | waluta | valuta | měna | 币种 | 货币 | 通貨",
  ),
  net_total: listed(`
    subtotal | sub-total | net total | total net | net amount | total excl. vat | total excluding vat | total ex vat | amount excl. vat | net | total before tax | taxable amount | taxable value | total excl. tax | sub total | total net amount | net value | total excluding tax
    nettobetrag | netto | summe netto | nettosumme | gesamtnetto | gesamt netto | zwischensumme | summe nettobetrag | rechnungsbetrag netto | gesamtbetrag netto | nettowert | warenwert netto | rechnungssumme netto | summe (netto) | steuerbasisbetrag | gesamtbetrag ohne ust | gesamtbetrag (netto) | netto gesamt | warenwert | nettogesamtbetrag | rechnungssumme ohne ust | rechnungsbetrag ohne ust | gesamtbetrag ohne mwst | gesamtsumme netto | summe netto betrag | gesamtbetrag ohne umsatzsteuer
    total ht | montant ht | sous-total | total hors taxes | total net ht | net ht | montant total ht | total hors taxe | montant hors tva | total hors tva | sous-total ht | base ht | total h.t.
    base imponible | subtotal | total neto | importe neto | base | suma | total sin iva | neto | total base imponible
    imponibile | totale imponibile | totale netto | subtotale | netto | importo netto | tot. imponibile | totale merce
    subtotaal | maatstaf van heffing | totaal excl. btw | netto | bedrag excl. btw | totaal exclusief btw | totaalbedrag excl. btw | nettobedrag | totaal netto
    total sem iva | total líquido | subtotal | incidência | total ilíquido | valor líquido | base tributável | total s/ iva
    wartość netto | razem netto | suma netto | netto | kwota netto | łącznie netto | wartość netto razem
    netto | summa exkl. moms | delsumma | nettobelopp | summa netto | exkl. moms | belopp exkl. moms | totalt exkl. moms | netto exkl. moms
    základ daně | celkem bez dph | mezisoučet | cena bez dph | celkem základ | základ | součet bez dph
    不含税金额 | 小计 | 合计金额 | 金额合计 | 小計 | 税抜合計 | 税抜金額 | 税抜き合計 | 小计金额 | 未税金额`),
  tax_total: listed(`
    vat | tax | total vat | vat amount | vat total | total tax | sales tax | tax amount | total tax amount | gst | cgst | sgst | igst | output cgst | output sgst | output igst | tax total | plus vat | incl. vat | total vat amount
    umsatzsteuer | mwst | ust | mehrwertsteuer | steuerbetrag | umsatzsteuerbetrag | summe ust | summe mwst | summe umsatzsteuer | mwst-betrag | zzgl. mwst | zzgl. umsatzsteuer | zzgl. ust | zuzüglich mwst | zuzüglich umsatzsteuer | steuer | gesamtbetrag ust | ust-betrag | gesamt mwst | gesamte umsatzsteuer | steuerbetrag gesamt | gesamtsteuerbetrag | zzgl mehrwertsteuer | + mwst | mwst. | versicherungssteuer | steuersumme | ust. gesamt | umsatzsteuer gesamt
    tva | montant tva | total tva | montant de la tva | dont tva | taxe | total taxes | total t.v.a.
    iva | cuota iva | importe iva | total iva | cuota | impuesto | impuestos | i.v.a. | total impuestos
    iva | totale iva | imposta | importo iva | totale imposta | tot. iva | i.v.a.
    btw | totaal btw | btw-bedrag | btw bedrag
    iva | total iva | valor iva | imposto | total do iva | valor do iva | total de iva
    vat | kwota vat | podatek vat | razem vat | podatek | suma vat | kwota podatku | łącznie vat
    moms | momsbelopp | varav moms | summa moms | moms totalt | total moms | moms sek
    dph | celkem dph | výše dph | daň | výše daně | součet dph | dph celkem
    税额 | 增值税 | 合计税额 | 税额合计 | 税金 | 稅額
    消費税 | 税額 | 消費税額 | 消費税等 | 消費税合計 | 内消費税`),
  gross_total: listed(`
    total | grand total | invoice total | total incl. vat | total including vat | total amount | amount | gross total | total gross | total inc vat | total incl. tax | gross amount | invoice amount | total including tax | total invoice amount | total price | order total | gross
    gesamtbetrag | rechnungsbetrag | bruttobetrag | gesamtsumme | endbetrag | summe brutto | gesamt brutto | brutto | bruttosumme | rechnungssumme | gesamt | total brutto | endsumme | rechnungsbetrag brutto | gesamtbetrag brutto | gesamtbetrag inkl. mwst | gesamtbetrag inkl. ust | summe | summe inkl. mwst | gesamtpreis | rechnungsendbetrag | bruttogesamtbetrag | gutschriftsbetrag | rechnungssumme inkl. ust | rechnungsbetrag inkl. mwst | rechnungsbetrag inkl. ust | total inkl. mwst | bruttorechnungsbetrag | rechnungssumme brutto | betrag
    total ttc | montant ttc | total toutes taxes comprises | total | montant total ttc | total général | montant total | net ttc | total t.t.c.
    total | total factura | importe total | total con iva | total a pagar | total iva incluido | total general | importe
    totale | totale fattura | totale documento | importo totale | totale ivato | totale complessivo | totale ivato | totale generale | tot. fattura | totale iva inclusa
    totaal | totaal incl. btw | totaalbedrag | factuurbedrag | totaal inclusief btw | eindtotaal | totaalbedrag incl. btw | factuurtotaal | bruto
    total | total da fatura | total com iva | valor total | total geral | total c/ iva | total documento | total do documento
    razem | razem brutto | wartość brutto | suma brutto | ogółem | kwota brutto | łącznie brutto | brutto | suma | łącznie
    totalt | summa | totalbelopp | summa inkl. moms | totalsumma | fakturabelopp | total | belopp inkl. moms | totalt inkl. moms | fakturasumma | inkl. moms
    celkem | celkem s dph | celkem včetně dph | celková částka | součet | celkem vč. dph | fakturovaná částka | celkem k fakturaci
    价税合计 | 合计 | 总计 | 总金额 | 总额 | 含税总额 | 總計 | 合計 | 总价 | 价税合计(小写)
    合計 | 合計金額 | 請求金額 | 税込合計 | 総合計 | ご請求額 | 御請求金額 | 税込金額 | 総額 | ご請求金額`),
  amount_due: listed(`
    amount due | balance due | total due | amount payable | total payable | total amount due | balance | please pay | outstanding | to pay | payable amount | amount to pay | due amount | outstanding balance | total to pay | payment amount
    zu zahlen | zahlbetrag | zu zahlender betrag | offener betrag | restbetrag | zahlungsbetrag | fälliger betrag | noch zu zahlen | auszahlungsbetrag | überweisungsbetrag | bitte überweisen sie | zahllast | offener rechnungsbetrag | fällige zahlung | nachzahlung | zu zahlen bis
    net à payer | montant à payer | reste à payer | solde à payer | montant dû | solde | à payer | reste dû | net à payer ttc
    importe a pagar | total a pagar | a pagar | saldo pendiente | pendiente de pago | líquido a pagar | importe pendiente | líquido a percibir | total a percibir | importe líquido | líquido
    totale da pagare | netto a pagare | da pagare | importo da pagare | totale dovuto | importo dovuto | saldo
    te betalen | te betalen bedrag | openstaand bedrag | totaal te betalen | te voldoen | nog te betalen | openstaand
    total a pagar | valor a pagar | a pagar | montante a pagar | saldo em dívida | valor em dívida
    do zapłaty | pozostaje do zapłaty | kwota do zapłaty | razem do zapłaty | pozostało do zapłaty | należność ogółem
    att betala | belopp att betala | summa att betala | kvar att betala | att betala sek | betala
    k úhradě | celkem k úhradě | částka k úhradě | zbývá uhradit | k zaplacení | celkem k zaplacení | zbývá k úhradě
    应付金额 | 应付总额 | 应付款 | 付款金额 | 应付款项 | 应付合计 | 應付金額
    お支払金額 | 差引請求額 | 差引ご請求額 | 今回ご請求額 | お支払額 | 支払金額 | 差引支払額 | お支払い金額`),
} as const satisfies Record<string, readonly string[]>;

export const LINE_LABELS = {
  position: listed(
    "pos | position | item no | line | # | no | nr | lp | č. | item # | 序号 | n° | nº | rad | pozice | pos.-nr | pos-nr | riga | regel | l.p. | lfd nr | 項番",
  ),
  article: listed(
    "article no | item code | sku | artikelnummer | art.-nr | artikel-nr | référence | réf | referencia | código | codice | cod. | artikelnr | artnr | ref. | kod | indeks | kód | 编码 | 商品コード | product code | code | article number | item number | art. nr | 品番 | product no | artikelnr. | art nr",
  ),
  description: listed(`
    description | item | product | service | article | details | item description | product description | goods | services | particulars | description of goods | designation | name | product name | item name | activity | work
    beschreibung | bezeichnung | artikel | leistung | artikelbezeichnung | produkt | text | position | leistungsbeschreibung | warenbezeichnung | art der leistung | artikelbeschreibung | bezeichnung der leistung | gegenstand | name | ware
    désignation | description | libellé | article | produit | prestation | intitulé | désignation des produits | détail
    descripción | concepto | artículo | producto | detalle | servicio
    descrizione | articolo | prodotto | servizio | descrizione dei beni | causale | voce
    omschrijving | beschrijving | artikel | product | dienst | artikelomschrijving
    descrição | artigo | produto | designação | serviço
    nazwa | opis | nazwa towaru | nazwa towaru lub usługi | nazwa usługi | towar | usługa | nazwa towaru / usługi | nazwa towaru/usługi | towar / usługa
    beskrivning | benämning | artikel | produkt | specifikation | tjänst | vara
    popis | název | označení | položka | popis položky | označení dodávky | předmět plnění | text | předmět fakturace
    项目名称 | 货物或应税劳务名称 | 品名 | 名称 | 描述 | 商品名称 | 项目 | 货物名称 | 摘要 | 说明 | 品名规格 | 服务名称 | 產品名稱
    品目 | 品名 | 摘要 | 内容 | 商品名 | 項目 | 詳細 | 品番・品名 | 明細`),
  quantity: listed(`
    quantity | qty | units | hours | shipped | qty shipped | number | count | qty. | hrs | pcs | qnty | no of units | amount of units
    menge | anzahl | stück | stunden | std. | std | mg | stk | anz. | menge einheit | stückzahl
    quantité | qté | qte | nombre | nb | quant | cantidad | cant. | uds | unidades | cant | quantità | q.tà | qta | qtà | q.ta | quant.
    aantal | hoeveelheid | stuks | quantidade | qtd | quant. | qtde | qtd. | qt.
    ilość | il. | ilość sztuk | antal | lev ant | lev antal | levererat antal | mängd | kvantitet | množství | počet | mn. | ks | počet mj | počet ks
    数量 | 件数 | 数 | 數量 | 個数`),
  unit: listed(
    "unit | uom | einheit | me | unité | unidad | ud | unità | u.m. | um | eenheid | unidade | un. | jm | j.m. | enhet | mj | jednotka | 单位 | 単位 | 單位 | unite | mengeneinheit | ud. | u.",
  ),
  unit_price: listed(`
    unit price | price | rate | unit cost | price per unit | price each | each | cost | price/unit | unit net price | hourly rate | net price | net unit price | unit rate
    einzelpreis | preis | e-preis | stückpreis | ep | einzelpreis netto | preis/einheit | preis pro einheit | e.-preis | nettopreis | einzel | netto-einzelpreis | stundensatz | ansatz | preis je einheit | einheitspreis | einzelpreis (netto)
    prix unitaire | pu ht | p.u. | prix unitaire ht | prix | p.u. ht | pu | prix unit. | tarif | prix u. | prix unit. ht
    precio unitario | precio | p. unitario | precio ud. | precio unit. | p. unit. | precio/ud
    prezzo unitario | prezzo | prezzo unit. | p. unitario | pr. unitario | prezzo u. | importo unitario
    eenheidsprijs | prijs | stukprijs | prijs per stuk | tarief | prijs per eenheid
    preço unitário | preço | p. unitário | preço unit. | pr. unitário | p. unit. | valor unitário
    cena jednostkowa | cena netto | cena | cena jedn. | cena jedn. netto | cena jednostkowa netto
    à-pris | á-pris | pris | a-pris | enhetspris | styckpris | pris/enhet | à pris | á pris
    cena za jednotku | jednotková cena | cena/mj | cena za mj | j. cena | cena za ks | cena
    单价 | 价格 | 單價 | 単価`),
  amount: listed(`
    amount | total | line total | net amount | total price | sum | value | net total | extended | extended price | ext. price | subtotal | line amount | total amount | net value | total net | price total | net
    betrag | gesamtpreis | gesamt | summe | gp | nettobetrag | gesamtpreis netto | g-preis | total | netto | wert | gesamtbetrag | positionsbetrag | betrag netto | nettowert | gesamt netto | summe netto | preis gesamt | positionssumme | entgelt | gesamtpreis (netto) | betrag eur | gesamt eur
    montant | montant ht | total ht | total | prix total | total ligne | montant net | prix total ht | total hors taxes
    importe | total | subtotal | importe neto | importe total | total línea
    importo | totale | importo totale | prezzo totale | totale riga | importo netto | imponibile
    bedrag | totaal | totaalprijs | totaalbedrag | regeltotaal | totaal excl. btw | bedrag excl. btw | subtotaal
    valor | total | montante | valor total | total líquido | valor líquido | total s/ iva
    wartość netto | wartość | kwota | kwota netto | netto | razem | wartość sprzedaży netto
    belopp | summa | totalt | total | radsumma | belopp exkl. moms
    celkem | částka | celkem bez dph | cena celkem | celková cena | cena bez dph | základ | základ daně
    金额 | 总价 | 小计 | 合计 | 金額 | 小計 | 金额(不含税) | 金額(税抜) | 总额 | 税抜金額`),
  tax_rate: listed(
    "vat % | vat rate | tax rate | vat | tax | tax % | steuer | ust | mwst | ust % | mwst % | ust-satz | mwst-satz | steuersatz | tva | taux tva | tva % | % iva | iva | tipo iva | aliquota | iva % | aliq. | al. iva | btw % | btw | btw-tarief | taxa iva | stawka vat | vat % | stawka | moms | moms % | dph % | dph | sazba dph | % dph | 税率 | taux | cod. iva | c. iva",
  ),
  tax_amount: listed(
    "vat amount | tax amount | ust-betrag | mwst-betrag | steuerbetrag | montant tva | cuota iva | importo iva | btw-bedrag | valor iva | kwota vat | momsbelopp | výše dph | 税额 | 消費税",
  ),
  gross_amount: listed(
    "gross | brutto | gross amount | bruttobetrag | total ttc | montant ttc | total incl. vat | wartość brutto | kwota brutto | inkl. moms | celkem s dph | cena s dph | 含税金额 | 税込金額 | total incl. btw | bruttopreis",
  ),
  discount: listed(
    "discount | disc | disc. % | rabatt | remise | descuento | dto | sconto | korting | desconto | rabat | sleva | 折扣 | 割引 | rabatt % | remise % | disc %",
  ),
} as const satisfies Record<string, readonly string[]>;

function listed(labels: string): readonly string[] {
  return [...new Set(labels.split(/[|\n]/u).map((label) => label.trim()))].filter((label) => label !== "");
}
