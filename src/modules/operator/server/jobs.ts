import { defineJob } from '#platform/jobs/jobs.ts'

/** Checks or applies an import, whichever is asked of it; the worker does it while the page shows how far it is. */
export const catalogueImportJob = defineJob<{ readonly importId: string }>('catalogue-import', {
  retryMax: 2,
})
