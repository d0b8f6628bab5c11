import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Page, PageTitle, SkipLink } from '../../app/ui/layout.tsx';
import { type Theme, ThemeSwitch } from '../../app/ui/theme-switch.tsx';
import { ToastHost } from '../../app/ui/toast.tsx';
import { Actions } from './actions.tsx';
import { Charts } from './charts.tsx';
import { Disclosures } from './disclosures.tsx';
import { Drawings } from './drawings.tsx';
import { Fields } from './fields.tsx';
import { Figures } from './figures.tsx';
import { Rich } from './rich.tsx';
import { Tables } from './tables.tsx';
import './gallery.css';

const parts: Record<string, () => ReactNode> = {
  actions: Actions,
  fields: Fields,
  figures: Figures,
  disclosures: Disclosures,
  tables: Tables,
  drawings: Drawings,
  rich: Rich,
  charts: Charts,
};

function Gallery() {
  const asked = new URLSearchParams(location.search);
  const part = asked.get('part');
  const [theme, setTheme] = useState<Theme>((asked.get('theme') as Theme) ?? 'light');
  document.documentElement.dataset.theme = theme;
  const shown = part ? [part] : Object.keys(parts);
  return (
    <>
      <SkipLink>Aller au contenu</SkipLink>
      <main id="main" tabIndex={-1}>
        <Page>
          <PageTitle
            overline="Système de composants"
            actions={
              <ThemeSwitch
                label="Thème"
                labels={{ light: 'Clair', dark: 'Sombre', system: 'Comme le système' }}
                value={theme}
                onChange={setTheme}
              />
            }
          >
            {part ?? 'Tout'}
          </PageTitle>
          {shown.map((name) => {
            const Part = parts[name];
            return Part ? <Part key={name} /> : null;
          })}
        </Page>
      </main>
      <ToastHost label="Messages" closeLabel="Fermer le message" />
    </>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  );
