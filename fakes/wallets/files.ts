import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Certificate and key of the demo's push service. */
const serviceFiles = { certificate: 'push-certificate.pem', key: 'push-key.pem' } as const
const rootFile = 'root.pem'

/** The settings that contain the keys. */
const walletKeySettings = {
  APPLE_PASS_CERTIFICATE: 'pass-certificate.pem',
  APPLE_PASS_KEY: 'pass-key.pem',
  APPLE_PASS_WWDR: 'wwdr.pem',
  GOOGLE_WALLET_KEY: 'google-key.pem',
} as const

/** Keys that stay the same across restarts: files in a directory, by the settings that name them. */
export async function demoWalletFiles(
  stateDir: string,
  names: { readonly passTypeId: string; readonly teamId: string },
): Promise<Record<string, string>> {
  const settings = Object.keys(walletKeySettings) as (keyof typeof walletKeySettings)[]
  const files = settings.map(
    (setting) => [setting, join(stateDir, walletKeySettings[setting])] as const,
  )
  const all = [...files.map(([, file]) => file), join(stateDir, serviceFiles.certificate)]
  if (!all.every((file) => existsSync(file))) {
    mkdirSync(stateDir, { recursive: true })
    // Only for the first start: the library that makes certificates takes time and memory to load.
    const { makeWalletKeys } = await import('./keys.ts')
    const keys = makeWalletKeys({ ...names, now: new Date() })
    for (const [setting, file] of files) writeFileSync(file, keys[setting], { mode: 0o600 })
    const { certificate, key } = serviceFiles
    writeFileSync(join(stateDir, certificate), keys.service.certificate)
    writeFileSync(join(stateDir, key), keys.service.key, { mode: 0o600 })
    writeFileSync(join(stateDir, rootFile), keys.root)
  }
  return Object.fromEntries(files)
}

/** Certificate, key and root of the fake of Apple's push service; requires `demoWalletFiles` to have run. */
export function demoPushServiceFiles(stateDir: string): {
  readonly certificate: string
  readonly key: string
  readonly root: string
} {
  const { certificate, key } = serviceFiles
  return {
    certificate: join(stateDir, certificate),
    key: join(stateDir, key),
    root: join(stateDir, rootFile),
  }
}
