import { z } from 'zod'
import { httpUrl } from './fields.ts'

/** Visit statistics and error reporting of pages. */
export const measuringSettings = {
  ANALYTICS_URL: httpUrl
    .optional()
    .describe(
      'Script that reads the data layer (https://www.googletagmanager.com/gtm.js?id=GTM-…), loaded for visitors who allow statistics; without it there are no analytics; the demo starts a fake',
    ),
  ANALYTICS_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(',').filter(Boolean))
    .describe('Further origins that this script may contact, separated by commas'),
  ERRORS_DSN: httpUrl
    .optional()
    .describe(
      'Destination of error reports from pages, in Sentry’s protocol: https://key@host/project; without it there are none; the demo starts a fake',
    ),
  FB_PIXEL_URL: httpUrl
    .optional()
    .describe(
      'Facebook’s pixel (https://www.facebook.com/tr), for visitors who allow advertising; the demo starts a fake',
    ),
  GOOGLE_ADS_URL: httpUrl
    .optional()
    .describe(
      'Google’s conversions (https://www.googleadservices.com/pagead/conversion), for visitors who allow advertising; the demo starts a fake',
    ),
}
