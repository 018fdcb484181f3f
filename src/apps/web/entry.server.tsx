import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { documentFrame, inlineScriptSources } from './rendering/document.ts'
import { createPublicPages } from './rendering/public-pages.tsx'

export { createPublicPages, inlineScriptSources, serverCallsContext }

const renderMillisecondsMax = 10_000

/** The whole page in one piece: rendered until everything is ready, then sent. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { reportError } = loadContext.get(serverCallsContext)
  const { serverHandoffStream, staticHandlerContext } = routerContext
  const data = await new Response(serverHandoffStream ?? null).text()
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  const frame = documentFrame(routerContext, ids)
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const { pipe, abort } = renderToPipeableStream(
      // The frame carries the data, so the router's own way of sending it stays out.
      <ServerRouter
        context={{ ...routerContext, serverHandoffStream: undefined }}
        url={request.url}
      />,
      {
        // Nothing is sent before everything is ready, so no part needs to come later and be put in place by script.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onAllReady() {
          clearTimeout(timer)
          const chunks: Buffer[] = []
          const body = new Writable({
            write(chunk: Buffer, _encoding, done) {
              chunks.push(chunk)
              done()
            },
          })
          body.on('finish', () => {
            headers.set('content-type', 'text/html; charset=utf-8')
            const page = frame.fill(Buffer.concat(chunks).toString(), data)
            resolve(new Response(page, { status: finalStatus, headers }))
          })
          pipe(body)
        },
        onShellError(error) {
          clearTimeout(timer)
          reject(error)
        },
        onError(error) {
          finalStatus = 500
          reportError(error)
        },
      },
    )
    // Cleared when the page is ready: a timer left behind would keep every page's data alive.
    const timer = setTimeout(() => abort(), renderMillisecondsMax)
  })
}

/** What a loader throws that is no answer; a reader who left in the meantime is no error. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  if (!request.signal.aborted) context.get(serverCallsContext).reportError(error)
}
