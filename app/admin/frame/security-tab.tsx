import { SecondFactorCard } from '../../security/second-factor.tsx';

/** The sign-in security of the signed-in administrator. */
export function SecurityTab() {
  return <SecondFactorCard />;
}
