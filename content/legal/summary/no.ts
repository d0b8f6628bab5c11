import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'Personvern i korte trekk',
  lead: 'Hva vi gjør med opplysningene dine, på én side.',
  sections: [
    {
      id: 'collection',
      title: 'Opplysninger vi samler inn',
      paragraphs: [
        '{accounts} Vi samler inn opplysningene som trengs til søknaden og kontoen din. Du gir oss dem selv, eller de oppstår når du bruker tjenesten.',
        '{elsewhere} Vi samler inn opplysningene som trengs til søknaden og kundesiden din. Du gir oss dem selv, eller de oppstår når du bruker tjenesten.',
      ],
      items: [
        'identitet og kontaktinformasjon,',
        'situasjon, inntekter og utgifter ved en lånesøknad,',
        '{moves} transaksjoner og kontoopplysninger,',
        'innlogginger og meldinger.',
      ],
    },
    {
      id: 'usage',
      title: 'Hva vi bruker dem til',
      paragraphs: [
        '{accounts} Vi bruker dem til å vurdere søknaden, føre kontoen, følge loven og beskytte tjenesten. Vi selger dem ikke.',
        '{elsewhere} Vi bruker dem til å vurdere søknaden, behandle saken, følge loven og beskytte tjenesten. Vi selger dem ikke.',
        '{lends} En innvilget søknad lagrer vi så lenge avtalen løper, og deretter i 5\u00a0år. En avslått søknad lagrer vi i høyst 2\u00a0år. Opplysninger mot hvitvasking lagres i 5\u00a0år.',
        '{transmits} Med ditt samtykke sender vi søknaden til långiveren du velger. En søknad vi har sendt videre, lagrer vi i høyst 2\u00a0år etter svaret. Opplysninger mot hvitvasking lagres i 5\u00a0år.',
      ],
    },
    {
      id: 'rights',
      title: 'Dine rettigheter',
      paragraphs: [
        'Du kan få innsyn i opplysningene dine, få dem rettet eller slettet, begrense eller protestere mot bruken og få dem utlevert. Vi svarer innen en måned. Du kan også klage til den franske datatilsynsmyndigheten CNIL.',
      ],
    },
    {
      id: 'cookies',
      title: 'Informasjonskapsler',
      paragraphs: [
        'Nettstedet bruker ingen informasjonskapsler til reklame. En informasjonskapsel til trafikkmåling, om den kom, ville vente på samtykket ditt og vare i høyst 13\u00a0måneder. Det er like lett å si nei som ja.',
      ],
    },
    {
      id: 'contact',
      title: 'Kontakt',
      paragraphs: [
        'Skriv til {{institution.dpoEmail}}, eller i brev til {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    {
      id: 'update',
      title: 'Sist oppdatert',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Les hele erklæringen (på fransk)',
};

export default summary;
