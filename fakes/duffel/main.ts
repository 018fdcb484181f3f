import { startDuffel } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/**
 * Runs the fake of Duffel. Reads PORT (4512), HOST (127.0.0.1) and DUFFEL_ACCESS_TOKEN; with SHOP_URL and
 * WEBHOOK_SECRET it sends its events there.
 */
export const open: OpenFake = async (env) => {
  const duffel = await startDuffel({
    port: Number(env.PORT ?? 4512),
    host: env.HOST,
    accessToken: env.DUFFEL_ACCESS_TOKEN,
  })
  const { SHOP_URL: shop, WEBHOOK_SECRET: secret } = env
  if (shop && secret) duffel.subscribe({ url: `${shop}/flights/duffel/events`, secret })
  return { line: `Duffel listens at ${duffel.url}`, stop: () => duffel.stop() }
}

if (import.meta.main) await runFakes([open(process.env)])
