import { accountsOperations } from './accounts.ts';
import type { OperationName } from './calls.ts';
import { chatOperations } from './chat.ts';
import { creditsOperations } from './credits.ts';
import { directDebitOperations } from './direct-debit.ts';
import { discountsOperations } from './discounts.ts';
import { hidesOperations } from './hides.ts';
import { likesOperations } from './likes.ts';
import { swipesOperations } from './swipes.ts';
import { membersOperations } from './members.ts';
import type { InputOf, Operation, OutputOf } from './operation.ts';
import { notificationsOperations } from './notifications.ts';
import { paymentsOperations } from './payments.ts';
import { photosOperations } from './photos.ts';
import { withdrawalOperations } from './withdrawal.ts';
import { sourcesOperations } from './sources.ts';
import { settingsOperations } from './settings.ts';
import { storedCardsOperations } from './stored-cards.ts';
import { supportOperations } from './support.ts';
import { spendingOperations } from './spending.ts';
import { suggestionsOperations } from './suggestions.ts';

/** The one list of all operations. */
export const operations = {
  ...settingsOperations,
  ...sourcesOperations,
  ...accountsOperations,
  ...notificationsOperations,
  ...membersOperations,
  ...hidesOperations,
  ...suggestionsOperations,
  ...photosOperations,
  ...likesOperations,
  ...swipesOperations,
  ...chatOperations,
  ...creditsOperations,
  ...paymentsOperations,
  ...directDebitOperations,
  ...discountsOperations,
  ...storedCardsOperations,
  ...spendingOperations,
  ...withdrawalOperations,
  ...supportOperations,
} satisfies Record<OperationName, Operation>;

export type Operations = typeof operations;
export type Input<Name extends OperationName> = InputOf<Operations[Name]>;
export type Output<Name extends OperationName> = OutputOf<Operations[Name]>;
