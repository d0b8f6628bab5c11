import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: 'A tanácsadó sorról sorra elmagyarázta a THM-et. Miután megbeszéltük, kevesebbet kértem, és nem bántam meg.',
  2: 'Újra kellett küldenem a lakcímigazolást, mert az enyém régi volt. Utána minden lépés látszott az ügyfélfelületen.',
  3: 'Senki sem sürgetett az aláírással. Tíz napig megtartottam az ajánlatot, és két másikkal hasonlítottam össze, mielőtt döntöttem.',
  4: 'A törlesztési terv cent pontossággal megegyezik a levonásaimmal. Szívesen megválasztottam volna az esedékesség napját.',
  5: 'A dokumentum összevetette a három hitelem és az összevonás költségét. Úgy döntöttem, hogy tudtam, mennyivel fizetek többet.',
  6: 'A kérelmemet elutasították. Az ok világos volt, de szívesebben tudtam volna meg telefonon, mint üzenetben.',
  7: 'A hitelem felét előbb visszafizettem, díj nélkül. Az új tervet rögtön utána megkaptam.',
  8: 'A kalkulátor a teljes költséget mutatja, nem csak a részletet. Ezért választottam rövidebb futamidőt.',
  9: 'Az állásom elvesztése után még az első elmaradt részlet előtt telefonáltam. Közösen megállapodtunk a halasztásban.',
  10: 'A csapat komoly, és válaszol a kérdésekre. Vállalkozóként viszont többször is kellett egyeztetnem.',
};

export default comments;
