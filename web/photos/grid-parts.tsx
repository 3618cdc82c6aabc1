import { type ReactElement, type ReactNode, useState } from 'react';

import type { OwnPhoto } from '../../contract/members/operations.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { cx } from '../ui/cx.ts';
import { CircleAlert, Icon, RotateCw, X } from '../ui/icon.tsx';
import { RoundButton } from '../ui/round-button.tsx';
import type { Upload } from './use-photo-uploads.ts';

export function UploadTile({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }): ReactElement {
  const say = useSay();
  const { error, preview, file } = upload;
  // Only the browser knows whether it can show a file.
  const [shows, setShows] = useState(file.type.startsWith('image/'));
  return (
    <li
      className={cx(
        'relative aspect-4/5 overflow-hidden rounded-photo',
        error === null ? 'bg-sunken' : 'bg-danger-soft',
      )}
    >
      {shows && (
        <img
          src={preview}
          alt=""
          // The URL is not needed once loaded. Revoked earlier, when an upload ends, it would break the picture.
          onLoad={() => URL.revokeObjectURL(preview)}
          onError={() => setShows(false)}
          className="size-full object-cover object-[50%_22%] opacity-30"
        />
      )}
      {error === null ? (
        <Progress upload={upload} />
      ) : (
        <span className="absolute inset-0 grid place-items-center text-on-danger-soft">
          <Icon of={CircleAlert} />
        </span>
      )}
      <RoundButton
        label={say(error === null ? 'photos.stop' : 'photos.dismiss', { file: file.name })}
        variant="glass"
        size="sm"
        onClick={onDismiss}
        className="absolute top-1.5 right-1.5"
      >
        <Icon of={X} size="sm" />
      </RoundButton>
    </li>
  );
}

function Progress({ upload: { part, file } }: { upload: Upload }): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <div className="absolute inset-0 grid content-end gap-2 p-2.5">
      <span className="text-12 font-bold tabular-nums">
        {part >= 1 ? say('photos.checking') : format.percent(part)}
      </span>
      <progress className="sr-only" aria-label={say('photos.uploading', { file: file.name })} max={1} value={part} />
      <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-pill bg-surface">
        <span className="block h-full rounded-pill bg-primary" style={{ width: `${Math.round(part * 100)}%` }} />
      </span>
    </div>
  );
}

export function Refusals(props: {
  uploads: readonly Upload[];
  photos: readonly OwnPhoto[];
  onRetry: (key: string) => void;
}): ReactElement {
  const { uploads, photos, onRetry } = props;
  const say = useSay();
  const rejected = photos.filter(({ image }) => image.status === 'rejected');
  return (
    <ul className="grid gap-2">
      {uploads.map(
        ({ key, file, error, mayRetry }) =>
          error !== null && (
            <Reason key={key} what={file.name} why={error}>
              {mayRetry && (
                <RoundButton
                  label={say('photos.retry', { file: file.name })}
                  variant="bare"
                  size="sm"
                  onClick={() => onRetry(key)}
                >
                  <Icon of={RotateCw} size="sm" />
                </RoundButton>
              )}
            </Reason>
          ),
      )}
      {rejected.map(({ id, position, refusal }) => (
        <Reason
          key={id}
          what={say('photos.alt', { place: position + 1, count: photos.length })}
          why={say(`photos.refusal.${refusal ?? 'rules'}`)}
        />
      ))}
    </ul>
  );
}

function Reason({ what, why, children }: { what: string; why: string; children?: ReactNode }): ReactElement {
  return (
    <li className="flex items-start gap-2.5 rounded-input bg-danger-soft px-3.5 py-3 text-13 text-on-danger-soft">
      <Icon of={CircleAlert} size="sm" className="mt-px" />
      <p role="alert" className="min-w-0 flex-1">
        <b className="block truncate">{what}</b>
        {why}
      </p>
      {children}
    </li>
  );
}
