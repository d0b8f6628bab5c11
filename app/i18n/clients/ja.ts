export default import.meta.glob(
  '../../../locales/ja/{client,client-[!m]*,notifications,security,legal-notices,movements,*-reasons}.json',
  {
    import: 'default',
    eager: true,
  },
);
