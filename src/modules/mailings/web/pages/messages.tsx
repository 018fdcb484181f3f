import { useLoaded } from '#design/data/use-loaded.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LoadedList } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { listMailings, type MailingLine } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** Mailings to ticket holders, newest first. */
export default function MessagesPage() {
  const t = useTexts()
  const list = useLoaded(listMailings, {})
  return (
    <>
      <title>{t('title')}</title>
      <div className="flex flex-wrap items-center justify-between gap-near">
        <PageTitle look="office">{t('title')}</PageTitle>
        <LinkButton to="/merchant/messages/new">{t('new')}</LinkButton>
      </div>
      <p className="mt-1 max-w-2xl text-soft">{t('note')}</p>
      <LoadedList of={list} empty={<EmptyState title={t('none')}>{t('noneNote')}</EmptyState>}>
        {(line) => <Line key={line.mailingId} line={line} />}
      </LoadedList>
    </>
  )
}

function Line({ line }: { line: MailingLine }) {
  const t = useTexts()
  const locale = useLocale()
  const { mailingId, subject, kind, state, sendAt, items, counts } = line
  const at = sendAt ? formatDateTime(locale, sendAt) : ''
  const shown = items.slice(0, 2)
  return (
    <li className="flex flex-wrap items-baseline gap-x-group gap-y-1 border-b border-rule py-near">
      <div className="min-w-0 grow basis-60">
        <LocalLink to={`/merchant/messages/${mailingId}`} className="link font-semibold">
          {subject[locale] || subject.ka}
        </LocalLink>
        <div className="text-note text-soft">
          {shown.map(({ name, startsAt, timeZone }) => (
            <Dotted
              key={`${name} ${startsAt}`}
              facts={[
                <span key="name" className="break-words">
                  {name}
                </span>,
                <When key="when" at={startsAt} timeZone={timeZone} className="whitespace-nowrap" />,
              ]}
            />
          ))}
          {items.length > shown.length && `+${items.length - shown.length}`}
        </div>
      </div>
      <span className="text-note text-soft">{t(`short-${kind}`)}</span>
      {state !== 'draft' && state !== 'scheduled' && (
        <span className="figures text-note text-soft">
          {t('count-sent')}: {counts.sent}
        </span>
      )}
      <Badge tone={state === 'sent' ? 'good' : undefined}>{t(`state-${state}`, { at })}</Badge>
    </li>
  )
}
