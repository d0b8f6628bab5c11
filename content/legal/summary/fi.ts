import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'Tietosuoja lyhyesti',
  lead: 'Mitä teemme tiedoillasi, yhdellä sivulla.',
  sections: [
    {
      id: 'collection',
      title: 'Mitä tietoja keräämme',
      paragraphs: [
        '{accounts} Keräämme tiedot, joita hakemuksesi ja tilisi vaativat. Annat ne meille itse, tai ne syntyvät, kun käytät palvelua.',
        '{elsewhere} Keräämme tiedot, joita hakemuksesi ja asiakassivusi vaativat. Annat ne meille itse, tai ne syntyvät, kun käytät palvelua.',
      ],
      items: [
        'henkilöllisyys ja yhteystiedot,',
        'tilanne, tulot ja menot lainahakemusta varten,',
        '{moves} tapahtumat ja tilin tiedot,',
        'kirjautumiset ja viestit.',
      ],
    },
    {
      id: 'usage',
      title: 'Mihin käytämme niitä',
      paragraphs: [
        '{accounts} Käytämme niitä hakemuksen käsittelyyn, tilin hoitamiseen, lain noudattamiseen ja palvelun suojaamiseen. Emme myy niitä.',
        '{elsewhere} Käytämme niitä hakemuksen käsittelyyn, asiasi hoitamiseen, lain noudattamiseen ja palvelun suojaamiseen. Emme myy niitä.',
        '{lends} Hyväksytyn hakemuksen tiedot säilytämme sopimuksen ajan ja sen jälkeen 5\u00a0vuotta. Hylätyn hakemuksen tiedot säilytämme enintään 2\u00a0vuotta. Rahanpesun estämiseen tarvittavat tiedot säilytetään 5\u00a0vuotta.',
        '{transmits} Suostumuksellasi välitämme hakemuksesi valitsemallesi luotonantajalle. Välitetyn hakemuksen tiedot säilytämme enintään 2\u00a0vuotta luotonantajan vastauksesta. Rahanpesun estämiseen tarvittavat tiedot säilytetään 5\u00a0vuotta.',
      ],
    },
    {
      id: 'rights',
      title: 'Oikeutesi',
      paragraphs: [
        'Voit saada tietosi nähtäväksesi, oikaistuiksi tai poistetuiksi, rajoittaa niiden käyttöä tai vastustaa sitä ja siirtää tiedot muualle. Vastaamme kuukauden kuluessa. Voit myös valittaa Ranskan tietosuojaviranomaiselle CNIL:lle.',
      ],
    },
    {
      id: 'cookies',
      title: 'Evästeet',
      paragraphs: [
        'Sivusto ei käytä mainosevästeitä. Kävijämittauksen eväste, jos sellainen lisättäisiin, odottaisi suostumustasi ja olisi voimassa enintään 13\u00a0kuukautta. Kieltäytyminen on yhtä helppoa kuin hyväksyminen.',
      ],
    },
    {
      id: 'contact',
      title: 'Yhteystiedot',
      paragraphs: [
        'Kirjoita osoitteeseen {{institution.dpoEmail}} tai postitse: {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    {
      id: 'update',
      title: 'Viimeksi päivitetty',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Lue koko seloste (ranskaksi)',
};

export default summary;
