import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { signupMessageLengthMax } from '../../../contract/accounts/limits.ts';
import { canPay } from '../../../contract/credits/can-pay.ts';
import { aboutLengthMax } from '../../../contract/members/limits.ts';
import type { Profile } from '../../../contract/members/operations.ts';
import { idPattern, toId } from '../../../contract/platform/id.ts';
import { profileQuery } from '../../members/members-queries.ts';
import { FictionalLabel } from '../../platform/fictional-label.tsx';
import { settingsQuery } from '../../platform/calls/queries.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Field, TextArea } from '../../ui/field.tsx';

export interface FirstMessageFieldProps {
  /** The member's id. */
  to: MemberId;
  defaultValue: string | undefined;
  error: string | undefined;
}

/** Hidden if the member cannot be seen or the message cannot be paid, unless one was refused: its text can be saved. */
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

const chatPath = new RegExp(`^/members/(${idPattern})/chat(?:$|\\?)`);

/** Returns the member to whom a visitor may write during sign-up (specification, section 3: signup form draft). */
export function parseReceiver(next: string): MemberId | undefined {
  const [, id] = chatPath.exec(next) ?? [];
  return id === undefined ? undefined : toId(id);
}

/** Returns the member to whom a visitor wants to write, as visitors may see them; undefined if there is none. */
export function useReceiver(next: string): Profile | undefined {
  const to = parseReceiver(next);
  return useQuery({ ...profileQuery(to ?? toId('')), enabled: to !== undefined }).data;
}

/** The picture of that member, with the label of a fictional profile. */
export function ReceiverPicture({ member }: { member: Profile }): ReactElement {
  const { data: settings } = useQuery(settingsQuery);
  const { name, main_image: image, main_blurred: blurred, fictional } = member;
  const file = image?.thumb_filename ?? blurred;
  return (
    <span className="grid w-24 shrink-0 justify-items-center gap-1.5">
      <Avatar name={name} size="xl" {...(file && { src: (settings?.cdn_prefix ?? '') + file })} />
      {fictional && <FictionalLabel ground="sunken" />}
    </span>
  );
}

/** Returns the price of the first message for a new member; null if the welcome credits do not cover it. */
export function firstMessagePrice(
  profile: { message_credits: number; fictional: boolean },
  welcomeCredits: number,
): { kind: 'cost' | 'fictional' | 'free'; credits: number } | null {
  const credits = profile.message_credits;
  if (credits === 0) return { kind: profile.fictional ? 'fictional' : 'free', credits };
  return canPay(welcomeCredits, credits) ? { kind: 'cost', credits } : null;
}

export function AboutField({ defaultValue, error }: { defaultValue?: string; error?: string }): ReactElement {
  const say = useSay();
  return (
    <Field label={say('accounts.about')} aside={say('common.optional')} help={say('accounts.about-help')} error={error}>
      <TextArea name="about" rows={4} dir="auto" maxLength={aboutLengthMax} defaultValue={defaultValue} />
    </Field>
  );
}
