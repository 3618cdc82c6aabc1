import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';

import { useSay } from '../../platform/sentences/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { suggestEmail } from './suggest-email.ts';

export interface EmailFieldProps {
  label?: string;
  defaultValue?: string | undefined;
  error?: string | undefined;
}

/** An email address with "Did you mean …" for likely typos (specification, section 5). The typed one stays valid. */
export function EmailField({ label, defaultValue, error }: EmailFieldProps): ReactElement {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const [suggestion, setSuggestion] = useState<string>();
  const look = async (): Promise<void> => {
    const email = input.current?.value.trim() ?? '';
    const found = email.includes('@') ? await suggestEmail(email).catch(() => undefined) : undefined;
    // The text may have changed meanwhile.
    if (input.current?.value.trim() === email) setSuggestion(found === email ? undefined : found);
  };
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (defaultValue) void lookNow();
  }, [defaultValue]);
  const applySuggestion = (): void => {
    if (!input.current || suggestion === undefined) return;
    input.current.value = suggestion;
    input.current.focus();
    setSuggestion(undefined);
  };
  return (
    <div className="grid gap-1">
      <Field label={label ?? say('accounts.email')} error={error}>
        <TextInput
          ref={input}
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          aria-required
          defaultValue={defaultValue}
          placeholder={say('accounts.email-example')}
          onInput={() => setSuggestion(undefined)}
          onBlur={() => void look()}
        />
      </Field>
      <div aria-live="polite">
        {suggestion !== undefined && (
          <Button variant="plain" size="sm" className="-ml-3 max-w-full break-all" onClick={applySuggestion}>
            {say('accounts.did-you-mean', { email: suggestion })}
          </Button>
        )}
      </div>
    </div>
  );
}
