import { useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Table } from '#design/parts/table.tsx'
import { FileField } from '#design/parts/file-field.tsx'
import { Textarea } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { textOfFile } from '#kernel/decode-text.ts'
import type { officeImport } from '../../office-contract.ts'
import { useTexts } from '../office-texts.ts'
import { OfficeHead } from './office-head.tsx'
import { useOfficePort } from './office-port.ts'

type Outcome = ReplyOf<typeof officeImport>

const example = `film,cinema,hall,startsAt,format,language,subtitles
mountain-song,kino-isari,Hall 2,2026-12-05T19:30:00+04:00,2D,ka,en`

/** JSON if the content begins like JSON, otherwise CSV. */
function formatOf(content: string): 'csv' | 'json' {
  return /^\s*[[{]/.test(content) ? 'json' : 'csv'
}

/** Imports a schedule from a file: checked first, then imported completely or not at all. */
export function ImportView() {
  const t = useTexts()
  const { calls } = useOfficePort()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [content, setContent] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const send = (isDryRun: boolean) =>
    run(async () => {
      const body = { format: formatOf(content), content, isDryRun }
      setOutcome(await browserClient(locale).send(calls.officeImport, { body }))
    })

  function change(text: string): void {
    setContent(text)
    setOutcome(null)
  }

  return (
    <>
      <title>{t('importPageTitle')}</title>
      <OfficeHead title={t('navImport')} />
      <p className="max-w-[70ch] text-soft">{t('importText')}</p>
      <form
        className="mt-group max-w-[60rem] space-y-group"
        onSubmit={(event) => {
          event.preventDefault()
          void send(true)
        }}
      >
        <FileField
          label={t('file')}
          accept=".csv,.json,.jsonld,text/csv,application/json"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void textOfFile(file).then(change)
          }}
        />
        <Textarea
          label={t('content')}
          hint={t('contentHint')}
          rows={8}
          spellCheck={false}
          required
          placeholder={example}
          value={content}
          onChange={({ target }) => change(target.value)}
        />
        {refusal && <Notice>{refusal}</Notice>}
        <Button
          type="submit"
          look={outcome ? 'quiet' : 'main'}
          isWaiting={isWaiting && !outcome}
          waitingText={t('checking')}
        >
          {t('check')}
        </Button>
      </form>
      <section aria-live="polite" className="mt-part max-w-[60rem]">
        {outcome && (
          <Checked outcome={outcome} isWaiting={isWaiting} onTakeIn={() => void send(false)} />
        )}
      </section>
    </>
  )
}

function Checked(props: { outcome: Outcome; isWaiting: boolean; onTakeIn: () => void }) {
  const { outcome, isWaiting, onTakeIn } = props
  const t = useTexts()
  const { base } = useOfficePort()
  const { isTakenIn, newCount, knownCount, problems } = outcome
  const isClean = problems.every(({ isWarning }) => isWarning)
  return (
    <div className="space-y-near">
      <Card tone={isTakenIn ? 'good' : isClean ? 'plain' : 'bad'}>
        <p className="font-semibold">
          {isTakenIn
            ? t('takenIn', { count: newCount })
            : t(isClean ? 'wouldAdd' : 'notClean', { count: newCount })}
        </p>
        <p className="text-soft">{t('knownCount', { count: knownCount })}</p>
      </Card>
      {problems.length > 0 && (
        <Table
          caption={t('problems')}
          columns={[
            {
              key: 'row',
              title: t('row'),
              align: 'end',
              renderCell: ({ row }) => <span className="figures">{row}</span>,
            },
            {
              key: 'code',
              title: t('problem'),
              isHeader: true,
              renderCell: ({ code }) => t(problemTexts[code]),
            },
            {
              key: 'detail',
              title: t('detail'),
              renderCell: ({ detail }) => <span className="break-all">{detail}</span>,
            },
            {
              key: 'weight',
              title: t('weight'),
              renderCell: ({ isWarning }) => t(isWarning ? 'isWarning' : 'isMistake'),
            },
          ]}
          rows={problems}
          keyOf={({ row, code, detail }) => `${row} ${code} ${detail}`}
        />
      )}
      {isTakenIn ? (
        <LinkButton to={base}>{t('navDay')}</LinkButton>
      ) : (
        isClean &&
        newCount > 0 && (
          <Button isWaiting={isWaiting} waitingText={t('takingIn')} onClick={onTakeIn}>
            {t('takeIn')}
          </Button>
        )
      )}
    </div>
  )
}

const problemTexts = {
  invalid: 'problemInvalid',
  'unknown-film': 'problemFilm',
  'unknown-cinema': 'problemCinema',
  'unknown-hall': 'problemHall',
  'unknown-format': 'problemFormat',
  'skipped-time': 'problemSkippedTime',
  clash: 'clash',
  cleaning: 'cleaning',
} as const
