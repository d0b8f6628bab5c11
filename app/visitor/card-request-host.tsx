import { type ComponentType, useEffect, useState } from 'react';
import { needCatalogues } from '../i18n/catalogues.ts';
import { useT } from '../i18n/t.ts';
import { toast } from '../ui/toasts.ts';
import { useAsked } from './asked.ts';
import { closeCardRequest, openCardRequest, useCardRequestIsOpen } from './card-request.ts';

async function loadDialog(): Promise<ComponentType> {
  const [dialog] = await Promise.all([
    import('./card-request-dialog.tsx'),
    needCatalogues(['card-request', 'sending', 'validation']),
  ]);
  return dialog.default;
}

/** The bank card request dialog, loaded when it is opened. */
export function CardRequestHost() {
  const t = useT();
  const isOpen = useCardRequestIsOpen();
  useAsked('card-request', openCardRequest);
  const [CardRequestDialog, setDialog] = useState<ComponentType | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, when first opened.
  useEffect(() => {
    if (!isOpen || CardRequestDialog) return;
    loadDialog().then(
      (dialog) => setDialog(() => dialog),
      () => {
        closeCardRequest();
        toast({
          tone: 'destructive',
          title: t('visitor.form.failed'),
          description: t('visitor.form.failedText'),
        });
      },
    );
  }, [isOpen]);

  return CardRequestDialog ? <CardRequestDialog /> : null;
}
