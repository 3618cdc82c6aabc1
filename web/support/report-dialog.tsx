import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';

import type { Input } from '../../contract/index.ts';
import { complaintTextLengthMax } from '../../contract/support/limits.ts';
import { type ReportReason, reportReasons } from '../../contract/support/operations.ts';
import { isBlank } from '../../contract/platform/text.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import { call } from '../platform/calls/call.ts';
import { deriveKey, newKey } from '../platform/calls/idempotency-key.ts';
import { errorText } from '../platform/calls/errors.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, TextArea } from '../ui/field.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { showToast } from '../ui/toast.ts';
import { useAskBeforeLeaving } from '../platform/pages/leaving.ts';
import { useUnsaved } from '../platform/pages/use-unsaved.ts';
import { statePath } from './state-path.ts';

/** The subject of a report: the member themselves, a photo of theirs, or a message to the reporter. */
export type Reported = { photo?: PhotoId } | { conversation: ConversationId; message: MessageId };

export interface ReportDialogProps {
  member: { id: MemberId; name: string; blocked?: boolean };
  what?: Reported;
  onClose: () => void;
  /** The page that follows a report that also blocks. */
  leaveTo?: string | undefined;
}

export function ReportDialog({ member, what = {}, onClose, leaveTo }: ReportDialogProps): ReactElement {
  const say = useSay();
  const { name } = member;
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useState('');
  const [block, setBlock] = useState(!member.blocked);
  const subject = 'message' in what ? what.message : (what.photo ?? member.id);
  const dropText = useUnsaved(`report.${subject}`, text === '' ? null : text, setText);
  const close = (): void => {
    dropText();
    onClose();
  };
  const report = useSendReport({ member, onClose: close, leaveTo });
  useAskBeforeLeaving(!isBlank(text) && !report.isSuccess);
  const about = 'message' in what ? '.message' : what.photo === undefined ? '' : '.photo';
  const reasons = reportReasons.map((value) => ({
    value,
    title: say(`support.reason.${value}`),
  }));
  const send = (): void => {
    const target = 'message' in what ? what : { profile: member.id, ...what };
    if (reason) report.mutate({ ...target, reason, text: text.trim(), block });
  };
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && close()}
      title={say(`support.report.title${about}`, { name })}
      description={say('support.report.intro', { name })}
      closeLabel={say('common.close')}
      actions={
        <>
          <Button variant="quiet" onClick={close}>
            {say('common.cancel')}
          </Button>
          <Button disabled={!reason} busy={report.isPending} onClick={send}>
            {say(block ? 'support.report.submit.block' : 'support.report.submit')}
          </Button>
        </>
      }
    >
      {report.error && <Alert tone="danger">{errorText(say, report.error)}</Alert>}
      <RadioCards
        name="reason"
        label={say('support.report.reason')}
        options={reasons}
        value={reason}
        onChange={setReason}
        grid="sm:grid-cols-2"
      />
      <Field label={say('support.report.text')} aside={say('common.optional')}>
        <TextArea value={text} maxLength={complaintTextLengthMax} onChange={(event) => setText(event.target.value)} />
      </Field>
      {!member.blocked && (
        <Checkbox
          checked={block}
          onChange={(event) => setBlock(event.target.checked)}
          help={say('support.report.block.help', { name })}
        >
          {say('support.report.block', { name })}
        </Checkbox>
      )}
    </Dialog>
  );
}

function useSendReport({ member, onClose, leaveTo }: Omit<ReportDialogProps, 'what'>) {
  const say = useSay();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [key] = useState(newKey);
  return useMutation({
    // A report that is sent again after a lost response is the same one; a corrected report is another.
    mutationFn: async (said: Omit<Input<'sendReport'>, 'idempotency_key'>) =>
      call('sendReport', {
        ...said,
        idempotency_key: await deriveKey(JSON.stringify([key, said])),
      }),
    onSuccess: (taken) => {
      onClose();
      showToast({
        tone: 'success',
        seconds: 15,
        title: say('support.reported'),
        children: say(`support.reported.text${taken.mailed ? '' : '.unmailed'}${taken.blocked ? '.blocked' : ''}`, {
          name: member.name,
        }),
        action: {
          label: say('support.see'),
          onPress: () => void navigate(statePath(taken)),
        },
      });
      if (!taken.blocked) return;
      applyToCaches(queries, { type: 'blocked', profile: member.id });
      if (leaveTo) void navigate(leaveTo, { replace: true });
    },
  });
}
