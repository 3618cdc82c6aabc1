import { type ReactElement, useId } from 'react';

import { useSay } from '../../platform/sentences/sentences.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Check, Icon } from '../../ui/icon.tsx';
import type { Autosave, ProfileField } from './profile-section.tsx';

export interface SettingSwitchProps {
  name: string;
  on: boolean;
  busy?: boolean;
  saved?: boolean;
  waiting?: boolean;
  onChange: (on: boolean) => void;
  label: string;
  help: string;
}

export function SettingSwitch({
  name,
  on,
  busy = false,
  saved = false,
  waiting = false,
  onChange,
  label,
  help,
}: SettingSwitchProps): ReactElement {
  const id = useId();
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-5">
        <label htmlFor={id} className="min-w-0 font-bold">
          {label}
        </label>
        <input
          id={id}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its own checked state
          role="switch"
          name={name}
          checked={on}
          aria-busy={busy || undefined}
          aria-describedby={`${id}-help`}
          onChange={(event) => !busy && onChange(event.target.checked)}
          className="relative h-8 w-13 shrink-0 cursor-pointer appearance-none rounded-pill bg-sunken inset-ring-[1.5px] inset-ring-line-strong transition-colors after:absolute after:top-1 after:left-1 after:size-6 after:rounded-full after:bg-line-strong after:transition-[translate,background-color] checked:bg-primary checked:inset-ring-primary checked:after:translate-x-5 checked:after:bg-on-primary before:absolute before:-inset-1.5 before:content-['']"
        />
      </div>
      <p id={`${id}-help`} className="max-w-[58ch] text-13 text-ink-2">
        {help}
      </p>
      <Saved shown={saved} waiting={waiting} />
    </div>
  );
}

export function SaveError({ text }: { text: string | null }): ReactElement | null {
  return text === null ? null : <FieldError>{text}</FieldError>;
}

export function SaveNote({ saving, field }: { saving: Autosave; field: ProfileField }): ReactElement {
  return <Saved shown={saving.saved && saving.last === field} />;
}

/** The note that a change is saved, always mounted, so that screen readers announce it. */
export function Saved({ shown, waiting = false }: { shown: boolean; waiting?: boolean }): ReactElement {
  const say = useSay();
  return (
    <span role="status">
      {waiting && <span className="block text-13 font-semibold text-ink-2">{say('common.saved-later')}</span>}
      {shown && (
        <span className="inline-flex animate-fade items-center gap-1 text-13 font-semibold text-success">
          <Icon of={Check} size="xs" />
          {say('common.saved')}
        </span>
      )}
    </span>
  );
}
