/** The public API of the operators' back office. */
export { importCatalogue, lockImports } from './commands/import-catalogue.ts'
export { applyPlan } from './import/apply.ts'
export { readImported } from './import/snapshot.ts'
export { runImport } from './commands/run-import.ts'
export { catalogueImportJob } from './jobs.ts'
export { planImport, type ImportPlan } from './import/plan.ts'
export { describeProblem } from './labels.ts'
export { importLogNamers } from './log-names.ts'
