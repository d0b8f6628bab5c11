export default import.meta.glob('../../../locales/es/*.json', { import: 'default' });
