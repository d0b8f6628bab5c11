import { nameDates } from '../own-date-words.ts';

nameDates('de-LU', {
  März: 'Mäerz',
  April: 'Abrëll',
  Mai: 'Mee',
  'Apr.': 'Abr.',
  Montag: 'Méindeg',
  Dienstag: 'Dënschdeg',
  Mittwoch: 'Mëttwoch',
  Donnerstag: 'Donneschdeg',
  Freitag: 'Freideg',
  Samstag: 'Samschdeg',
  Sonntag: 'Sonndeg',
  vor: 'virun',
  jetzt: 'elo',
  gestern: 'gëschter',
  'letzten Monat': 'leschte Mount',
  'letztes Jahr': 'lescht Joer',
  'Std.': 'St.',
  Minute: 'Minutt',
  Minuten: 'Minutten',
  Stunde: 'Stonn',
  Stunden: 'Stonnen',
  Tag: 'Dag',
  Tage: 'Deeg',
  Tagen: 'Deeg',
  Monat: 'Mount',
  Monate: 'Méint',
  Monaten: 'Méint',
  Jahr: 'Joer',
  Jahre: 'Joer',
  Jahren: 'Joer',
});

export default import.meta.glob(
  '../../../locales/lb/{client,client-[!m]*,notifications,security,legal-notices,movements,*-reasons}.json',
  {
    import: 'default',
    eager: true,
  },
);
