import type { ReactElement } from 'react';

import type { Chat } from '../../../contract/chat/operations.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Priced, costWords, useCreditsCost } from '../composer/use-credits-cost.ts';
import { Icebreakers } from './icebreakers.tsx';

export interface IcebreakerDialogProps {
  to: Priced & { profile: Pick<Chat['profile'], 'id' | 'name'> };
  cost: number;
  onChoose: (line: string) => void;
  onClose: () => void;
}

/** Opening lines and the price of a message (specification, section 2: icebreaker modal). */
export function IcebreakerDialog({ to, cost, onChoose, onClose }: IcebreakerDialogProps): ReactElement {
  const say = useSay();
  const { value: money } = useCreditsCost(cost);
  const choose = (line: string): void => {
    onChoose(line);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={say('chat.lines-title', { name: to.profile.name })}
      description={say('chat.lines-text')}
      closeLabel={say('common.close')}
    >
      <Icebreakers profile={to.profile} onChoose={choose} className="mx-auto" />
      <p className="text-13 text-ink-2">{costWords(say, to, { cost, isPhoto: false, money })}</p>
    </Dialog>
  );
}
