import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import type { StoredCard } from '../../contract/payments/stored-cards.ts';
import { keys } from '../platform/query-keys.ts';
import { callOverHttp } from '../platform/call.ts';
import { errorText } from '../platform/errors.ts';
import { newKey } from '../platform/idempotency-key.ts';
import { MethodSign } from './method-sign.tsx';
import { type Say, useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { cx } from '../ui/cx.ts';
import { showToast } from '../ui/toast.ts';

/** The name of a card: brand and last digits, once the provider has reported them. */
export function cardName(say: Say, { brand, last_digits: digits }: StoredCard): string {
  if (digits === '') return say('repeat.card-new');
  return brand === '' ? `•••• ${digits}` : say('repeat.card', { brand, digits });
}

/** The sign of the card's brand, if there is one. */
export function cardSign({ brand, paymentmethod }: StoredCard): PaymentMethodId {
  const sign = brand.toLowerCase();
  return sign === 'visa' || sign === 'mastercard' || sign === 'maestro' || sign === 'dankort' ? sign : paymentmethod;
}

function stateText(say: Say, { state, expires }: StoredCard): string {
  const month = expires === null ? '' : `${expires.slice(5)}/${expires.slice(0, 4)}`;
  if (state === 'pending') return say('repeat.card-pending');
  if (state === 'invalid') return say('repeat.card-invalid');
  if (month === '') return '';
  return state === 'expired' ? say('repeat.card-expired', { month }) : say('repeat.card-until', { month });
}

/** A stored card with a button to remove it. */
export function RepeatCard({ card }: { card: StoredCard }): ReactElement {
  const say = useSay();
  const name = cardName(say, card);
  const [asking, setAsking] = useState(false);
  return (
    <li className="flex items-center gap-3.5 py-3 first:pt-0 last:pb-0">
      <MethodSign of={cardSign(card)} />
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold">{name}</p>
        <p className={cx('text-13', card.state === 'valid' ? 'text-ink-2' : 'text-ink-3')}>{stateText(say, card)}</p>
      </div>
      <Button
        variant="quiet"
        size="sm"
        aria-label={say('repeat.remove-label', { card: name })}
        onClick={() => setAsking(true)}
      >
        {say('repeat.remove')}
      </Button>
      {asking && <RemoveCard card={card} name={name} onClose={() => setAsking(false)} />}
    </li>
  );
}

/** Asks first: a card that was revoked at the provider cannot be restored. */
function RemoveCard(props: { card: StoredCard; name: string; onClose: () => void }): ReactElement {
  const { card, name, onClose } = props;
  const say = useSay();
  const queries = useQueryClient();
  const [key] = useState(newKey);
  const remove = useMutation({
    mutationFn: () => callOverHttp('removeStoredCard', { card: card.id, idempotency_key: key }),
    onSuccess: async () => {
      onClose();
      showToast({ id: 'card-removed', tone: 'success', children: say('repeat.removed') });
      await queries.invalidateQueries({ queryKey: keys.repeatOrders });
    },
  });
  return (
    <ConfirmDialog
      open
      risk
      onOpenChange={(open) => !open && onClose()}
      title={say('repeat.remove-title')}
      description={say('repeat.remove-text', { card: name })}
      confirmLabel={say('repeat.remove')}
      cancelLabel={say('common.cancel')}
      closeLabel={say('common.close')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {remove.error && <Alert tone="danger">{errorText(say, remove.error)}</Alert>}
    </ConfirmDialog>
  );
}
