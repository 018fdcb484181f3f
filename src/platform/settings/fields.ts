import { z } from 'zod'

/** An address of an outside service. */
export const httpUrl = z.url({ protocol: /^https?$/ })
