import { z } from 'zod'
import { refusalOfOrigins } from './origins.ts'
import { knownSecrets, missingServices } from './production.ts'
import { limitSettings } from './settings/limits.ts'
import { measuringSettings } from './settings/measuring.ts'
import { messageSettings } from './settings/messages.ts'
import { paymentSettings } from './settings/payments.ts'
import { processSettings } from './settings/process.ts'
import { sourceSettings } from './settings/sources.ts'
import { walletPaySettings } from './settings/wallet-pay.ts'
import { walletSettings } from './settings/wallets.ts'

/** Every setting with its default and description, by subject in `settings/`; README's table is generated from these descriptions. */
export const settings = z.object({
  ...processSettings,
  ...limitSettings,
  ...paymentSettings,
  ...walletPaySettings,
  ...walletSettings,
  ...messageSettings,
  ...sourceSettings,
  ...measuringSettings,
})

type Parsed = z.output<typeof settings>

export interface Config extends Parsed {
  readonly PUBLIC_ORIGIN: string
  readonly AUTH_ORIGIN: string
  readonly GATEWAY_ORIGIN: string
  readonly SOCKET_ORIGIN: string
  readonly STATIC_ORIGIN: string
}

export class ConfigError extends Error {}

/**
 * Reads the environment once; throws `ConfigError` with one line for all invalid values. Empty text counts as absent.
 *
 * @param options.isWhole whether it is to run a whole shop, which in production needs all services
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = settings.safeParse(given)
  const isProduction = given['MODE'] === 'production'
  const missing = isWhole && isProduction ? missingServices(given) : []
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Settings are not usable: ${[...missing, ...lines].join('; ')}`)
  }
  const known = isProduction ? knownSecrets(result.data, (name) => name in settings.shape) : []
  const refused = [...missing, ...known]
  if (refused.length > 0) throw new ConfigError(`Settings are not usable: ${refused.join('; ')}`)
  const publicOrigin = result.data.PUBLIC_ORIGIN ?? `http://localhost:${result.data.PORT}`
  const authOrigin = result.data.AUTH_ORIGIN ?? `${publicOrigin}/auth`
  const origins = {
    PUBLIC_ORIGIN: publicOrigin,
    AUTH_ORIGIN: authOrigin,
    GATEWAY_ORIGIN: result.data.GATEWAY_ORIGIN ?? publicOrigin,
    SOCKET_ORIGIN: result.data.SOCKET_ORIGIN ?? publicOrigin,
    STATIC_ORIGIN: result.data.STATIC_ORIGIN ?? publicOrigin,
  }
  const refusal = refusalOfOrigins(origins, result.data.COOKIE_DOMAIN)
  if (refusal) throw new ConfigError(`Settings are not usable: ${refusal}`)
  return { ...result.data, ...origins }
}
