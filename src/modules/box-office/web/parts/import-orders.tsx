import { useState } from 'react'
import type { z } from 'zod'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { FileField } from '#design/parts/file-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Table } from '#design/parts/table.tsx'
import { textOfFile } from '#kernel/decode-text.ts'
import type { importOrders, ImportReport } from '../../outside-contract.ts'
import { useTexts } from '../texts.ts'

type File = Pick<z.input<typeof importOrders.body>, 'format' | 'content'>

const example = 'date,type,section,row,seat,quantity,name,email,phone,price,reference,code,seller'

/** A workbook in base64, or the text of a table. */
async function readFile(file: Blob & { readonly name: string }): Promise<File> {
  if (!/\.xlsx$/i.test(file.name)) return { format: 'csv', content: await textOfFile(file) }
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCodePoint(byte)
  return { format: 'xlsx', content: btoa(text) }
}

/** Imports sold orders from a file: checked first, then imported completely or not at all. */
export function ImportOrders({
  send,
}: {
  readonly send: (body: z.input<typeof importOrders.body>) => Promise<ImportReport>
}) {
  const t = useTexts()
  const { run, isWaiting, refusal } = useWork()
  const [file, setFile] = useState<File | null>(null)
  const [sendsTickets, setSends] = useState(false)
  const [report, setReport] = useState<ImportReport | null>(null)

  const start = (isDryRun: boolean) =>
    run(async () => {
      if (file) setReport(await send({ ...file, isDryRun, sendsTickets }))
    })

  return (
    <>
      <p className="max-w-[70ch] text-soft">{t('importText')}</p>
      <p className="mt-near max-w-full overflow-x-auto">
        <code className="text-note">{example}</code>
      </p>
      <form
        className="mt-group max-w-[42rem] space-y-group"
        onSubmit={(event) => {
          event.preventDefault()
          void start(true)
        }}
      >
        <FileField
          label={t('importFile')}
          hint={t('importFileHint')}
          required
          accept=".csv,.xlsx,text/csv"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            setReport(null)
            if (chosen) void readFile(chosen).then(setFile)
          }}
        />
        <Checkbox
          label={t('importSends')}
          checked={sendsTickets}
          onChange={({ target }) => setSends(target.checked)}
        />
        {refusal && <Notice>{refusal}</Notice>}
        <Button
          type="submit"
          look={report ? 'quiet' : 'main'}
          isWaiting={isWaiting && !report}
          waitingText={t('importChecking')}
        >
          {t('importCheck')}
        </Button>
      </form>
      <section aria-live="polite" className="mt-part max-w-[60rem]">
        {report && (
          <Report report={report} isWaiting={isWaiting} onTakeIn={() => void start(false)} />
        )}
      </section>
    </>
  )
}

interface ReportProps {
  readonly report: ImportReport
  readonly isWaiting: boolean
  readonly onTakeIn: () => void
}

function Report({ report, isWaiting, onTakeIn }: ReportProps) {
  const t = useTexts()
  const { isTakenIn, newCount, ticketCount, knownCount, problems } = report
  const counts = { count: newCount, tickets: ticketCount }
  const isClean = problems.length === 0
  return (
    <div className="space-y-near">
      <Card tone={isTakenIn ? 'good' : isClean ? 'plain' : 'bad'}>
        <p className="font-semibold">
          {isTakenIn
            ? t('importDone', counts)
            : isClean
              ? t('importWould', counts)
              : t('importNotClean')}
        </p>
        {knownCount > 0 && <p className="text-soft">{t('importKnown', { count: knownCount })}</p>}
      </Card>
      {problems.length > 0 && (
        <Table
          caption={t('importProblems')}
          columns={[
            {
              key: 'row',
              title: t('importRow'),
              align: 'end',
              renderCell: ({ row }) => <span className="figures">{row === 0 ? '' : row}</span>,
            },
            {
              key: 'code',
              title: t('importProblem'),
              isHeader: true,
              renderCell: ({ code }) => t(`import-${code}`),
            },
            {
              key: 'detail',
              title: t('importDetail'),
              renderCell: ({ detail }) => <span className="wrap-anywhere">{detail}</span>,
            },
          ]}
          rows={problems}
          keyOf={({ row, code, detail }) => `${row} ${code} ${detail}`}
        />
      )}
      {!isTakenIn && isClean && newCount > 0 && (
        <Button isWaiting={isWaiting} waitingText={t('importTaking')} onClick={onTakeIn}>
          {t('importTake')}
        </Button>
      )}
    </div>
  )
}
