import { type DragEvent, type ReactElement, useState } from 'react';

import type { OwnPhoto } from '../../contract/members/operations.ts';
import { useSay } from '../platform/sentences.tsx';
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
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { RoundButton } from '../ui/round-button.tsx';

export interface PhotoTileProps {
  photo: OwnPhoto;
  src: string;
  count: number;
  onMove: (place: number) => void;
  onDelete: () => void;
  drag: { onStart: () => void; onDrop: () => void; onEnd: () => void };
}

const note =
  'inline-flex items-center gap-1 rounded-input bg-glass px-2 py-0.75 text-12 leading-[1.2] font-bold text-ink';

/** A photo of the member: it can be dragged, and its menu, for any input device, moves, promotes and deletes it. */
export function PhotoTile({ photo, src, count, onMove, onDelete, drag }: PhotoTileProps): ReactElement {
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
