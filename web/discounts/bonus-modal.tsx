import type { ReactElement } from 'react';

import { timeBonusActFastValue } from '../../contract/discounts/limits.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { LinkButton } from '../ui/button.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Countdown, type RunningBonus } from './use-time-bonus.tsx';

export function BonusModal({ bonus, onClose }: { bonus: RunningBonus; onClose: () => void }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const percent = format.percent(bonus.percentage / 100);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={say('discounts.title')}
      closeLabel={say('common.close')}
      description={say('discounts.unlock', { percent })}
      actions={
        <LinkButton to={pathTo('credits')} variant="lit" wide onClick={onClose}>
          {say('discounts.to-credits')} <Countdown seconds={bonus.secondsLeft} />
        </LinkButton>
      }
    >
      <p className="speak flex items-center gap-3 text-[3rem] leading-none tabular-nums">
        <CreditCoin size="lg" />
        {percent}
      </p>
      <p className="text-15">{say('discounts.act-fast', { hours: timeBonusActFastValue })}</p>
      <p className="text-13 text-ink-2">{say('discounts.instant')}</p>
    </Dialog>
  );
}
