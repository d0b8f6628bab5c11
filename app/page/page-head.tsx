import { institution, isDemo, publicUrl } from './institution.ts';
import { cleanPath } from './site-map.ts';

interface PageHeadProps {
  /** Title without the institution's name, which is appended. */
  readonly title: string;
  readonly description?: string;
  /** The page's own path, `/prets`; without it the page has no canonical URL and is not indexed. */
  readonly path?: string;
  /** Path of the preview image for shared links. */
  readonly image?: string;
  readonly type?: 'website' | 'article';
}

/** The page's metadata for browsers, search engines and shared links. React moves these elements into `<head>`. */
export function PageHead({
  title,
  description,
  path,
  image = '/share.png',
  type = 'website',
}: PageHeadProps) {
  const fullTitle = path === '/' ? title : `${title} – ${institution.brandName}`;
  const address = path === undefined ? undefined : `${publicUrl}${cleanPath(path)}`;
  return (
    <>
      <title>{fullTitle}</title>
      {description ? <meta name="description" content={description} /> : null}
      {isDemo || address === undefined ? <meta name="robots" content="noindex" /> : null}
      {address === undefined ? null : (
        <>
          <link rel="canonical" href={address} />
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
