/** The English words of the back office in one file (../area-lists.ts), but for those of its sign-in and of the team's tab. */
export default import.meta.glob(
  ['../../../locales/en/{admin,admin-*}.json', '!../../../locales/en/admin-{sign-in,staff}.json'],
  { import: 'default', eager: true },
);
