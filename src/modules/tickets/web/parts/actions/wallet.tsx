import { Smartphone, WalletCards } from 'lucide-react'
import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Notice } from '#design/parts/notice.tsx'
import { Button } from '#design/parts/button.tsx'
import { addToWallet } from '../../../wallet-contract.ts'
import { useWalletTexts } from '../../wallet-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { useWork } from '#design/data/use-work.ts'

type Kind = 'apple' | 'google'

interface Made {
  readonly kind: Kind
  readonly url: string
  readonly isTrial: boolean
}

/** A ticket into the wallet of a telephone: the one of this device first, the other beside it. */
export default function WalletPanel({ ticket, onClose }: ActionPanelProps) {
  const t = useWalletTexts()
  const [made, setMade] = useState<Made | null>(null)
  const [asked, setAsked] = useState<Kind | null>(null)
  const { run, isWaiting, refusal } = useWork()

  const add = (kind: Kind) => {
    setAsked(kind)
    return run(async () => {
      const { ticketIdentifier } = ticket
      const answer = await browserClient().send(addToWallet, { body: { ticketIdentifier, kind } })
      setMade(answer)
      // A file leaves this page where it is; Google's page would take its place, so a test shop only offers it.
      if (kind === 'apple' || !answer.isTrial) location.assign(answer.url)
    })
  }

  if (ticket.rotating) return <Refused text={t('walletCodeChanges')} onClose={onClose} />
  return (
    <div className="mt-3 space-y-4">
      <p>{t('walletText')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <div className="grid gap-3">
        {kindsForDevice().map((kind, index) => (
          <Button
            key={kind}
            look={index === 0 ? 'main' : 'quiet'}
            isWaiting={isWaiting && asked === kind}
            waitingText={t('walletWorking')}
            onClick={() => void add(kind)}
          >
            <Badge kind={kind} />
            {t(kind === 'apple' ? 'walletApple' : 'walletGoogle')}
          </Button>
        ))}
      </div>
      <output className="block space-y-3 empty:hidden">
        {made?.kind === 'apple' && <p>{t('walletAppleDone')}</p>}
        {made?.isTrial && <p className="text-soft">{t('walletTrial')}</p>}
        {made?.kind === 'google' && made.isTrial && (
          <p>
            <a href={made.url} rel="noreferrer" target="_blank" className="font-semibold underline">
              {t('walletGoogleOpen')}
            </a>
          </p>
        )}
      </output>
      <Button look="quiet" isWide onClick={() => onClose()}>
        {t('walletClose')}
      </Button>
    </div>
  )
}

/** Signs of our own: the trade marks' pictures are theirs. */
function Badge({ kind }: { kind: Kind }) {
  const Icon = kind === 'apple' ? WalletCards : Smartphone
  return <Icon size={20} aria-hidden="true" />
}

function Refused({ text, onClose }: { text: string; onClose: ActionPanelProps['onClose'] }) {
  const t = useWalletTexts()
  return (
    <div className="mt-3 space-y-4">
      <p>{text}</p>
      <Button isWide onClick={() => onClose()}>
        {t('walletClose')}
      </Button>
    </div>
  )
}

/** The panel is opened by a tap, so there is a browser to ask. */
function kindsForDevice(): readonly Kind[] {
  return /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent)
    ? ['apple', 'google']
    : ['google', 'apple']
}
