import { type ReactElement, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { isInstalled } from '../platform/call.ts';
import type { RouteName } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { ChevronLeft, Icon } from '../ui/icon.tsx';
import { RoundButton } from '../ui/round-button.tsx';
import { useRouteName } from './use-route-name.ts';

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

/** Whether the bar has a back button: in the installed app, which has none itself, with history, on these routes. */
export function useHasBackInBar(): boolean {
  const { key } = useLocation();
  const name = useRouteName();
  const [possible, setPossible] = useState(false);
  useEffect(() => setPossible(isInstalled() && history.length > 1), [key]);
  return possible && name !== undefined && routesWithBack.includes(name);
}

/** Back button of the installed app, on the routes of the specification, section 2. */
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
