import { type ReactElement, useEffect, useState } from 'react';

import { useSay } from '../../platform/sentences/sentences.tsx';
import { Icon, ImageIcon, X } from '../../ui/icon.tsx';
import { RoundButton } from '../../ui/round-button.tsx';

/** The chosen photo above the text box. Without `onRemove` it cannot be removed. */
export function PhotoDraft({ photo, onRemove }: { photo: Blob; onRemove?: () => void }): ReactElement {
  const say = useSay();
  const [url, setUrl] = useState<string>();
  // A very large photo may be too much for a phone to show, though the server can read it.
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    setUrl(made);
    setShown(true);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return (
    <div className="relative size-28 [@media(max-height:500px)]:size-16 overflow-hidden rounded-photo bg-sunken">
      {url && isShown ? (
        <img
          src={url}
          alt={say('chat.photo-preview')}
          onError={() => setShown(false)}
          className="size-full object-cover"
        />
      ) : (
        <span className="grid size-full place-items-center text-ink-3">
          <Icon of={ImageIcon} />
        </span>
      )}
      {onRemove && (
        <RoundButton
          label={say('chat.photo-remove')}
          variant="glass"
          size="sm"
          onClick={onRemove}
          className="absolute top-1 right-1"
        >
          <Icon of={X} size="sm" />
        </RoundButton>
      )}
    </div>
  );
}
