import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: 'De adviseur legde me het JKP regel voor regel uit. Na het gesprek heb ik het bedrag verlaagd, en daar heb ik geen spijt van.',
  2: 'Ik moest een nieuw bewijs van mijn adres sturen, het eerste was te oud. Daarna stond elke stap in mijn klantomgeving.',
  3: 'Niemand heeft me onder druk gezet om te tekenen. Ik heb het aanbod tien dagen gehouden en met twee andere vergeleken.',
  4: 'Het aflossingsschema klopt tot op de cent met mijn afschrijvingen. Ik had graag zelf de vervaldag gekozen.',
  5: 'Het document vergeleek de kosten van mijn drie leningen met die van de samenvoeging. Ik koos en wist wat ik meer betaalde.',
  6: 'Mijn aanvraag is geweigerd. De reden was duidelijk, maar ik had ze liever per telefoon gehoord dan in een bericht.',
  7: 'Ik heb de helft van mijn lening vervroegd afgelost, zonder kosten. Het nieuwe schema kreeg ik meteen daarna.',
  8: 'De rekenhulp geeft de totale kosten en niet alleen de maandtermijn. Daarom heb ik een kortere looptijd gekozen.',
  9: 'Toen ik mijn baan verloor, heb ik gebeld vóór de eerste gemiste betaling. Samen hebben we uitstel van termijnen geregeld.',
  10: 'Het team is degelijk en beantwoordt vragen. Mijn dossier als zelfstandige vroeg wel meerdere keren overleg.',
};

export default comments;
