import { defineJob, defineMessageJob } from '#platform/jobs/jobs.ts'

/** Finds the devices of all customers with a notice. The notice's key is the singleton key. */
export const noticeJob = defineJob<{ readonly noticeKey: string }>('notice')

/** Sends one notice to one device. `attempt` counts how often the service has asked us to come again. */
export const pushJob = defineMessageJob<{
  readonly noticeId: number
  readonly device: string
  readonly attempt: number
}>('push')
