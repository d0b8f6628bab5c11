import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'Dateschutz kuerz gefaasst',
  lead: 'Wat mir mat Ären Donnéeë maachen, op enger Säit.',
  sections: [
    {
      id: 'collection',
      title: 'Donnéeën, déi mir sammelen',
      paragraphs: [
        '{accounts} Mir sammelen déi Donnéeën, déi fir Är Ufro an Äre Kont gebraucht ginn. Dir gitt eis se selwer, oder si kommen aus der Notzung vum Service.',
        '{elsewhere} Mir sammelen déi Donnéeën, déi fir Är Ufro an Äre Clientsberäich gebraucht ginn. Dir gitt eis se selwer, oder si kommen aus der Notzung vum Service.',
      ],
      items: [
        'Identitéit a Kontaktdonnéeën;',
        'Situatioun, Akommes an Ausgabe bei enger Ufro fir e Prêt;',
        '{moves} Operatiounen a Bankdonnéeë vum Kont;',
        'Umeldungen a Messagen, déi ausgetosch goufen.',
      ],
    },
    {
      id: 'usage',
      title: 'Wat mir domat maachen',
      paragraphs: [
        "{accounts} Mir benotze se, fir Är Ufro ze préiwen, Äre Kont ze féieren, d'Gesetz anzehalen an de Service ze schützen. Mir verkafe se net.",
        "{elsewhere} Mir benotze se, fir Är Ufro ze préiwen, Ären Dossier ze geréieren, d'Gesetz anzehalen an de Service ze schützen. Mir verkafe se net.",
        '{lends} En Dossier, deen ugeholl gouf, hale mir während dem Kontrakt an duerno nach 5 Joer. Eng refuséiert Ufro hale mir héchstens 2 Joer. Donnéeë géint Geldwäsch gi 5 Joer gehal.',
        '{transmits} Mat Ärem Accord gi mir Är Ufro un de Kreditgeber weider, deen Dir wielt. Eng Ufro, déi weiderginn gouf, hale mir héchstens 2 Joer no senger Äntwert. Donnéeë géint Geldwäsch gi 5 Joer gehal.',
      ],
    },
    {
      id: 'rights',
      title: 'Är Rechter',
      paragraphs: [
        "Dir hutt d'Recht, Är Donnéeën anzegesinn, ze verbesseren oder läschen ze loossen, hir Notzung anzeschränken oder dergéint ze sinn, an eng Kopie ze kréien, fir se matzehuelen. Mir äntwere bannent engem Mount. Dir kënnt Iech och bei der franséischer Dateschutzautoritéit, der CNIL, beschwéieren.",
      ],
    },
    {
      id: 'cookies',
      title: 'Cookien',
      paragraphs: [
        "De Site benotzt kee Cookie fir Reklamm. Wann ee Cookie derbäikéim, fir d'Audienz ze moossen, géif en op Ären Accord waarden an héchstens 13 Méint gëllen. Refuséieren ass esou einfach wéi akzeptéieren.",
      ],
    },
    {
      id: 'contact',
      title: 'Kontakt',
      paragraphs: [
        'Schreift un {{institution.dpoEmail}}, oder per Post un {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    { id: 'update', title: 'Lescht Ännerung', paragraphs: [] },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Déi ganz Erklärung liesen (op Franséisch)',
};

export default summary;
