/** The public API of the merchants' back office. */
export { sumOpenSales } from './queries/open-sales.ts'
export { countFormerDiscounts, refreshAllSales } from './refresh-sales.ts'
export { merchantRoutes } from './routes.ts'
export { widgetRoutes } from './widget/routes.ts'
export { readWidgetShow } from './widget/shows.ts'
export { applyDuePrices } from './shows/publish.ts'
export { promotionRoutes as merchantPromotionRoutes } from './promotions/routes.ts'
export { showLogNamers } from './log-names.ts'
