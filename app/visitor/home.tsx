import { isBank } from '#domain/accounts/held-accounts.ts';
import { useT } from '../i18n/t.ts';
import { institution } from '../page/institution.ts';
import { PageHead } from '../page/page-head.tsx';
import { Opening } from './home/opening.tsx';
import { Trust } from './home/trust.tsx';
import { Voices } from './home/voices.tsx';

export default function Home() {
  const t = useT();
  const bank = isBank(institution);
  return (
    <>
      <PageHead
        title={t(bank ? 'home.title' : 'home.titleLender', { name: institution.brandName })}
        description={t(bank ? 'home.description' : 'home.descriptionLender')}
        path="/"
      />
      <Opening />
      <Voices />
      <Trust />
    </>
  );
}
