import type { ReactElement } from 'react';

import type { Message } from '../../../contract/chat/operations.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { ReportPhoto } from '../../support/report.tsx';
import { Icon, X } from '../../ui/icon.tsx';
import { Modal } from '../../ui/modal.tsx';
import { RoundButton } from '../../ui/round-button.tsx';

export interface PhotoViewerProps {
  src: string;
  alt: string;
  message: Pick<Message, 'id' | 'conversation'>;
  author: { id: MemberId; name: string } | null;
  onClose: () => void;
}

/** A photo as large as the screen allows. Escape, the close button and a press beside the photo close it. */
export function PhotoViewer({ src, alt, message, author, onClose }: PhotoViewerProps): ReactElement {
  const say = useSay();
  return (
    <Modal
      open
      onOpenChange={onClose}
      title={alt}
      titleClass="sr-only"
      ground="fixed inset-0 z-50 animate-fade bg-scrim"
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="fixed inset-0 z-50 grid animate-fade place-items-center p-4 outline-none md:p-10"
    >
      <img
        src={src}
        alt={alt}
        className="max-h-[calc(100dvh-32px)] max-w-full rounded-photo object-contain shadow-e3"
      />
      {author && (
        <ReportPhoto
          label={say('chat.report-photo')}
          member={author}
          what={{ conversation: message.conversation, message: message.id }}
          leaveTo={pathTo('chats')}
        />
      )}
      <RoundButton label={say('common.close')} variant="glass" onClick={onClose} className="absolute top-4 right-4">
        <Icon of={X} />
      </RoundButton>
    </Modal>
  );
}
