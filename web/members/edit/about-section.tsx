import { type ReactElement, useState } from 'react';

import { aboutLengthMax } from '../../../contract/limits.ts';
import type { OwnProfile } from '../../../contract/members.ts';
import { countCodePoints } from '../../../contract/text.ts';
import { useFormat } from '../../format.ts';
import { useSay } from '../../sentences.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/input.tsx';
import { ProfileSection } from './profile-section.tsx';
import { useSaveProfile } from './use-save-profile.ts';

/** The own words, with a counter; what is typed stays when saving fails. */
export function AboutSection({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { save, busy, error, fields } = useSaveProfile();
  const [text, setText] = useState<string | null>(null);
  const shown = text ?? profile.about;
  const length = countCodePoints(shown);
  const over = length > aboutLengthMax;
  const store = async (): Promise<void> => {
    if (!over && (await save({ about: shown }))) setText(null);
  };
  return (
    <ProfileSection
      id="about"
      title={say('members.about')}
      intro={say('members.about-help')}
      onSave={() => void store()}
      changed={text !== null && text !== profile.about}
      busy={busy}
      error={fields['about'] === undefined ? error : null}
    >
      <Field
        label={say('members.about-label')}
        aside={
          <span className={over ? 'font-bold text-danger tabular-nums' : 'tabular-nums'}>
            {say('members.about-count', { count: format.number(length), max: format.number(aboutLengthMax) })}
          </span>
        }
        error={over ? say('members.about-too-long', { count: length - aboutLengthMax }) : fields['about']}
      >
        <TextArea rows={5} dir="auto" value={shown} onChange={(event) => setText(event.target.value)} />
      </Field>
    </ProfileSection>
  );
}
