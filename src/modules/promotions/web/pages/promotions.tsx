import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatDateTime, formatMoney } from '#kernel/format.ts'
import {
  readPromotions,
  switchPromoBatch,
  type PromoBatchView,
  type PromoCodeView,
} from '../../contract.ts'
import { CodeForm } from '../parts/code-form.tsx'
import { OptionRow } from '../parts/option-row.tsx'
import type { SellingSource } from '../parts/source-scope.tsx'
import { Uses } from '../parts/uses.tsx'
import { useTexts } from '../texts.ts'

export async function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const code = url.searchParams.get('code')?.slice(0, 64) ?? ''
  const office = calls.send(readPromotions, { query: code === '' ? {} : { code } })
  return { ...(await signInFirst(calls, url, office)), searchedCode: code }
}

export const clientLoader = cachedClientLoader

/** Promo codes, batches of codes, and options offered with tickets. */
export default function PromotionsPage() {
  const t = useTexts()
  const { sources, codes, batches, options, searchedCode } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('pageTitle')}</title>
      <PageTitle look="office">{t('title')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('intro')}</p>
      <section className="mt-8">
        <h2 className="text-xl font-bold">{t('codes')}</h2>
        <Find searchedCode={searchedCode} />
        <List empty={codes.length === 0 ? t(searchedCode ? 'codesEmpty' : 'codesNone') : null}>
          {codes.map((code) => (
            <Code key={code.codeId} code={code} sources={sources} />
          ))}
        </List>
        <More title={t('addCode')}>
          <CodeForm sources={sources} />
        </More>
      </section>
      <section className="mt-10">
        <h2 className="text-xl font-bold">{t('batches')}</h2>
        <List empty={batches.length === 0 ? t('batchesEmpty') : null}>
          {batches.map((batch) => (
            <Batch key={batch.batchId} batch={batch} />
          ))}
        </List>
        <More title={t('addBatch')}>
          <CodeForm isBatch sources={sources} />
        </More>
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

/** A form that opens on demand; works without script. */
function More(props: { title: string; label?: string; children: React.ReactNode }) {
  return (
    <details className="mt-2">
      <summary
        aria-label={props.label}
        className="link inline-flex min-h-11 cursor-pointer items-center"
      >
        {props.title}
      </summary>
      <div className="mt-2 max-w-4xl">{props.children}</div>
    </details>
  )
}

function Code({ code, sources }: { code: PromoCodeView; sources: readonly SellingSource[] }) {
  const t = useTexts()
  const locale = useLocale()
  const { amount, amountMax, ticketsMin, quantity } = code
  const facts = [
    code.percent !== null && `−${code.percent}%`,
    amount && `−${formatMoney(locale, amount)}`,
    amountMax && t('upTo', { amount: formatMoney(locale, amountMax) }),
    ticketsMin.amount > 0 && t('fromSum', { amount: formatMoney(locale, ticketsMin) }),
    code.perCustomerMax !== null && t('perCustomer', { max: code.perCustomerMax }),
    code.eventIds
      ? t('ofEvents', { ids: code.eventIds.join(', ') })
      : code.source && [code.source, code.itemIds?.join(', ')].filter(Boolean).join(' '),
    code.groups?.map(({ name }) => name[locale]).join(', '),
    code.merchantId !== null && t('ofMerchant', { id: code.merchantId }),
    t(code.borneBy === 'house' ? 'housePays' : 'merchantPays'),
    code.isCombined && t('besideCard'),
    code.validFrom && t('from', { date: formatDateTime(locale, code.validFrom) }),
    code.validUntil && t('until', { date: formatDateTime(locale, code.validUntil) }),
  ].filter(Boolean)
  return (
    <li className="border-b border-rule py-4">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-semibold break-all">{code.code}</span>
        {!code.isActive && <span className="text-warn">{t('isOff')}</span>}
        {code.note && <span className="text-soft">{code.note}</span>}
      </p>
      <p className="figures mt-1 text-soft">{facts.join(' · ')}</p>
      <p className="figures mt-1">
        {quantity === null
          ? t('usedFreely', { used: code.usedCount, waiting: code.waitingCount })
          : t('usedOf', { used: code.usedCount, waiting: code.waitingCount, quantity })}{' '}
        · {t('takenOff', { amount: formatMoney(locale, code.takenOff) })}
      </p>
      <Uses codeId={code.codeId} name={code.code} />
      <More title={t('change')} label={`${t('change')}: ${code.code}`}>
        <CodeForm code={code} sources={sources} />
      </More>
    </li>
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
    <li className="border-b border-rule py-4">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-semibold">{batch.name || t('batchNumber', { id: batchId })}</span>
        <span className="text-soft">{formatDate(locale, batch.createdAt, { year: true })}</span>
        {!isActive && <span className="text-warn">{t('isOff')}</span>}
      </p>
      <p className="figures mt-1">
        {t('batchUsed', { used: batch.usedCount, count: batch.codeCount })}
      </p>
      {refusal && <Notice>{refusal}</Notice>}
      <div className="mt-2 flex flex-wrap items-center gap-x-6">
        <a
          href={`/v2/operator/promotions/codes.csv?batchId=${batchId}`}
          className="link inline-flex min-h-11 items-center"
        >
          {t('download')}
        </a>
        <Button look="quiet" isWaiting={isWaiting} waitingText={t('saving')} onClick={toggle}>
          {isActive ? t('stopBatch') : t('startBatch')}
        </Button>
      </div>
    </li>
  )
}
