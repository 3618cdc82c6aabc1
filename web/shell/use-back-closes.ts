import { useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';

import { closeTopmost, isModalOpen } from '../ui/open-modals.ts';

const staysForModal: BlockerFunction = ({ historyAction }) => historyAction === 'POP' && isModalOpen();

/** A step in the history closes what is open above the page, and the page stays. For the root: a router has one blocker. */
export function useBackCloses(): void {
  const blocker = useBlocker(staysForModal);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    closeTopmost();
    blocker.reset();
  }, [blocker]);
}
