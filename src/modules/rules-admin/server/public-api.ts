/** The public API of rules-admin. */
export { saveAccessCode, type ChangeLog } from './commands/save-access-code.ts'
export { saveRule } from './commands/save-rule.ts'
export { rulesAdminRoutes } from './routes.ts'
