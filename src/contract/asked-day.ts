import { z } from 'zod'
import { dayOf } from '#kernel/day-span.ts'

/** Nothing is sold outside of these, and beyond the first and the last year with four digits days are written otherwise. */
const [firstDay, lastDay] = ['1900-01-01', '2199-12-31']

/**
 * A day that a query asks about: an ISO 8601 date, or an instant, as clients write dates that have a time; of that the
 * day by the clock of Tbilisi counts.
 */
export const askedDay = z
  .union([
    z.iso.date(),
    z.iso
      .datetime({ offset: true })
      .transform((at) => dayOf(new Date(at)).toString())
      .pipe(z.iso.date()),
  ])
  .refine((day) => day >= firstDay && day <= lastDay, 'Too far away')
