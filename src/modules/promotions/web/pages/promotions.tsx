import { useState } from 'react'
import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { Button } from '#design/parts/button.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { TableLinks } from '#design/parts/table-links.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatMoney, formatPercent, formatTime } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import {
  readPromotions,
  switchPromoBatch,
  type PromoBatchView,
  type OfficeCodeView,
} from '../../contract.ts'
import { CodeForm } from '../parts/code-form.tsx'
import { OptionRow } from '../parts/option-row.tsx'
import { PromotionLine } from '../parts/promotion-line.tsx'
import { itemText, sourceName, type SellingSource } from '../parts/source-scope.tsx'
import { Uses } from '../parts/uses.tsx'
import { useTexts } from '../texts.ts'

export async function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const code = url.searchParams.get('code')?.slice(0, 64) ?? ''
  const office = calls.send(readPromotions, { query: code === '' ? {} : { code } })
  const readAt = new Date().toISOString()
  return { ...(await signInFirst(calls, url, office)), searchedCode: code, readAt }
}

export const clientLoader = cachedClientLoader

/** Promo codes, batches of codes, and options offered with tickets. */
export default function PromotionsPage() {
  const t = useTexts()
  const office = useLoaderData<typeof loader>()
  const { sources, codes, batches, options, searchedCode, readAt } = office
  return (
    <>
      <title>{t('pageTitle')}</title>
      <PageTitle look="office">{t('title')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('intro')}</p>
      <section className="mt-8">
        <h2 className="text-xl font-bold">{t('codes')}</h2>
        <NewCodes title={t('addCode')} sources={sources} />
        {(codes.length > 0 || searchedCode !== '') && <Find searchedCode={searchedCode} />}
        <List empty={codes.length === 0 ? t(searchedCode ? 'codesEmpty' : 'codesNone') : null}>
          {codes.map((code) => (
            <Code key={code.codeId} code={code} sources={sources} readAt={readAt} />
          ))}
        </List>
      </section>
      <section className="mt-10">
        <h2 className="text-xl font-bold">{t('batches')}</h2>
        <NewCodes isBatch title={t('addBatch')} sources={sources} />
        <List empty={batches.length === 0 ? t('batchesEmpty') : null}>
          {batches.map((batch) => (
            <Batch key={batch.batchId} batch={batch} />
          ))}
        </List>
      </section>
      <section className="mt-10">
        <h2 className="text-xl font-bold">{t('options')}</h2>
        <p className="mt-1 max-w-2xl text-soft">{t('optionsIntro')}</p>
        <List empty={options.length === 0 ? t('optionsEmpty') : null}>
          {options.map((option) => (
            <OptionRow key={option.optionId} option={option} />
          ))}
        </List>
      </section>
    </>
  )
}

interface NewCodesProps {
  readonly title: string
  readonly isBatch?: boolean
  readonly sources: readonly SellingSource[]
}

/** The form of a new code or batch; it is empty again after each that is made. */
function NewCodes({ title, isBatch = false, sources }: NewCodesProps) {
  const t = useTexts()
  const [made, setMade] = useState<{ readonly count: number; readonly code: string | null } | null>(
    null,
  )
  return (
    <FoldOut title={<span className="link">{title}</span>} className="mt-tight max-w-4xl">
      <p aria-live="polite" className="text-good">
        {made && (made.code === null ? t('madeBatch') : t('madeCode', { code: made.code }))}
      </p>
      <div className="pt-tight pb-group">
        <CodeForm
          key={made?.count ?? 0}
          isBatch={isBatch}
          sources={sources}
          onMade={(code) => setMade({ count: (made?.count ?? 0) + 1, code })}
        />
      </div>
    </FoldOut>
  )
}

function Find({ searchedCode }: { searchedCode: string }) {
  const t = useTexts()
  return (
    <search>
      <Form className="mt-3 flex max-w-md items-end gap-3">
        <div className="grow">
          <TextField label={t('find')} name="code" defaultValue={searchedCode} autoComplete="off" />
        </div>
        <Button type="submit" look="quiet">
          {t('findButton')}
        </Button>
      </Form>
    </search>
  )
}

