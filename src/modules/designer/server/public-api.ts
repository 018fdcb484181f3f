/** The public API of the designer. */
export { seatsChangedJob, writeSeatsChanged } from './seats-changed-email.ts'
export { designerRoutes } from './routes.ts'
