import { institution } from './institution.ts';

/** The mark: a counter's arched window with its ledge, in the line of every drawing of the product. */
export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M7 25V14a9 9 0 0 1 18 0v11" />
      <path d="M3 25h26" />
      <path d="M12 25v-3a4 4 0 0 1 8 0v3" />
    </svg>
  );
}

/** Mark and name; a link to the home page unless it stands on a screen that keeps the person where they are. */
export function Brand({ href = '/' }: { href?: string }) {
  return (
    <a className="brand" href={href}>
      <BrandMark />
      <span>{institution.brandName}</span>
    </a>
  );
}
