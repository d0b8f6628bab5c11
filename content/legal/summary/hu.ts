import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'Adatvédelem röviden',
  lead: 'Mit teszünk az Ön adataival – egy oldalon.',
  sections: [
    {
      id: 'collection',
      title: 'Gyűjtött adatok',
      paragraphs: [
        '{accounts} A kérelméhez és a számlájához szükséges adatokat gyűjtjük. Ezeket Ön adja meg, vagy a szolgáltatás használata során keletkeznek.',
        '{elsewhere} A kérelméhez és az ügyfélfiókjához szükséges adatokat gyűjtjük. Ezeket Ön adja meg, vagy a szolgáltatás használata során keletkeznek.',
      ],
      items: [
        'személyazonosság és elérhetőségek;',
        'élethelyzet, jövedelem és kiadások hitelkérelem esetén;',
        '{moves} a számla forgalma és bankszámlaadatai;',
        'bejelentkezések és üzenetváltások.',
      ],
    },
    {
      id: 'usage',
      title: 'Az adatok felhasználása',
      paragraphs: [
        '{accounts} Az adatokat a kérelem elbírálására, a számla vezetésére, a törvény betartására és a szolgáltatás védelmére használjuk. Nem adjuk el őket.',
        '{elsewhere} Az adatokat a kérelem elbírálására, az ügy kezelésére, a törvény betartására és a szolgáltatás védelmére használjuk. Nem adjuk el őket.',
        '{lends} Az elfogadott kérelem iratait a szerződés idejére, majd további 5 évig őrizzük. Az elutasított kérelmet legfeljebb 2 évig őrizzük meg. A pénzmosás elleni adatokat 5 évig tároljuk.',
        '{transmits} Hozzájárulásával kérelmét továbbítjuk az Ön által választott hitelezőnek. A továbbított kérelmet a hitelező válasza után legfeljebb 2 évig őrizzük meg. A pénzmosás elleni adatokat 5 évig tároljuk.',
      ],
    },
    {
      id: 'rights',
      title: 'Az Ön jogai',
      paragraphs: [
        'Kérheti adatai megismerését, helyesbítését, törlését, korlátozását és kiadását, illetve tiltakozhat a felhasználásuk ellen. Egy hónapon belül válaszolunk. A francia adatvédelmi hatósághoz, a CNIL-hez is fordulhat.',
      ],
    },
    {
      id: 'cookies',
      title: 'Sütik',
      paragraphs: [
        'Az oldal nem használ hirdetési sütiket. Látogatottságmérő süti csak az Ön hozzájárulásával, legfeljebb 13 hónapra kerülne elhelyezésre. Elutasítani ugyanolyan egyszerű, mint elfogadni.',
      ],
    },
    {
      id: 'contact',
      title: 'Kapcsolat',
      paragraphs: [
        'Írjon a következő címre: {{institution.dpoEmail}}, vagy levélben: {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    {
      id: 'update',
      title: 'Utolsó frissítés',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'A teljes adatvédelmi szabályzat elolvasása (franciául)',
};

export default summary;
