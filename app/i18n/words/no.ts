export default import.meta.glob(
  [
    '../../../locales/no/*.json',
    // Loaded with the list of clients' words, or used by the server only.
    '!../../../locales/no/{client,client-*,notifications,security,legal-notices,movements,*-reasons,documents,mails}.json',
  ],
  { import: 'default' },
);
