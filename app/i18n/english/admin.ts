/** The English words of the back office in one file (../area-lists.ts), but for those of its sign-in, of the audit trail and of the team's tab. */
export default import.meta.glob(
  ['../../../locales/en/{admin,admin-*}.json', '!../../../locales/en/admin-{audit,sign-in,staff}.json'],
  { import: 'default', eager: true },
);
