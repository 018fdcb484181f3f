/** The tickets module's public API. */
export { writeOutsideCodes } from './outside-codes.ts'
export { issueTickets, type ConfirmedTickets, type OrderToIssue } from './commands/issue-tickets.ts'
export {
  endTickets,
  findTicketStates,
  readTicketStates,
  reopenTickets,
  type EndOptions,
  type TicketState,
} from './commands/end-tickets.ts'
export {
  clearTicketUse,
  countTicketUse,
  lockIssue,
  markTicketUsed,
  replaceTicketUse,
  type TicketUse,
  type UseTicketRequest,
} from './commands/use-tickets.ts'
export {
  cancelItem,
  reinstateItem,
  listCancelledOrders,
  putOffCancelled,
  readCancellations,
  readCancelledTickets,
  type ItemCancellation,
} from './commands/cancel-item.ts'
export { renewCodes } from './commands/renew-codes.ts'
export { listHoldersOfLines, restorePlaces, withdrawPlaces } from './commands/withdraw-places.ts'
export { moveTickets } from './commands/move-tickets.ts'
export { correctAddressOf, orderOfMessage } from './commands/correct-address.ts'
export { notifyHolders, type HolderNotification } from './commands/notify-holders.ts'
export { listLetterHolders, sendToEach } from './news/letter-holders.ts'
export type { LinkPorts } from './news/recipients.ts'
export { tellHolders } from './news/tell-holders.ts'
export { writeNews } from './news/write-news.ts'
export { latestTold } from './news/told.ts'
export { changesOfOrder, recordOrderTold, type StartsBefore } from './news/decisions.ts'
export {
  adultsNeededByChildren,
  holdPartyTickets,
  holdTicketsBeside,
  policyOfTicket,
} from './queries/accompanying.ts'
export { countsInKind } from './queries/count-in-kind.ts'
export { sumPendingRefunds } from './queries/pending-refunds.ts'
export { countValidTickets, hasValidTickets } from './queries/valid-tickets.ts'
export {
  listOpenCancellations,
  readItemSales,
  readTakings,
  type ItemSalesDay,
  type OpenCancellation,
} from './queries/item-sales.ts'
export { presentExtras } from './present.ts'
export { markAnswersChanged, markTicketsChanged, spanOfTicketChanges } from './ticket-changes.ts'
export {
  holdTickets,
  isBaggage,
  isGoods,
  typeName,
  type HeldTicket,
} from './queries/held-tickets.ts'
export {
  eventMovedJob,
  movedEmailJob,
  refundDoneEmailJob,
  reminderJob,
  refundEmailJob,
  refusedEmailJob,
  returnEmailJob,
  returnRefusedEmailJob,
  ticketEmailJob,
  addressCorrectedJob,
  unpaidEmailJob,
  waitingEmailJob,
} from './jobs.ts'
export { writeReminder } from './emails/reminder-email.ts'
export { remindOfTomorrow } from './reminders/remind-of-tomorrow.ts'
export { writeRefundDoneEmail } from './emails/refund-done-email.ts'
export { writeUnpaidEmail } from './emails/unpaid-email.ts'
export { writeRefundEmail } from './emails/refund-email.ts'
export { writeReturnEmail } from './emails/return-email.ts'
export {
  writeRefusedEmail,
  writeReturnRefusedEmail,
  writeWaitingEmail,
} from './emails/waiting-email.ts'
export { writeAddressCorrected } from './emails/address-corrected-email.ts'
export { writeTicketEmail } from './emails/ticket-email.ts'
export { claimHeldTickets, eraseHolder, eraseRecipients } from './transfer/claim-tickets.ts'
export { exportTransfers } from './transfer/export-transfers.ts'
export { firstNameOf } from './transfer/transfer-labels.ts'
export {
  endReservation,
  reserveTicket,
  readReservation,
  type Reserved,
} from './transfer/reserved.ts'
export { refuseFlood, sendingOf, type SentCount } from './transfer/sending.ts'
export { settleOrder } from './transfer/settle-order.ts'
export { hashOfToken } from './transfer/share-tokens.ts'
export { documentTexts } from './documents/labels.ts'
export { placeLineOf } from './documents/compose-printed.ts'
export { makePdf, type Drawing } from './documents/make-pdf.ts'
export { contentOf } from './documents/missing-letters.ts'
export { ticketsPdf, unprintableLetters } from './documents/pdf.ts'
export { rollPdf } from './documents/roll-pdf.ts'
export { reissueTickets } from './commands/reissue-tickets.ts'
export type { TextStyle } from './documents/typesetting.ts'
export { transferMessageJob } from './transfer/jobs.ts'
export { writeTransferMessage } from './transfer/write-message.ts'
export { rawPublicKey } from './code.ts'
export { readShownCode } from './read-shown-code.ts'
export { eraseVerifications } from './verification/erase.ts'
export { readVerification } from './verification/store.ts'
export { createTicketPorts, type TicketPorts } from './ports.ts'
export { readTypedNumber } from './printed-numbers.ts'
export { eraseComments } from './rating/erase-comments.ts'
export { ticketRoutes } from './routes.ts'
export { deleteDevices } from './wallet/store.ts'
export { notifyWallets } from './wallet/notify-wallets.ts'
export type { WalletSettings } from './wallet/signers.ts'
export type { TicketSource, TicketSubject } from './ticket-source.ts'
export { ticketLogNamers } from './log-names.ts'
