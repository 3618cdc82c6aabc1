import { type ReactElement, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { isInstalled } from '../platform/calls/call.ts';
import type { RouteName } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { ChevronLeft, Icon } from '../ui/icon.tsx';
import { RoundButton, RoundLink } from '../ui/round-button.tsx';
import { cx } from '../ui/cx.ts';
import { useRouteName } from '../platform/pages/use-route-name.ts';

const routesWithBack: readonly RouteName[] = [
  'members-id',
  'likes',
  'likes-type',
  'likes-m-id',
  'credits',
  'credits-history',
  'credits-id-paymentmethod',
  'credits-repeat-order',
  'directdebit',
  'premium',
  'transactions-id',
];

/** True if the bar has a back button: in the installed app, which has none itself, with history, on these routes. */
export function useHasBackInBar(): boolean {
  const { key } = useLocation();
  const name = useRouteName();
  const [possible, setPossible] = useState(false);
  useEffect(() => setPossible(isInstalled() && history.length > 1), [key]);
  return possible && name !== undefined && routesWithBack.includes(name);
}

export function BackButton(): ReactElement | null {
  const say = useSay();
  const navigate = useNavigate();
  if (!useHasBackInBar()) return null;
  return (
    <RoundButton label={say('common.back')} variant="bare" size="sm" onClick={() => void navigate(-1)}>
      <Icon of={ChevronLeft} />
    </RoundButton>
  );
}

/** Back arrow before a title on phones, unless the bar has one; leads to `fallback` if the visit began here. */
export function WayBack({ fallback, className = 'md:hidden' }: { fallback: string; className?: string }) {
  const say = useSay();
  const navigate = useNavigate();
  const isInBar = useHasBackInBar();
  if (isInBar) return null;
  return (
    <RoundLink
      to={fallback}
      label={say('common.back')}
      variant="bare"
      size="sm"
      className={cx('-ml-2.5', className)}
      onClick={(event) => {
        if (!cameFromHere()) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <Icon of={ChevronLeft} />
    </RoundLink>
  );
}

/** True if the previous history entry is a page of this site: the router numbers the entries of a visit from 0. */
function cameFromHere(): boolean {
  return ((history.state as { idx?: number } | null)?.idx ?? 0) > 0;
}
