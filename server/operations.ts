import { recordPageHidden } from './sources/record-page-hidden.ts';
import { activateAccount } from './accounts/activate-account.ts';
import { changeEmail } from './accounts/address/change-email.ts';
import { confirmMailChange } from './accounts/address/confirm-mail-change.ts';
import { findMailChange } from './accounts/address/find-mail-change.ts';
import { listConsents } from './accounts/consents/list-consents.ts';
import { findEntry } from './accounts/login-links/find-entry.ts';
import { enterByLink } from './accounts/login-links/enter-by-link.ts';
import { changePassword } from './accounts/change-password.ts';
import { dismissAlerts } from './accounts/alerts/dismiss-alerts.ts';
import { dismissTerms } from './accounts/terms/dismiss-terms.ts';
import { listTerms } from './accounts/terms/list-terms.ts';
import { checkSignUp } from './accounts/check-sign-up.ts';
import { getUser } from './accounts/get-user.ts';
import { deleteAccount } from './accounts/leaving/delete-account.ts';
import { reactivateAccount } from './accounts/leaving/reactivate-account.ts';
import { logIn } from './accounts/log-in.ts';
import { logOut } from './accounts/log-out.ts';
import { addPasskey } from './accounts/passkeys/add-passkey.ts';
import { listPasskeys } from './accounts/passkeys/list-passkeys.ts';
import { logInByPasskey } from './accounts/passkeys/log-in-by-passkey.ts';
import { removePasskey } from './accounts/passkeys/remove-passkey.ts';
import { startPasskey } from './accounts/passkeys/start-passkey.ts';
import { startPasskeyLogin } from './accounts/passkeys/start-passkey-login.ts';
import { requestPasswordReset } from './accounts/request-password-reset.ts';
import { resetPassword } from './accounts/reset-password.ts';
import { endSessions } from './accounts/sessions/end-sessions.ts';
import { listSessions } from './accounts/sessions/list-sessions.ts';
import { sendActivationMail } from './accounts/send-activation-mail.ts';
import { signUp } from './accounts/sign-up.ts';
import { updateUser } from './accounts/update-user.ts';
import { blockMember } from './chat/block/block-member.ts';
import { deleteChat } from './chat/read/delete-chat.ts';
import { getChat } from './chat/read/get-chat.ts';
import { listBlocks } from './chat/block/list-blocks.ts';
import { listChats } from './chat/read/list-chats.ts';
import { saveDraft } from './chat/drafts/save-draft.ts';
import { answerGift } from './chat/gifts/answer-gift.ts';
import { listIcebreakers } from './chat/icebreakers/list-icebreakers.ts';
import { listGifts } from './chat/read/list-gifts.ts';
import { markRead } from './chat/read/mark-read.ts';
import { publishTyping } from './chat/read/publish-typing.ts';
import { searchMessages } from './chat/search/search-messages.ts';
import { sayGoodbye } from './chat/send/say-goodbye.ts';
import { sendGift } from './chat/send/send-gift.ts';
import { sendMessage } from './chat/send/send-message.ts';
import { unblockMember } from './chat/block/unblock-member.ts';
import { listLedger } from './credits/list-ledger.ts';
import { dismissTimeBonus } from './discounts/dismiss-time-bonus.ts';
import { getDiscountCode } from './discounts/get-discount-code.ts';
import { getLastOffer } from './discounts/get-last-offer.ts';
import { getExport } from './export/get-export.ts';
import { openExport } from './export/open-export.ts';
import { requestExport } from './export/request-export.ts';
import { findPlace } from './geo/find-place.ts';
import { listTowns } from './geo/list-towns.ts';
import { addLike } from './likes/add-like.ts';
import { getEveningTable } from './members/suggest/get-evening-table.ts';
import { listSignupMatches } from './members/suggest/list-signup-matches.ts';
import { getSwipe } from './likes/swipe/get-swipe.ts';
import { swipeProfile } from './likes/swipe/swipe-profile.ts';
import { undoSwipe } from './likes/swipe/undo-swipe.ts';
import { getAutoLike } from './likes/get-auto-like.ts';
import { listLikes } from './likes/list-likes.ts';
import { removeLike } from './likes/remove-like.ts';
import { getProfile } from './members/get-profile.ts';
import { hideMember } from './members/hide/hide-member.ts';
import { listHidden } from './members/hide/list-hidden.ts';
import { unhideMember } from './members/hide/unhide-member.ts';
import { listSimilar } from './members/search/list-similar.ts';
import { searchProfiles } from './members/search/search-profiles.ts';
import { updateProfile } from './members/update-profile.ts';
import { confirmDirectDebit } from './payments/debit/confirm-direct-debit.ts';
import { getDirectDebit } from './payments/debit/get-direct-debit.ts';
import { sendDirectDebitCode } from './payments/debit/send-direct-debit-code.ts';
import { startDirectDebit } from './payments/debit/start-direct-debit.ts';
import { cancelPayment } from './payments/cancel-payment.ts';
import { createPayment } from './payments/create-payment.ts';
import { listRepeatOrders } from './payments/cards/list-repeat-orders.ts';
import { removeStoredCard } from './payments/cards/remove-stored-card.ts';
import { getPayment } from './payments/get-payment.ts';
import { quoteOrder } from './payments/quote-order.ts';
import { getSpending } from './payments/spending/get-spending.ts';
import { setSpendingLimit } from './payments/spending/set-spending-limit.ts';
import { listBundles } from './payments/list-bundles.ts';
import { listPaymentMethods } from './payments/list-payment-methods.ts';
import { confirmDeclaration } from './payments/withdrawal/confirm-declaration.ts';
import { declareWithdrawal } from './payments/withdrawal/declare-withdrawal.ts';
import { getWithdrawal } from './payments/withdrawal/get-withdrawal.ts';
import { listWithdrawals } from './payments/withdrawal/list-withdrawals.ts';
import { withdraw } from './payments/withdrawal/withdraw.ts';
import { addPush } from './notifications/push/add-push.ts';
import { getPush } from './notifications/push/get-push.ts';
import { removePush } from './notifications/push/remove-push.ts';
import { setPushKinds } from './notifications/push/set-push-kinds.ts';
import { handleMailReport } from './accounts/mail/handle-mail-report.ts';
import { unsubscribe } from './notifications/unsubscribe.ts';
import { getReceipt } from './payments/receipts/get-receipt.ts';
import { listPayments } from './payments/list-payments.ts';
import { handlePaymentWebhook } from './payments/handle-payment-webhook.ts';
import { addPhoto } from './photos/add-photo.ts';
import { deletePhoto } from './photos/delete-photo.ts';
import { movePhoto } from './photos/move-photo.ts';
import { getCompanyInfo } from './settings/get-company-info.ts';
import { getSettings } from './settings/get-settings.ts';
import { listInterests } from './settings/list-interests.ts';
import { listRegions } from './settings/list-regions.ts';
import { getComplaint } from './support/get-complaint.ts';
import { getMeasure } from './support/get-measure.ts';
import { sendComplaint } from './support/send-complaint.ts';
import { sendReport } from './support/send-report.ts';
import type { FrameHandlers, Handlers } from './platform/handler.ts';