function List(props: { empty: string | null; children: React.ReactNode }) {
  return props.empty === null ? (
    <ul className="mt-3 border-t border-rule">{props.children}</ul>
  ) : (
    <p className="mt-3 border-t border-rule pt-3 text-soft">{props.empty}</p>
  )
}

/** A moment of a code's validity, which may be years away. */
function momentOf(locale: Locale, at: string): string {
  return `${formatDate(locale, at, { year: true })}, ${formatTime(at)}`
}

/** The items that a code is restricted to, each with its venue. */
const itemsText = (items: NonNullable<OfficeCodeView['items']>) => items.map(itemText).join('; ')

interface CodeProps {
  readonly code: OfficeCodeView
  readonly sources: readonly SellingSource[]
  readonly readAt: string
}

function Code({ code, sources, readAt }: CodeProps) {
  const t = useTexts()
  const locale = useLocale()
  const { amount, amountMax, ticketsMin, quantity, usedCount, waitingCount, validUntil } = code
  const isOver =
    (validUntil !== null && validUntil <= readAt) || (quantity !== null && usedCount >= quantity)
  return (
    <PromotionLine
      name={code.code}
      state={code.isActive ? (isOver ? 'over' : 'on') : 'off'}
      note={code.note}
      facts={[
        code.percent !== null && `−${formatPercent(locale, code.percent * 100)}`,
        amount && `−${formatMoney(locale, amount)}`,
        amountMax && t('upTo', { amount: formatMoney(locale, amountMax) }),
        ticketsMin.amount > 0 && t('fromSum', { amount: formatMoney(locale, ticketsMin) }),
        code.perCustomerMax !== null && t('perCustomer', { max: code.perCustomerMax }),
        code.source && (code.items ? itemsText(code.items) : sourceName(t, code.source)),
        code.groups?.map(({ name }) => name[locale]).join(', '),
        code.merchantName && t('ofMerchant', { name: code.merchantName[locale] }),
        t(code.borneBy === 'house' ? 'housePays' : 'merchantPays'),
        code.isCombined && t('besideCard'),
        (code.percent === 100 || code.freeFees === 'buyer') &&
          t(code.freeFees === 'buyer' ? 'freeWithFees' : 'freeWithoutFees'),
        code.validFrom && t('from', { date: momentOf(locale, code.validFrom) }),
        validUntil && t('until', { date: momentOf(locale, validUntil) }),
      ]}
      figures={[
        quantity === null
          ? t('usedFreely', { used: usedCount })
          : t('usedOf', { used: usedCount, quantity }),
        waitingCount > 0 && t('waitingUses', { waiting: waitingCount }),
        t('takenOff', { amount: formatMoney(locale, code.takenOff) }),
      ]}
      panels={[
        { label: t('uses'), content: <Uses codeId={code.codeId} /> },
        { label: t('change'), content: <CodeForm code={code} sources={sources} /> },
      ]}
    />
  )
}

function Batch({ batch }: { batch: PromoBatchView }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = usePageWork()
  const { batchId, activeCount } = batch
  const isActive = activeCount > 0

  function toggle(): void {
    const body = { batchId, isActive: !isActive }
    void run(() => browserClient(locale).send(switchPromoBatch, { body }))
  }

  return (
    <PromotionLine
      name={batch.name || t('batchNumber', { id: batchId })}
      state={isActive ? 'on' : 'off'}
      facts={[formatDate(locale, batch.createdAt, { year: true })]}
      figures={[t('batchUsed', { used: batch.usedCount, count: batch.codeCount })]}
      panels={[]}
    >
      {refusal && <Notice>{refusal}</Notice>}
      <div className="mt-2 flex flex-wrap items-center gap-x-6">
        <TableLinks
          href={`/v2/operator/promotions/codes.csv?batchId=${batchId}`}
          label={t('download')}
        />
        <Button look="quiet" isWaiting={isWaiting} waitingText={t('saving')} onClick={toggle}>
          {isActive ? t('stopBatch') : t('startBatch')}
        </Button>
      </div>
    </PromotionLine>
  )
}
