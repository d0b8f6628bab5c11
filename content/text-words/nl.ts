import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'nl-NL',
  months: (count) => `${count}${NBSP}maanden`,
  years: String,
  products: {
    personal: 'persoonlijke lening',
    auto: 'autolening',
    consolidation: 'samenvoeging van leningen',
    project: 'lening voor een persoonlijk project',
  },
  example: (of) => [
    `Representatief voorbeeld: ${of.name} van ${of.amount} over ${of.duration} met een vaste debetrente van ${of.rate}.`,
    `Vast jaarlijks kostenpercentage (JKP, in Frankrijk TAEG): ${of.taeg}.`,
    `${of.count} maandtermijnen: ${of.equal} van ${of.instalment} en een laatste van ${of.last}.`,
    `Totaal te betalen bedrag: ${of.totalDue}.`,
    `Dossierkosten: ${of.fees}.`,
    'Zonder facultatieve verzekering.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'kredietinstelling',
      'finance-company': 'financieringsmaatschappij',
      'payment-institution': 'betaalinstelling',
      'iobsp-broker': 'bemiddelaar in bankzaken en betaaldiensten (IOBSP)',
    },
    fictionalStatus: ' (fictieve status)',
    fictionalNumber: ' (fictief nummer)',
    noNumber: 'geen nummer opgegeven',
    example: 'Fictief voorbeeld: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, kapitaal ${capital}, ${rcs}, SIREN-nummer ${siren}, btw-nummer ${vat}`,
    guarantee: (limit) => `Deposito's zijn gegarandeerd tot ${limit} per depositohouder en per instelling.`,
    noGuarantee: "De instelling neemt geen deposito's aan die onder de depositogarantie vallen.",
    cover: (insurer, limit) => `De beroepsaansprakelijkheid is verzekerd bij ${insurer}, tot ${limit}.`,
    noCover: 'De instelling geeft geen beroepsaansprakelijkheidsverzekering op.',
    notSupervised:
      'Deze instelling is fictief. Geen enkele autoriteit heeft haar een vergunning gegeven en geen enkele houdt er toezicht op.',
    brokerSupervised: (authority) =>
      `De instelling staat in het ORIAS-register. De Franse toezichthouder ziet toe op haar activiteiten: ${authority}.`,
    supervised: (authority) =>
      `De instelling heeft een vergunning van de Franse toezichthouder en staat onder zijn toezicht: ${authority}.`,
  },
};

export default words;
