import { User } from './accounts/operations.ts';
import { Chat, ChatEntry, Chats, Quote, Gift, GiftAnswers, Message, Draft, FoundMessage } from './chat/operations.ts';
import { CountryCode, Credits, Currency, DateTime, Id, LanguageCode, Minor, Ok } from './platform/common.ts';
import { CreditLot, LedgerEntry } from './credits/operations.ts';
import { DirectDebit, Mandate } from './payments/direct-debit.ts';
import { DiscountCode } from './discounts/operations.ts';
import { DataExport } from './export/operations.ts';
import { Likes, ReceivedLike, SwipeProfile } from './likes/operations.ts';
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
  SendBlocker,
  SharedTraits,
  Suggestion,
} from './members/operations.ts';
import { Bundle, OrderDiscount, Payment, PaymentMethodId, OrderPrice, Transfer } from './payments/operations.ts';
import { PushState, PushSubscription } from './notifications/push.ts';
import { CompanyInfo, Interest, MessageCosts, Region, Settings } from './settings/operations.ts';
import { Spending } from './payments/spending.ts';
import { RepeatOrder, StoredCard } from './payments/stored-cards.ts';
import { Complaint, ModerationAction } from './support/operations.ts';
import { Withdrawal } from './withdrawal/operations.ts';

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
  Quote,
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
  ModerationAction,
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
  OrderPrice,
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
