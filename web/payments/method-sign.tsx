import type { ReactElement } from 'react';

import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import signs from './method-signs.svg?url';
import { cx } from '../ui/cx.ts';

export interface MethodSignProps {
  of: PaymentMethodId;
  /** 36 by 24 pixels, or 30 by 20. */
  size?: 'md' | 'sm';
  className?: string;
}

/**
 * The sign of a payment method, drawn by ourselves. Always decorative: the method's name is next to it. All signs share
 * one cacheable file, so that scripts do not grow.
 */
export function MethodSign({ of, size = 'md', className }: MethodSignProps): ReactElement {
  return (
    <svg
      viewBox="0 0 36 24"
      aria-hidden="true"
      className={cx('shrink-0', size === 'md' ? 'h-6 w-9' : 'h-5 w-7.5', className)}
    >
      <use href={`${signs}#${of}`} />
    </svg>
  );
}
