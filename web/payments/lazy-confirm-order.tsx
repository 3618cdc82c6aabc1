import { type ReactElement, useState } from 'react';

import { latePart } from '../ui/lazy-part.ts';
import { useLoadAhead } from '../ui/load-ahead.ts';
import type { ConfirmOrderProps } from './confirm-order.tsx';

const ConfirmOrder = latePart(async () => ({ default: (await import('./confirm-order.tsx')).ConfirmOrder }));

/** The dialog to confirm an order, loaded ahead; once opened it stays, so that it can close softly. */
export function LazyConfirmOrder(props: ConfirmOrderProps): ReactElement | null {
  const [wasOpened, setWasOpened] = useState(false);
  useLoadAhead(ConfirmOrder);
  if (props.open && !wasOpened) setWasOpened(true);
  return wasOpened ? <ConfirmOrder {...props} /> : null;
}
