import { demoAccess, startCityPay } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/**
 * Runs the fake of CityPay. Reads PORT (4509), HOST (127.0.0.1), STATE_DIR, PUBLIC_URL, CITYPAY_CUSTOMER_ID
 * and CITYPAY_ACCESS_TOKEN from the environment.
 */
export const open: OpenFake = async (env) => {
  const service = await startCityPay({
    port: Number(env.PORT ?? 4509),
    host: env.HOST,
    stateDir: env.STATE_DIR,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    access: {
      customerId: env.CITYPAY_CUSTOMER_ID ?? demoAccess.customerId,
      accessToken: env.CITYPAY_ACCESS_TOKEN ?? demoAccess.accessToken,
    },
  })
  return { line: `The demo CityPay listens at ${service.url}`, stop: () => service.stop() }
}

if (import.meta.main) await runFakes([open(process.env)])
