import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'hu-HU',
  months: (count) => `${count}${NBSP}hónap`,
  years: String,
  products: {
    personal: 'személyi kölcsön',
    auto: 'autóhitel',
    consolidation: 'adósságrendező hitel',
    project: 'hitel személyes célra',
  },
  example: (of) => [
    `Reprezentatív példa: ${of.name}, összeg: ${of.amount}, futamidő: ${of.duration}, rögzített hitelkamat: ${of.rate}.`,
    `Rögzített THM (TAEG): ${of.taeg}.`,
    `${of.count} havi törlesztőrészlet: ${of.equal} × ${of.instalment}, az utolsó ${of.last}.`,
    `A fizetendő teljes összeg: ${of.totalDue}.`,
    `Ügyintézési díj: ${of.fees}.`,
    'A nem kötelező biztosítás nélkül.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'hitelintézet',
      'finance-company': 'finanszírozó társaság',
      'payment-institution': 'pénzforgalmi intézmény',
      'iobsp-broker': 'banki műveletek és pénzforgalmi szolgáltatások közvetítője (IOBSP)',
    },
    fictionalStatus: ' (kitalált jogállás)',
    fictionalNumber: ' (kitalált szám)',
    noNumber: 'nincs közölt szám',
    example: 'Kitalált példa: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, alaptőke: ${capital}, ${rcs}, SIREN-szám: ${siren}, közösségi adószám: ${vat}`,
    guarantee: (limit) =>
      `A betétek betétesenként és intézményenként legfeljebb ${limit} összegig biztosítottak.`,
    noGuarantee: 'Az intézmény nem fogad el betétbiztosítással fedezett betéteket.',
    cover: (insurer, limit) => `A szakmai felelősségbiztosítás biztosítója ${insurer}, fedezete ${limit}.`,
    noCover: 'Az intézmény nem közöl szakmai felelősségbiztosítást.',
    notSupervised: 'Ez az intézmény kitalált. Egyetlen hatóság sem engedélyezte, és egyik sem felügyeli.',
    brokerSupervised: (authority) =>
      `Az intézmény szerepel az ORIAS nyilvántartásában. Tevékenységét a francia hatóság felügyeli: ${authority}.`,
    supervised: (authority) => `Az intézményt a francia hatóság engedélyezte és felügyeli: ${authority}.`,
  },
};

export default words;
