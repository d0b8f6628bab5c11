import { clientLanguageOf } from '#domain/clients/client-languages.ts';
import { Refusal } from '#domain/errors.ts';
import { legalDay } from '#domain/time/days.ts';
import { os } from '../http/context.ts';
import { DEFAULT_PAGE, decodeCursor, pageOf } from '../http/cursor.ts';
import { renderMail } from '../notifications/render-mail.ts';
import { mailsTo } from './queries.ts';

export const mailboxRoutes = {
  /** Mails are written anew each time they are read, from the same words as those that are sent. */
  list: os.mailbox.list.handler(async ({ input, context }) => {
    const { institution, config } = context.bank;
    if (institution.mode !== 'demo') throw new Refusal('not-found');
    const limit = input.limit ?? DEFAULT_PAGE;
    const rows = await mailsTo(context.db, input.recipient, { after: decodeCursor(input.cursor), limit });
    const { page, nextCursor } = pageOf(rows, limit, ({ mail }) => ({ at: mail.createdAt, id: mail.id }));
    return {
      mails: page.map(({ mail, language, firstName }) => {
        const { subject, text } = renderMail({
          template: mail.template,
          params: mail.params,
          language: clientLanguageOf(language ?? String(mail.params.language ?? '')),
          firstName,
          institution,
          publicUrl: config.publicUrl,
          today: legalDay(mail.createdAt),
        });
        return {
          id: mail.id,
          recipient: mail.recipient,
          subject,
          text,
          createdAt: mail.createdAt.toISOString(),
        };
      }),
      nextCursor,
    };
  }),
};
