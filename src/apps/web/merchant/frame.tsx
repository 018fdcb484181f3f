import { useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Mark } from '#design/parts/mark.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useLocale } from '#design/texts.tsx'
import { splitLocale, type Locale } from '#kernel/locale.ts'
import { useTexts } from '#modules/merchant/web/texts.ts'
import { merchantProfile, ownStaffLogout, type StaffProfileView } from '#modules/staff/contract.ts'
import { StaffSignIn } from '#modules/staff/web/parts/staff-sign-in.tsx'
import { LanguageLink } from '../parts/language-link.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { ThemeMenu } from '../parts/theme-menu.tsx'
import { useShellTexts } from '../texts.ts'
import { currentEntry, merchantNav } from './nav.ts'

/** Pages for whoever has a letter only. */
const openPages: ReadonlySet<string> = new Set(['/merchant/invitation'])

/**
 * Frame of the organisers' back office. Who is here the browser asks, since the session of staff is in a cookie of the
 * calls alone; pages get the profile as the outlet's context (`useOutletContext<StaffProfileView>()`).
 */
export function MerchantFrame() {
  const t = useTexts()
  const shell = useShellTexts()
  const locale = useLocale()
  const { path } = splitLocale(useLocation().pathname)
  const [profile, setProfile] = useState<StaffProfileView | null | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    void whoIsHere(locale).then((who) => !isGone && setProfile(who))
    return () => {
      isGone = true
    }
  }, [locale])
  async function leave(): Promise<void> {
    await browserClient(locale).send(ownStaffLogout)
    setProfile(null)
  }
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{t('title')}</title>
      <meta name="robots" content="noindex, nofollow" />
      <a href="#content" className="skip-link">
        {shell('skipToContent')}
      </a>
      <ProgressBar />
      <header className="border-b border-rule bg-card">
        <div className="page flex min-h-14 flex-wrap items-center gap-x-4">
          <LocalLink to="/merchant" className="flex min-h-11 min-w-0 items-center gap-2.5">
            <Mark className="h-6 w-auto shrink-0" />
            <span className="truncate font-semibold">{profile?.merchant.name ?? t('title')}</span>
          </LocalLink>
          <div className="-mr-2 ml-auto flex items-center">
            <LanguageLink />
            <ThemeMenu />
            {profile && (
              <Button look="plain" onClick={() => void leave()}>
                {t('signOut')}
              </Button>
            )}
          </div>
        </div>
      </header>
      <div className="page grow desk:grid desk:grid-cols-[13rem_minmax(0,1fr)] desk:gap-part">
        {profile && !openPages.has(path) && <Nav path={path} profile={profile} />}
        <main
          id="content"
          tabIndex={-1}
          className={`min-w-0 pt-6 pb-16 outline-none ${profile && !openPages.has(path) ? '' : 'desk:col-span-2'}`}
        >
          {openPages.has(path) ? (
            <Outlet />
          ) : profile === undefined ? (
            <Skeleton className="h-96 rounded-lg" />
          ) : profile === null ? (
            <StaffSignIn onSignedIn={setProfile} />
          ) : (
            <Permitted path={path} profile={profile} />
          )}
        </main>
      </div>
    </div>
  )
}

function Nav({ path, profile }: { path: string; profile: StaffProfileView }) {
  const t = useTexts()
  const current = currentEntry(path)
  const entries = merchantNav.filter(
    ({ permission, source }) =>
      profile.permissions.includes(permission) &&
      (source === undefined || profile.sells.includes(source)),
  )
  return (
    <nav aria-label={t('title')} className="border-b border-rule desk:border-0 desk:pt-6">
      <ul className="-mx-2 flex gap-1 overflow-x-auto [scrollbar-width:none] desk:flex-col">
        {entries.map((entry) => (
          <li key={entry.path} className="shrink-0">
            <LocalLink
              to={entry.path}
              aria-current={current === entry ? 'page' : undefined}
              className="flex min-h-11 items-center border-b-[3px] border-transparent px-2 text-note text-soft hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink desk:rounded-md desk:border-b-0 desk:px-3 desk:hover:bg-sunk desk:aria-[current]:bg-sunk"
            >
              {t(entry.label)}
            </LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The page, or why it is not for this role. */
function Permitted({ path, profile }: { path: string; profile: StaffProfileView }) {
  const t = useTexts()
  const entry = currentEntry(path)
  if (!entry || profile.permissions.includes(entry.permission)) return <Outlet context={profile} />
  return <Notice>{t('onlyManagers')}</Notice>
}

async function whoIsHere(locale: Locale): Promise<StaffProfileView | null> {
  try {
    return await browserClient(locale).send(merchantProfile)
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}
