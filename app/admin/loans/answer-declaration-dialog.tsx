import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAnnounce } from '../desk/announce.ts';

export type Declaration = Awaited<ReturnType<typeof api.loanOffers.declarations>>['declarations'][number];

/** Names the contract that a declaration is about, as of its own day, or closes it without one (LC-54). */
export function AnswerDeclarationDialog({
  declaration,
  act,
  onClose,
}: {
  declaration: Declaration;
  act: 'attach' | 'close';
  onClose: () => void;
}) {
  const t = useT();
  const { moment } = useFormats();
  const { done } = useAnnounce();
  const showProblem = useProblemToast();
  const [reference, setReference] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const { send, sending } = useSubmission(api.loanOffers.answerDeclaration, {
    onSuccess: () => {
      void refresh(['loans']);
      done(act === 'attach' ? 'admin-loans.contract.closed' : 'admin-loans.declarations.closed');
      onClose();
    },
    onProblem: (problem) => {
      if (problem.code === 'not-found' && act === 'attach') setUnknown(true);
      else showProblem(problem);
      void refresh(['loans']);
    },
  });
  const isAttaching = act === 'attach';
  const typed = reference.trim();
  return (
    <ConfirmDialog
      title={t(`admin-loans.declarations.${act}Title`)}
      description={t(`admin-loans.declarations.${act}Text`)}
      submit={isAttaching && typed === '' ? null : t(`admin-loans.declarations.${act}Submit`)}
      submitting={t('admin-loans.contract.closing')}
      sending={sending}
      onConfirm={() => send({ id: declaration.id, contractReference: isAttaching ? typed : null })}
      onClose={onClose}
    >
      <DefinitionList
        items={[
          { term: t('admin-loans.declarations.name'), value: declaration.name },
          { term: t('admin-loans.declarations.email'), value: declaration.email },
          { term: t('admin-loans.declarations.reference'), value: declaration.reference },
          { term: t('admin-loans.declarations.declaredAt'), value: moment(declaration.declaredAt) },
        ]}
      />
      {isAttaching ? (
        <TextField
          name="contractReference"
          label={t('admin-loans.declarations.contract')}
          hint={t('admin-loans.declarations.contractHint')}
          error={isUnknown ? t('admin-loans.declarations.unknown') : undefined}
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={reference}
          onChange={(event) => {
            setReference(event.currentTarget.value);
            setUnknown(false);
          }}
        />
      ) : null}
    </ConfirmDialog>
  );
}
