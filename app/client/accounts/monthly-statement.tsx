import FileText from 'lucide-react/icons/file-text';
import { useState } from 'react';
import { addMonths } from '#domain/loans/due-dates.ts';
import { legalDay } from '#domain/time/days.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { useWords } from '../../i18n/t.ts';
import { monthInWords } from '../../i18n/typed-month.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { DownloadButton } from '../frame/download-button.tsx';

/** Every month from one date to another, YYYY-MM, newest first. */
export function monthsBetween(since: string, until: string): string[] {
  const months: string[] = [];
  const first = since.slice(0, 7);
  for (let month = until.slice(0, 7); month >= first; month = addMonths(`${month}-01`, -1).slice(0, 7))
    months.push(month);
  return months;
}

/** The statement of any month since the account was opened, by French legal time like the documents. */
export function MonthlyStatement({ since }: { since: string }) {
  const { t, locale } = useWords();
  const months = monthsBetween(legalDay(new Date(since)), useBankDay());
  const [isOpen, setOpen] = useState(false);
  const [month, setMonth] = useState(months[0] ?? '');
  return (
    <>
      <Button size="dense" icon={<FileText aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('client-transactions.statement')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        size="small"
        title={t('client-transactions.statementTitle')}
        description={t('client-transactions.statementLead')}
        closeLabel={t('common.close')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('common.close')}</Button>
            <DownloadButton path={`/api/documents/statements/${month}.pdf`} isTranslated size="regular">
              {t('client-transactions.pdf')}
            </DownloadButton>
          </>
        }
      >
        <Select
          name="month"
          label={t('client-transactions.month')}
          value={month}
          options={months.map((each) => ({ value: each, label: monthInWords(each, locale) }))}
          onChange={(event) => setMonth(event.target.value)}
        />
      </Dialog>
    </>
  );
}
