export default import.meta.glob(
  [
    '../../../locales/zh/*.json',
    // Loaded with the list of clients' words, or used by the server only.
    '!../../../locales/zh/{client,client-[!m]*,notifications,security,legal-notices,movements,*-reasons,documents,mails}.json',
  ],
  { import: 'default' },
);
