import type { FormEvent, ReactElement, ReactNode } from 'react';

import { useSay } from '../../sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldError } from '../../ui/field.tsx';

export interface ProfileSectionProps {
  id: string;
  title: string;
  intro?: ReactNode;
  /** With it the section ends with a button that saves it. */
  onSave?: () => void;
  /** Something is not saved yet. */
  changed?: boolean;
  busy?: boolean;
  error?: string | null;
  children: ReactNode;
}

/** A part of the own profile that is saved by itself. */
export function ProfileSection(props: ProfileSectionProps): ReactElement {
  const say = useSay();
  const { id, title, intro, onSave, changed = false, busy = false, error, children } = props;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave?.();
  };
  return (
    <Card as="section" id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <h2 id={`${id}-title`} className="speak text-20">
        {title}
      </h2>
      {intro !== undefined && <p className="mt-1 max-w-[62ch] text-13 text-ink-2">{intro}</p>}
      {onSave === undefined ? (
        <div className="mt-4 grid gap-5">{children}</div>
      ) : (
        <form onSubmit={submit} className="mt-4 grid gap-5">
          {children}
          {error != null && (
            <div role="alert">
              <FieldError>{error}</FieldError>
            </div>
          )}
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit" variant={changed ? 'primary' : 'quiet'} busy={busy} disabled={!changed && !busy}>
              {say('common.save')}
            </Button>
            {changed && <span className="text-13 text-ink-3">{say('members.unsaved')}</span>}
          </div>
        </form>
      )}
    </Card>
  );
}
