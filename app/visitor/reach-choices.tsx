import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import { buildMailto, buildMessagingLink } from '#domain/enquiries/message.ts';
import { institution } from '../page/institution.ts';

/** Two ways to contact the institution with a prefilled message, as menu entries; messaging only where it has a number. */
export function ReachChoices({
  subject,
  text,
  labels,
}: {
  subject: string;
  text: string;
  labels: { readonly email: string; readonly messaging: string };
}) {
  const { customerServiceEmail, messagingNumber: number } = institution;
  return (
    <>
      <li>
        <a className="menu-item" href={buildMailto({ to: customerServiceEmail, subject, body: text })}>
          <Mail aria-hidden="true" />
          {labels.email}
        </a>
      </li>
      {number ? (
        <li>
          <a
            className="menu-item"
            href={buildMessagingLink({ number, text })}
            target="_blank"
            rel="noreferrer"
          >
            <MessageCircle aria-hidden="true" />
            {labels.messaging}
          </a>
        </li>
      ) : null}
    </>
  );
}
