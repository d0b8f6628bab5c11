export default import.meta.glob(
  [
    '../../../locales/ch/*.json',
    // Loaded with the list of clients' words, or used by the server only.
    '!../../../locales/ch/{client,client-[!m]*,notifications,security,legal-notices,movements,*-reasons,documents,mails}.json',
  ],
  { import: 'default' },
);
