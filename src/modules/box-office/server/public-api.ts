/** The public API of counters. */
export { listCounterDates, readSaleEnds } from './dates.ts'
export { recordCardPayment, wasPaidByCard } from './cards.ts'
export { recordPrint } from './prints.ts'
export { cardRefusal } from './refusals.ts'
export {
  findOpenBasket,
  findReservedName,
  deleteReservations,
  isCounterSession,
  listOpenReservations,
  writeReservation,
} from './reservations.ts'
export {
  addEntry,
  closeShift,
  findOpenShift,
  listClosedShifts,
  lockShift,
  openShift,
  presentHead,
  presentShift,
  wasSoldIn,
  type Shift,
} from './shifts.ts'
export {
  giveTerminal,
  holdsTerminal,
  listOwnTerminals,
  listTerminals,
  takeTerminalBack,
} from './terminals.ts'
export { counterLogNamers } from './log-names.ts'
