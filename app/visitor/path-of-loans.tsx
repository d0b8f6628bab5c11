import { registrations } from '#content/institution-values.ts';
import { useWords } from '../i18n/t.ts';
import { institution, isDemo, lends } from '../page/institution.ts';

/** Whether this institution lends nothing itself: no page promises a decision of its own (LC-6). */
export const isIntermediary = !lends;

/** The lenders to which a house that does not lend hands requests; none where it lends. */
const LENDERS = isIntermediary ? (institution.partnerLenders ?? []) : [];

/** What a house that does not lend does with a request, in one paragraph. */
export function useIntermediary(): { readonly step: string; readonly text: string } {
  const { t } = useWords();
  return {
    step: t('visitor.intermediary.step'),
    text: t('visitor.intermediary.text', { lenders: LENDERS.map(({ name }) => name).join(', ') }),
  };
}

/** Who lends, where this house does not, at the head of a page that is about loans. */
export function WhoLends() {
  const { text } = useIntermediary();
  return isIntermediary ? <p className="who-lends">{text}</p> : null;
}

/** The lenders of an intermediary with the number by which the public register has each, for visitors who verify who lends. */
export function LendersToVerify() {
  const { t } = useWords();
  const { text } = useIntermediary();
  if (!isIntermediary) return null;
  return (
    <div className="who-lends">
      <p>{text}</p>
      <ul>
        {LENDERS.flatMap(({ code, name, cib }) =>
          registrations({ ...institution, cib, orias: undefined }).map(
            ({ name: register, number, registerUrl }) => (
              <li key={code}>
                {name}, <span className="tabular">{`${register} ${number}`}</span>{' '}
                <a href={registerUrl} target="_blank" rel="noreferrer">
                  {t('footer.checkRegister')}
                </a>
              </li>
            ),
          ),
        )}
      </ul>
    </div>
  );
}

/** Where pages tell how a loan is paid out: what the demonstration does instead (LC-4), and who lends where this house does not (LC-6). */
export function PathOfLoans() {
  const { t } = useWords();
  const { text } = useIntermediary();
  if (isDemo) return <p className="fictional">{t('visitor.legal.demonstration')}</p>;
  return isIntermediary ? <p>{text}</p> : null;
}
