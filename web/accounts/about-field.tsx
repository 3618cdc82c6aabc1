import type { ReactElement } from 'react';

import { aboutLengthMax } from '../../contract/members/limits.ts';
import { useSay } from '../platform/sentences.tsx';
import { Field } from '../ui/field.tsx';
import { TextArea } from '../ui/input.tsx';

/** The optional "about me" text of the profile. */
export function AboutField({ defaultValue, error }: { defaultValue?: string; error?: string }): ReactElement {
  const say = useSay();
  return (
    <Field label={say('accounts.about')} aside={say('common.optional')} help={say('accounts.about-help')} error={error}>
      <TextArea name="about" rows={4} dir="auto" maxLength={aboutLengthMax} defaultValue={defaultValue} />
    </Field>
  );
}
