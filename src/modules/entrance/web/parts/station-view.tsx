import { Wifi, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { Card } from '#design/parts/card.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateShort, formatTime } from '#kernel/format.ts'
import { validityOf } from '../item-time.ts'
import { sound, toneOf } from '../scanner/feedback.ts'
import { KeyReader, readingsOfText, type Readings } from '../scanner/key-readings.ts'
import type { Scanner } from '../scanner/scanner.ts'
import type { ScannerState } from '../scanner/scanner-state.ts'
import { useTexts } from '../texts.ts'
import { CameraView } from './camera-view.tsx'
import { LogLists } from './log-lists.tsx'
import { PassengerLists } from './passenger-lists.tsx'
import { VerdictCard } from './verdict-card.tsx'

/** Milliseconds between two keys of a wired scanner. */
const scannerPauseMax = 120
/** Shorter texts come from people who press keys by mistake. */
const scannedLengthMin = 8

/** A clock error of a minute matters in logs; smaller ones are not reported. */
const clockOffMax = 60

interface StationViewProps {
  readonly scanner: Scanner
  readonly state: ScannerState
  readonly mayUndo: boolean
}

/** The scanner at its station: admission count, camera, last outcomes. */
export function StationView({ scanner, state, mayUndo }: StationViewProps) {
  const t = useTexts()
  const locale = useLocale()
  const { list, station, verdict } = state
  useAwake()
  const scan = useScan(scanner)
  if (!station) return null
  if (!list) {
    return (
      <div className="mx-auto max-w-md space-y-4 py-10">
        <p aria-live="polite">{state.isOnline ? t('loadingList') : t('listProblem')}</p>
        <Button onClick={() => void scanner.refresh()}>{t('tryAgain')}</Button>
        <Button look="quiet" onClick={() => void scanner.leave()}>
          {t('back')}
        </Button>
      </div>
    )
  }
  const { item } = list
  const stop = station.stop === null ? undefined : item.stops[station.stop]
  const { timeZone } = stop ?? item
  const startsAt = stop?.departsAt ?? stop?.arrivesAt ?? item.startsAt
  const validity = validityOf(locale, item)
  const hasSeveralUses = typeof item.admitted === 'number'
  return (
    <div className="mx-auto max-w-xl space-y-5 py-4">
      <header>
        <PageTitle look="office">{item.name}</PageTitle>
        <p className="figures text-soft">
          <Dotted
            facts={[
              ...(validity
                ? [validity]
                : [formatDateShort(locale, startsAt, timeZone), formatTime(startsAt, timeZone)]),
              station.placeName,
            ]}
          />
        </p>
      </header>
      <Counters state={state} />
      <Warnings state={state} />
      {verdict ? (
        <VerdictCard
          key={verdict.number}
          verdict={verdict}
          timeZone={timeZone}
          isRun={stop !== undefined}
          opening={{
            opensAt: stop?.opensAt ?? item.opensAt,
            closesAt: stop?.closesAt ?? item.closesAt,
            doorsAt: stop ? startsAt : (item.doorsAt ?? item.validFrom ?? item.startsAt),
            isCancelled: item.isCancelled ?? false,
            hasSeveralUses,
          }}
          onNext={() => scanner.dismiss()}
        />
      ) : null}
      <CameraView onText={(text) => scan(readingsOfText(text))} />
      <Typed onTyped={scan} />
      <PassengerLists
        passengers={state.passengers}
        isUsed={scanner.isUsed}
        startsAt={startsAt}
        timeZone={timeZone}
      />
      <LogLists
        conflicts={state.conflicts}
        newest={state.newest}
        startsAt={startsAt}
        timeZone={timeZone}
        isRun={stop !== undefined}
        hasSeveralUses={hasSeveralUses}
        mayUndo={mayUndo}
        onChanged={() => void scanner.refresh()}
      />
      <Button look="quiet" isWide onClick={() => void scanner.leave()}>
        {t('back')}
      </Button>
    </div>
  )
}

/**
 * Processes one scan at a time, with sound and vibration. A wired scanner types quickly and ends with Enter,
 * wherever the focus is.
 */
function useScan(scanner: Scanner): (readings: Readings) => void {
  const running = useRef(Promise.resolve())
  async function scanAfter(before: Promise<void>, readings: Readings): Promise<void> {
    await before
    await scanner.scan(readings)
    const { verdict } = scanner.read()
    if (verdict) sound(toneOf(verdict.outcome))
  }
  const scan = (readings: Readings) => {
    running.current = scanAfter(running.current, readings)
  }
  const latest = useRef(scan)
  useEffect(() => {
    latest.current = scan
  })
  useEffect(() => {
    const keys = new KeyReader(scannerPauseMax)
    const listen = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement) return
      keys.add(event)
      if (event.key !== 'Enter' || keys.length < scannedLengthMin) return
      event.preventDefault()
      latest.current(keys.readings())
      keys.clear()
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
  return scan
}

function Counters({ state }: { state: ScannerState }) {
  const t = useTexts()
  const { inside, expected, list } = state
  const hasStops = (list?.item.stops.length ?? 0) > 0
  const admitted = list?.item.admitted
  // Nobody is in or out with a pass: its uses are counted.
  const figures =
    typeof admitted === 'number'
      ? [{ label: t('admittedInAll'), value: admitted }]
      : [
          { label: t(hasStops ? 'onBoard' : 'inside'), value: inside },
          { label: t('left'), value: expected - inside },
        ]
  return (
    <dl className="grid auto-cols-fr grid-flow-col gap-3 text-center">
      {figures.map(({ label, value }) => (
        <Card key={label}>
          <dd className="figures font-display text-4xl font-[800]">{value}</dd>
          <dt className="text-sm text-soft">{label}</dt>
        </Card>
      ))}
    </dl>
  )
}

function Warnings({ state }: { state: ScannerState }) {
  const t = useTexts()
  const { isOnline, unsynced, mustSignIn, clockOffSeconds, isListForged, canVerify } = state
  const Sign = isOnline ? Wifi : WifiOff
  const minutes = Math.round(Math.abs(clockOffSeconds) / 60)
  return (
    <div className="space-y-2 text-sm" aria-live="polite">
      <p
        className={`flex items-center gap-2 ${isOnline ? 'text-soft' : 'font-semibold text-warn'}`}
      >
        <Sign size={18} aria-hidden="true" className="shrink-0" />
        <Dotted
          facts={[
            t(isOnline ? 'online' : 'offline'),
            unsynced > 0 && t('unsynced', { count: unsynced }),
          ]}
        />
      </p>
      {mustSignIn && <p className="text-warn">{t('mustSignIn')}</p>}
      {!canVerify && !isOnline && <p className="text-warn">{t('cannotVerify')}</p>}
      {isListForged && <p className="text-warn">{t('listForged')}</p>}
      {minutes * 60 >= clockOffMax && <p className="text-warn">{t('clockOff', { minutes })}</p>}
    </div>
  )
}

function Typed({ onTyped }: { onTyped: (readings: Readings) => void }) {
  const t = useTexts()
  const [text, setText] = useState('')
  const [keys] = useState(() => new KeyReader())
  return (
    <form
      className="flex items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onTyped(keys.readings(text))
        keys.clear()
        setText('')
      }}
    >
      {/* The label may continue above the button. */}
      <div className="min-w-0 grow [&_label]:whitespace-nowrap">
        <TextField
          label={t('typedLabel')}
          value={text}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onKeyDown={(event) => keys.add(event.nativeEvent)}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button type="submit" look="quiet">
        {t('check')}
      </Button>
    </form>
  )
}

/** Keeps the screen on, because unlocking it would delay people. */
function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    async function keep(): Promise<void> {
      if (document.visibilityState !== 'visible') return
      const got = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (isOver) await got?.release()
      else lock = got
    }
    const again = () => void keep()
    document.addEventListener('visibilitychange', again)
    void keep()
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [])
}
