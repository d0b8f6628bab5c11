import { hreflangOf, type LanguageCode, languages, referenceLanguage } from '../i18n/languages.ts';
import { useWords } from '../i18n/t.ts';
import { useCurrentPage } from './current-page.ts';
import { institution, isDemo, publicUrl } from './institution.ts';
import { pageAddress } from './page-address.ts';
import { cleanPath } from './site-map.ts';

interface PageHeadProps {
  /** Title without the institution's name, which is appended. */
  readonly title: string;
  readonly description?: string;
  /** The page's path in French, `/prets`; without it the page has no canonical URL and is not indexed. */
  readonly path?: string;
  /** Path of the preview image for shared links. */
  readonly image?: string;
  readonly type?: 'website' | 'article';
}

/** The full address of a page in a language. `/` sends visitors on by their language, so the French home page is also the address of all others. */
const addressIn = (path: string, language: LanguageCode) =>
  `${publicUrl}${pageAddress(cleanPath(path), language)}`;

/** The page's metadata for browsers, search engines and shared links. React moves these elements into `<head>`. */
export function PageHead({
  title,
  description,
  path,
  image = '/share.png',
  type = 'website',
}: PageHeadProps) {
  const fullTitle = path === '/' ? title : `${title} – ${institution.brandName}`;
  const { language } = useWords();
  const { languages: translations } = useCurrentPage();
  const address = path === undefined ? undefined : addressIn(path, language);
  return (
    <>
      <title>{fullTitle}</title>
      {description ? <meta name="description" content={description} /> : null}
      {isDemo || address === undefined ? <meta name="robots" content="noindex" /> : null}
      {address === undefined ? null : (
        <>
          <link rel="canonical" href={address} />
          {languages
            .filter(({ code }) => translations.includes(code))
            .map((each) => (
              <link
                key={each.code}
                rel="alternate"
                hrefLang={hreflangOf(each)}
                href={addressIn(path ?? '/', each.code)}
              />
            ))}
          <link rel="alternate" hrefLang="x-default" href={addressIn(path ?? '/', referenceLanguage)} />
          <meta property="og:url" content={address} />
          <meta property="og:type" content={type} />
          <meta property="og:site_name" content={institution.brandName} />
          <meta property="og:title" content={title} />
          {description ? <meta property="og:description" content={description} /> : null}
          <meta property="og:image" content={`${publicUrl}${image}`} />
        </>
      )}
    </>
  );
}
