import type { Random } from "../../../fixtures/random.ts";

/** What business pages of one language are made of. */
export interface Words {
  readonly companies: Texts;
  readonly people: Texts;
  readonly streets: Texts;
  readonly towns: Texts;
  readonly goods: Texts;
  readonly details: Texts;
  readonly units: Texts;
  readonly bookings: Texts;
  readonly sentences: Texts;
  readonly duties: Texts;
  readonly months: Texts;
  readonly title: (key: Title) => string;
  readonly label: (key: Label) => string;
  readonly money: (value: number) => string;
  readonly currency: string;
}

type Texts = readonly [string, ...string[]];

const TITLES = [
  "invoice",
  "quote",
  "delivery",
  "statement",
  "payslip",
  "laboratory",
  "datasheet",
  "order",
  "terms",
  "earnings",
  "deductions",
  "findings",
  "features",
  "specifications",
  "experience",
  "education",
  "skills",
  "notes",
] as const;
export type Title = (typeof TITLES)[number];

const LABELS = [
  "number",
  "date",
  "due",
  "customer",
  "contact",
  "reference",
  "phone",
  "vat",
  "iban",
  "bank",
  "billTo",
  "shipTo",
  "soldBy",
  "position",
  "article",
  "description",
  "quantity",
  "unit",
  "price",
  "rate",
  "amount",
  "discount",
  "subtotal",
  "tax",
  "total",
  "value",
  "booking",
  "debit",
  "credit",
  "balance",
  "test",
  "result",
  "range",
  "born",
  "sex",
  "sample",
  "doctor",
  "hours",
  "type",
  "model",
  "weight",
  "regards",
  "dear",
  "subject",
] as const;
export type Label = (typeof LABELS)[number];

/** The texts of a list in the order of its keys. */
function keyed<Key extends string>(keys: readonly Key[], texts: string): (key: Key) => string {
  const values = list(texts);
  return (key) => values[keys.indexOf(key)] ?? key;
}

function list(texts: string): Texts {
  const [first = "", ...rest] = texts.split("|");
  return [first, ...rest];
}

function amount(thousands: string, decimals: string): (value: number) => string {
  return (value) => {
    const [whole = "", cents = ""] = Math.abs(value).toFixed(2).split(".");
    return `${value < 0 ? "−" : ""}${whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, thousands)}${decimals}${cents}`;
  };
}

