import { type FormEvent, type KeyboardEvent, type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';

import { isBlank } from '../../contract/platform/text.ts';
import { call } from '../platform/calls/call.ts';
import { errorText } from '../platform/calls/errors.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Button } from '../ui/button.tsx';
import { Field, TextInput } from '../ui/field.tsx';
import { isComposing } from '../ui/is-composing.ts';

export interface DiscountFieldProps {
  /** The chosen bundle: a code may have a minimum price. */
  bundle: string;
  /** Called once the server has accepted the code; its promise is awaited. */
  onCode: (code: string) => Promise<unknown>;
}

const form = 'discount-form';
const place = 'discount-code';

/** Reloads the page with the code until the script has loaded. Outside the order form, which Enter must not submit. */
export function DiscountForm(): ReactElement {
  return <form id={form} method="get" action={`#${place}`} hidden />;
}

export function DiscountField({ bundle, onCode }: DiscountFieldProps): ReactElement {
  const say = useSay();
  const [query] = useSearchParams();
  const [text, setText] = useState(query.get('code') ?? '');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const use = async (): Promise<void> => {
    if (isBlank(text) || busy) return;
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
  const applyCodeFromAddress = useEffectEvent(() => void use());
  useEffect(() => applyCodeFromAddress(), []);
  const send = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    void use();
  };
  return (
    <Field label={say('discounts.field')} error={error}>
      <div id={place} className="flex scroll-mt-40 gap-2.5">
        <TextInput
          name="code"
          form={form}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && !isComposing(event.nativeEvent) && send(event)}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="min-w-0 flex-1"
        />
        <input type="hidden" name="bundle" value={bundle} form={form} />
        <Button type="submit" form={form} variant="quiet" busy={busy} onClick={send}>
          {say('discounts.field-action')}
        </Button>
      </div>
    </Field>
  );
}
