import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import type { Offer } from './payments-queries.ts';

/** Says that a payment provider does not respond, if methods are missing for that reason. */
export function MissingMethods({ of: offer }: { of: Offer }): ReactElement | null {
  const say = useSay();
  if (!offer.methods_missing || offer.paymentmethods.length === 0) return null;
  return <Alert tone="info">{say('payments.methods-missing')}</Alert>;
}
