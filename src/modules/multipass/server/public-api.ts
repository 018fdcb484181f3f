/** Server API of the multi-pass module. */
export { multipassSource } from './offer-source.ts'
export { multipassSearchSource } from './search-source.ts'
export { multipassTicketSource } from './ticket-source.ts'
export { multipassEntranceSource } from './entrance-source.ts'
export { multipassRoutes } from './routes.ts'
export { applyPass, refusalOfCard } from './commands/apply-pass.ts'
export { createProduct, type NewPassProduct } from './commands/create-product.ts'
export { recordPassSale, recordReturnedUses } from './commands/record-sale.ts'
export { findCard, usesLeft, type FoundCard } from './find-card.ts'
export { presentPassOrder } from './present.ts'
export {
  claimPartnerOrder,
  readEventOfType,
  readIdentifiers,
  readHolder,
  replacePartnerOrder,
} from './store.ts'
export { passLogNamers } from './log-names.ts'
