import { SecondFactorCard } from '../../security/second-factor.tsx';

/** How the administrator who is signed in comes in. */
export function SecurityTab() {
  return <SecondFactorCard />;
}
