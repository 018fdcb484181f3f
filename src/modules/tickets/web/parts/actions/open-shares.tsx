import { Link2, Mail, Phone, X } from 'lucide-react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { CopyField } from '#design/parts/copy-field.tsx'
import { FieldError } from '#design/parts/field-frame.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { unshareTickets } from '../../../transfer-contract.ts'
import type { ShareView } from '../../../shapes.ts'
import { useTransferTexts } from '../../transfer-texts.ts'
import { useWork } from '#design/data/use-work.ts'

const channelIcons = { link: Link2, email: Mail, phone: Phone } as const

/** Links that are open, each with its end; one to copy shows its address. */
export function OpenShares({
  shares,
  onChanged,
}: {
  shares: readonly ShareView[]
  onChanged: (said: string) => Promise<void>
}) {
  const t = useTransferTexts()
  if (shares.length === 0) return null
  return (
    <ul className="divide-y divide-rule border-y border-rule" aria-label={t('openShares')}>
      {shares.map((share) => (
        <OpenShare key={share.shareId} share={share} onChanged={onChanged} />
      ))}
    </ul>
  )
}

function OpenShare({
  share,
  onChanged,
}: {
  share: ShareView
  onChanged: (said: string) => Promise<void>
}) {
  const t = useTransferTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const Icon = channelIcons[share.channel]
  const { url } = share

  const end = () =>
    run(async () => {
      await browserClient().send(unshareTickets, { body: { shareId: share.shareId } })
      await onChanged(share.handsOver ? t('takenBack') : t('linkEnded'))
    })

  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon size={18} aria-hidden="true" className="shrink-0 text-accent" />
        <span className="min-w-0 grow">
          <span className="font-semibold break-words">{share.recipient ?? t('aLink')}</span>
          <span className="block text-sm text-soft">
            {t(share.handsOver ? 'waitsSince' : 'openSince', {
              date: formatDate(locale, share.createdAt),
            })}
          </span>
        </span>
        {url && (
          <div className="basis-full">
            <CopyField label={t('aLink')} value={url} />
          </div>
        )}
        <Button
          look="quiet"
          aria-disabled={isWaiting || undefined}
          onClick={() => void end()}
          className="px-3"
        >
          <X size={18} aria-hidden="true" />
          {t(share.handsOver ? 'takeBack' : 'endLink')}
        </Button>
      </div>
      {refusal && <FieldError id={`${share.shareId}-problem`}>{refusal}</FieldError>}
    </li>
  )
}
