export default import.meta.glob(
  [
    '../../../locales/fi/*.json',
    // Loaded with the list of clients' words, or used by the server only.
    '!../../../locales/fi/{client,client-[!m]*,notifications,security,legal-notices,movements,*-reasons,documents,mails}.json',
  ],
  { import: 'default' },
);
