import './home/home.css';
import { useT } from '../i18n/t.ts';
import { institution } from '../page/institution.ts';
import { PageHead } from '../page/page-head.tsx';
import { Still } from '../page/still.tsx';
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
      <Still name="home" part="Opening" />
      <Voices />
      <Still name="home" part="Trust" />
    </>
  );
}
