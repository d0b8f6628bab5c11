import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'Privacy in het kort',
  lead: 'Wat wij met uw gegevens doen, op één pagina.',
  sections: [
    {
      id: 'collection',
      title: 'Verzamelde gegevens',
      paragraphs: [
        '{accounts} Wij verzamelen de gegevens die nodig zijn voor uw aanvraag en uw rekening. U geeft ze ons zelf, of ze ontstaan door het gebruik van de dienst.',
        '{elsewhere} Wij verzamelen de gegevens die nodig zijn voor uw aanvraag en uw klantenruimte. U geeft ze ons zelf, of ze ontstaan door het gebruik van de dienst.',
      ],
      items: [
        'identiteit en contactgegevens;',
        'gezinssituatie, inkomsten en lasten bij een leningaanvraag;',
        '{moves} verrichtingen en bankgegevens van de rekening;',
        'inlogmomenten en uitgewisselde berichten.',
      ],
    },
    {
      id: 'usage',
      title: 'Gebruik van de gegevens',
      paragraphs: [
        '{accounts} Wij gebruiken ze om uw aanvraag te onderzoeken, uw rekening te beheren, de wet na te leven en de dienst te beschermen. Wij verkopen ze niet.',
        '{elsewhere} Wij gebruiken ze om uw aanvraag te onderzoeken, uw dossier te volgen, de wet na te leven en de dienst te beschermen. Wij verkopen ze niet.',
        '{lends} Een goedgekeurd dossier bewaren wij tijdens de overeenkomst en daarna 5\u00a0jaar. Een geweigerde aanvraag bewaren wij hoogstens 2\u00a0jaar. Gegevens voor de bestrijding van witwassen worden 5\u00a0jaar bewaard.',
        '{transmits} Met uw akkoord sturen wij uw aanvraag door naar de kredietgever die u kiest. Een doorgestuurde aanvraag bewaren wij hoogstens 2\u00a0jaar na zijn antwoord. Gegevens voor de bestrijding van witwassen worden 5\u00a0jaar bewaard.',
      ],
    },
    {
      id: 'rights',
      title: 'Uw rechten',
      paragraphs: [
        'U kunt uw gegevens inzien, laten verbeteren of wissen, het gebruik ervan beperken, er bezwaar tegen maken en ze meenemen. Wij antwoorden binnen een maand. U kunt ook een klacht indienen bij de Franse toezichthouder CNIL.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      paragraphs: [
        'De website gebruikt geen reclamecookies. Een cookie om het bezoek te meten zou op uw toestemming wachten en hoogstens 13\u00a0maanden gelden. Weigeren is even eenvoudig als accepteren.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      paragraphs: [
        'Schrijf naar {{institution.dpoEmail}}, of per post naar {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    {
      id: 'update',
      title: 'Laatst bijgewerkt',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Het volledige beleid lezen (in het Frans)',
};

export default summary;
