import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { readJson } from '#platform/bounded-reply.ts'

/** Access tokens of a Google service account (RFC 7523). */
export interface GoogleAccess {
  /** A bearer token that is valid for at least another minute; requested again only when needed. */
  token(): Promise<string>
  /** Reports that the last token was refused: the next call requests a new one. */
  drop(): void
}

const timeoutMilliseconds = 10_000
/** A token is renewed this long before it expires. */
const marginMilliseconds = 60_000

const tokenReply = z.object({ access_token: z.string(), expires_in: z.number() })

export function openGoogleAccess(options: {
  readonly account: string
  /** Private key of the service account, PEM. */
  readonly key: string
  readonly tokenUrl: string
  /** OAuth scope of the tokens: an address from Google's list. */
  readonly scope: string
}): GoogleAccess {
  const { account, tokenUrl, scope } = options
  const key = createPrivateKey(options.key)
  let access: { readonly token: string; readonly until: number } | null = null

  return {
    async token() {
      if (access && access.until > Date.now()) return access.token
      const assertion = await new SignJWT({ scope })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(account)
        .setAudience(tokenUrl)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key)
      const response = await fetch(tokenUrl, {
        method: 'POST',
        signal: AbortSignal.timeout(timeoutMilliseconds),
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion,
        }),
      })
      if (!response.ok) throw new Error(`The token service answered ${response.status}`)
      const reply = tokenReply.parse(await readJson(response))
      access = {
        token: reply.access_token,
        until: Date.now() + reply.expires_in * 1_000 - marginMilliseconds,
      }
      return access.token
    },
    drop() {
      access = null
    },
  }
}
