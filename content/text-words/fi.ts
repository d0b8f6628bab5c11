import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'fi-FI',
  months: (count) => `${count}${NBSP}kuukautta`,
  years: (count) => `${count}${NBSP}vuotta`,
  products: {
    personal: 'kulutuslaina',
    auto: 'autolaina',
    consolidation: 'yhdistelylaina',
    project: 'laina omaan hankkeeseen',
  },
  example: (of) => [
    `Edustava esimerkki: ${of.name} ${of.amount}, laina-aika ${of.duration}, kiinteä nimelliskorko ${of.rate}.`,
    `Kiinteä todellinen vuosikorko (Ranskassa TAEG): ${of.taeg}.`,
    `${of.count} kuukausierää: ${of.equal} kertaa ${of.instalment} ja viimeinen ${of.last}.`,
    `Maksettava kokonaismäärä: ${of.totalDue}.`,
    `Avausmaksu: ${of.fees}.`,
    'Ilman vapaaehtoista vakuutusta.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'luottolaitos',
      'finance-company': 'rahoitusyhtiö',
      'payment-institution': 'maksulaitos',
      'iobsp-broker': 'pankki- ja maksupalvelujen välittäjä (IOBSP)',
    },
    fictionalStatus: ' (kuvitteellinen asema)',
    fictionalNumber: ' (kuvitteellinen numero)',
    noNumber: 'numeroa ei ilmoitettu',
    example: 'Kuvitteellinen esimerkki: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, osakepääoma ${capital}, ${rcs}, SIREN-numero ${siren}, ALV-numero ${vat}`,
    guarantee: (limit) => `Talletukset on suojattu, enintään ${limit} tallettajaa ja laitosta kohden.`,
    noGuarantee: 'Yritys ei ota vastaan talletussuojan piiriin kuuluvia talletuksia.',
    cover: (insurer, limit) => `Ammatillinen vastuu on vakuutettu (${insurer}), enintään ${limit}.`,
    noCover: 'Yritys ei ilmoita vastuuvakuutusta.',
    notSupervised:
      'Tämä yritys on kuvitteellinen. Mikään viranomainen ei ole antanut sille lupaa eikä valvo sitä.',
    brokerSupervised: (authority) =>
      `Yritys on merkitty ORIAS-rekisteriin. Sen toimintaa valvoo Ranskan viranomainen: ${authority}.`,
    supervised: (authority) =>
      `Yrityksellä on Ranskan valvontaviranomaisen lupa, ja se on sen valvonnassa: ${authority}.`,
  },
};

export default words;
