import type { ReactElement } from 'react';

import { useSay } from '../../sentences.tsx';
import { Check, Icon } from '../../ui/icon.tsx';
import type { Autosave, ProfileField } from './use-autosave.ts';

/** "Saved" beside the field that was changed last, said politely to those who listen. */
export function SaveNote({ saving, field }: { saving: Autosave; field: ProfileField }): ReactElement {
  return <Saved shown={saving.saved && saving.last === field} />;
}

/** A tick and the word, or that it waits for a connection. It is on the page before it says something, to be read out. */
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
