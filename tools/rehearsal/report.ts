/** The report of a rehearsal: one self-contained file, readable on paper, in dark mode and without scripts. */
import { bars, chart, escapeText, smoothed, type Mark } from './chart.ts'
import { counted, quantile, timed, type Record } from './record.ts'
import type { Rehearsal } from './rehearse.ts'

/** A test at one per cent: detects favouritism, with one false positive in a hundred. */
const probabilityLeast = 0.01
const dialTolerance = 0.05

export interface Verdict {
  readonly name: string
  readonly isMet: boolean
  readonly value: string
}

/** The invariants of every rehearsal, with their measurements. */
export function verdictsOf(rehearsal: Rehearsal): Verdict[] {
  const { checks, fairness, failures } = rehearsal
  const slowest = Math.max(0, ...failures.map(({ backAfter }) => backAfter))
  const dial = dialOf(rehearsal)
  return [
    ...checks.map(({ name, broken }) => ({
      name,
      isMet: broken.length === 0,
      value:
        broken.length === 0 ? 'none found' : `${broken.length}: ${broken.slice(0, 3).join('; ')}`,
    })),
    {
      name: 'Who came earlier before the opening was not put in front (Kolmogorov–Smirnov)',
      isMet: fairness.probability >= probabilityLeast,
      value: `D = ${fairness.distance.toFixed(4)}, p = ${fairness.probability.toFixed(3)}; ${fairness.admitted} of ${fairness.early}`,
    },
    {
      name: 'Of those who came after the opening nobody was overtaken',
      isMet: fairness.overtaken === 0,
      value: `${fairness.overtaken} overtaken`,
    },
    {
      name: 'Admitted as the dial says, outside of failures of the database',
      isMet: Math.abs(dial.ratio - 1) <= dialTolerance || dial.isNeverFull,
      value: `${dial.perMinute.toFixed(0)} a minute of ${rehearsal.options.ratePerMinute}${dial.isNeverFull ? ' (the room inside or the queue was the limit)' : ''}`,
    },
    {
      name: 'What was killed or cut is back in under ten seconds',
      isMet: slowest < 10,
      value: failures.length === 0 ? 'nothing failed' : `slowest ${slowest.toFixed(1)} s`,
    },
  ]
}

/** The rate of admission in seconds with waiting visitors, free capacity, and an available database. */
function dialOf({ admission, record, failures, options, opensAt }: Rehearsal) {
  const awayAt = (second: number) =>
    failures.some(
      ({ victim, at, backAfter }) =>
        /database/.test(victim) &&
        second + opensAt >= at - 2 &&
        second + opensAt <= at + backAfter + 6,
    )
  const isWaitedFor = (second: number) => (record.waiting[second + opensAt] ?? 0) > 200
  const held = admission.perSecond.flatMap((count, second) =>
    second >= 5 && isWaitedFor(second) && !awayAt(second) ? [count] : [],
  )
  const sum = held.reduce((total, count) => total + count, 0)
  const perMinute = (sum * 60) / Math.max(1, held.length)
  const ratio = perMinute / options.ratePerMinute
  return {
    perMinute,
    ratio,
    isNeverFull: ratio < 1 && (held.length < 20 || options.insideMax < options.ratePerMinute),
  }
}

