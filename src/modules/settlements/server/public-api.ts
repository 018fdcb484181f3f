/** The public API of settlements. */
export { bankAccountReverser } from './bank-account.ts'
export { chargeCommission, returnCommission } from './commission.ts'
export { merchantMoneyEmailJob, writeMerchantMoneyEmail } from './emails.ts'
export { sendPayouts } from './payouts.ts'
export { createSettlementPorts, type SettlementPorts } from './ports.ts'
export { settlementRoutes } from './routes.ts'
export { makeDueStatements, makeStatement } from './statements.ts'
export { settlementLogNamers } from './log-names.ts'
