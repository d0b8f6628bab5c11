export default import.meta.glob(
  '../../../locales/cs/{client,client-[!m]*,notifications,security,legal-notices,movements,*-reasons}.json',
  {
    import: 'default',
    eager: true,
  },
);
