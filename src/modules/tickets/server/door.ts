/** What flows and apps may ask of tickets on the server. */
export { issueTickets, type OrderToIssue } from './commands/issue-tickets.ts'
export {
  endTickets,
  findTicketStates,
  readTicketStates,
  type EndOptions,
  type TicketState,
} from './commands/end-tickets.ts'
export { tellOfMove } from './commands/tell-of-move.ts'
export { countGoodTickets, listOrdersWithTickets } from './queries/good-orders.ts'
export { holdTickets, typeName, type HeldTicket } from './queries/held-tickets.ts'
export {
  eventMovedJob,
  movedLetterJob,
  refundDoneLetterJob,
  reminderJob,
  refundLetterJob,
  returnLetterJob,
  ticketLetterJob,
  unpaidLetterJob,
} from './jobs.ts'
export { writeReminder } from './letters/reminder-letter.ts'
export { remindOfTomorrow } from './reminders/remind-of-tomorrow.ts'
export { writeRefundDoneLetter } from './letters/refund-done-letter.ts'
export { writeUnpaidLetter } from './letters/unpaid-letter.ts'
export { writeRefundLetter } from './letters/refund-letter.ts'
export { writeMovedLetter, writeReturnLetter } from './letters/return-letter.ts'
export { writeTicketLetter } from './letters/ticket-letter.ts'
export { claimHeldTickets, eraseHolder, forgetRecipients } from './passing/claim-tickets.ts'
export { exportPassing } from './passing/export-passing.ts'
export { firstNameOf } from './passing/passing-words.ts'
export { endPromise, promiseTicket, readPromise, type Promised } from './passing/promised.ts'
export { refuseFlood, sendingOf, type SentCount } from './passing/sending.ts'
export { hashOfToken } from './passing/share-tokens.ts'
export { buttonRow, letterHtml, noteRow, paragraphRow } from './letters/letter-html.ts'
export { paperTexts } from './papers/words.ts'
export { passingMessageJob } from './passing/jobs.ts'
export { writePassingMessage } from './passing/write-message.ts'
export { rawPublicKey } from './code.ts'
export { readShownCode } from './read-shown-code.ts'
export { eraseVerifications } from './verification/erase.ts'
export { readVerification } from './verification/store.ts'
export { createTicketPorts, type TicketPorts } from './ports.ts'
export { eraseComments } from './rating/erase-comments.ts'
export { ticketRoutes } from './routes.ts'
export { forgetDevices } from './wallet/store.ts'
export type { WalletSettings } from './wallet/signers.ts'
export type { TicketSource, TicketSubject } from './ticket-source.ts'
