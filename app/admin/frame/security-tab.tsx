import { SecondFactorCard } from '../../security/second-factor.tsx';
import { OwnAccessCard } from './own-access-card.tsx';

/** How the signed-in member of the staff signs in: address, password and second factor. */
export function SecurityTab() {
  return (
    <div className="stack">
      <OwnAccessCard />
      <SecondFactorCard />
    </div>
  );
}
