import { z } from 'zod'
import { dayOf } from '#kernel/day-span.ts'

/**
 * Bounds of accepted days: nothing is sold outside them, and ISO 8601 writes years outside 0000 to 9999 differently.
 */
const [firstDay, lastDay] = ['1900-01-01', '2199-12-31']

/** The day a query asks about: an ISO 8601 date, or an instant, which is converted to its day in Tbilisi time. */
export const askedDay = z
  .union([
    z.iso.date(),
    z.iso
      .datetime({ offset: true })
      .transform((at) => dayOf(new Date(at)).toString())
      .pipe(z.iso.date()),
  ])
  .refine((day) => day >= firstDay && day <= lastDay, 'Too far away')
