/** Export of a customer's personal data. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'

export const accountExport = defineCall({
  id: 'own-account-export',
  cost: 'search',
  area: 'own',
  method: 'GET',
  path: '/v2/auth/export',
  summary: 'Everything kept of the caller, as a JSON file.',
  credential: 'customer',
  reply: z.unknown(),
  produces: 'application/json',
  limit: 'flood',
  stepUp: { purpose: 'export' },
})
