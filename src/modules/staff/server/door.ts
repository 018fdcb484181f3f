/** What rooms above may ask of the organisers' staff. */
export { staffRoutes } from './routes.ts'
export { createStaffKeeper } from './sessions.ts'
