/** The public API of the merchants' back office. */
export { refreshAllSales } from './refresh-sales.ts'
export { merchantRoutes } from './routes.ts'
export { applyDuePrices } from './shows/publish.ts'
