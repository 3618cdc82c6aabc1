import type { ReactElement } from 'react';

import { useSay } from '../../platform/sentences.tsx';
import { Check, Icon } from '../../ui/icon.tsx';
import type { Autosave, ProfileField } from './use-autosave.ts';

/** "Saved" beside the last changed field, announced politely by screen readers. */
export function SaveNote({ saving, field }: { saving: Autosave; field: ProfileField }): ReactElement {
  return <Saved shown={saving.saved && saving.last === field} />;
}

/** A check mark with "Saved", or a note that a connection is awaited. Always mounted, so that it is read out. */
export function Saved({ shown, waiting = false }: { shown: boolean; waiting?: boolean }): ReactElement {
  const say = useSay();
  return (
    <span role="status">
      {waiting && <span className="block text-13 font-semibold text-ink-2">{say('common.saved-later')}</span>}
      {shown && (
        <span className="inline-flex animate-fade items-center gap-1 text-13 font-semibold text-success">
          <Icon of={Check} size="xs" />
          {say('common.saved')}
        </span>
      )}
    </span>
  );
}
