import { type ReactElement, useEffect, useId, useState } from 'react';

import { photoTypes } from '../../../contract/photo-rules.ts';
import { useSay } from '../../sentences.tsx';
import { Icon, ImageIcon, X } from '../../ui/icon.tsx';
import { RoundButton } from '../../ui/round-button.tsx';

/** Chooses a picture from the device. */
export function AddPhoto({ onChoose }: { onChoose: (photo: File) => void }): ReactElement {
  const say = useSay();
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="relative grid size-11 shrink-0 cursor-pointer place-items-center rounded-full transition-colors hover:bg-primary-soft hover:text-on-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
    >
      <span className="sr-only">{say('chat.add-photo')}</span>
      <Icon of={ImageIcon} />
      <input
        id={id}
        type="file"
        accept={photoTypes.join(',')}
        className="sr-only"
        onChange={(event) => {
          const photo = event.target.files?.[0];
          if (photo) onChoose(photo);
          // Otherwise choosing the same picture again would not be noticed.
          event.target.value = '';
        }}
      />
    </label>
  );
}

/** The chosen picture above the text box, before it is sent. */
export function PhotoDraft({ photo, onRemove }: { photo: File; onRemove: () => void }): ReactElement {
  const say = useSay();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return (
    <div className="relative size-28 overflow-hidden rounded-photo bg-sunken">
      {url && <img src={url} alt={say('chat.photo-preview')} className="size-full object-cover" />}
      <RoundButton
        label={say('chat.photo-remove')}
        variant="glass"
        size="sm"
        onClick={onRemove}
        className="absolute top-1.5 right-1.5"
      >
        <Icon of={X} size="sm" />
      </RoundButton>
    </div>
  );
}
