import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import type { PageHandle } from '#design/page-handle.ts'
import { Button } from '#design/parts/button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Mark } from '#design/parts/mark.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { merchantProfile, ownStaffLogout, type StaffProfileView } from '#modules/staff/contract.ts'
import { RequestsView } from '../parts/requests-view.tsx'
import { SignIn } from '../parts/sign-in.tsx'
import { StatisticsView } from '../parts/statistics-view.tsx'
import { TotalsView } from '../parts/totals-view.tsx'
import { WebhooksView } from '../parts/webhooks-view.tsx'
import { useTexts } from '../texts.ts'

export const handle: PageHandle = { hideHeader: true, hideFooter: true }

const sections = [
  { path: '/merchant', label: 'navStatistics', View: StatisticsView },
  { path: '/merchant/totals', label: 'navTotals', View: TotalsView },
  { path: '/merchant/requests', label: 'navRequests', View: RequestsView },
  { path: '/merchant/webhooks', label: 'navWebhooks', View: WebhooksView },
] as const

/** The organisers' back office. Who is here the browser asks, as at the door. */
export default function MerchantPage() {
  const t = useTexts()
  const locale = useLocale()
  const other: Locale = locale === 'ka' ? 'en' : 'ka'
  const { section } = useParams()
  const path = section === undefined ? '/merchant' : `/merchant/${section}`
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
      <header className="border-b border-rule bg-card">
        <div className="page flex min-h-14 flex-wrap items-center gap-x-4">
          <Mark className="h-6 w-auto" />
          <span className="font-semibold">{profile?.merchant.name ?? t('title')}</span>
          <div className="-mr-2 ml-auto flex items-center">
            <a
              href={localizedPath(other, path)}
              hrefLang={other}
              lang={other}
              className="flex h-11 items-center px-2 text-soft"
            >
              {other === 'ka' ? 'ქართული' : 'English'}
            </a>
            {profile && (
              <Button look="plain" onClick={() => void leave()}>
                {t('signOut')}
              </Button>
            )}
          </div>
        </div>
        {profile && (
          <nav aria-label={t('title')} className="page">
            <ul className="-mx-2 flex gap-1 overflow-x-auto">
              {sections.map((one) => (
                <li key={one.path} className="shrink-0">
                  <LocalLink
                    to={one.path}
                    aria-current={one.path === path ? 'page' : undefined}
                    className="block border-b-[3px] border-transparent px-2 py-2 text-note text-soft aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
                  >
                    {t(one.label)}
                  </LocalLink>
                </li>
              ))}
              <li className="shrink-0">
                <LocalLink to="/scan" className="block px-2 py-2 text-note text-soft">
                  {t('navScanner')}
                </LocalLink>
              </li>
            </ul>
          </nav>
        )}
      </header>
      <main id="content" tabIndex={-1} className="page grow pt-6 pb-16 outline-none">
        {profile === undefined && <Skeleton className="h-96 rounded-lg" />}
        {profile === null && <SignIn onSignedIn={setProfile} />}
        {profile && <Office path={path} role={profile.role} />}
      </main>
    </div>
  )
}

function Office({ path, role }: { path: string; role: StaffProfileView['role'] }) {
  const t = useTexts()
  const section = sections.find((one) => one.path === path) ?? sections[0]
  const { View } = section
  if (role === 'scanner') return <Notice>{t('onlyManagers')}</Notice>
  return (
    <>
      <PageTitle look="office">{t(section.label)}</PageTitle>
      <div className="mt-group">
        <View />
      </div>
    </>
  )
}

async function whoIsHere(locale: Locale): Promise<StaffProfileView | null> {
  try {
    return await browserClient(locale).send(merchantProfile)
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}
