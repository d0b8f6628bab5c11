import type { Institution } from '#content/institution/schema.ts';

type ShareTarget = Institution['shareTargets'][number];

/** The address of a share link: `{url}` and `{title}` of the institution's file, URL-encoded. */
export function shareHref(
  { href }: ShareTarget,
  article: { readonly url: string; readonly title: string },
): string {
  return href.replace(/\{(url|title)\}/g, (_whole, part: 'url' | 'title') =>
    encodeURIComponent(article[part]),
  );
}
