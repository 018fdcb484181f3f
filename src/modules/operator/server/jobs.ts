import { defineJob } from '#platform/jobs/jobs.ts'

/** Checks or applies an import in the worker, while the page shows its progress. */
export const catalogueImportJob = defineJob<{ readonly importId: string }>('catalogue-import', {
  retryMax: 2,
})
