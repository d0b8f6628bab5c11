import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: 'Rådgiveren forklarte den effektive renten linje for linje. Etter samtalen senket jeg beløpet, og det angrer jeg ikke på.',
  2: 'Jeg måtte sende bekreftelse på adressen en gang til fordi den første var for gammel. Så vistes hvert steg på kundesidene.',
  3: 'Ingen presset meg til å skrive under. Jeg hadde tilbudet i ti dager og sammenlignet det med to andre.',
  4: 'Nedbetalingsplanen stemmer på centen med trekkene. Jeg skulle gjerne valgt forfallsdagen selv.',
  5: 'Dokumentet sammenlignet kostnaden for de tre lånene mine med å samle dem. Jeg visste hva jeg betalte ekstra da jeg valgte.',
  6: 'Jeg fikk avslag. Grunnen var klar, men jeg ville heller hørt den på telefon enn lest den i en melding.',
  7: 'Jeg betalte halve lånet tilbake før tiden, uten gebyr. Den nye planen fikk jeg rett etterpå.',
  8: 'Kalkulatoren viser totalkostnaden og ikke bare månedsbeløpet. Derfor valgte jeg kortere nedbetalingstid.',
  9: 'Da jeg mistet jobben, ringte jeg før den første betalingen glapp. Sammen fant vi en utsettelse.',
  10: 'De er seriøse og svarer på spørsmål. Men søknaden min som selvstendig næringsdrivende krevde flere runder.',
};

export default comments;
