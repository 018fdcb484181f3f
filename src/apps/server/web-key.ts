import { webApiKey } from '#contract/web-key.ts'
import type { Context } from '#platform/context.ts'
import { createApiKeys } from '#platform/http/api-keys.ts'

interface Log {
  warn(message: string): void
}

/**
 * Warns when the key that the shop's own pages send is missing or disabled: pages are rendered all the same, but what
 * browsers load afterwards is refused with 401, which looks like a fault of each page.
 */
export async function warnOfMissingWebKey(context: Context, log: Log): Promise<void> {
  // Without the database, requests report it.
  const owner = await createApiKeys()
    .find(context, webApiKey)
    .catch(() => undefined)
  if (owner === null)
    log.warn(
      `The API key of the shop's own pages (${webApiKey}) is missing or disabled: their calls are answered 401 ApiKeyInvalid. npm run setup writes it.`,
    )
}
