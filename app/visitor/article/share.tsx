import ExternalLink from 'lucide-react/icons/external-link';
import Share2 from 'lucide-react/icons/share-2';
import { useT } from '../../i18n/t.ts';
import { institution } from '../../page/institution.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { MenuList, Popover } from '../../ui/popover.tsx';
import { shareHref } from './share-links.ts';

/** What a failed share or copy does: nothing but a line in the console (docs/rules.md, Messages). */
const log = (error: unknown) => console.error(error);

function deviceShare(data: ShareData): void {
  navigator.share(data).catch((error: unknown) => {
    // Closing the system's share sheet is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) log(error);
  });
}

/** The island `share`: the system's share sheet where available, otherwise links; and a button that copies the address. */
export default function Share({ path, title }: { path: string; title: string }) {
  const t = useT();
  return (
    <Popover
      className="share no-print only-scripted"
      placement="bottom-start"
      label={t('article.share.button')}
      panelLabel={t('article.share.label')}
      button={{ size: 'dense', icon: <Share2 aria-hidden="true" /> }}
    >
      {(close) => {
        const url = location.origin + path;
        return (
          <>
            <MenuList>
              {'share' in navigator ? (
                <li>
                  <button
                    type="button"
                    className="menu-item"
                    onClick={() => {
                      deviceShare({ url, title });
                      close();
                    }}
                  >
                    <Share2 aria-hidden="true" />
                    {t('article.share.device')}
                  </button>
                </li>
              ) : (
                institution.shareTargets.map((target) => (
                  <li key={target.id}>
                    <a
                      className="menu-item"
                      href={shareHref(target, { url, title })}
                      target="_blank"
                      rel="noreferrer"
                    >
                      <ExternalLink aria-hidden="true" />
                      {t('article.share.on', { name: target.label })}
                    </a>
                  </li>
                ))
              )}
            </MenuList>
            <div className="share-copy">
              <CopyButton
                size="dense"
                block
                text={url}
                label={t('article.share.copy')}
                copiedLabel={t('article.share.copied')}
                onFail={log}
              />
            </div>
          </>
        );
      }}
    </Popover>
  );
}
