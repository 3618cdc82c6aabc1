import { type KeyboardEvent, type ReactElement, useState } from 'react';

import { call } from '../call.ts';
import { errorText } from '../errors.ts';
import { useSay } from '../sentences.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/input.tsx';

export interface DiscountFieldProps {
  /** The chosen bundle: a code may hold from a certain price. */
  bundle: string;
  /** Gets the code once the server has accepted it; what it resolves to is waited for. */
  onCode: (code: string) => Promise<unknown>;
}

/** A field for a discount code. What is wrong with it stands under it, and nothing else on the page changes. */
export function DiscountField({ bundle, onCode }: DiscountFieldProps): ReactElement {
  const say = useSay();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const use = async (): Promise<void> => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    try {
      const { code } = await call('getDiscountCode', { code: text, bundle });
      await onCode(code);
      setError(undefined);
      setText('');
    } catch (failure) {
      setError(errorText(say, failure));
    } finally {
      setBusy(false);
    }
  };
  // It stands within the form of the order, which Enter must not send.
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void use();
  };
  return (
    <Field label={say('discounts.field')} error={error}>
      <div className="flex gap-2.5">
        <TextInput
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="min-w-0 flex-1"
        />
        <Button variant="quiet" busy={busy} onClick={() => void use()}>
          {say('discounts.field-action')}
        </Button>
      </div>
    </Field>
  );
}
