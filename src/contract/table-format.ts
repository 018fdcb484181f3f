/** Files in which tables can be downloaded. JSON has the kinds of the columns and values without their words. */
import { z } from 'zod'

export const tableFormats = ['csv', 'xlsx', 'json'] as const
export type TableFormat = (typeof tableFormats)[number]

export const tableFormat = z.enum(tableFormats)
