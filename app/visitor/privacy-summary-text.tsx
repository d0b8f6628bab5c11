import { useDates } from '../i18n/dates.ts';
import { PageText } from '../page/page-text.tsx';
import { WhoLends } from './path-of-loans.tsx';

/** The short privacy page in the language of the page, with a link to the whole text, which is French. */
export function SummaryText() {
  const { day } = useDates();
  return (
    <PageText name="privacy-summary">
      {({ title, lead, sections, lastUpdate, fullTextLink }) => (
        <>
          <header className="page-head">
            <h1 className="page-title">{title}</h1>
            <p className="page-lead">{lead}</p>
          </header>
          <div className="prose summary-sections">
            {sections.map((section) => (
              <div key={section.id} className="summary-section">
                <h2 id={section.id}>{section.title}</h2>
                {section.paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
                {section.id === 'usage' ? <WhoLends /> : null}
                {section.items ? (
                  <ul>
                    {section.items.map((item) => (
                      <li key={item}>{item}</li>
                    ))}
                  </ul>
                ) : null}
                {section.id === 'update' ? (
                  <p>
                    <time dateTime={lastUpdate}>
                      <strong>{day(lastUpdate)}</strong>
                    </time>
                  </p>
                ) : null}
              </div>
            ))}
            <p>
              <a hrefLang="fr" href="/confidentialite">
                {fullTextLink}
              </a>
            </p>
          </div>
        </>
      )}
    </PageText>
  );
}
