import { type ReactElement, useRef, useState } from 'react';

import { useSay } from '../sentences.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/input.tsx';

/** The likely address that a mistyped one means; the list of domains comes only when somebody has typed one. */
async function suggestionFor(email: string): Promise<string | undefined> {
  const { run } = await import('@zootools/email-spell-checker');
  return run({ email })?.full;
}

export interface EmailFieldProps {
  defaultValue?: string | undefined;
  error?: string | undefined;
  /** Called when a suggestion took the place of what was typed. */
  onCorrect?: () => void;
}

/** An e-mail address, with "Did you mean …" for what looks mistyped (specification, section 5). What is typed keeps working. */
export function EmailField({ defaultValue, error, onCorrect }: EmailFieldProps): ReactElement {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const [suggestion, setSuggestion] = useState<string>();
  const look = async (): Promise<void> => {
    const email = input.current?.value.trim() ?? '';
    const found = email.includes('@') ? await suggestionFor(email).catch(() => undefined) : undefined;
    // Meanwhile somebody may have typed on.
    if (input.current?.value.trim() === email) setSuggestion(found === email ? undefined : found);
  };
  const take = (): void => {
    if (!input.current || suggestion === undefined) return;
    input.current.value = suggestion;
    input.current.focus();
    setSuggestion(undefined);
    onCorrect?.();
  };
  return (
    <div className="grid gap-1">
      <Field label={say('accounts.email')} error={error}>
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
          <Button variant="plain" size="sm" className="-ml-3 max-w-full break-all" onClick={take}>
            {say('accounts.did-you-mean', { email: suggestion })}
          </Button>
        )}
      </div>
    </div>
  );
}
