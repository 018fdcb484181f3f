import { Checkbox } from '#design/parts/checkbox.tsx'
import { icon } from '#design/parts/icon.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { Method } from '../use-method.ts'
import { useWayTexts } from '../ways-texts.ts'

/** Drawn after Lucide's (ISC). */
const WalletIcon = icon(
  <path d="M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4" />,
)

/** Beside a card or instead of one. */
export default function BalanceMethod({ method }: { method: Method }) {
  const t = useWayTexts()
  const locale = useLocale()
  const { has, pays, left } = method.share
  const amounts = {
    available: formatMoney(locale, has),
    pays: formatMoney(locale, pays),
    left: formatMoney(locale, left),
  }
  const note = left.amount === 0 ? 'wayBalanceWhole' : 'wayBalancePart'
  return (
    <Checkbox
      look="card"
      label={t('wayBalance', amounts)}
      hint={t(note, amounts)}
      checked={method.isBalanceUsed}
      onChange={(event) => method.setUsesBalance(event.target.checked)}
      end={<WalletIcon size={24} />}
    />
  )
}
