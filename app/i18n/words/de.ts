export default import.meta.glob(
  [
    '../../../locales/de/*.json',
    // Loaded with the list of clients' words, or used by the server only.
    '!../../../locales/de/{client,client-[!m]*,notifications,security,legal-notices,movements,*-reasons,documents,mails}.json',
  ],
  { import: 'default' },
);
