/** The public API of the designer. */
export { seatsChangedJob, seatsChangedHandler } from './seats-changed-email.ts'
export { designerRoutes } from './routes.ts'
export { layoutName, readForeignKeys } from './store.ts'
export { designerLogNamers } from './log-names.ts'
