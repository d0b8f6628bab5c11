export default import.meta.glob('../../../locales/en/*.json', { import: 'default' });
