import { openGoogleAccess } from '#platform/google-access.ts'
import { openApns, type Apns } from './apns.ts'
import { googleWalletScope, openGoogleObjects, type GoogleObjects } from './google-objects.ts'
import { readPem, type WalletSettings } from './signers.ts'

/** How wallets are notified that a pass has changed; null when no wallet supports it. */
export interface WalletNews {
  apple(): Apns | null
  google(): GoogleObjects | null
  close(): void
}

/** Opens connections only when a wallet must be notified. */
export function openWalletNews({ apple, google }: WalletSettings): WalletNews {
  let apns: Apns | undefined
  let objects: GoogleObjects | undefined
  return {
    apple() {
      if (!apple?.push) return null
      const { url, authority: serviceAuthority } = apple.push
      return (apns ??= openApns({ ...apple, url, serviceAuthority }))
    },
    google() {
      if (!google?.api) return null
      if (objects) return objects
      const { url, tokenUrl } = google.api
      const { account, key } = google
      const scope = googleWalletScope
      const access = openGoogleAccess({ account, key: readPem(key), tokenUrl, scope })
      return (objects = openGoogleObjects({ url, access }))
    },
    close() {
      apns?.close()
    },
  }
}