export function reportOf(rehearsal: Rehearsal, madeAt: Date): string {
  const { options, record, event, opensAt, admission, failures, fairness } = rehearsal
  const { shoppers, seed } = options
  const seconds = Math.ceil(record.seconds > opensAt ? record.waiting.length : opensAt)
  const marks: Mark[] = failures.map(({ at, victim, backAfter }) => ({
    at,
    name: `${victim}, back after ${backAfter.toFixed(1)} s`,
  }))
  const of = (what: (typeof counted)[number]) => smoothed([...(record.perSecond.get(what) ?? [])])
  const common = { seconds, marks, opensAt }
  const admitted = [...Array.from({ length: opensAt }, () => 0), ...admission.perSecond]
  const command = `npm run rehearse -- --event ${options.eventId} --shoppers ${shoppers} --seed ${seed} --processes ${options.processes} --kills ${options.kills} --rate ${options.ratePerMinute} --inside ${options.insideMax} --lead ${options.leadSeconds} --seconds ${options.saleSeconds}`
  const verdicts = verdictsOf(rehearsal)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rehearsal of ${escapeText(event.name)}</title><style>${styles}</style></head><body><main>
<h1>Rehearsal of an on-sale: ${escapeText(event.name)}</h1>
<p>${number(shoppers)} people came for ${number(event.places)} places on ${options.processes} server processes, while ${options.kills} times something was killed or cut. ${madeAt.toISOString().slice(0, 10)}, ${(record.seconds / 60).toFixed(1)} minutes.</p>
<p class="${verdicts.every(({ isMet }) => isMet) ? 'good' : 'bad'}">${verdicts.every(({ isMet }) => isMet) ? 'Everything that must hold held.' : 'Something that must hold did not.'}</p>
<h2>What must hold</h2>
<table><tbody>${verdicts.map(({ name, isMet, value }) => `<tr><th scope="row">${escapeText(name)}</th><td class="${isMet ? 'good' : 'bad'}">${isMet ? 'holds' : 'broken'}</td><td>${escapeText(value)}</td></tr>`).join('')}</tbody></table>
<h2>In numbers</h2>
<dl>${counted.map((what) => `<div><dt>${words[what]}</dt><dd>${number(record.total(what))}</dd></div>`).join('')}<div><dt>Places left</dt><dd>${number(event.left)}</dd></div></dl>
${record.refusals.size === 0 ? '' : `<p>Why calls were refused: ${[...record.refusals].map(([code, count]) => `${escapeText(code)} ${number(count)}`).join(', ')}.</p>`}
<h2>Minute by minute</h2>
<p>Seconds count from the opening (dashed line). A red line is a failure; what it was is told below.</p>
${chart({
  ...common,
  title: 'Arrivals',
  unit: 'people a second',
  series: [
    { name: 'arrived', values: of('arrived'), colour: 'a' },
    { name: 'joined', values: of('joined'), colour: 'b' },
  ],
})}
${chart({ ...common, title: 'Waiting', unit: 'people', series: [{ name: 'waiting', values: record.waiting, colour: 'a' }] })}
${chart({
  ...common,
  title: 'Admitted',
  unit: 'people a second',
  series: [
    { name: 'admitted', values: smoothed(admitted), colour: 'a' },
    {
      name: 'the dial',
      values: admitted.map((_, second) => (second < opensAt ? 0 : options.ratePerMinute / 60)),
      colour: 'c',
    },
  ],
})}
${chart({
  ...common,
  title: 'Holds, orders and sales',
  unit: 'a second',
  series: [
    { name: 'held', values: of('held'), colour: 'a' },
    { name: 'ordered', values: of('ordered'), colour: 'b' },
    { name: 'bought', values: of('bought'), colour: 'c' },
  ],
})}
${chart({ ...common, title: 'Time of an answer', unit: 'milliseconds', series: latencySeries(record, seconds) })}
<table><thead><tr><th scope="col">Call</th><th scope="col">answered</th><th scope="col">p50</th><th scope="col">p95</th><th scope="col">p99</th><th scope="col">slowest</th></tr></thead><tbody>${timed.map((what) => latencyRow(record, what)).join('')}</tbody></table>
<h2>Failures</h2>
${failures.length === 0 ? '<p>None was planned.</p>' : `<table><thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">back after</th><th scope="col">longest outage of the whole shop</th></tr></thead><tbody>${failures.map(({ at, victim, backAfter, outage }) => `<tr><td>${(at - opensAt).toFixed(0)} s</td><td>${escapeText(victim)}</td><td>${backAfter.toFixed(1)} s</td><td>${outage.toFixed(1)} s</td></tr>`).join('')}</tbody></table>`}
<h2>Fairness</h2>
<p>${number(fairness.early)} people joined before the opening and were put in order by lot; ${number(fairness.admitted)} of them were admitted. The bars count the admitted by the tenth of arrival; the dashed line is what would be even.</p>
${bars('Admitted by tenth of arrival', fairness.tenths)}
<h2>Again</h2><pre>${escapeText(command)}</pre>
</main></body></html>
`
}

const words: Readonly<{ [What in (typeof counted)[number]]: string }> = {
  arrived: 'Came',
  joined: 'Joined the queue',
  admitted: 'Were admitted',
  held: 'Held places',
  ordered: 'Ordered',
  bought: 'Saw their tickets',
  declined: 'Cards declined',
  left: 'Left the queue',
  refused: 'Calls refused',
  unanswered: 'Calls without an answer',
}

function latencySeries(record: Record, seconds: number) {
  const sampled = timed.flatMap((what) => record.latencies.get(what) ?? [])
  const perSecond = new Map<number, number[]>()
  for (const { second, milliseconds } of sampled) {
    const values = perSecond.get(second) ?? []
    values.push(milliseconds)
    perSecond.set(second, values)
  }
  const quick = (share: number) =>
    Array.from({ length: seconds }, (_, second) => quantile(perSecond.get(second) ?? [0], share))
  return [
    { name: 'p50', values: quick(0.5), colour: 'a' as const },
    { name: 'p99', values: quick(0.99), colour: 'b' as const },
  ]
}

function latencyRow(record: Record, what: (typeof timed)[number]): string {
  const values = (record.latencies.get(what) ?? []).map(({ milliseconds }) => milliseconds)
  const cells = [0.5, 0.95, 0.99, 1].map(
    (share) => `<td>${quantile(values, share).toFixed(0)} ms</td>`,
  )
  return `<tr><th scope="row">${what}</th><td>${number(values.length)}</td>${cells.join('')}</tr>`
}

function number(value: number): string {
  return value.toLocaleString('en')
}

const styles = `:root{color-scheme:light dark;--ink:#1b1a18;--soft:#6a665f;--page:#fffdf9;--rule:#ddd6ca;--a:#8a2432;--b:#2d5d86;--c:#4c7a34;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#f2eee6;--soft:#a8a297;--page:#171614;--rule:#3a3732;--a:#f08a96;--b:#84b9e6;--c:#9ccc80;--bad:#ff8a80}}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}main{max-width:60rem;margin:0 auto;padding:1.5rem}
h1{line-height:1.2}h2{margin-top:2.5rem}table{border-collapse:collapse;width:100%;display:block;overflow-x:auto}th,td{text-align:start;padding:.4rem .8rem .4rem 0;border-bottom:1px solid var(--rule);vertical-align:top;font-weight:400}
thead th{color:var(--soft)}td{font-variant-numeric:tabular-nums}.good{color:var(--c);font-weight:600}.bad{color:var(--bad);font-weight:600}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:1rem}dt{color:var(--soft)}dd{margin:0;font-size:1.5rem;font-weight:700}
figure{margin:1.5rem 0}figcaption{font-weight:600}small{color:var(--soft);font-weight:400}svg{width:100%;height:auto}text{fill:var(--soft);font-size:12px}
polyline{fill:none;stroke-width:2}.line-a{stroke:var(--a)}.line-b{stroke:var(--b)}.line-c{stroke:var(--c)}.bar{fill:var(--b)}.grid{stroke:var(--rule)}.mark{stroke:var(--bad);opacity:.7}.opening{stroke:var(--soft);stroke-dasharray:5 4}
.key{margin-inline-start:1rem;font-weight:400}.key::before{content:"";display:inline-block;width:1rem;height:.2rem;margin-inline-end:.4rem;vertical-align:middle}.key-a::before{background:var(--a)}.key-b::before{background:var(--b)}.key-c::before{background:var(--c)}
pre{white-space:pre-wrap;background:color-mix(in srgb,var(--rule) 40%,transparent);padding:1rem}`
