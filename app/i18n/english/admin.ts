/** The English words of the back office in one file (../area-lists.ts), but for those of its sign-in, of the audit trail, of files of the bank, of the team's tab and of a house that does not lend. */
export default import.meta.glob(
  [
    '../../../locales/en/{admin,admin-*}.json',
    '!../../../locales/en/admin-{audit,bank-files,sign-in,staff,transmission}.json',
  ],
  { import: 'default', eager: true },
);
