import { type ReactElement, useId } from 'react';

import { useFormat } from '../platform/format.ts';
import { useSay } from '../platform/sentences.tsx';
import { FieldError } from '../ui/field.tsx';
import { Select, TextInput } from '../ui/input.tsx';

/** A date of birth in three fields. Posts `birth_day`, `birth_month` (a number, chosen by name) and `birth_year`. */
export function BirthDateFields(props: {
  defaults: Record<string, string | undefined>;
  help: string;
  error?: string | undefined;
}): ReactElement {
  const say = useSay();
  const format = useFormat();
  const id = useId();
  const { defaults, help, error } = props;
  const wrong = error ? true : undefined;
  // Help and error belong to the three fields together.
  const aria = {
    'aria-invalid': wrong,
    'aria-required': true,
    'aria-describedby': error ? `${id}-error` : `${id}-help`,
  } as const;
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-13 font-semibold text-ink-2">{say('accounts.birth-date')}</legend>
      <div className="grid grid-cols-[1fr_1.7fr_1.2fr] gap-2">
        <TextInput
          aria-label={say('accounts.birth-day')}
          name="birth_day"
          autoComplete="bday-day"
          maxLength={2}
          placeholder={say('accounts.birth-day')}
          defaultValue={defaults['birth_day']}
          inputMode="numeric"
          {...aria}
        />
        <Select
          aria-label={say('accounts.birth-month')}
          name="birth_month"
          autoComplete="bday-month"
          defaultValue={defaults['birth_month'] ?? ''}
          {...aria}
        >
          <option value="">{say('accounts.birth-month')}</option>
          {Array.from({ length: 12 }, (_, month) => (
            <option key={month} value={String(month + 1)}>
              {format.month(month + 1)}
            </option>
          ))}
        </Select>
        <TextInput
          aria-label={say('accounts.birth-year')}
          name="birth_year"
          autoComplete="bday-year"
          maxLength={4}
          placeholder={say('accounts.birth-year')}
          defaultValue={defaults['birth_year']}
          inputMode="numeric"
          {...aria}
        />
      </div>
      {error ? (
        <FieldError id={`${id}-error`}>{error}</FieldError>
      ) : (
        <p id={`${id}-help`} className="text-13 text-ink-3">
          {help}
        </p>
      )}
    </fieldset>
  );
}
