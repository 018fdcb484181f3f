import { z } from 'zod'
import { httpUrl } from './fields.ts'

/** Pairs of `railway=https://…,omnibus=https://…`. */
function feedAddresses(
  value: string,
  check: z.RefinementCtx,
): readonly { readonly feed: string; readonly url: string }[] {
  return value
    .split(',')
    .filter(Boolean)
    .flatMap((pair) => {
      const [, feed, url] = /^([^=]+)=(https?:\/\/.+)$/.exec(pair.trim()) ?? []
      if (feed !== undefined && url !== undefined && URL.canParse(url)) return [{ feed, url }]
      check.addIssue({ code: 'custom', message: `“${pair}” is not feed=address` })
      return []
    })
}

/** Outside sources: currency rates, delays of carriers, sign-in with Facebook, cinemas and airlines. */
export const sourceSettings = {
  RATES_URL: httpUrl
    .optional()
    .describe(
      'National Bank of Georgia (https://nbg.gov.ge) for currency rates; without it operators enter them; the demo starts a fake',
    ),
  GTFS_REALTIME_URLS: z
    .string()
    .default('')
    .transform(feedAddresses)
    .describe(
      'GTFS-Realtime messages of carriers, polled every 30 seconds: name of the feed=address, separated by commas; without them there are no delays',
    ),
  FB_URL: httpUrl
    .optional()
    .describe(
      'Facebook’s login dialog (https://www.facebook.com); without it Facebook sign-in is not offered; the demo starts a fake',
    ),
  FB_GRAPH_URL: httpUrl
    .optional()
    .describe('Facebook’s Graph API (https://graph.facebook.com); default FB_URL'),
  FB_APP_ID: z.string().default('demo-app').describe('Facebook app id'),
  FB_APP_SECRET: z.string().default('demo-app-secret').describe('Facebook app secret'),
  IDENTITY_URL: httpUrl
    .optional()
    .describe(
      'Outside party that knows which personal numbers exist, another in each mode; without it only the form of a number is checked',
    ),
  IDENTITY_API_KEY: z
    .string()
    .default('demo-identity-key')
    .describe('API key of the identity check'),
  CINEMA_URL: z
    .url()
    .optional()
    .describe(
      'Outside cinema system that confirms seats of its own sessions; the demo starts a fake',
    ),
  CINEMA_API_KEY: z
    .string()
    .default('demo-cinema-key')
    .describe('API key of the outside cinema system'),
  DUFFEL_URL: httpUrl
    .optional()
    .describe(
      'Duffel’s API (https://api.duffel.com) for flights besides the platform’s own; without it there are none; the demo starts a fake',
    ),
  DUFFEL_ACCESS_TOKEN: z.string().default('demo-duffel-token').describe('Access token of Duffel'),
  DUFFEL_WEBHOOK_SECRET: z
    .string()
    .min(8)
    .optional()
    .describe(
      'Secret of the webhook at Duffel that sends events to PUBLIC_ORIGIN/flights/duffel/events; without it no event is accepted',
    ),
  IATI_URL: httpUrl
    .optional()
    .describe('IATI’s API for further flights; without it there are none; the demo starts a fake'),
  IATI_API_KEY: z.string().default('demo-iati-key').describe('API key of IATI'),
}
