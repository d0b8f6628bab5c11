import { isIntermediary } from '../path-of-loans.tsx';
import { Call } from './call.tsx';
import { Claims, Hero } from './hero.tsx';
import { Services } from './services.tsx';
import { Why } from './why.tsx';

/** What stands before the testimonials of the home page. */
export function Opening() {
  return (
    <>
      <Hero />
      <Claims />
      <Services />
      {/* What a lender promises of its decisions and its loans (LC-6). */}
      {isIntermediary ? null : <Why />}
      <Call />
    </>
  );
}
