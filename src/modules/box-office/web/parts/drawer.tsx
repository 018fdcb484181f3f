import { browserClient } from '#design/data/browser-calls.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Panel } from '#design/parts/card.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Price } from '#design/parts/price.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { closeShift, moveCash, type ShiftView } from '../../contract.ts'
import { tetriOf } from '../amounts.ts'
import { useTexts } from '../texts.ts'
import { useAttempt } from '../use-attempt.ts'

interface DrawerProps {
  readonly shift: ShiftView
  readonly onChanged: () => void
}

/** Cash in the drawer, its entries, and the close of the shift. */
export function Drawer({ shift, onChanged }: DrawerProps) {
  const t = useTexts()
  const { counter, expected, soldCount, entries, terminal, cardExpected } = shift
  return (
    <Panel title={`${t('drawer')}: ${counter}`}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-group gap-y-1">
        <dt>{t('expected')}</dt>
        <dd className="figures text-right text-lead font-bold">
          <Price money={expected} />
        </dd>
        {terminal !== '' && (
          <>
            <dt>{t('cardTaken')}</dt>
            <dd className="figures text-right text-lead font-bold">
              <Price money={cardExpected} />
            </dd>
          </>
        )}
        <dt>{t('soldCount')}</dt>
        <dd className="figures text-right">{soldCount}</dd>
      </dl>
      <FoldOut title={t('close')} className="mt-near">
        <Close hasTerminal={terminal !== ''} onClosed={onChanged} />
      </FoldOut>
      <FoldOut title={`${t('cashIn')} / ${t('cashOut')}`} className="mt-near">
        <MoveCash onMoved={onChanged} />
      </FoldOut>
      <h3 className="mt-group font-semibold">{t('entries')}</h3>
      {entries.length === 0 && <p className="text-soft">{t('entriesNone')}</p>}
      <ul className="divide-y divide-rule">
        {entries.map((entry, index) => (
          <Entry key={entries.length - index} entry={entry} />
        ))}
      </ul>
    </Panel>
  )
}

const entryNames = {
  sale: 'entrySale',
  return: 'entryReturn',
  in: 'entryIn',
  out: 'entryOut',
} as const

function Entry({ entry }: { entry: ShiftView['entries'][number] }) {
  const t = useTexts()
  const { kind, at, amount, orderNumber, note } = entry
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-near py-1">
      <span className="break-words">
        {t(entryNames[kind], { orderNumber: orderNumber ?? '', note })}
      </span>
      <span className="figures text-right font-semibold">
        <Price money={amount} />
      </span>
      <When at={at} className="text-note text-soft" />
    </li>
  )
}

interface CloseProps {
  readonly hasTerminal: boolean
  readonly onClosed: () => void
}

/** Cash and card totals are counted separately. */
function Close({ hasTerminal, onClosed }: CloseProps) {
  const t = useTexts()
  const locale = useLocale()
  const { form, field, refusal, isWaiting } = useForm({
    initial: { counted: '', card: '', note: '' },
    check: ({ counted, card }) => ({
      counted: tetriOf(counted) === null ? t('numberWrong') : null,
      card: card !== '' && tetriOf(card) === null ? t('numberWrong') : null,
    }),
    async send({ counted, card, note }) {
      const cardCountedMinor = tetriOf(card)
      const body = {
        countedMinor: tetriOf(counted) ?? 0,
        ...(cardCountedMinor !== null && { cardCountedMinor }),
        note,
      }
      await browserClient(locale).send(closeShift, { body })
      onClosed()
    },
  })
  return (
    <form {...form} className="space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField {...field('counted')} label={t('counted')} inputMode="decimal" />
      {hasTerminal && <TextField {...field('card')} label={t('cardCounted')} inputMode="decimal" />}
      <TextField {...field('note')} label={t('note')} />
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
        {t('closeNow')}
      </SubmitBar>
    </form>
  )
}

function MoveCash({ onMoved }: { onMoved: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const once = useAttempt()
  const empty = { kind: 'out', amount: '', note: '' }
  const { form, field, refusal, isWaiting, isSent, reset } = useForm({
    initial: empty,
    check: ({ amount, note }) => ({
      amount: tetriOf(amount) ? null : t('numberWrong'),
      note: note.trim() === '' ? t('whyMissing') : null,
    }),
    async send({ kind, amount, note }) {
      const body = {
        kind: kind === 'in' ? ('in' as const) : ('out' as const),
        amountMinor: tetriOf(amount) ?? 0,
        note,
      }
      await once(body, (options) => browserClient(locale).send(moveCash, { body }, options))
      reset(empty)
      onMoved()
    },
  })
  return (
    <form {...form} className="space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <Select {...field('kind')} label={t('drawer')}>
        <option value="out">{t('cashOut')}</option>
        <option value="in">{t('cashIn')}</option>
      </Select>
      <TextField {...field('amount')} label={t('amount')} inputMode="decimal" />
      <TextField {...field('note')} label={t('why')} />
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')} done={isSent && t('cashDone')}>
        {t('cashNow')}
      </SubmitBar>
    </form>
  )
}
