import { type ReactElement, useState } from 'react';
import { useActionData } from 'react-router';

import { aboutLengthMax } from '../../../contract/members/limits.ts';
import type { OwnProfile } from '../../../contract/members/operations.ts';
import { countCodePoints } from '../../../contract/platform/text.ts';
import { useFormat } from '../../platform/format.ts';
import { useSay } from '../../platform/sentences.tsx';
import { toneGround } from '../../ui/alert.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/input.tsx';
import { useUnsaved } from '../../shell/use-unsaved.ts';
import { contactIn } from '../contact-in.ts';
import type { RefusedProfile } from './post-profile.ts';
import { ProfileForm, ProfileSection } from './profile-section.tsx';
import { SaveNote } from './save-note.tsx';
import { pauseMs, useAutosave } from './use-autosave.ts';

const fits = (text = ''): boolean => countCodePoints(text) <= aboutLengthMax;

/** The about text, with a counter and a hint about contact details. The earlier text can be restored. */
export function AboutSection({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const refused = useActionData<RefusedProfile>();
  const saving = useAutosave(({ about }) => fits(about));
  const restore = (about: string): void => saving.change({ about }, pauseMs.words);
  useUnsaved('about', saving.draft.about ?? null, restore, profile.about);
  // The text at page load.
  const [before, setBefore] = useState(profile.about);
  const shown = saving.draft.about ?? refused?.typed.about ?? profile.about;
  const length = countCodePoints(shown);
  const over = length > aboutLengthMax;
  const contact = contactIn(profile.about);
  const undo = (): void => {
    setBefore(shown);
    saving.change({ about: before }, 0);
  };
  return (
    <ProfileSection id="about" title={say('members.about')} intro={say('members.about-help')}>
      <ProfileForm id="about" saving={saving}>
        <Field
          label={say('members.about-label')}
          aside={
            <span className={over ? 'font-bold text-danger tabular-nums' : 'tabular-nums'}>
              {say('members.about-count', { count: format.number(length), max: format.number(aboutLengthMax) })}
            </span>
          }
          error={over ? say('members.about-too-long', { count: length - aboutLengthMax }) : saving.fields['about']}
        >
          <TextArea
            name="about"
            rows={4}
            dir="auto"
            value={shown}
            onChange={(event) => saving.change({ about: event.target.value }, pauseMs.words)}
          />
        </Field>
        <p className="-my-4 flex min-h-8 items-center justify-between gap-4">
          <SaveNote saving={saving} field="about" />
          {saving.saved && before !== shown && (
            <button
              type="button"
              onClick={undo}
              className="rounded-small px-1 py-1 text-13 font-bold text-primary-ink underline underline-offset-3"
            >
              {say('common.undo')}
            </button>
          )}
        </p>
        <p role="status" className={cx('rounded-photo px-4 py-3 text-13 empty:hidden', toneGround.info)}>
          {contact && say('members.about-contact', { kind: contact })}
        </p>
      </ProfileForm>
    </ProfileSection>
  );
}
