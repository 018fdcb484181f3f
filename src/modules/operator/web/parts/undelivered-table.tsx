import { Button } from '#design/parts/button.tsx'
import { EmailAddress } from '#design/parts/email.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { Table } from '#design/parts/table.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import type { UndeliveredView } from '../../undelivered-contract.ts'
import { useTexts } from '../texts.ts'

interface UndeliveredTableProps {
  readonly messages: readonly UndeliveredView[]
  /** The message that is being sent again. */
  readonly waitingFor: string | null
  /** With the right address, where the former one was wrong. */
  readonly onResend: (id: string, email?: string) => void
}

/** Undeliverable messages with their errors, the newest first unless sorted otherwise. */
export function UndeliveredTable({ messages, waitingFor, onResend }: UndeliveredTableProps) {
  const t = useTexts()
  return (
    <Table
      className="mt-group"
      caption={t('undeliveredTitle')}
      isStacked
      rows={messages}
      keyOf={({ id }) => id}
      sortedBy={{ key: 'at', isDescending: true }}
      columns={[
        {
          key: 'at',
          title: t('columnWhen'),
          isHeader: true,
          compare: (one, other) => one.failedAt.localeCompare(other.failedAt),
          renderCell: ({ failedAt }) => <When at={failedAt} className="whitespace-nowrap" />,
        },
        {
          key: 'kind',
          title: t('undeliveredKind'),
          compare: (one, other) => one.kind.localeCompare(other.kind),
          renderCell: ({ kind, about }) => (
            <div className="min-w-0">
              <span className="font-semibold wrap-anywhere">{kind}</span>
              {about.length > 0 && (
                <span className="block text-note wrap-anywhere text-soft">{about.join(', ')}</span>
              )}
            </div>
          ),
        },
        {
          key: 'recipient',
          title: t('undeliveredRecipient'),
          compare: (one, other) => (one.recipient ?? '').localeCompare(other.recipient ?? ''),
          renderCell: ({ recipient }) =>
            recipient === null ? '–' : <EmailAddress>{recipient}</EmailAddress>,
        },
        {
          key: 'error',
          title: t('undeliveredError'),
          compare: (one, other) => one.error.localeCompare(other.error),
          renderCell: ({ error, attempts }) => (
            <div className="min-w-0">
              <span className="wrap-anywhere">{error || '–'}</span>
              <span className="block text-note text-soft">
                {t('undeliveredAttempts', { count: attempts })}
              </span>
            </div>
          ),
        },
        {
          key: 'resend',
          title: <span className="sr-only">{t('columnActions')}</span>,
          renderCell: (message) => <Actions {...{ message, waitingFor, onResend }} />,
        },
      ]}
    />
  )
}

interface ActionsProps extends Pick<UndeliveredTableProps, 'waitingFor' | 'onResend'> {
  readonly message: UndeliveredView
}

/** Sends one message again, to another address if that was wrong. */
function Actions({ message, waitingFor, onResend }: ActionsProps) {
  const t = useTexts()
  const locale = useLocale()
  const { id, kind, failedAt, isCorrectable } = message
  const waiting = { isWaiting: waitingFor === id, waitingText: t('undeliveredResending') }
  const named = `${kind}, ${formatDateTime(locale, failedAt)}`
  return (
    <div className="space-y-2">
      <Button
        look="plain"
        aria-label={`${t('undeliveredResend')}: ${named}`}
        {...waiting}
        onClick={() => onResend(id)}
      >
        {t('undeliveredResend')}
      </Button>
      {isCorrectable && (
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            const email = new FormData(event.currentTarget).get('email')
            if (typeof email === 'string' && email !== '') onResend(id, email.trim())
          }}
        >
          <TextField label={t('undeliveredAddress')} name="email" type="email" required />
          <Button
            type="submit"
            look="plain"
            aria-label={`${t('undeliveredCorrect')}: ${named}`}
            {...waiting}
          >
            {t('undeliveredCorrect')}
          </Button>
        </form>
      )}
    </div>
  )
}
