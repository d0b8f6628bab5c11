export default import.meta.glob('../../../locales/pt/*.json', { import: 'default' });
