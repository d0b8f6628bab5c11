import { Component, type ReactNode } from 'react';
import { useT } from '../i18n/t.ts';

/** Shown when a screen throws: what happened, what was kept, what to do. */
function Broken() {
  const t = useT();
  return (
    <div className="page section">
      <div className="stack">
        <h1 className="page-title">{t('common.broken.title')}</h1>
        <p className="page-lead">{t('common.broken.explanation')}</p>
        <p>
          <button type="button" className="btn" data-tone="primary" onClick={() => window.location.reload()}>
            {t('common.broken.reload')}
          </button>
        </p>
      </div>
    </div>
  );
}

/** Keeps an error of its children to itself. */
export class Fence extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}
