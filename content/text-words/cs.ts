import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'cs-CZ',
  months: (count) => `${count}${NBSP}měsíců`,
  years: (count) => `${count}${NBSP}let`,
  products: {
    personal: 'osobní půjčka',
    auto: 'půjčka na auto',
    consolidation: 'konsolidace půjček',
    project: 'půjčka na osobní záměr',
  },
  example: (of) => [
    `Reprezentativní příklad: ${of.name}, ${of.amount} na ${of.duration} s pevnou zápůjční úrokovou sazbou ${of.rate}.`,
    `Pevná RPSN (ve Francii TAEG): ${of.taeg}.`,
    `Počet měsíčních splátek: ${of.count}, z toho ${of.equal} po ${of.instalment} a poslední ${of.last}.`,
    `Celková splatná částka: ${of.totalDue}.`,
    `Poplatek za zpracování: ${of.fees}.`,
    'Bez nepovinného pojištění.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'úvěrová instituce',
      'finance-company': 'finanční společnost',
      'payment-institution': 'platební instituce',
      'iobsp-broker': 'zprostředkovatel bankovních a platebních služeb (IOBSP)',
    },
    fictionalStatus: ' (smyšlené postavení)',
    fictionalNumber: ' (smyšlené číslo)',
    noNumber: 'číslo neuvedeno',
    example: 'Smyšlený příklad: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, základní kapitál ${capital}, ${rcs}, číslo SIREN ${siren}, DIČ ${vat}`,
    guarantee: (limit) => `Vklady jsou pojištěny do ${limit} na vkladatele a instituci.`,
    noGuarantee: 'Instituce nepřijímá vklady, na které se vztahuje pojištění vkladů.',
    cover: (insurer, limit) => `Profesní odpovědnost je pojištěna (${insurer}) do ${limit}.`,
    noCover: 'Instituce neuvádí pojištění profesní odpovědnosti.',
    notSupervised: 'Tato instituce je smyšlená. Žádný úřad jí neudělil povolení a žádný na ni nedohlíží.',
    brokerSupervised: (authority) =>
      `Instituce je zapsána v rejstříku ORIAS. Na její činnost dohlíží francouzský úřad: ${authority}.`,
    supervised: (authority) =>
      `Instituce má povolení francouzského úřadu, který na ni dohlíží: ${authority}.`,
  },
};

export default words;
