import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: 'Doradczyni objaśniła mi RRSO wiersz po wierszu. Po rozmowie z nią zmniejszyłam kwotę i nie żałuję.',
  2: 'Musiałem jeszcze raz wysłać potwierdzenie adresu, bo poprzednie było za stare. Potem każdy etap był widoczny w strefie klienta.',
  3: 'Nikt nie naciskał, żebym podpisał. Trzymałem ofertę dziesięć dni i porównałem ją z dwiema innymi.',
  4: 'Harmonogram spłat zgadza się z pobraniami co do centa. Chętnie wybrałabym sama termin płatności.',
  5: 'W dokumencie porównano koszt moich trzech kredytów z konsolidacją. Wybierając, wiedziałem, ile dopłacam.',
  6: 'Dostałam odmowę. Powód był jasny, ale wolałabym usłyszeć go przez telefon niż przeczytać w wiadomości.',
  7: 'Połowę kredytu spłaciłem wcześniej, bez opłat. Nowy plan dostałem zaraz potem.',
  8: 'Symulator pokazuje całkowity koszt, a nie tylko ratę. Dlatego wybrałam krótszy okres.',
  9: 'Po utracie pracy zadzwoniłem, zanim przepadła pierwsza rata. Razem znaleźliśmy sposób, by odroczyć raty.',
  10: 'Zespół jest rzetelny i odpowiada na pytania. Mój wniosek, jako osoby samozatrudnionej, wymagał jednak kilku rund wyjaśnień.',
};

export default comments;
