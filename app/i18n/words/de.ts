export default import.meta.glob('../../../locales/de/*.json', { import: 'default' });
