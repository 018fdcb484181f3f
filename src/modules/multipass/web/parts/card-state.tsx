import { Badge } from '#design/parts/badge.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { Progress } from '#design/parts/progress.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import type { CardView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

const stateTexts = {
  active: 'stateActive',
  'used-up': 'stateUsedUp',
  'not-yet': 'stateNotYet',
  expired: 'stateExpired',
  ended: 'stateEnded',
} as const

/** Remaining uses of a card and its end. */
export function CardState({ card }: { card: CardView }) {
  const t = useTexts()
  const locale = useLocale()
  const { timeZone } = card.product
  const until = formatDate(locale, card.validUntil, { timeZone, year: true })
  return (
    <div className="space-y-3">
      <p className="flex flex-wrap items-center gap-3">
        <span className="figures text-lg font-semibold">
          {t('usesLeft', { left: card.usesLeft, all: card.usesGranted })}
        </span>
        <Badge tone={card.state === 'active' ? 'good' : 'warn'}>{t(stateTexts[card.state])}</Badge>
      </p>
      {card.state !== 'ended' && card.state !== 'expired' && (
        <Progress
          value={card.usesLeft}
          max={card.usesGranted}
          label={t('usesLeft', { left: card.usesLeft, all: card.usesGranted })}
        />
      )}
      <Dotted
        className="text-note text-soft"
        facts={[
          t('validUntil', { until }),
          card.usesHeld > 0 && t('usesHeld', { held: card.usesHeld }),
        ]}
      />
    </div>
  )
}
