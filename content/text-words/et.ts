import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'et-EE',
  months: (count) => `${count}${NBSP}kuud`,
  years: (count) => `${count}${NBSP}aastat`,
  products: {
    personal: 'tarbimislaen',
    auto: 'autolaen',
    consolidation: 'laenude ühendamine',
    project: 'laen isiklikuks plaaniks',
  },
  example: (of) => [
    `Tüüpnäide: ${of.name}, summa ${of.amount}, tähtaeg ${of.duration}, fikseeritud intressimäär ${of.rate}.`,
    `Fikseeritud krediidi kulukuse määr (Prantsusmaal TAEG): ${of.taeg}.`,
    `${of.count} kuumakset: ${of.equal} korda ${of.instalment} ja viimane ${of.last}.`,
    `Tagasimaksete kogusumma: ${of.totalDue}.`,
    `Lepingutasu: ${of.fees}.`,
    'Ilma vabatahtliku kindlustuseta.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'krediidiasutus',
      'finance-company': 'finantseerimisühing',
      'payment-institution': 'makseasutus',
      'iobsp-broker': 'pangatehingute ja makseteenuste vahendaja (IOBSP)',
    },
    fictionalStatus: ' (väljamõeldud seisund)',
    fictionalNumber: ' (väljamõeldud number)',
    noNumber: 'numbrit ei ole avaldatud',
    example: 'Väljamõeldud näide: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, aktsiakapital ${capital}, ${rcs}, SIREN-number ${siren}, käibemaksukohustuslase number ${vat}`,
    guarantee: (limit) => `Hoiused on tagatud kuni ${limit} hoiustaja ja asutuse kohta.`,
    noGuarantee: 'Asutus ei võta vastu hoiuseid, millele laieneb hoiuste tagamine.',
    cover: (insurer, limit) => `Kutsealane vastutus on kindlustatud (${insurer}) kuni ${limit}.`,
    noCover: 'Asutus ei ole vastutuskindlustust avaldanud.',
    notSupervised:
      'See asutus on väljamõeldud. Ükski asutus ei ole talle luba andnud ega teosta tema üle järelevalvet.',
    brokerSupervised: (authority) =>
      `Asutus on kantud registrisse ORIAS. Tema tegevust jälgib Prantsuse järelevalveasutus: ${authority}.`,
    supervised: (authority) =>
      `Asutusel on Prantsuse järelevalveasutuse luba ja ta on selle järelevalve all: ${authority}.`,
  },
};

export default words;
