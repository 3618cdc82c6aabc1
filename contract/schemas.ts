import { User } from './accounts.ts';
import { Chat, ChatEntry, Chats, Foothold, Gift, GiftAnswers, Message } from './chat.ts';
import { CountryCode, Credits, Currency, DateTime, Id, LanguageCode, Minor, Ok } from './common.ts';
import { CreditLot, LedgerEntry } from './credits.ts';
import { DirectDebit, Mandate } from './direct-debit.ts';
import { DiscountCode } from './discounts.ts';
import { Draft } from './drafts.ts';
import { DataExport } from './export.ts';
import { FoundMessage } from './found-messages.ts';
import { Likes, ReceivedLike } from './likes.ts';
import {
  Image,
  InterestKey,
  KeptSearch,
  OwnPhoto,
  OwnProfile,
  Profile,
  ProfilePhoto,
  ProfileSummary,
  SearchQuery,
  Town,
} from './members.ts';
import { Bundle, OrderDiscount, Payment, PaymentMethodId, Quote, Transfer } from './payments.ts';
import { PushState, PushSubscription } from './push.ts';
import { SendBlocker } from './send-blocker.ts';
import { CompanyInfo, Interest, MessageCosts, Region, Settings } from './settings.ts';
import { Spending } from './spending.ts';
import { RepeatOrder, StoredCard } from './stored-cards.ts';
import { SharedTraits, Suggestion } from './suggestions.ts';
import { Complaint, Measure } from './support.ts';
import { SwipeProfile } from './swipes.ts';
import { Withdrawal } from './withdrawal.ts';

/** Shared schemas, under their names in the OpenAPI document and in clients generated from it. */
export const schemas = {
  Bundle,
  Chat,
  ChatEntry,
  Chats,
  CompanyInfo,
  Complaint,
  CountryCode,
  CreditLot,
  Credits,
  Currency,
  DataExport,
  DateTime,
  DirectDebit,
  DiscountCode,
  Draft,
  Foothold,
  FoundMessage,
  Gift,
  GiftAnswers,
  Id,
  Image,
  Interest,
  InterestKey,
  KeptSearch,
  LanguageCode,
  LedgerEntry,
  Likes,
  Mandate,
  Measure,
  Message,
  MessageCosts,
  Minor,
  Ok,
  OrderDiscount,
  OwnPhoto,
  OwnProfile,
  Payment,
  PaymentMethodId,
  Profile,
  ProfilePhoto,
  ProfileSummary,
  PushState,
  PushSubscription,
  Quote,
  ReceivedLike,
  Region,
  RepeatOrder,
  SearchQuery,
  SendBlocker,
  Settings,
  SharedTraits,
  Spending,
  StoredCard,
  Suggestion,
  SwipeProfile,
  Town,
  Transfer,
  User,
  Withdrawal,
};
