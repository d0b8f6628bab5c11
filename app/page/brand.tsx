import { Wordmark } from '../ui/mark.tsx';
import { institution } from './institution.ts';

/** The mark and the institution's name, as a link; to the home page by default. */
export function Brand({ href = '/' }: { href?: string }) {
  return (
    <a className="brand" href={href}>
      <Wordmark name={institution.brandName} />
    </a>
  );
}
