import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { email as emailField } from '#contract/fields.ts'
import { readJson } from '#platform/bounded-reply.ts'

/** The identity that an external provider asserts. */
export interface ExternalIdentity {
  /** The provider's permanent id of the person. */
  readonly subject: string
  readonly name: string
  readonly email: string | null
}

/** Port for sign-in through an external provider, implemented for Facebook. */
export interface IdentityProvider {
  readonly name: 'fb'
  /** Address of the provider's consent page, which redirects to `returnAddress` with `code` and `state`. */
  authorizeAddress(options: { state: string; returnAddress: string }): string
  /** The person that the code identifies, or null when it is invalid. Throws when the provider does not answer. */
  identify(options: { code: string; returnAddress: string }): Promise<ExternalIdentity | null>
}

const version = 'v24.0'
const timeoutMilliseconds = 8_000

const tokenAnswer = z.object({ access_token: z.string() })
const personAnswer = z.object({
  id: z.string().min(1).max(100),
  name: z.string().max(200).optional(),
  email: emailField.optional(),
})

/**
 * Facebook Login by its manual flow: dialog, code for a token, `/me` with a proof that we hold the secret.
 * Source: Facebook's public documentation of the manually built login flow.
 */
export function createFacebook(options: {
  readonly dialogUrl: string
  readonly graphUrl: string
  readonly appId: string
  readonly appSecret: string
}): IdentityProvider {
  const { dialogUrl, graphUrl, appId, appSecret } = options
  async function ask(path: string, query: Record<string, string>): Promise<unknown> {
    const address = `${graphUrl}/${version}${path}?${new URLSearchParams(query)}`
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMilliseconds) })
    if (response.status >= 500) throw new Error(`Facebook answered ${response.status}`)
    return response.ok ? readJson(response) : null
  }
  return {
    name: 'fb',
    authorizeAddress: ({ state, returnAddress }) =>
      `${dialogUrl}/${version}/dialog/oauth?${new URLSearchParams({
        client_id: appId,
        redirect_uri: returnAddress,
        state,
        scope: 'public_profile,email',
        response_type: 'code',
      })}`,
    async identify({ code, returnAddress }) {
      const token = tokenAnswer.safeParse(
        await ask('/oauth/access_token', {
          client_id: appId,
          client_secret: appSecret,
          redirect_uri: returnAddress,
          code,
        }),
      )
      if (!token.success) return null
      const { access_token: accessToken } = token.data
      const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex')
      const person = personAnswer.safeParse(
        await ask('/me', {
          fields: 'id,name,email',
          access_token: accessToken,
          appsecret_proof: proof,
        }),
      )
      if (!person.success) return null
      const { id, name = '', email = null } = person.data
      return { subject: id, name, email }
    },
  }
}
