import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { CodeField } from '#design/parts/code-field.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime, formatTime } from '#kernel/format.ts'
import type { QueueView } from '#modules/queue/contract.ts'
import type { PlainOutcome, PlainQueue } from '../plain-queue.ts'
import { useQueueTexts } from '../queue-texts.ts'
import { PlainChoice, PlainOrder } from './plain-choice.tsx'
import { PlainForm } from './plain-form.tsx'

interface PlainQueueProps {
  readonly queue: PlainQueue
  readonly outcome: PlainOutcome | null
}

/** The queue from joining to payment with forms and links only; without scripts the page refreshes itself. */
export function PlainQueueView({ queue, outcome }: PlainQueueProps) {
  const t = useQueueTexts()
  const { view, order, dates } = queue
  const { state } = view
  const isIn = state === 'Admitted' || state === 'Open'
  return (
    <div className="page max-w-2xl py-10">
      <title>{t('plainTitle')}</title>
      <meta name="robots" content="noindex" />
      {state === 'Waiting' && (
        <noscript>
          <meta httpEquiv="refresh" content={String(view.lookAgainSeconds)} />
        </noscript>
      )}
      <PageTitle>{t('plainTitle')}</PageTitle>
      {view.name && <p className="mt-2 text-xl">{view.name}</p>}
      {view.message && <p className="mt-3 rounded-md bg-accent-wash px-4 py-3">{view.message}</p>}
      {outcome?.problem && (
        <div className="mt-4">
          <Notice>{outcome.code === 'ProofOfWorkNeeded' ? t('plainWork') : outcome.problem}</Notice>
        </div>
      )}
      {outcome?.bankUrl ? (
        <div className="mt-6">
          <p>{t('plainBank')}</p>
          <LinkButton href={outcome.bankUrl} className="mt-5">
            {t('plainToBank')}
          </LinkButton>
        </div>
      ) : isIn ? (
        <>
          <Inside view={view} />
          {order ? <PlainOrder order={order} /> : <PlainChoice dates={dates} />}
        </>
      ) : state === 'Waiting' ? (
        <Waiting view={view} />
      ) : (
        <Joining queue={queue} />
      )}
    </div>
  )
}

function Inside({ view }: { view: QueueView }) {
  const t = useQueueTexts()
  return (
    <>
      <p className="mt-4">
        {view.admittedUntil
          ? t('plainAdmitted', { until: formatTime(view.admittedUntil) })
          : t('plainNoQueue')}
      </p>
      {view.pagePath && (
        <LinkButton to={view.pagePath} look="quiet" className="mt-4">
          {t('toTickets')}
        </LinkButton>
      )}
    </>
  )
}

function Waiting({ view }: { view: QueueView }) {
  const t = useQueueTexts()
  const locale = useLocale()
  const { phase, position, estimateSeconds, waitingCount, opensAt, lookAgainSeconds } = view
  const count = formatCount(locale, waitingCount)
  return (
    <>
      <p aria-live="polite" className="figures mt-5 text-lg font-semibold">
        {phase === 'Before' && opensAt
          ? t('plainBefore', { time: formatDateTime(locale, opensAt), count })
          : position === null
            ? t('plainWaiting', { count })
            : t('plainPosition', { position: formatCount(locale, position) })}
      </p>
      {phase === 'Open' && estimateSeconds !== null && (
        <p className="mt-2">
          {t('plainEstimate', { minutes: Math.max(1, Math.ceil(estimateSeconds / 60)) })}
        </p>
      )}
      {(phase === 'Paused' || phase === 'Closed') && <p className="mt-2">{t(`plain${phase}`)}</p>}
      <p className="mt-2 text-soft">{t('plainRefresh', { seconds: lookAgainSeconds })}</p>
      <div className="mt-2 flex flex-wrap items-end gap-x-4">
        <a href="?" className="link py-2.5">
          {t('plainLook')}
        </a>
        <PlainForm act="leave">
          <Button type="submit" look="quiet">
            {t('plainLeave')}
          </Button>
        </PlainForm>
      </div>
    </>
  )
}

function Joining({ queue: { view, codeId } }: { queue: PlainQueue }) {
  const t = useQueueTexts()
  const isLost = view.state === 'Gone' || view.state === 'Used'
  return (
    <>
      <p className="mt-4 max-w-xl">{t(isLost ? 'plainLost' : 'plainIntro')}</p>
      {!view.asksPhone ? (
        <PlainForm act="join">
          <Trap />
          <Button type="submit">{t('plainJoin')}</Button>
        </PlainForm>
      ) : codeId === null ? (
        <PlainForm act="phone">
          <p className="mb-3">{t('plainPhoneWhy')}</p>
          <TextField label={t('plainPhone')} name="phone" type="tel" autoComplete="tel" required />
          <Button type="submit" className="mt-4">
            {t('plainSendCode')}
          </Button>
        </PlainForm>
      ) : (
        <PlainForm act="code">
          <Trap />
          <input type="hidden" name="codeId" value={codeId} />
          <CodeField label={t('plainCode')} name="code" length={6} required />
          <Button type="submit" className="mt-4">
            {t('plainJoin')}
          </Button>
        </PlainForm>
      )}
      {view.pagePath && (
        <p className="mt-6">
          <LocalLink to={view.pagePath} className="link py-2.5">
            {view.name ?? t('toTickets')}
          </LocalLink>
        </p>
      )}
    </>
  )
}

/** A honeypot field and link: invisible, not announced, not focusable. Only programs fill it in or follow it. */
function Trap() {
  const t = useQueueTexts()
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        {t('plainTrap')}
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <a href="?first=yes" rel="nofollow" tabIndex={-1}>
        {t('plainTrap')}
      </a>
    </div>
  )
}