const GERMAN: Words = {
  companies: list(
    "Nordwind Technik GmbH|Bäckerei Sommer KG|Elbe Werkzeugbau AG|Praxisbedarf Lindner e.K.|Stadtwerke Rheinau|Gärtnerei Ahrens",
  ),
  people: list("Katrin Vogel|Dr. Hans-Peter Maurer|Aylin Demir|Jürgen Brandt|Sabine Kowalski"),
  streets: list("Hafenstraße 12|Am Alten Markt 3a|Lindenallee 118|Industrieweg 7|Postfach 10 20 30"),
  towns: list("20457 Hamburg|80333 München|04109 Leipzig|69115 Heidelberg|50667 Köln"),
  goods: list(
    "Trennblätter A4|Kugellager 6204, beidseitig gedichtet|Montagearbeiten am Schaltschrank einschließlich An- und Abfahrt|Wartungsvertrag Premium|Schutzhandschuhe Größe 9, Nitril, schwarz|Fruchtjoghurt Banane|LED-Panel 60 × 60 cm, neutralweiß, dimmbar|Beratung|Kupferrohr 15 mm|Lizenz für zehn Arbeitsplätze",
  ),
  details: list(
    "01.02.2024 – 29.02.2024|inkl. Versandkosten|Farbe: Lichtgrau|Seriennummer 4711-08|nach Aufwand|Lieferung frei Haus|für Projekt Südring",
  ),
  units: list("Stk|m|Std.|kg|Paar"),
  bookings: list(
    "SEPA-Lastschrift|Gehalt Februar|Kartenzahlung|Dauerauftrag Miete|Überweisung|Gutschrift aus Rücksendung|Entgelt für Kontoführung",
  ),
  sentences: list(
    "Vielen Dank für Ihren Auftrag und das entgegengebrachte Vertrauen.|Wir berechnen Ihnen wie vereinbart die folgenden Lieferungen und Leistungen.|Bitte überweisen Sie den Betrag ohne Abzug bis zum angegebenen Datum auf das unten genannte Konto.|Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum.|Bei Rückfragen erreichen Sie uns werktags zwischen 8 und 17 Uhr.|Es gelten unsere allgemeinen Geschäftsbedingungen in der Fassung vom 1. Januar 2023.|Wie telefonisch besprochen, senden wir Ihnen die Unterlagen mit getrennter Post.|Der Liefertermin verschiebt sich um etwa zwei Wochen, weil ein Bauteil derzeit nicht verfügbar ist.",
  ),
  duties: list(
    "Leitung eines Teams von acht Personen|Einführung eines Systems zur Lagerverwaltung an drei Standorten|Verhandlungen mit Lieferanten|Betreuung der Auszubildenden|Pflege der technischen Dokumentation in zwei Sprachen",
  ),
  months: list("Januar|März|Mai|August|Oktober|Dezember"),
  title: keyed(
    TITLES,
    "Rechnung|Angebot|Lieferschein|Kontoauszug|Entgeltabrechnung|Laborbefund|Datenblatt|Auftragsbestätigung|Zahlungsbedingungen|Bezüge|Abzüge|Beurteilung|Merkmale|Technische Daten|Berufserfahrung|Ausbildung|Kenntnisse|Hinweise",
  ),
  label: keyed(
    LABELS,
    "Nummer|Datum|Fällig am|Kundennummer|Ansprechpartner|Ihr Zeichen|Telefon|USt-IdNr.|IBAN|Bank|Rechnungsanschrift|Lieferanschrift|Verkäufer|Pos.|Art.-Nr.|Bezeichnung|Menge|Einheit|Einzelpreis|USt.|Betrag|Rabatt|Zwischensumme|Umsatzsteuer 19 %|Gesamtbetrag|Wert|Buchungstext|Soll|Haben|Saldo|Untersuchung|Ergebnis|Referenzbereich|Geburtsdatum|Geschlecht|Material|Einsender|Stunden|Typ|Modell|Gewicht|Mit freundlichen Grüßen|Sehr geehrte Damen und Herren,|Ihre Anfrage vom 4. März",
  ),
  money: amount(".", ","),
  currency: "€",
};

const ENGLISH: Words = {
  companies: list(
    "Northgate Supplies Ltd|Harper & Sons|Blue Lagoon Hosting, Inc.|Westfield Medical Centre|Orchard Joinery LLC|Pennine Tools plc",
  ),
  people: list("Emily Carter|Dr Rahul Mehta|James O’Neill|Margaret Whitcombe|Tom Baker"),
  streets: list("12 Harbour Road|Unit 4, Mill Lane|500 Market Street, Suite 210|The Old Forge|PO Box 1187"),
  towns: list("Leeds LS1 4AP|Bristol BS8 1TH|San Francisco, CA 94105|Dublin 2|Austin, TX 78701"),
  goods: list(
    "Hex bolts, zinc plated, M8 × 40|Monthly subscription, Team plan|Installation of two door closers including removal of the old ones|Cable tie 200 mm|Work gloves, size 9|Additional seats|Silicone sealant, clear, 310 ml, carton of 12|Consulting|Copper pipe|Paint roller set with tray and two spare sleeves",
  ),
  details: list(
    "Feb 4 – Mar 4, 2024|excluding delivery|Colour: light grey|Serial no. 4711-08|as agreed by telephone|Discounted: 10% off|Project Southgate",
  ),
  units: list("pcs|m|hrs|kg|pair"),
  bookings: list(
    "Card payment|Direct debit|Salary February|Standing order rent|Cash machine|Refund of returned goods|Account fee",
  ),
  sentences: list(
    "Thank you for your order and for your continued confidence in us.|Please transfer the amount without deduction by the date shown above.|All goods remain our property until they have been paid for in full.|Our general terms of business in the version of January 2023 apply.|If you have any questions, please call us between 8 am and 5 pm on working days.|As discussed on the telephone, we are sending the documents under separate cover.|Delivery will be about two weeks late, because one of the parts is not available at present.|We invoice the following goods and services as agreed.",
  ),
  duties: list(
    "Led a team of eight engineers|Introduced a warehouse system at three sites without interrupting deliveries|Negotiated with suppliers|Trained apprentices|Maintained the technical documentation in two languages",
  ),
  months: list("January|March|May|August|October|December"),
  title: keyed(
    TITLES,
    "Invoice|Quotation|Delivery note|Account statement|Payslip|Laboratory report|Data sheet|Order confirmation|Payment terms|Earnings|Deductions|Comments|Features|Specifications|Experience|Education|Skills|Notes",
  ),
  label: keyed(
    LABELS,
    "Invoice number|Date of issue|Date due|Customer no.|Contact|Your reference|Phone|VAT ID|IBAN|Bank|Bill to|Ship to|Sold by|No.|Item no.|Description|Qty|Unit|Unit price|VAT|Amount|Discount|Subtotal|VAT 20%|Amount due|Value date|Details|Paid out|Paid in|Balance|Test|Result|Reference range|Date of birth|Sex|Specimen|Requested by|Hours|Type|Model|Weight|Yours sincerely|Dear Sir or Madam,|Your enquiry of 4 March",
  ),
  money: amount(",", "."),
  currency: "£",
};

