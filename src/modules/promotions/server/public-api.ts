/** What apps and flows may ask of promotions on the server. */
export { promotionRoutes } from './routes.ts'
export { giveBenefits } from './commands/apply-benefits.ts'
export { applyDiscountCard } from './commands/apply-discount-card.ts'
export { applyPromoCode, unapplyPromoCode } from './commands/apply-promo-code.ts'
export { chooseOptions } from './commands/choose-options.ts'
export { writeOrderOption, type OptionToWrite } from './commands/write-order-option.ts'
export { savePromoCode } from './commands/save-promo-code.ts'
