import { type ReactElement, useId } from 'react';

import { Saved } from './save-note.tsx';

export interface SettingSwitchProps {
  /** Its name in a form that is posted without JavaScript. */
  name: string;
  on: boolean;
  busy?: boolean;
  saved?: boolean;
  /** The change waits for a connection. */
  waiting?: boolean;
  onChange: (on: boolean) => void;
  label: string;
  help: string;
}

/** A switch that takes effect at once, with an explanation. */
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
