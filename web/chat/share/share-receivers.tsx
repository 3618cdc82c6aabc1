import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import type { ChatEntry } from '../../../contract/chat/operations.ts';
import { fold } from '../../../contract/platform/fold.ts';
import { nameLengthMax } from '../../../contract/members/limits.ts';
import { isBlank } from '../../../contract/platform/text.ts';
import { call } from '../../platform/call.ts';
import { bringText } from '../composer/brought-text.ts';
import { PhotoDraft } from '../composer/photo-draft.tsx';
import { keepPhotoDraft, readPhotoDraft } from '../composer/photo-drafts.ts';
import { ListSkeleton } from '../list/chat-list.tsx';
import { loadMoreChats, chatsQuery } from '../../cache/chats-pages.ts';
import { LoadMore } from '../../platform/load-more.tsx';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextInput } from '../../ui/input.tsx';
import { canReceive } from './can-receive.ts';
import { NewReceivers } from './new-receivers.tsx';
import { Receiver } from './receiver.tsx';
import { type Shared, dropShared } from '../../installed-app/shared.ts';

interface ShareReceiversProps {
  shared: Shared;
  member: string;
  /** Called if storage is full. */
  onFailed: () => void;
}

/** The shared content, and the conversations, begun or new, that can take it as a draft. */
export function ShareReceivers({ shared, member, onFailed }: ShareReceiversProps): ReactElement {
  const say = useSay();
  const navigate = useNavigate();
  const [isTaken, setTaken] = useState(false);
  /** Set before anything is rendered, so that two taps in a row count as one. */
  const isChosen = useRef(false);
  /** A choice to confirm: a draft to its receiver already has a photo. */
  const [asked, setAsked] = useState<Parameters<ReceiversProps['onChoose']> | null>(null);
  const leave = async (path: string): Promise<void> => {
    await dropShared();
    void navigate(path, { replace: true });
  };
  const bring = async (profile: string): Promise<boolean> =>
    (!shared.photo || (await keepPhotoDraft(member, profile, shared.photo))) &&
    (shared.text === '' || bringText(member, profile, shared.text));
  const put: ReceiversProps['onChoose'] = async ({ profile }, path) => {
    setTaken(true);
    if (await bring(profile.id)) return leave(path);
    setTaken(false);
    setAsked(null);
    onFailed();
    isChosen.current = false;
  };
  const choose: ReceiversProps['onChoose'] = async (entry, path) => {
    if (isChosen.current) return;
    isChosen.current = true;
    if (!shared.photo || !(await readPhotoDraft(member, entry.profile.id))) return put(entry, path);
    setAsked([entry, path]);
    isChosen.current = false;
  };
  return (
    <>
      <div className="grid gap-3 rounded-card bg-surface p-4 inset-ring inset-ring-line">
        <div className="flex items-start gap-4">
          {shared.photo && (
            <div className="shrink-0">
              <PhotoDraft photo={shared.photo} />
            </div>
          )}
          {shared.text !== '' && (
            <p dir="auto" className="line-clamp-5 min-w-0 flex-1 wrap-anywhere whitespace-pre-line">
              {shared.text}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-48 text-13 text-pretty text-ink-2">{say('app.share-lead')}</p>
          <Button variant="quiet" size="sm" onClick={() => void leave(pathTo('chats'))}>
            {say('app.share-drop')}
          </Button>
        </div>
      </div>
      <Receivers onChoose={choose} />
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(null)}
          title={say('app.share-replace-title')}
          description={say('app.share-replace-text', { name: asked[0].profile.name })}
          confirmLabel={say('app.share-replace')}
          cancelLabel={say('app.share-keep')}
          closeLabel={say('common.close')}
          risk
          busy={isTaken}
          onConfirm={() => void put(...asked)}
        />
      )}
    </>
  );
}

interface ReceiversProps {
  onChoose: (entry: Pick<ChatEntry, 'profile'>, path: string) => Promise<void>;
}

function Receivers({ onChoose }: ReceiversProps): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const { data: list } = useQuery(chatsQuery);
  const [name, setName] = useState('');
  const load = useCallback(() => loadMoreChats(queries, call), [queries]);
  const open = useMemo(() => list?.chats.filter(canReceive) ?? [], [list]);
  const listed = useMemo(() => new Set(open.map(({ profile }) => profile.id)), [open]);
  if (!list) return <ListSkeleton rows={4} />;
  const has = list.before !== null;
  const plain = (text: string): string => fold(text.trim());
  const shown = open.filter(({ profile }) => plain(profile.name).includes(plain(name)));
  const hasNone = open.length === 0 && !has;
  return (
    <div className="grid gap-2">
      <TextInput
        type="search"
        dir="auto"
        autoComplete="off"
        maxLength={nameLengthMax}
        value={name}
        aria-label={say('app.share-search')}
        placeholder={say('app.share-search')}
        onChange={(event) => setName(event.target.value)}
      />
      {hasNone && isBlank(name) && (
        <EmptyState
          title={say('chat.empty-title')}
          action={<LinkButton to={pathTo('members')}>{say('chat.empty-action')}</LinkButton>}
        >
          {say('app.share-begin')}
        </EmptyState>
      )}
      {!hasNone && shown.length === 0 && !has && (
        <p role="status" className="px-3 py-4 text-ink-2">
          {say('app.share-nobody')}
        </p>
      )}
      <div>
        <ul aria-label={say('chat.list')} className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
          {shown.map((entry) => (
            <Receiver
              key={entry.conversation.id}
              profile={entry.profile}
              onChoose={() => void onChoose(entry, pathTo('chats-id', { id: entry.conversation.id }))}
            />
          ))}
        </ul>
        <LoadMore has={has} load={load} waiting={<ListSkeleton rows={3} />} failed={say('chat.load-failed')} />
      </div>
      <NewReceivers
        name={name}
        listed={listed}
        onChoose={({ profile, conversation }) =>
          void onChoose(
            { profile },
            conversation ? pathTo('chats-id', { id: conversation.id }) : pathTo('members-id-chat', { id: profile.id }),
          )
        }
      />
    </div>
  );
}
