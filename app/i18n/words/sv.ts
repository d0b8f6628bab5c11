export default import.meta.glob(
  [
    '../../../locales/sv/*.json',
    // Loaded with the list of clients' words, or used by the server only.
    '!../../../locales/sv/{client,client-[!m]*,notifications,security,legal-notices,movements,*-reasons,documents,mails}.json',
  ],
  { import: 'default' },
);
