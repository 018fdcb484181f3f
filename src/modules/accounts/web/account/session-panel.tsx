import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTime } from '#kernel/format.ts'
import { ownEndOtherSessions, ownEndSession, type ownSessions } from '../../sessions-contract.ts'
import { deviceName } from '../device-name.ts'
import { useTexts } from '../texts.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { Panel } from '#design/parts/card.tsx'

export type SessionViews = ReplyOf<typeof ownSessions>['sessions']

/** The customer's sessions; each other session can be ended, or all of them together. */
export function SessionPanel({ sessions }: { sessions: SessionViews }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = usePageWork()
  return (
    <Panel title={t('sessionsTitle')} note={<p>{t('sessionsNote')}</p>}>
      {refusal && <Notice>{refusal}</Notice>}
      <ul className="border-t border-rule">
        {sessions.map(({ sessionId, userAgent, createdAt, isThis }) => (
          <li
            key={sessionId}
            className="flex flex-wrap items-center justify-between gap-x-5 border-b border-rule py-3"
          >
            <p className="min-w-0">
              <span className="font-semibold">{deviceName(userAgent) || t('deviceUnknown')}</span>
              <span className="figures block text-note text-soft">
                {t('sessionSince', {
                  date: formatDate(locale, createdAt, { year: true }),
                  time: formatTime(createdAt),
                })}
              </span>
            </p>
            {isThis ? (
              <p className="flex min-h-11 items-center text-good">{t('sessionThis')}</p>
            ) : (
              <button
                type="button"
                aria-disabled={isWaiting || undefined}
                className="link min-h-11"
                onClick={() =>
                  void run(() =>
                    browserClient(locale).send(ownEndSession, { params: { sessionId } }),
                  )
                }
              >
                {t('sessionEnd')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          look="quiet"
          isWaiting={isWaiting}
          waitingText={t('saving')}
          onClick={() => void run(() => browserClient(locale).send(ownEndOtherSessions))}
          className="mt-4"
        >
          {t('sessionsEndOthers')}
        </Button>
      )}
    </Panel>
  )
}
