import type { ReactElement } from 'react';

import { EnteredCode } from '../discounts/active-discount.tsx';
import { DiscountField } from '../discounts/discount-field.tsx';

export interface OrderCodeProps {
  bundle: string;
  /** The discount that the shown price has. */
  discount: { code: string; percentage: number } | null | undefined;
  /** The code that the member entered, if it is in use. */
  code: string | undefined;
  onCode: (code: string | undefined) => void;
  /** Loads the price with a code, before it is shown: so nothing on the page goes away meanwhile. */
  load: (code: string) => Promise<unknown>;
}

/** The field for a code, and the code in use. */
export function OrderCode({ bundle, discount, code, onCode, load }: OrderCodeProps): ReactElement {
  return (
    <div className="grid gap-3 sm:max-w-[420px]">
      {discount && discount.code === code && <EnteredCode discount={discount} onRemove={() => onCode(undefined)} />}
      <DiscountField
        bundle={bundle}
        onCode={async (accepted) => {
          await load(accepted);
          onCode(accepted);
        }}
      />
    </div>
  );
}
