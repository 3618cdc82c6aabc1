import { type ReactElement, useLayoutEffect, useRef } from 'react';

import { EnteredCode } from '../discounts/active-discount.tsx';
import { DiscountField } from '../discounts/discount-field.tsx';

export interface OrderCodeProps {
  bundle: string;
  discount: { code: string; percentage: number } | null | undefined;
  code: string | undefined;
  onCode: (code: string | undefined) => void;
  /** Loads the price with a code before the code is applied, so that the page never shows a gap. */
  load: (code: string) => Promise<unknown>;
}

export function OrderCode({ bundle, discount, code, onCode, load }: OrderCodeProps): ReactElement {
  const used = discount && discount.code === code ? discount : null;
  const place = useRef<HTMLDivElement>(null);
  const had = useRef(used !== null);
  useLayoutEffect(() => {
    if (had.current === (used !== null)) return;
    had.current = used !== null;
    // The focused element is gone.
    place.current?.querySelector<HTMLElement>(used ? 'button' : '[name=code]')?.focus({ preventScroll: true });
  }, [used]);
  return (
    <div ref={place} className="grid gap-3 sm:max-w-[420px]">
      {used && <EnteredCode discount={used} onRemove={() => onCode(undefined)} />}
      {/* Stays mounted, so that a code in the address is applied only once. */}
      <div hidden={used !== null}>
        <DiscountField
          bundle={bundle}
          onCode={async (accepted) => {
            await load(accepted);
            onCode(accepted);
          }}
        />
      </div>
    </div>
  );
}
