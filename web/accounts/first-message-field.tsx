import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { signupMessageLengthMax } from '../../contract/limits.ts';
import { profileQuery } from '../members/members-queries.ts';
import { settingsQuery } from '../queries.ts';
import { useSay } from '../sentences.tsx';
import { Field } from '../ui/field.tsx';
import { TextArea } from '../ui/input.tsx';
import { firstMessagePrice } from './first-message.ts';

export interface FirstMessageFieldProps {
  /** The member's id. */
  to: string;
  defaultValue: string | undefined;
  error: string | undefined;
}

/**
 * A first message to the member for whom somebody signs up, with its price. Nothing where they cannot be seen or paid,
 * unless words were refused that somebody may want to keep.
 */
export function FirstMessageField({ to, defaultValue, error }: FirstMessageFieldProps): ReactElement | null {
  const say = useSay();
  const { data: profile } = useQuery(profileQuery(to));
  const { data: settings } = useQuery(settingsQuery);
  const price = profile && settings && firstMessagePrice(profile, settings.signup_credits);
  if (!settings || (!price && error === undefined)) return null;
  const label = profile ? say('accounts.first-message', { name: profile.name }) : say('accounts.first-message-refused');
  const values = { count: price?.credits, start: settings.signup_credits };
  return (
    <Field label={label} help={price && say(`accounts.first-message-${price.kind}`, values)} error={error}>
      <TextArea
        name="signup_message"
        rows={2}
        maxLength={Math.min(signupMessageLengthMax, settings.message_length)}
        defaultValue={defaultValue}
      />
    </Field>
  );
}
