import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'Prywatność w skrócie',
  lead: 'Co robimy z Twoimi danymi, na jednej stronie.',
  sections: [
    {
      id: 'collection',
      title: 'Jakie dane zbieramy',
      paragraphs: [
        '{accounts} Zbieramy dane potrzebne do rozpatrzenia wniosku i prowadzenia rachunku. Podajesz je nam samodzielnie albo powstają podczas korzystania z usługi.',
        '{elsewhere} Zbieramy dane potrzebne do rozpatrzenia wniosku i działania strefy klienta. Podajesz je nam samodzielnie albo powstają podczas korzystania z usługi.',
      ],
      items: [
        'tożsamość i dane kontaktowe,',
        'sytuacja, dochody i wydatki przy wniosku o kredyt,',
        '{moves} operacje i dane rachunku,',
        'logowania i wymienione wiadomości.',
      ],
    },
    {
      id: 'usage',
      title: 'Do czego ich używamy',
      paragraphs: [
        '{accounts} Używamy ich, aby rozpatrzyć wniosek, prowadzić rachunek, przestrzegać prawa i chronić usługę. Nie sprzedajemy ich.',
        '{elsewhere} Używamy ich, aby rozpatrzyć wniosek, prowadzić sprawę, przestrzegać prawa i chronić usługę. Nie sprzedajemy ich.',
        '{lends} Dane przyjętego wniosku przechowujemy przez czas trwania umowy, a potem 5\u00a0lat. Dane odrzuconego wniosku najwyżej 2\u00a0lata. Dane dotyczące przeciwdziałania praniu pieniędzy 5\u00a0lat.',
        '{transmits} Za Twoją zgodą przekazujemy wniosek kredytodawcy, którego wybierzesz. Dane przekazanego wniosku przechowujemy najwyżej 2\u00a0lata po jego odpowiedzi. Dane dotyczące przeciwdziałania praniu pieniędzy 5\u00a0lat.',
      ],
    },
    {
      id: 'rights',
      title: 'Twoje prawa',
      paragraphs: [
        'Masz prawo dostępu do swoich danych, ich sprostowania, usunięcia, ograniczenia i przeniesienia oraz prawo sprzeciwu. Odpowiadamy w ciągu miesiąca. Możesz też złożyć skargę do francuskiego organu ochrony danych, CNIL.',
      ],
    },
    {
      id: 'cookies',
      title: 'Pliki cookie',
      paragraphs: [
        'Strona nie używa reklamowych plików cookie. Plik do pomiaru ruchu, gdyby się pojawił, czekałby na Twoją zgodę i działał najwyżej 13\u00a0miesięcy. Odmowa jest tak samo prosta jak zgoda.',
      ],
    },
    {
      id: 'contact',
      title: 'Kontakt',
      paragraphs: [
        'Napisz na {{institution.dpoEmail}} albo listownie: {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    {
      id: 'update',
      title: 'Ostatnia aktualizacja',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Przeczytaj pełną politykę (po francusku)',
};

export default summary;
