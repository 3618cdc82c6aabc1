import { useQuery } from '@tanstack/react-query';
import {
  type ChangeEvent,
  type DragEvent,
  type ReactElement,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';

import type { OwnPhoto } from '../../contract/members/operations.ts';
import { photoMaxMegabytes, premiumPhotosMax } from '../../contract/photos/limits.ts';
import { photoTypes } from '../../contract/photos/photo-rules.ts';
import { settingsQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { cx } from '../ui/cx.ts';
import { useFailedPicture } from '../ui/failed-picture.ts';
import {
  ArrowLeft,
  ArrowRight,
  Camera,
  CircleAlert,
  EllipsisVertical,
  EyeOff,
  Icon,
  Star,
  Trash2,
} from '../ui/icon.tsx';
import { latePart } from '../ui/lazy-part.ts';
import { suspendedPart } from '../ui/suspended-part.ts';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { RoundButton } from '../ui/round-button.tsx';
import { pastedFile } from './photo-rules.ts';
import { type OwnPhotos, useOwnPhotos, usePhotoUploads } from './use-photo-uploads.ts';

const ConfirmDialog = latePart(async () => ({ default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog }));
const UploadTile = suspendedPart(async () => ({ default: (await import('./grid-parts.tsx')).UploadTile }));
const Refusals = latePart(async () => ({ default: (await import('./grid-parts.tsx')).Refusals }));

/** The member's photos. They need the part `photos` and a login; all changes go to the user's cache. */
export function PhotoGrid(): ReactElement {
  const say = useSay();
  const own = useOwnPhotos();
  const { uploads, add, dismiss, retry } = usePhotoUploads();
  const [full, setFull] = useState(false);
  const { photos, max } = own;
  const room = Math.max(0, max - photos.length - uploads.filter((upload) => upload.error === null).length);
  const addWithinLimit = (files: readonly File[]): void => {
    setFull(files.length > room);
    add(files.slice(0, room));
  };
  usePaste((file) => addWithinLimit([file]));
  return (
    <div className="grid gap-3">
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4 md:gap-3 lg:grid-cols-3">
        <Tiles own={own} />
        {uploads.map((upload) => (
          <Suspense key={upload.key} fallback={<li className="aspect-4/5 rounded-photo bg-sunken" />}>
            <UploadTile upload={upload} onDismiss={() => dismiss(upload.key)} />
          </Suspense>
        ))}
        <AddTile onFiles={addWithinLimit} isFirst={photos.length === 0 && uploads.length === 0} />
      </ul>
      {(uploads.some(({ error }) => error !== null) || photos.some(({ image }) => image.status === 'rejected')) && (
        <Refusals uploads={uploads} photos={photos} onRetry={retry} />
      )}
      {(full || photos.length > max) && <LimitNote own={own} />}
      <p className="text-13 text-ink-3">
        {say('photos.help', { count: photos.length, max, photo_mb: photoMaxMegabytes })}
      </p>
      <p className="text-13 text-ink-3">{say('photos.rules')}</p>
    </div>
  );
}

/** Takes a file that is pasted on the page, but not into a field, where text is meant. */
function usePaste(onFile: (file: File) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const isInField =
      event.target instanceof Element && event.target.closest('input:not([type=file]), textarea') !== null;
    const file = event.clipboardData && !isInField ? pastedFile(event.clipboardData) : undefined;
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => paste(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

function Tiles({ own }: { own: OwnPhotos }): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const [news, setNews] = useState('');
  const [leaving, setLeaving] = useState<OwnPhoto | null>(null);
  const dragged = useRef<PhotoId | null>(null);
  const { photos } = own;
  const move = (id: PhotoId, place: number): void => {
    own.move(id, place);
    setNews(say('photos.moved', { place: place + 1, count: photos.length }));
  };
  return (
    <>
      {photos.map((photo) => (
        <PhotoTile
          key={photo.id}
          photo={photo}
          src={(settings?.cdn_prefix ?? '') + photo.image.thumb_filename}
          count={photos.length}
          onMove={(place) => move(photo.id, place)}
          onDelete={() => setLeaving(photo)}
          drag={{
            onStart: () => {
              dragged.current = photo.id;
            },
            onDrop: () => {
              if (dragged.current !== null && dragged.current !== photo.id) move(dragged.current, photo.position);
            },
            onEnd: () => {
              dragged.current = null;
            },
          }}
        />
      ))}
      <li className="sr-only" aria-live="polite">
        {news}
      </li>
      {leaving && (
        <ConfirmDialog
          open
          risk
          onOpenChange={(open) => !open && setLeaving(null)}
          title={say('photos.delete-title')}
          description={say('photos.delete-text')}
          confirmLabel={say('photos.delete')}
          cancelLabel={say('common.cancel')}
          closeLabel={say('common.close')}
          busy={own.removing}
          onConfirm={() => void own.remove(leaving.id).then(() => setLeaving(null))}
        />
      )}
    </>
  );
}

function AddTile({ onFiles, isFirst }: { onFiles: (files: readonly File[]) => void; isFirst: boolean }): ReactElement {
  const say = useSay();
  const id = useId();
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    onFiles([...(event.target.files ?? [])]);
    // Otherwise the same file could not be chosen again after it was removed.
    event.target.value = '';
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button inside does it, too
    <li
      // Alone in the row, the tile has space for long words.
      className={cx('relative', isFirst ? 'col-span-full aspect-5/2 sm:col-span-1 sm:aspect-4/5' : 'aspect-4/5')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
      }}
    >
      <label
        htmlFor={id}
        className="grid size-full cursor-pointer place-content-center justify-items-center gap-1.5 rounded-photo border-[1.5px] border-dashed border-line-strong p-2 text-center text-13 leading-tight font-bold text-primary-ink transition-colors hover:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
      >
        <Icon of={Camera} />
        {say(isFirst ? 'photos.add-first' : 'photos.add')}
        <input
          id={id}
          type="file"
          multiple
          accept={photoTypes.join(',')}
          onChange={choose}
          className="absolute inset-0 cursor-pointer opacity-0 file:hidden"
        />
      </label>
    </li>
  );
}

function LimitNote({ own }: { own: OwnPhotos }): ReactElement {
  const say = useSay();
  const { max, paid, photos } = own;
  const values = { max, premium_max: premiumPhotosMax, count: photos.length };
  if (paid) return <Alert tone="info">{say('errors.photo.limit', values)}</Alert>;
  return (
    <Alert
      tone="info"
      action={
        <Link
          to={pathTo('premium')}
          className="shrink-0 rounded-small px-1 py-2 font-bold text-current underline underline-offset-3"
        >
          {say('photos.premium')}
        </Link>
      }
    >
      {say(photos.length > max ? 'photos.hidden-note' : 'errors.photo.limit-free', values)}
    </Alert>
  );
}

interface PhotoTileProps {
  photo: OwnPhoto;
  src: string;
  count: number;
  onMove: (place: number) => void;
  onDelete: () => void;
  drag: { onStart: () => void; onDrop: () => void; onEnd: () => void };
}

const note =
  'inline-flex items-center gap-1 rounded-input bg-glass px-2 py-0.75 text-12 leading-[1.2] font-bold text-ink';

/** The menu moves, promotes and deletes the photo with any input device; dragging needs a pointer. */
function PhotoTile({ photo, src, count, onMove, onDelete, drag }: PhotoTileProps): ReactElement {
  const say = useSay();
  const [over, setOver] = useState(false);
  const place = photo.position + 1;
  const rejected = photo.image.status === 'rejected';
  const { failed, ...picture } = useFailedPicture(src);
  const allow = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu inside does it, too
    <li
      draggable={!rejected}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        drag.onStart();
      }}
      onDragOver={allow}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        drag.onDrop();
      }}
      onDragEnd={drag.onEnd}
      className={cx(
        'relative aspect-4/5 cursor-grab overflow-hidden rounded-photo bg-sunken active:cursor-grabbing',
        over && 'outline-3 outline-offset-2 outline-primary',
      )}
    >
      {/* The files of a rejected photo are gone; the reason is below the row. */}
      {rejected || failed ? (
        <span
          className={cx(
            'grid size-full place-items-center',
            rejected ? 'bg-danger-soft text-on-danger-soft' : 'text-ink-3',
          )}
        >
          <Icon of={rejected ? CircleAlert : Camera} />
        </span>
      ) : (
        <img
          {...picture}
          src={src}
          alt={say('photos.alt', { place, count })}
          draggable={false}
          decoding="async"
          className={cx('size-full photo-dim object-cover object-[50%_22%]', photo.hidden && 'opacity-45')}
        />
      )}
      <div className="pointer-events-none absolute inset-x-2 bottom-2 flex flex-wrap gap-1">
        {photo.main && !rejected && <span className={note}>{say('photos.main')}</span>}
        {photo.hidden && (
          <span className={note}>
            <Icon of={EyeOff} size="xs" />
            {say('photos.hidden')}
          </span>
        )}
        {photo.image.status === 'pending' && <span className={note}>{say('photos.pending')}</span>}
        {rejected && <span className={note}>{say('photos.rejected')}</span>}
      </div>
      <div className="absolute top-1.5 right-1.5">
        <TileMenu photo={photo} count={count} onMove={onMove} onDelete={onDelete} />
      </div>
    </li>
  );
}

function TileMenu({ photo, count, onMove, onDelete }: Omit<PhotoTileProps, 'drag' | 'src'>): ReactElement {
  const say = useSay();
  const { position } = photo;
  const movable = photo.image.status !== 'rejected';
  return (
    <Menu
      trigger={
        <RoundButton label={say('photos.menu', { place: position + 1, count })} variant="glass" size="sm">
          <Icon of={EllipsisVertical} size="sm" />
        </RoundButton>
      }
    >
      {movable && position > 0 && (
        <MenuItem icon={Star} onSelect={() => onMove(0)}>
          {say('photos.make-main')}
        </MenuItem>
      )}
      {movable && position > 0 && (
        <MenuItem icon={ArrowLeft} onSelect={() => onMove(position - 1)}>
          {say('photos.earlier')}
        </MenuItem>
      )}
      {movable && position < count - 1 && (
        <MenuItem icon={ArrowRight} onSelect={() => onMove(position + 1)}>
          {say('photos.later')}
        </MenuItem>
      )}
      {movable && count > 1 && <MenuLine />}
      <MenuItem icon={Trash2} risk onSelect={onDelete}>
        {say('photos.delete')}
      </MenuItem>
    </Menu>
  );
}
