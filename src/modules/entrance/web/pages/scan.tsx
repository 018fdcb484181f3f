import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useOutletContext } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import type { PageHandle } from '#design/page-handle.ts'
import { Mark } from '#design/parts/mark.tsx'
import { useLocale } from '#design/texts.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { merchantProfile, ownStaffLogout, type StaffProfileView } from '#modules/staff/contract.ts'
import { StationView } from '../parts/station-view.tsx'
import { ChooseStation } from '../parts/choose-station.tsx'
import { installServiceWorker } from '../scanner/install-service-worker.ts'
import { Scanner } from '../scanner/scanner.ts'
import { useTexts } from '../texts.ts'
import '../scan.css'

/** Venues are dark, and staff use the screen all evening. */
export const handle: PageHandle = { theme: 'dark', hideHeader: true, hideFooter: true }

/** Staff member signed in when the device was last online, for use without a network. */
const profileName = 'bileti:door-profile'

/** The scanner: sign in, choose the station, admit people. Everything runs in the browser. */
export default function ScanPage() {
  const t = useTexts()
  const locale = useLocale()
  const other: Locale = locale === 'ka' ? 'en' : 'ka'
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{t('title')}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="theme-color" content="#131217" />
      <link rel="manifest" href={`/scan-${locale}.webmanifest`} />
      <link rel="apple-touch-icon" href="/scan-192.png" />
      <header className="page flex min-h-14 items-center gap-2.5">
        <Mark className="h-6 w-auto" />
        <span className="font-semibold">{t('title')}</span>
        <a
          href={localizedPath(other, '/scan')}
          hrefLang={other}
          lang={other}
          className="ml-auto flex h-11 items-center px-2 text-soft"
        >
          {other === 'ka' ? 'ქართული' : 'English'}
        </a>
      </header>
      <main id="content" tabIndex={-1} className="page grow pb-10 outline-none">
        <ReadyScanner locale={locale} />
      </main>
    </div>
  )
}

type RenderSignIn = (onSignedIn: (who: StaffProfileView) => void) => ReactNode

function ReadyScanner({ locale }: { locale: Locale }) {
  const t = useTexts()
  // The staff sign-in comes from the layout, because back offices share it.
  const renderSignIn = useOutletContext<RenderSignIn>()
  const [scanner] = useState(() => new Scanner(browserClient(locale)))
  const state = useSyncExternalStore(scanner.subscribe, scanner.read, scanner.read)
  const [profile, setProfile] = useState<StaffProfileView | null | undefined>(undefined)

  useEffect(() => {
    let end: (() => void) | undefined
    let isOver = false
    async function begin(): Promise<void> {
      void installServiceWorker(locale)
      const stop = await scanner.start()
      if (isOver) return stop()
      end = stop
      setProfile(await readProfile(locale))
    }
    void begin()
    return () => {
      isOver = true
      end?.()
    }
  }, [scanner, locale])

  async function signedIn(who: StaffProfileView): Promise<void> {
    // Another organiser's device: its lists are not for this one, and its scans stay until its staff return.
    const before = keptProfile()
    if (before && before.merchant.merchantId !== who.merchant.merchantId) await scanner.forget()
    localStorage.setItem(profileName, JSON.stringify(who))
    setProfile(who)
    void scanner.refresh()
  }

  async function signOut(): Promise<void> {
    localStorage.removeItem(profileName)
    // Scans are sent before the session that may send them ends.
    await scanner.refresh()
    await scanner.forget()
    await browserClient(locale)
      .send(ownStaffLogout)
      .catch(() => undefined)
    setProfile(null)
  }

  if (!state.isReady || profile === undefined)
    return <Skeleton blocks={['h-64']} className="mx-auto mt-8 max-w-xl" />
  if (profile === null) return renderSignIn((who) => void signedIn(who))
  const mayUndo = profile.permissions.includes('undo-scan')
  return (
    <>
      {state.station ? (
        <>
          {state.mustSignIn && renderSignIn((who) => void signedIn(who))}
          <StationView scanner={scanner} state={state} mayUndo={mayUndo} />
        </>
      ) : (
        <ChooseStation
          unsynced={state.unsynced}
          left={state.leftStation && state.list && { ...state.leftStation, item: state.list.item }}
          onResume={() => void scanner.resume()}
          onChosen={(station) => scanner.take(station)}
        />
      )}
      <p className="mx-auto flex max-w-xl items-center justify-between gap-3 text-sm text-soft">
        <Dotted className="min-w-0" facts={[profile.fullName, profile.merchant.name]} />
        <button
          type="button"
          className="link min-h-11 whitespace-nowrap"
          onClick={() => void signOut()}
        >
          {t('signOut')}
        </button>
      </p>
    </>
  )
}

/** The signed-in staff member; without a network, the last one. */
async function readProfile(locale: Locale): Promise<StaffProfileView | null> {
  try {
    return await browserClient(locale).send(merchantProfile)
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null
    return keptProfile()
  }
}

function keptProfile(): StaffProfileView | null {
  const kept = localStorage.getItem(profileName)
  return kept === null ? null : (JSON.parse(kept) as StaffProfileView)
}
