import { createHash } from 'node:crypto'
import { z } from 'zod'
import { operationName, type Call } from '#contract/call.ts'
import { errorTable } from '#contract/errors.ts'
import type { CallExample } from '#contract/openapi.ts'
import type { Steps } from '#kernel/steps.ts'
import { escapeHtml } from '#platform/mail/html.ts'

/** The readable reference of all calls: one searchable document without external resources. Made call by call. */
export function* referencePage(
  calls: readonly Call[],
  examples: Readonly<Record<string, CallExample>>,
): Steps<string> {
  const areas = Map.groupBy(calls, (call) => call.area)
  const contents: string[] = []
  const sections: string[] = []
  for (const [area, inArea] of areas) {
    const entries: string[] = []
    for (const call of inArea) {
      entries.push(callEntry(call, examples[call.id]))
      yield
    }
    contents.push(`<a href="#${area}">${area} <small>${inArea.length}</small></a>`)
    sections.push(`<section id="${area}"><h2>${area}</h2>${entries.join('\n')}</section>`)
  }
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bileti: the calls</title>
<style>${style}</style>
<header><h1>Bileti <span>the calls</span></h1>
<p>Public calls carry a key: the header <code>x-api-key</code>, or <code>api_key</code> in the query. A shopper's calls carry <code>Authorization: Bearer …</code>, given by the first booking call or by signing in.
Money is <code>{ amount, currency }</code> in minor units; times are ISO 8601. The same document for programs: <a href="/openapi.json">openapi.json</a>.</p>
<input type="search" id="find" placeholder="Find a call, path or error" aria-label="Find a call, path or error"></header>
<div class="frame"><nav aria-label="Areas">${contents.join('\n')}</nav><main>${sections.join('\n')}${errors()}</main></div>
<script>${script}</script>
</html>`
}

function callEntry(call: Call, example: CallExample | undefined): string {
  const facts = [
    [
      'Credential',
      `<code>${call.credential}</code>${call.opensSession ? ' (a visitor is given a guest session)' : ''}`,
    ],
    [
      'Required',
      call.required.length > 0
        ? call.required.map((name) => `<code>${escapeHtml(name)}</code>`).join(' ')
        : 'nothing',
    ],
    ...(call.idempotent
      ? [['Repeat', '<code>Idempotency-Key</code> replays the first answer for 24 hours']]
      : []),
    ...(call.errors.length > 0
      ? [['Errors', call.errors.map((code) => `<a href="#error-${code}">${code}</a>`).join(' ')]]
      : []),
  ]
  return `<details id="${call.id}" data-find="${escapeHtml(`${call.id} ${call.path} ${call.errors.join(' ')}`.toLowerCase())}">
<summary><b class="${call.method.toLowerCase()}">${call.method}</b> <code>${escapeHtml(call.path)}</code> <span>${escapeHtml(call.summary)}</span></summary>
<dl><dt>Operation</dt><dd><code>${operationName(call)}</code></dd>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
${shape('Path', call.params, 'input')}${shape('Query', call.query, 'input')}${shape('Body', call.body, 'input')}
${example ? `<h4>Request that a test sends</h4><pre>${escapeHtml(written(call, example))}</pre>` : ''}
${call.produces ? `<h4>Answer</h4><pre>${escapeHtml(call.produces)}</pre>` : shape('Answer', call.reply, 'output')}
</details>`
}

/** An example request as HTTP text: method, address, body. */
function written(call: Call, { params = {}, query = {}, body }: CallExample): string {
  const path = call.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => String(params[name]))
  const search = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`)
  const address = `${call.method} ${path}${search.length > 0 ? `?${search.join('&')}` : ''}`
  return body === undefined ? address : `${address}\n\n${JSON.stringify(body, null, 2)}`
}

function shape(title: string, schema: z.ZodType, io: 'input' | 'output'): string {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >
  if (
    title !== 'Answer' &&
    Object.keys((json['properties'] as object | undefined) ?? {}).length === 0
  )
    return ''
  return `<h4>${title}</h4><pre>${escapeHtml(outline(json))}</pre>`
}

