import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { signupMessageLengthMax } from '../../contract/accounts/limits.ts';
import { profileQuery } from '../members/members-queries.ts';
import { settingsQuery } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
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
 * The first message to the member whom a visitor signs up to contact, with its price. Hidden if that member cannot be
 * seen or the message cannot be paid, unless a message was refused: then its text can still be saved.
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
    <Field
      label={label}
      aside={say('common.optional')}
      help={price && say(`accounts.first-message-${price.kind}`, values)}
      error={error}
    >
      <TextArea
        name="signup_message"
        rows={2}
        maxLength={Math.min(signupMessageLengthMax, settings.message_length)}
        defaultValue={defaultValue}
      />
    </Field>
  );
}
