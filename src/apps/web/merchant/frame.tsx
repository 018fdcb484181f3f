import { useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useLocale } from '#design/texts.tsx'
import { splitLocale, type Locale } from '#kernel/locale.ts'
import { useTexts } from '#modules/merchant/web/texts.ts'
import { merchantProfile, ownStaffLogout, type StaffProfileView } from '#modules/staff/contract.ts'
import { StaffStepUpProvider } from '#modules/staff/web/parts/staff-step-up.tsx'
import { StaffSignIn } from '#modules/staff/web/parts/staff-sign-in.tsx'
import { OfficeFrame, ToolText } from '../office/frame.tsx'
import { groupsOf, OfficeNav } from '../office/nav.tsx'
import { currentEntry, merchantGroups, merchantNav } from './nav.ts'

/** Pages that are opened from emails, without signing in. */
const openPages: ReadonlySet<string> = new Set(['/merchant/invitation', '/merchant/reversal'])

/**
 * Layout of the organisers' back office. The browser loads the profile, since the staff session is in a cookie that
 * only calls receive; pages get it as the outlet's context (`useOutletContext<StaffProfileView>()`).
 */
export function MerchantFrame() {
  const t = useTexts()
  const locale = useLocale()
  const { path } = splitLocale(useLocation().pathname)
  const [profile, setProfile] = useState<StaffProfileView | null | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    void readProfile(locale).then((who) => !isGone && setProfile(who))
    return () => {
      isGone = true
    }
  }, [locale])
  async function leave(): Promise<void> {
    await browserClient(locale).send(ownStaffLogout)
    setProfile(null)
  }
  return (
    <OfficeFrame
      home="/merchant"
      name={profile?.merchant.name ?? t('title')}
      nav={profile && !openPages.has(path) && <Nav path={path} profile={profile} />}
      leave={
        profile && (
          <Button look="plain" className="mx-0" onClick={() => void leave()}>
            <ToolText>{t('signOut')}</ToolText>
          </Button>
        )
      }
    >
      {/* Pages have titles of their own. */}
      {!openPages.has(path) && !profile && <title>{t('title')}</title>}
      {openPages.has(path) ? (
        <Outlet />
      ) : profile === undefined ? (
        <Skeleton className="h-96 rounded-lg" />
      ) : profile === null ? (
        <StaffSignIn onSignedIn={setProfile} />
      ) : (
        <StaffStepUpProvider>
          <Permitted path={path} profile={profile} />
        </StaffStepUpProvider>
      )}
    </OfficeFrame>
  )
}

function Nav({ path, profile }: { path: string; profile: StaffProfileView }) {
  const t = useTexts()
  const entries = merchantNav.filter(
    ({ permission, source }) =>
      profile.permissions.includes(permission) &&
      (source === undefined || profile.sells.includes(source)),
  )
  const groups = groupsOf(entries, merchantGroups, {
    groupOf: ({ group = 'organisation' }) => group,
    textOf: ({ label }) => t(label),
    titleOf: (group) => t(`navGroup-${group}`),
  })
  return <OfficeNav label={t('title')} groups={groups} current={currentEntry(path)?.path} />
}

/** The page, or a notice that the role has no access. */
function Permitted({ path, profile }: { path: string; profile: StaffProfileView }) {
  const t = useTexts()
  const entry = currentEntry(path)
  if (!entry || profile.permissions.includes(entry.permission)) return <Outlet context={profile} />
  return (
    <>
      <title>{t('title')}</title>
      <Notice>{t('onlyManagers')}</Notice>
    </>
  )
}

async function readProfile(locale: Locale): Promise<StaffProfileView | null> {
  try {
    return await browserClient(locale).send(merchantProfile)
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}
