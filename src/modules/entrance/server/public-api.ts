/** What apps may ask of the door. */
export { entranceRoutes } from './routes.ts'
