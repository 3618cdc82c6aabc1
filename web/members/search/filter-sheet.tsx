import { type ReactElement, useDeferredValue, useState } from 'react';

import { useSay } from '../../platform/sentences/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FinderLink } from '../finder-link.tsx';
import { FilterFields } from './filter-fields.tsx';
import { type Filters, noFilters } from './filters.ts';

export interface FilterSheetProps {
  filters: Filters;
  onApply: (filters: Filters) => void;
  onClose: () => void;
}

export function FilterSheet({ filters, onApply, onClose }: FilterSheetProps): ReactElement {
  const say = useSay();
  const [draft, setDraft] = useState(filters);
  // A tap shows the first screen, and the rest follows in pieces: all at once would keep a phone busy for 0.1 s.
  const all = useDeferredValue(true, false);
  return (
    <Dialog
      open
      size="lg"
      title={say('members.filters')}
      closeLabel={say('common.close')}
      onOpenChange={(open) => !open && onClose()}
      focusPanel
      actions={
        <>
          <Button variant="quiet" onClick={() => setDraft({ ...noFilters, order: draft.order })}>
            {say('members.clear')}
          </Button>
          <Button onClick={() => onApply(draft)}>{say('members.show')}</Button>
        </>
      }
    >
      <FilterFields filters={draft} onChange={setDraft} brief={!all} />
      <FinderLink className="mt-6 -ml-4" />
    </Dialog>
  );
}
