/** What tools and processes may use of the back office. */
export { importCatalogue } from './commands/import-catalogue.ts'
export { runImport } from './commands/run-import.ts'
export { catalogueImportJob } from './jobs.ts'
export { planImport, type ImportPlan } from './import/plan.ts'
export { describeProblem } from './labels.ts'
