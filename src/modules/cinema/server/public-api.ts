/** Server API of the cinema module. */
export { cinemaEntranceSource } from './entrance-source.ts'
export { cinemaFrontSource } from './front-row.ts'
export { filmOnSaleJob, writeFilmOnSale } from './film-on-sale-email.ts'
export { cinemaSource } from './offer-source.ts'
export { hallChangedJob, writeHallChanged } from './office/hall-changed-email.ts'
export { cinemaListedSource } from './listed-source.ts'
export { readCinemaPaths } from './listed-pages.ts'
export { officeRoutes } from './office-routes.ts'
export { openScreening } from './open-screening.ts'
export { readScreeningRows } from './programme.ts'
export { cinemaRequestSource } from './request-source.ts'
export { cinemaRoutes } from './routes.ts'
export { releaseWithheldSeats } from './office/withheld-seats.ts'
export { deleteOldLowerClasses } from './office/lower-class.ts'
export { createScreeningsOfRuns } from './create-screenings-of-runs.ts'
export { cinemaSearchSource } from './search-source.ts'
export { eraseSeatComments, exportSeatComments } from './seat-comments.ts'
export { cinemaSellerSource } from './seller-source.ts'
export {
  eraseSubscriptions,
  exportSubscriptions,
  deleteOldSubscriptions,
  notifySubscribers,
} from './subscriptions.ts'
export { compareBookings } from './supplier/compare.ts'
export { syncSessions } from './supplier/sync-sessions.ts'
export { createCinemaFulfilment } from './supplier/fulfilment-source.ts'
export { mirrorSeats } from './supplier/mirror.ts'
export { openCinemaSupplier } from './supplier/open-supplier.ts'
export type { CinemaSupplier } from './supplier/port.ts'
export { cinemaWatchSource } from './watch-source.ts'
export { cinemaTicketSource } from './ticket-source.ts'
export { cinemaLogNamers } from './log-names.ts'
