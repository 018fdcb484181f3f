/** What modules above may ask of the office of sale rules. */
export { saveAccessCode, type ChangeLog } from './commands/save-access-code.ts'
export { saveRule } from './commands/save-rule.ts'
export { rulesAdminRoutes } from './routes.ts'
