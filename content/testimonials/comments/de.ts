import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: 'Die Beraterin hat mir den effektiven Jahreszins Zeile für Zeile erklärt. Nach dem Gespräch habe ich den Betrag gesenkt und bereue es nicht.',
  2: 'Mein Wohnsitznachweis war zu alt, ich musste einen neuen schicken. Danach war jeder Schritt in meinem Kundenbereich zu sehen.',
  3: 'Niemand hat mich zur Unterschrift gedrängt. Ich habe das Angebot zehn Tage behalten und mit zwei anderen verglichen, bevor ich entschied.',
  4: 'Der Tilgungsplan stimmt auf den Cent mit meinen Abbuchungen überein. Ich hätte gern den Fälligkeitstag selbst gewählt.',
  5: 'Das Dokument verglich die Kosten meiner drei Kredite mit denen der Zusammenlegung. Ich wusste bei meiner Wahl, was ich mehr zahle.',
  6: 'Meine Anfrage wurde abgelehnt. Der Grund war klar, aber ich hätte ihn lieber am Telefon erfahren als in einer Nachricht.',
  7: 'Ich habe die Hälfte meines Kredits vorzeitig zurückgezahlt, ohne Gebühr. Den neuen Plan bekam ich gleich danach.',
  8: 'Der Rechner nennt die Gesamtkosten und nicht nur die Rate. Deshalb habe ich eine kürzere Laufzeit gewählt.',
  9: 'Nach dem Verlust meiner Stelle habe ich vor der ersten ausgebliebenen Rate angerufen. Gemeinsam haben wir einen Aufschub vereinbart.',
  10: 'Das Team ist seriös und beantwortet Fragen. Mein Antrag als Selbstständiger hat allerdings mehrere Rückfragen gebraucht.',
};

export default comments;
