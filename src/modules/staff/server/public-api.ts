/** What modules above may ask of the organisers' staff. */
export { staffOf } from './as-staff.ts'
export { findStaffEvent, readGateTypes, type StaffEvent } from './queries/access.ts'
export { staffRoutes } from './routes.ts'
export { createStaffSessionStore } from './sessions.ts'
