import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useRef, useState } from 'react';

import { usernameError } from '../../../contract/accounts/username.ts';
import { nameLengthMin } from '../../../contract/members/limits.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { useDebounced } from '../../platform/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Check, Icon } from '../../ui/icon.tsx';
import { nameCheckQuery } from '../accounts-queries.ts';

const restMs = 400;

/** The name of a new member, checked while it is typed. A taken one comes with free ones to tap. */
export function NameField(props: { defaultValue: string | undefined; error: string | undefined }): ReactElement {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(props.defaultValue?.trim() ?? '');
  const [town, setTown] = useState('');
  const name = useDebounced(typed, restMs);
  const isSettled = name === typed && name.length >= nameLengthMin;
  // The separator of the next word is not a fault yet.
  const fault = isSettled ? usernameError(name.replace(/[ _'-]$/, ''), '') : undefined;
  const { data } = useQuery({ ...nameCheckQuery(name, town), enabled: isSettled && !fault });
  const found = isSettled ? (fault ?? data?.error) : undefined;
  const isFree = isSettled && !fault && data?.error === null;
  const read = (): void => {
    setTyped(input.current?.value.trim() ?? '');
    setTown((input.current?.form?.elements.namedItem('town_name') as HTMLInputElement | null)?.value ?? '');
  };
  const applySuggestion = (suggestion: string): void => {
    if (!input.current) return;
    input.current.value = suggestion;
    // The form stores the draft and removes the error as after any key.
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
    input.current.focus();
  };
  return (
    <div className="grid gap-2.5">
      <Field
        label={say('accounts.name')}
        help={
          <>
            {!isFree && say('accounts.name-help')}
            {/* Stays while it is empty: screen readers skip a region that arrives with its text. */}
            <span role="status">{isFree && <Free />}</span>
          </>
        }
        error={props.error ?? (found && say(`errors.${found}`))}
      >
        <TextInput
          ref={input}
          name="name"
          autoComplete="nickname"
          spellCheck={false}
          maxLength={100}
          aria-required
          defaultValue={props.defaultValue}
          onInput={read}
        />
      </Field>
      {found === 'name.taken' && data && data.suggestions.length > 0 && (
        <div role="group" aria-label={say('accounts.names-free')} className="flex flex-wrap items-center gap-2">
          <span aria-hidden="true" className="text-13 text-ink-2">
            {say('accounts.names-free')}
          </span>
          {data.suggestions.map((suggestion) => (
            <Button key={suggestion} variant="second" size="sm" onClick={() => applySuggestion(suggestion)}>
              {suggestion}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function Free(): ReactElement {
  const say = useSay();
  return (
    <span className="flex items-center gap-1.5">
      <Icon of={Check} size="xs" className="text-primary-ink" />
      {say('accounts.name-free')}
    </span>
  );
}
