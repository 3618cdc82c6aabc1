import type { ReactElement } from 'react';

import type { Profile } from '../../contract/members.ts';
import { useFormat } from '../format.ts';
import { useSay } from '../sentences.tsx';
import { Price } from '../ui/price.tsx';

/** What writing to a member takes, for the button that leads there: credits, premium, or nothing. */
export function WritePrice({ profile }: { profile: Pick<Profile, 'message_credits' | 'bar'> }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { message_credits: credits, bar: sendBlocker } = profile;
  if (sendBlocker === 'premium') return <>{say('members.premium')}</>;
  if (credits === 0) return <>{say('members.free')}</>;
  return <Price amount={format.number(credits)} label={say('common.credits', { count: credits })} />;
}
