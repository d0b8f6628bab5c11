/** The French words of the back office in one file (list-of.ts). */
export default import.meta.glob(
  ['../../../locales/fr/{admin,admin-*}.json', '!../../../locales/fr/admin-sign-in.json'],
  { import: 'default', eager: true },
);
