import {
  Bell,
  Gem,
  LogOut,
  ScrollText,
  ShieldCheck,
  Ticket,
  User,
  Users,
  UserPen,
  Wallet,
} from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useAuthAddress } from '#design/data/visitor.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { StepUpProvider } from '#modules/accounts/web/step-up/step-up-provider.tsx'
import { useTexts } from '#modules/accounts/web/texts.ts'
import { useTexts as usePassengerTexts } from '#modules/passengers/web/texts.ts'
import { useCurrentInSight } from '../parts/use-current-in-sight.ts'
import { sectionPath, type Section } from './sections.ts'

const links = [
  { to: '/account', text: 'accountOverview', Sign: User },
  { to: '/account/orders', text: 'accountOrders', Sign: Ticket },
  { to: '/account/saved', text: 'accountSaved', Sign: Bell },
  { to: '/account/passengers', text: 'accountPassengers', Sign: Users },
  { to: '/account/wallet', text: 'accountWallet', Sign: Wallet },
  { to: '/account/loyalty', text: 'loyaltyTitlePage', Sign: Gem },
  { to: '/account/profile', text: 'accountProfile', Sign: UserPen },
  { to: '/account/security', text: 'accountSecurity', Sign: ShieldCheck },
  { to: '/account/consents', text: 'accountConsents', Sign: ScrollText },
] as const

interface FrameProps {
  readonly section: Section | 'orders'
  readonly title: string
  readonly children: ReactNode
}

/** The account's layout: navigation in a sidebar on wide screens, in a row on phones. */
export function AccountFrame({ section, title, children }: FrameProps) {
  const t = useTexts()
  return (
    <div className="page grid max-w-[72rem] grid-cols-1 gap-x-12 pt-6 pb-16 desk:grid-cols-[15rem_minmax(0,1fr)] desk:pt-12">
      <title>{t('accountPageTitle', { title })}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <AccountNav section={section} />
      <div className="min-w-0">
        <PageTitle className="mt-6 mb-6 desk:mt-0">{title}</PageTitle>
        <StepUpProvider>
          <div className="space-y-6">{children}</div>
        </StepUpProvider>
      </div>
    </div>
  )
}

function AccountNav({ section }: { section: FrameProps['section'] }) {
  const t = useTexts()
  const ofPassengers = usePassengerTexts()
  const authAddress = useAuthAddress()
  const here = section === 'delete' ? '/account/consents' : sectionPath(section)
  const row = useRef<HTMLUListElement>(null)
  // On a phone the row is wider than the screen.
  useCurrentInSight(row, here)
  const look =
    'chip desk:w-full desk:gap-3 desk:rounded-lg desk:border-transparent desk:text-base desk:whitespace-normal'
  return (
    <nav aria-label={t('accountNav')} className="min-w-0">
      <ul
        ref={row}
        className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] desk:mx-0 desk:block desk:space-y-1 desk:px-1"
      >
        {links.map(({ to, text, Sign }) => (
          <li key={to} className="shrink-0">
            <LocalLink to={to} aria-current={to === here ? 'page' : undefined} className={look}>
              <Sign size={20} aria-hidden="true" className="shrink-0" />
              {text === 'accountPassengers' ? ofPassengers(text) : t(text)}
            </LocalLink>
          </li>
        ))}
        <li className="shrink-0">
          <a href={authAddress('logout')} className={look}>
            <LogOut size={20} aria-hidden="true" className="shrink-0" />
            {t('signOut')}
          </a>
        </li>
      </ul>
    </nav>
  )
}
