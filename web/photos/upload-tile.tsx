import type { ReactElement } from 'react';

import { useFormat } from '../format.ts';
import { useSay } from '../sentences.tsx';
import { Icon, RotateCw, X } from '../ui/icon.tsx';
import { RoundButton } from '../ui/round-button.tsx';
import type { Upload } from './use-photo-uploads.ts';

export interface UploadTileProps {
  upload: Upload;
  onDismiss: () => void;
  onRetry: () => void;
}

/** A photo on its way: dimmed, with the part that is sent; or refused, with the reason and what can be done. */
export function UploadTile({ upload, onDismiss, onRetry }: UploadTileProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { error, mayRetry, part, preview, file } = upload;
  return (
    <li className="relative aspect-4/5 overflow-hidden rounded-photo bg-sunken">
      {file.type.startsWith('image/') && (
        <img src={preview} alt="" className="size-full object-cover object-[50%_22%] opacity-30" />
      )}
      <div className="absolute inset-0 grid content-end gap-2 p-2.5">
        {error === null ? (
          <>
            <span className="text-12 font-bold tabular-nums">
              {part >= 1 ? say('photos.checking') : format.percent(part)}
            </span>
            <progress
              className="sr-only"
              aria-label={say('photos.uploading', { file: file.name })}
              max={1}
              value={part}
            />
            <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-pill bg-surface">
              <span className="block h-full rounded-pill bg-primary" style={{ width: `${Math.round(part * 100)}%` }} />
            </span>
          </>
        ) : (
          <p role="alert" className="rounded-input bg-danger-soft p-2 text-12 font-semibold text-on-danger-soft">
            {error}
          </p>
        )}
      </div>
      <div className="absolute top-1.5 right-1.5 flex gap-1.5">
        {error !== null && mayRetry && (
          <RoundButton label={say('photos.retry', { file: file.name })} variant="glass" size="sm" onClick={onRetry}>
            <Icon of={RotateCw} size="sm" />
          </RoundButton>
        )}
        <RoundButton
          label={say(error === null ? 'photos.stop' : 'photos.dismiss', { file: file.name })}
          variant="glass"
          size="sm"
          onClick={onDismiss}
        >
          <Icon of={X} size="sm" />
        </RoundButton>
      </div>
    </li>
  );
}
