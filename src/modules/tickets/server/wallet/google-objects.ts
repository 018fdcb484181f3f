import type { GoogleAccess } from '#platform/google-access.ts'

export type GoogleResource =
  | 'eventTicketClass'
  | 'eventTicketObject'
  | 'transitClass'
  | 'transitObject'

/** `absent`: the pass has not been saved yet, or Google has deleted it. */
export type GooglePatchOutcome =
  | { readonly kind: 'done' | 'absent' }
  | { readonly kind: 'later'; readonly why: string }

/** Passes stored at Google (Google Wallet API, v1). */
export interface GoogleObjects {
  /** Changes these fields of a pass, or of its shared class; `null` empties one. Never throws. */
  patch(resource: GoogleResource, id: string, fields: object): Promise<GooglePatchOutcome>
}

export const googleWalletScope = 'https://www.googleapis.com/auth/wallet_object.issuer'
const timeoutMilliseconds = 10_000

export function openGoogleObjects({
  url,
  access,
}: {
  readonly url: string
  readonly access: GoogleAccess
}): GoogleObjects {
  return {
    async patch(resource, id, fields) {
      try {
        const path = `${url}/walletobjects/v1/${resource}/${encodeURIComponent(id)}`
        const response = await fetch(path, {
          method: 'PATCH',
          signal: AbortSignal.timeout(timeoutMilliseconds),
          headers: {
            authorization: `Bearer ${await access.token()}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(fields),
        })
        await response.body?.cancel()
        if (response.ok) return { kind: 'done' }
        if (response.status === 404) return { kind: 'absent' }
        // A revoked token is renewed with the next attempt.
        if (response.status === 401) access.drop()
        return { kind: 'later', why: `Google answered ${response.status}` }
      } catch (error) {
        return { kind: 'later', why: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}
