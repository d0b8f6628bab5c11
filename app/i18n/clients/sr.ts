export default import.meta.glob(
  '../../../locales/sr/{client,client-[!m]*,notifications,security,legal-notices,movements,*-reasons}.json',
  {
    import: 'default',
    eager: true,
  },
);
