import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';

import { FictionalLabel } from '../platform/fictional-label.tsx';
import { MemberAvatar } from '../platform/member-avatar.tsx';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Balance } from '../ui/balance.tsx';
import { LinkButton } from '../ui/button.tsx';
import { type OwnPayment, nearbyQuery } from './payments-queries.ts';
import { returnPath } from './return-to.ts';

/** For how long after an order its page shows what it has unlocked. */
const freshMs = 3_600_000;

/** What a payment has brought. `wasOpen`: the member saw it arrive, so the balance counts up. */
export function Completed({ own, wasOpen }: { own: OwnPayment; wasOpen: boolean }): ReactElement {
  const say = useSay();
  const { payment, credits, paid_user: isPremium } = own;
  const [isFresh] = useState(() => wasOpen || Date.now() - Date.parse(payment.created_at) < freshMs);
  const shown = useCounted(credits, wasOpen ? credits - payment.credits : credits);
  return (
    <>
      {/* The sentence above says the same at once. */}
      <span aria-hidden="true">
        <Balance empty={credits <= 0} className="text-15!">
          {say('payments.balance', { count: shown })}
        </Balance>
      </span>
      <ContinueLink />
      {isPremium && <OpenPhotos isFresh={isFresh} />}
    </>
  );
}

const countMs = 900;

/** Counts to a number, first from `start` and then from whatever it shows; at once if motion is unwanted. */
function useCounted(target: number, start: number): number {
  const [shown, setShown] = useState(start);
  const current = useRef(shown);
  useEffect(() => {
    const from = current.current;
    if (from === target) return undefined;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const begin = performance.now();
    const step = (now: number): void => {
      const part = isStill ? 1 : Math.min(1, Math.max(0, now - begin) / countMs);
      current.current = Math.round(target - (target - from) * (1 - part) ** 3);
      setShown(current.current);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
}

const facesMax = 4;

/** Members nearby with more than their main photo: the others were locked before the first purchase. */
function OpenPhotos({ isFresh }: { isFresh: boolean }): ReactElement | null {
  const say = useSay();
  const { data } = useQuery({ ...nearbyQuery, enabled: isFresh, throwOnError: false });
  const members = (isFresh && data?.results.filter(({ num_photos: photos }) => photos > 1)) || [];
  if (members.length === 0) return null;
  return (
    <section aria-labelledby="open-photos" className="grid w-full animate-fade justify-items-center gap-3">
      <h2 id="open-photos" className="text-13 font-semibold text-ink-2">
        {say('payments.result.open-photos')}
      </h2>
      {/* Two in a row, so that four do not wrap into three and one. */}
      <ul className="flex max-w-64 flex-wrap justify-center gap-x-4 gap-y-3">
        {members.slice(0, facesMax).map((member) => (
          <li key={member.id}>
            <Link
              to={pathTo('members-id', { id: member.id })}
              className="grid w-28 justify-items-center gap-1 rounded-photo text-13"
            >
              <MemberAvatar member={member} size="lg" />
              <span className="max-w-full truncate font-semibold">{member.name}</span>
              {member.fictional && <FictionalLabel ground="sunken" />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A link back to where the credits ran out, or to the search. The remembered path is known only in the browser. */
function ContinueLink(): ReactElement {
  const say = useSay();
  const [path, setPath] = useState(pathTo('members'));
  useEffect(() => setPath(returnPath(pathTo('members'))), []);
  const toChat = path.startsWith('/chats') || path.endsWith('/chat');
  return (
    <LinkButton to={path}>
      {toChat ? say('payments.result.back-to-chat') : say('payments.result.to-members')}
    </LinkButton>
  );
}
