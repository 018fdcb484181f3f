import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { TableLinks } from '#design/parts/table-links.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { readSaleRules, type CodeView, type RuleView } from '../../contract.ts'
import { CodeForm } from '../parts/code-form.tsx'
import { RuleForm } from '../parts/rule-form.tsx'
import { RulePreview, type TicketTypeNames } from '../parts/rule-preview.tsx'
import { kindKey, sourceName } from '../kinds.ts'
import { useTexts } from '../texts.ts'

export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(readSaleRules, {}))
}

/** Sale rules, access codes and queues before shows. */
export default function RulesPage() {
  const t = useTexts()
  const { rules, codes, ticketTypes } = useLoaderData<typeof loader>()
  const names = new Map(ticketTypes.map(({ ticketTypeId, name }) => [ticketTypeId, name]))
  return (
    <>
      <title>{t('pageTitle')}</title>
      <PageTitle look="office">{t('title')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('intro')}</p>
      <Part title={t('rules')} empty={rules.length === 0 ? t('rulesEmpty') : null}>
        {rules.map((rule) => (
          <Rule key={rule.ruleId} rule={rule} ticketTypes={names} />
        ))}
      </Part>
      <More title={t('addRule')}>
        <RuleForm ticketTypes={names} />
      </More>
      <Part title={t('codes')} empty={codes.length === 0 ? t('codesEmpty') : null}>
        {codes.map((code) => (
          <Code key={code.codeId} code={code} ticketTypes={names} />
        ))}
      </Part>
      <More title={t('addCode')}>
        <CodeForm ticketTypes={names} />
      </More>
      <section className="mt-10">
        <h2 className="text-xl font-bold">{t('rooms')}</h2>
        <p className="mt-3 border-t border-rule pt-3">
          <LocalLink to="/operator/queues" className="link">
            {t('toRooms')}
          </LocalLink>
        </p>
      </section>
    </>
  )
}

function Part(props: { title: string; empty: string | null; children: React.ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="text-xl font-bold">{props.title}</h2>
      {props.empty === null ? (
        <ul className="mt-3 border-t border-rule">{props.children}</ul>
      ) : (
        <p className="mt-3 border-t border-rule pt-3 text-soft">{props.empty}</p>
      )}
    </section>
  )
}

/** A form that is rendered only once opened, since a page may have many rules. */
function More(props: { title: string; about?: string; children: React.ReactNode }) {
  return (
    <FoldOut
      title={
        <>
          <span className="link">{props.title}</span>
          {/* For screen readers: the page has it in each row. */}
          {props.about !== undefined && <span className="sr-only">: {props.about}</span>}
        </>
      }
      className="mt-3 max-w-3xl"
    >
      <div className="mt-2">{props.children}</div>
    </FoldOut>
  )
}

function Rule({ rule, ticketTypes }: { rule: RuleView; ticketTypes: TicketTypeNames }) {
  const t = useTexts()
  const kind = t(kindKey(rule.kind))
  return (
    <li className="border-b border-rule py-4">
      <Head name={kind} about={rule.about} isActive={rule.isActive} />
      <RulePreview kind={rule.kind} settings={rule.settings} ticketTypes={ticketTypes} />
      {!rule.isFitting && <p className="mt-1 text-warn">{t('notFitting')}</p>}
      {rule.kind === 'extra-fields' && <AnswersFile about={rule.about} />}
      <Window row={rule} />
      {rule.note && <p className="mt-1 text-soft">{rule.note}</p>}
      <More title={t('change')} about={`${kind}, ${aboutText(t, rule.about)}`}>
        <RuleForm rule={rule} ticketTypes={ticketTypes} />
      </More>
    </li>
  )
}

/** Download of the answers of paid orders, for delivery or document checks. */
function AnswersFile({ about }: { about: RuleView['about'] }) {
  const t = useTexts()
  const { showId, eventId } = about
  if (showId === null && eventId === null) return null
  const query = showId === null ? `eventId=${eventId}` : `showId=${showId}`
  return <TableLinks href={`/v2/operator/extras.csv?${query}`} label={t('answersFile')} />
}

function Code({ code, ticketTypes }: { code: CodeView; ticketTypes: TicketTypeNames }) {
  const t = useTexts()
  const used = code.soldCount + code.heldCount
  return (
    <li className="border-b border-rule py-4">
      <Head name={code.code} about={code.about} isActive={code.isActive} />
      <Dotted
        className="figures mt-1"
        facts={[
          code.quantity === null
            ? t('codeUsedFreely', { used })
            : t('codeUsed', { used, quantity: code.quantity, percent: code.usedPercent ?? 0 }),
          code.perOrderMax !== null && t('codePerOrder', { max: code.perOrderMax }),
        ]}
      />
      <Window row={code} />
      {code.note && <p className="mt-1 text-soft">{code.note}</p>}
      <More title={t('change')} about={code.code}>
        <CodeForm code={code} ticketTypes={ticketTypes} />
      </More>
    </li>
  )
}

/** What a rule or code applies to: "Show: Carmen". */
function aboutText(t: ReturnType<typeof useTexts>, about: RuleView['about']): string {
  const { showId, eventId, source, groupId, itemId, name } = about
  if (source !== null) {
    const isWhole = groupId === null && itemId === null
    return isWhole ? sourceName(t, source) : `${sourceName(t, source)}: ${name}`
  }
  return `${t(showId === null ? (eventId === null ? 'category' : 'event') : 'show')}: ${name}`
}

function Head(props: { name: string; about: RuleView['about']; isActive: boolean }) {
  const t = useTexts()
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <span className="font-semibold">{props.name}</span>
      <span className="text-soft">{aboutText(t, props.about)}</span>
      <span className={props.isActive ? 'text-soft' : 'text-warn'}>
        {t(props.isActive ? 'isOn' : 'isOff')}
      </span>
    </p>
  )
}

function Window({ row }: { row: { validFrom: string | null; validUntil: string | null } }) {
  const t = useTexts()
  const locale = useLocale()
  if (row.validFrom === null && row.validUntil === null) return null
  return (
    <p className="figures mt-1 text-soft">
      {row.validFrom && t('from', { date: formatDateTime(locale, row.validFrom) })}{' '}
      {row.validUntil && t('until', { date: formatDateTime(locale, row.validUntil) })}
    </p>
  )
}
