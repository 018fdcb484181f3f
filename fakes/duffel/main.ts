import { stopOnSignals } from '../shared/server.ts'
import { startDuffel } from './start.ts'

/**
 * Runs the fake of Duffel. Reads PORT (4512), HOST (127.0.0.1) and DUFFEL_ACCESS_TOKEN; with SHOP_URL and
 * WEBHOOK_SECRET it sends its events there.
 */
const { env } = process
const duffel = await startDuffel({
  port: Number(env.PORT ?? 4512),
  host: env.HOST,
  accessToken: env.DUFFEL_ACCESS_TOKEN,
})
const { SHOP_URL: shop, WEBHOOK_SECRET: secret } = env
if (shop && secret) duffel.subscribe({ url: `${shop}/flights/duffel/events`, secret })
console.log(`Duffel listens at ${duffel.url}`)
stopOnSignals(duffel)
