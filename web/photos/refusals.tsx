import type { ReactElement, ReactNode } from 'react';

import type { OwnPhoto } from '../../contract/members/operations.ts';
import { useSay } from '../platform/sentences.tsx';
import { CircleAlert, Icon, RotateCw } from '../ui/icon.tsx';
import { RoundButton } from '../ui/round-button.tsx';
import type { Upload } from './use-photo-uploads.ts';

export interface RefusalsProps {
  uploads: readonly Upload[];
  photos: readonly OwnPhoto[];
  onRetry: (key: string) => void;
}

/** Below the row of photos: the full reasons why a photo could not be sent or was not accepted. */
export function Refusals({ uploads, photos, onRetry }: RefusalsProps): ReactElement {
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
