import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'Integritet: det viktigaste',
  lead: 'Vad vi gör med dina uppgifter, på en sida.',
  sections: [
    {
      id: 'collection',
      title: 'Uppgifter vi samlar in',
      paragraphs: [
        '{accounts} Vi samlar in de uppgifter som behövs för din ansökan och ditt konto. Du ger oss dem själv, eller så uppstår de när du använder tjänsten.',
        '{elsewhere} Vi samlar in de uppgifter som behövs för din ansökan och din kundsida. Du ger oss dem själv, eller så uppstår de när du använder tjänsten.',
      ],
      items: [
        'identitet och kontaktuppgifter,',
        'situation, inkomster och utgifter för en låneansökan,',
        '{moves} transaktioner och kontouppgifter,',
        'inloggningar och meddelanden.',
      ],
    },
    {
      id: 'usage',
      title: 'Hur uppgifterna används',
      paragraphs: [
        '{accounts} De används för att pröva din ansökan, sköta ditt konto, följa lagen och skydda tjänsten. Vi säljer dem inte.',
        '{elsewhere} De används för att pröva din ansökan, sköta ditt ärende, följa lagen och skydda tjänsten. Vi säljer dem inte.',
        '{lends} Ett beviljat ärende sparar vi under avtalets löptid och sedan i 5\u00a0år. En avslagen ansökan sparar vi i högst 2\u00a0år. Uppgifter mot penningtvätt sparas i 5\u00a0år.',
        '{transmits} Med ditt samtycke skickar vi din ansökan till den långivare som du väljer. En ansökan som har skickats sparar vi i högst 2\u00a0år efter svaret. Uppgifter mot penningtvätt sparas i 5\u00a0år.',
      ],
    },
    {
      id: 'rights',
      title: 'Dina rättigheter',
      paragraphs: [
        'Du kan få tillgång till dina uppgifter, få dem rättade eller raderade, begränsa användningen, invända mot den och få ut uppgifterna. Vi svarar inom en månad. Du kan också vända dig till den franska dataskyddsmyndigheten CNIL.',
      ],
    },
    {
      id: 'cookies',
      title: 'Kakor',
      paragraphs: [
        'Webbplatsen använder inga reklamkakor. En kaka för besöksmätning, om den infördes, skulle vänta på ditt samtycke och gälla i högst 13\u00a0månader. Att neka är lika enkelt som att godkänna.',
      ],
    },
    {
      id: 'contact',
      title: 'Kontakt',
      paragraphs: [
        'Skriv till {{institution.dpoEmail}}, eller med brev till {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    {
      id: 'update',
      title: 'Senast uppdaterad',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Läs hela policyn (på franska)',
};

export default summary;
