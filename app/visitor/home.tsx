import { useT } from '../i18n/t.ts';
import { institution } from '../page/institution.ts';
import { PageHead } from '../page/page-head.tsx';
import { Opening } from './home/opening.tsx';
import { Trust } from './home/trust.tsx';
import { Voices } from './home/voices.tsx';

export default function Home() {
  const t = useT();
  return (
    <>
      <PageHead
        title={t('home.title', { name: institution.brandName })}
        description={t('home.description')}
        path="/"
      />
      <Opening />
      <Voices />
      <Trust />
    </>
  );
}