interface JsonSchema {
  readonly type?: string
  readonly properties?: Record<string, JsonSchema>
  readonly required?: string[]
  readonly items?: JsonSchema
  readonly enum?: unknown[]
  readonly const?: unknown
  readonly anyOf?: JsonSchema[]
  readonly format?: string
  readonly additionalProperties?: JsonSchema | boolean
}

/** A schema as indented lines: `name?: type`. */
function outline(schema: JsonSchema, indent = ''): string {
  if (schema.properties) {
    const needed = new Set(schema.required ?? [])
    const lines = Object.entries(schema.properties).map(
      ([name, inner]) =>
        `${indent}  ${name}${needed.has(name) ? '' : '?'}: ${outline(inner, `${indent}  `)}`,
    )
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  if (schema.items) return `[${outline(schema.items, indent)}]`
  if (schema.anyOf)
    return [...new Set(schema.anyOf.map((part) => outline(part, indent)))].join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (typeof schema.additionalProperties === 'object')
    return `{ [name]: ${outline(schema.additionalProperties, indent)} }`
  return schema.format ? `${schema.type} (${schema.format})` : (schema.type ?? 'any')
}

function errors(): string {
  const rows = Object.entries(errorTable).map(
    ([code, entry]: [string, { status: number; number?: number; en: string }]) =>
      `<tr id="error-${code}"><td><code>${code}</code></td><td>${entry.status}</td><td>${entry.number ?? ''}</td><td>${escapeHtml(entry.en)}</td></tr>`,
  )
  return `<section id="errors"><h2>Errors</h2><table><thead><tr><th>Code</th><th>Status</th><th>Number</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}

const style = `
:root{color-scheme:light dark;--paper:#fbf8f3;--ink:#1d1a17;--soft:#6a635b;--line:#d9d1c6;--accent:#a3172f}
@media(prefers-color-scheme:dark){:root{--paper:#171513;--ink:#f2ece4;--soft:#b0a79c;--line:#3a352f;--accent:#ff8796}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header{padding:2rem clamp(1rem,4vw,3rem) 1rem;border-bottom:2px dashed var(--line)}h1{margin:0 0 .5rem;font-size:1.8rem}h1 span{color:var(--soft);font-weight:400}
header p{max-width:70ch;margin:.3rem 0 1rem}input{width:min(100%,30rem);padding:.7rem .9rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--soft);border-radius:.5rem}
a{color:var(--accent)}.frame{display:grid;grid-template-columns:14rem 1fr;gap:2rem;padding:1rem clamp(1rem,4vw,3rem)}nav{position:sticky;top:1rem;align-self:start;display:grid;gap:.2rem}
nav a{text-decoration:none;padding:.15rem 0}nav small{color:var(--soft)}main{min-width:0}h2{margin:2rem 0 .5rem}details{border-bottom:1px solid var(--line);padding:.5rem 0}
summary{cursor:pointer;padding:.3rem 0}summary b{display:inline-block;min-width:4rem;color:var(--accent)}summary span{color:var(--soft)}code,pre{font:14px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:7rem 1fr;gap:.2rem 1rem;margin:.8rem 0}dt{color:var(--soft)}dd{margin:0}pre{overflow:auto;padding:.8rem;border:1px solid var(--line);border-radius:.5rem;white-space:pre-wrap}
h4{margin:.8rem 0 .3rem}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}
@media(max-width:720px){.frame{grid-template-columns:1fr}nav{position:static;grid-template-columns:1fr 1fr}dl{grid-template-columns:1fr}
table,tbody,tr,td{display:block}thead,td:empty{display:none}tr{padding:.5rem 0;border-bottom:1px solid var(--line)}td{padding:0;border:0}}`

const script = `
const find=document.getElementById('find');
find.addEventListener('input',()=>{const text=find.value.trim().toLowerCase();
for(const item of document.querySelectorAll('details'))item.hidden=text!==''&&!item.dataset.find.includes(text);
for(const part of document.querySelectorAll('main>section'))part.hidden=part.id!=='errors'&&!part.querySelector('details:not([hidden])')});
if(location.hash){const open=document.getElementById(decodeURIComponent(location.hash.slice(1)));if(open&&open.tagName==='DETAILS')open.open=true}`

/** Its style and script are allowed by their hashes, so that all readers get the same bytes. */
export const referencePolicy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'; frame-ancestors 'none'`

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