export const handlers: Handlers = {
  // settings
  getSettings,
  getCompanyInfo,
  listInterests,
  listRegions,
  // accounts
  signUp,
  recordPageHidden,
  activateAccount,
  sendActivationMail,
  getUser,
  changeEmail,
  confirmMailChange,
  findMailChange,
  enterByLink,
  findEntry,
  listSessions,
  endSessions,
  listPasskeys,
  startPasskey,
  addPasskey,
  removePasskey,
  startPasskeyLogin,
  logInByPasskey,
  listConsents,
  listTerms,
  dismissTerms,
  dismissAlerts,
  logIn,
  requestExport,
  getExport,
  openExport,
  updateUser,
  deleteAccount,
  reactivateAccount,
  logOut,
  requestPasswordReset,
  resetPassword,
  changePassword,
  checkSignUp,
  // members
  getProfile,
  updateProfile,
  searchProfiles,
  listSimilar,
  hideMember,
  unhideMember,
  listHidden,
  // geo
  findPlace,
  listTowns,
  // photos
  addPhoto,
  movePhoto,
  deletePhoto,
  // likes
  addLike,
  removeLike,
  listLikes,
  getAutoLike,
  getEveningTable,
  listSignupMatches,
  getSwipe,
  swipeProfile,
  undoSwipe,
  // chat
  listChats,
  getChat,
  searchMessages,
  sendMessage,
  listIcebreakers,
  unsubscribe,
  getPush,
  addPush,
  setPushKinds,
  removePush,
  handleMailReport,
  listGifts,
  sendGift,
  answerGift,
  sayGoodbye,
  saveDraft,
  deleteChat,
  blockMember,
  unblockMember,
  listBlocks,
  // credits
  listLedger,
  // payments
  listBundles,
  listPaymentMethods,
  quoteOrder,
  createPayment,
  getPayment,
  cancelPayment,
  getWithdrawal,
  listWithdrawals,
  withdraw,
  declareWithdrawal,
  confirmDeclaration,
  listRepeatOrders,
  removeStoredCard,
  getReceipt,
  getSpending,
  setSpendingLimit,
  listPayments,
  startDirectDebit,
  confirmDirectDebit,
  getDirectDebit,
  sendDirectDebitCode,
  handlePaymentWebhook,
  // support
  sendComplaint,
  getComplaint,
  getMeasure,
  sendReport,
  // discounts
  getDiscountCode,
  getLastOffer,
  dismissTimeBonus,
};

export const frameHandlers: FrameHandlers = {
  typing: async ({ conversation }, { context, member }) => {
    await publishTyping(context, member.id, conversation);
    return null;
  },
  read: async ({ conversation, seq }, { context, member }) => {
    await markRead(context, member.id, conversation, seq);
    return null;
  },
};
