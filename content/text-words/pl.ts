import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'pl-PL',
  months: (count) => `${count}${NBSP}miesięcy`,
  years: (count) => `${count}${NBSP}lat`,
  products: {
    personal: 'kredyt gotówkowy',
    auto: 'kredyt samochodowy',
    consolidation: 'kredyt konsolidacyjny',
    project: 'kredyt na plan osobisty',
  },
  example: (of) => [
    `Reprezentatywny przykład: ${of.name}, kwota ${of.amount}, okres ${of.duration}, stała stopa oprocentowania ${of.rate}.`,
    `Stała RRSO (we Francji TAEG): ${of.taeg}.`,
    `Liczba rat miesięcznych: ${of.count}. Raty równe: ${of.equal} po ${of.instalment}, ostatnia rata: ${of.last}.`,
    `Całkowita kwota do zapłaty: ${of.totalDue}.`,
    `Opłata przygotowawcza: ${of.fees}.`,
    'Bez dobrowolnego ubezpieczenia.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'instytucja kredytowa',
      'finance-company': 'spółka finansująca',
      'payment-institution': 'instytucja płatnicza',
      'iobsp-broker': 'pośrednik w zakresie operacji bankowych i usług płatniczych (IOBSP)',
    },
    fictionalStatus: ' (status fikcyjny)',
    fictionalNumber: ' (numer fikcyjny)',
    noNumber: 'nie podano numeru',
    example: 'Przykład fikcyjny: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, kapitał zakładowy ${capital}, ${rcs}, numer SIREN ${siren}, numer VAT ${vat}`,
    guarantee: (limit) => `Depozyty są gwarantowane do ${limit} na deponenta i instytucję.`,
    noGuarantee: 'Instytucja nie przyjmuje depozytów objętych gwarancją.',
    cover: (insurer, limit) => `Odpowiedzialność zawodowa jest ubezpieczona (${insurer}), do ${limit}.`,
    noCover: 'Instytucja nie zgłasza ubezpieczenia odpowiedzialności zawodowej.',
    notSupervised:
      'Ta instytucja jest fikcyjna. Żaden urząd nie udzielił jej zezwolenia i żaden jej nie nadzoruje.',
    brokerSupervised: (authority) =>
      `Instytucja jest wpisana do rejestru ORIAS. Jej działalność nadzoruje francuski urząd: ${authority}.`,
    supervised: (authority) =>
      `Instytucja ma zezwolenie francuskiego urzędu, który ją nadzoruje: ${authority}.`,
  },
};

export default words;
