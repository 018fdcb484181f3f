import { Store } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useAuthAddress } from '#design/data/visitor.ts'
import { late } from '#design/late.ts'
import { Button } from '#design/parts/button.tsx'
import { SearchIcon } from '#design/parts/icon.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { splitLocale } from '#kernel/locale.ts'
import { StepUpProvider } from '#modules/accounts/web/step-up/step-up-provider.tsx'
import { useTexts } from '#modules/operator/web/texts.ts'
import { OfficeFrame, ToolText } from '../office/frame.tsx'
import { groupsOf, OfficeNav } from '../office/nav.tsx'
import { useShellTexts } from '../texts.ts'
import { currentEntry, operatorGroups, operatorNav } from './nav.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** Loaded when it is first opened. */
const Palette = lazy(() => late(import('./palette.tsx')))

const toolLook =
  'flex h-11 min-w-11 items-center justify-center rounded-md px-2 text-note text-soft hover:bg-sunk hover:text-ink'

/** Layout of the operator's pages, separate from the shop. */
export function OperatorFrame({ children }: { children: ReactNode }) {
  const t = useTexts()
  const shell = useShellTexts()
  const authAddress = useAuthAddress()
  const [palette, setPalette] = useState<'unused' | 'open' | 'closed'>('unused')
  useShortcuts(() => setPalette('open'))
  return (
    <OfficeFrame
      home="/operator"
      name={<span className="max-tablet:sr-only">{t('officeName')}</span>}
      tools={
        <>
          <Button
            look="plain"
            className="mx-0"
            onClick={() => setPalette('open')}
            aria-keyshortcuts="Control+K"
          >
            <SearchIcon size={20} />
            <span className="max-tablet:sr-only">{t('paletteOpen')}</span>
          </Button>
          <LocalLink to="/" className={toolLook}>
            <ToolText Sign={Store}>{t('toShop')}</ToolText>
          </LocalLink>
        </>
      }
      leave={
        <a href={authAddress('logout')} className={toolLook}>
          <ToolText>{shell('signOut')}</ToolText>
        </a>
      }
      nav={<Nav />}
    >
      <StepUpProvider>{children}</StepUpProvider>
      {palette !== 'unused' && (
        <Suspense>
          <Palette isOpen={palette === 'open'} onClose={() => setPalette('closed')} />
        </Suspense>
      )}
    </OfficeFrame>
  )
}

function Nav() {
  const t = useTexts()
  const { path } = splitLocale(useLocation().pathname)
  const groups = groupsOf(operatorNav, operatorGroups, {
    groupOf: ({ group }) => group,
    textOf: ({ label }) => t(label),
    titleOf: (group) => t(`navGroup-${group}`),
  })
  return <OfficeNav label={t('navName')} groups={groups} current={currentEntry(path)} />
}