const FRENCH: Words = {
  companies: list(
    "Ateliers du Rhône SARL|Boulangerie Petit|Électricité Moreau SAS|Laboratoire Saint-Roch|Imprimerie des Halles|Garage Lefèvre",
  ),
  people: list("Claire Dubois|Dr Antoine Girard|Émilie Lambert|Luc Fontaine|Nadia Benali"),
  streets: list(
    "12, rue du Port|3 bis, place de l’Église|118, avenue Jean-Jaurès|ZI des Prés, bâtiment C|BP 204",
  ),
  towns: list("69002 Lyon|75011 Paris|33000 Bordeaux|44000 Nantes|67000 Strasbourg"),
  goods: list(
    "Papier A4, ramette de 500 feuilles|Pose d’une porte coupe-feu, dépose de l’ancienne comprise|Gants de travail, taille 9|Abonnement mensuel|Tube de cuivre 15 mm|Conseil|Peinture mate blanche, pot de 10 litres|Câble électrique|Plaque de plâtre hydrofuge|Révision annuelle",
  ),
  details: list(
    "du 04/02/2024 au 04/03/2024|frais de port compris|Couleur : gris clair|N° de série 4711-08|remise de 10 % déduite|chantier Sud",
  ),
  units: list("pce|m|h|kg|paire"),
  bookings: list(
    "Prélèvement SEPA|Virement salaire février|Paiement par carte|Virement loyer|Retrait|Remboursement|Frais de tenue de compte",
  ),
  sentences: list(
    "Nous vous remercions de votre commande et de votre confiance.|Merci de régler ce montant sans escompte avant la date indiquée.|Les marchandises restent notre propriété jusqu’au paiement complet.|Nos conditions générales de vente en vigueur au 1er janvier 2023 s’appliquent.|Pour toute question, vous pouvez nous joindre du lundi au vendredi de 8 h à 17 h.|Comme convenu par téléphone, nous vous adressons les documents par courrier séparé.|La livraison aura environ deux semaines de retard, car une pièce n’est pas disponible actuellement.",
  ),
  duties: list(
    "Encadrement d’une équipe de huit personnes|Mise en place d’un système de gestion des stocks sur trois sites|Négociation avec les fournisseurs|Formation des apprentis|Rédaction de la documentation technique en deux langues",
  ),
  months: list("janvier|mars|mai|août|octobre|décembre"),
  title: keyed(
    TITLES,
    "Facture|Devis|Bon de livraison|Relevé de compte|Bulletin de paie|Résultats d’analyses|Fiche technique|Confirmation de commande|Conditions de paiement|Rémunération|Cotisations|Conclusion|Caractéristiques|Données techniques|Expérience professionnelle|Formation|Compétences|Remarques",
  ),
  label: keyed(
    LABELS,
    "Numéro|Date|Échéance|N° client|Contact|Votre référence|Téléphone|N° TVA|IBAN|Banque|Adresse de facturation|Adresse de livraison|Vendeur|N°|Réf.|Désignation|Qté|Unité|Prix unitaire HT|TVA|Montant HT|Remise|Total HT|TVA 20 %|Total TTC|Valeur|Libellé|Débit|Crédit|Solde|Analyse|Résultat|Valeurs de référence|Né(e) le|Sexe|Prélèvement|Prescripteur|Heures|Type|Modèle|Poids|Cordialement|Madame, Monsieur,|Votre demande du 4 mars",
  ),
  money: amount(" ", ","),
  currency: "€",
};

export function wordsOf(random: Random): Words {
  return random.pick([GERMAN, ENGLISH, FRENCH]);
}
