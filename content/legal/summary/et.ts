import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'Privaatsus lühidalt',
  lead: 'Mida me teie andmetega teeme, ühel lehel.',
  sections: [
    {
      id: 'collection',
      title: 'Milliseid andmeid kogume',
      paragraphs: [
        '{accounts} Kogume andmeid, mida on vaja teie taotluse ja konto jaoks. Annate need meile ise või tekivad need teenuse kasutamisel.',
        '{elsewhere} Kogume andmeid, mida on vaja teie taotluse ja kliendiala jaoks. Annate need meile ise või tekivad need teenuse kasutamisel.',
      ],
      items: [
        'isik ja kontaktandmed,',
        'olukord, sissetulekud ja kulud laenutaotluse jaoks,',
        '{moves} tehingud ja konto andmed,',
        'sisselogimised ja sõnumid.',
      ],
    },
    {
      id: 'usage',
      title: 'Milleks neid kasutame',
      paragraphs: [
        '{accounts} Kasutame neid taotluse hindamiseks, konto pidamiseks, seaduse täitmiseks ja teenuse kaitsmiseks. Me ei müü neid.',
        '{elsewhere} Kasutame neid taotluse hindamiseks, toimiku haldamiseks, seaduse täitmiseks ja teenuse kaitsmiseks. Me ei müü neid.',
        '{lends} Heakskiidetud taotluse andmeid säilitame lepingu ajal ja pärast seda 5\u00a0aastat. Tagasilükatud taotluse andmeid säilitame kõige rohkem 2\u00a0aastat. Rahapesu tõkestamise andmeid säilitame 5\u00a0aastat.',
        '{transmits} Teie nõusolekul edastame taotluse teie valitud laenuandjale. Edastatud taotluse andmeid säilitame kõige rohkem 2\u00a0aastat pärast tema vastust. Rahapesu tõkestamise andmeid säilitame 5\u00a0aastat.',
      ],
    },
    {
      id: 'rights',
      title: 'Teie õigused',
      paragraphs: [
        'Võite oma andmetega tutvuda, lasta neid parandada või kustutada, piirata nende kasutamist või sellele vastu vaielda ning andmed mujale üle viia. Vastame kuu aja jooksul. Võite kaevata ka Prantsuse andmekaitseasutusele CNIL.',
      ],
    },
    {
      id: 'cookies',
      title: 'Küpsised',
      paragraphs: [
        'Veebileht ei kasuta reklaamiküpsiseid. Külastuste mõõtmise küpsis, kui see lisataks, ootaks teie nõusolekut ja kehtiks kõige rohkem 13\u00a0kuud. Keelduda on sama lihtne kui nõustuda.',
      ],
    },
    {
      id: 'contact',
      title: 'Kontakt',
      paragraphs: [
        'Kirjutage aadressile {{institution.dpoEmail}} või posti teel: {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    {
      id: 'update',
      title: 'Viimati uuendatud',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Lugege kogu poliitikat (prantsuse keeles)',
};

export default summary;
