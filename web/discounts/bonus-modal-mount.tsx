import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';

import { timeBonusModalDelayMs } from '../../contract/discounts/limits.ts';
import { call } from '../platform/calls/call.ts';
import { userQuery } from '../platform/calls/queries.ts';
import { routeTable } from '../platform/pages/route-table.ts';
import { loadSentences, useLanguage } from '../platform/sentences/sentences.tsx';
import { useRouteName } from '../platform/pages/use-route-name.ts';
import { timeBonusQuery } from './discount-queries.ts';
import { useTimeBonus } from './use-time-bonus.tsx';
import { latePart } from '../ui/lazy-part.ts';

const BonusModal = latePart(async () => ({ default: (await import('./bonus-modal.tsx')).BonusModal }));

/** Opens after 40 s in the members area without credits, unless closed before (specification, section 4). */
export function BonusModalMount(): ReactElement | null {
  const client = useQueryClient();
  const language = useLanguage();
  const bonus = useTimeBonus();
  const route = useRouteName();
  const inArea = route !== undefined && routeTable[route].membersArea === true;
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!inArea) return undefined;
    let left = false;
    const isDue = (): boolean => {
      const running = client.getQueryData(timeBonusQuery.queryKey);
      const user = client.getQueryData(userQuery.queryKey);
      return !left && user?.credits === 0 && !user.paid_user && running?.dismissed === false;
    };
    const timer = setTimeout(async () => {
      if (!isDue()) return;
      await loadSentences(language, ['discounts']);
      if (isDue()) setIsOpen(true);
    }, timeBonusModalDelayMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [inArea, client, language]);
  if (!bonus || !isOpen) return null;
  const close = (): void => {
    setIsOpen(false);
    client.setQueryData(timeBonusQuery.queryKey, (known) => known && { ...known, dismissed: true });
    // Not worth an error: at worst the dialog opens once more on another visit.
    void call('dismissTimeBonus', { dismissed: true }).catch(() => undefined);
  };
  return <BonusModal bonus={bonus} onClose={close} />;
}
