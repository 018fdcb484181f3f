/** What modules above may ask of the organisers' staff. */
export { staffOf } from './as-staff.ts'
export { readGateTypes } from './queries/access.ts'
export { readStaffLimits, type StaffItem, type StaffLimits } from './queries/limits.ts'
export { staffRoutes } from './routes.ts'
export { createStaffSessionStore } from './sessions.ts'
