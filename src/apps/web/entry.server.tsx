import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { documentFrame, inlineScriptSources } from './rendering/document.ts'
import { createPublicPages } from './rendering/public-pages.tsx'

export { createPublicPages, inlineScriptSources, serverCallsContext }

const renderMillisecondsMax = 10_000

/** Renders the whole page before it is sent. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { reportError, hosts } = loadContext.get(serverCallsContext)
  const { serverHandoffStream, staticHandlerContext } = routerContext
  const data = await new Response(serverHandoffStream ?? null).text()
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  const frame = documentFrame(routerContext, ids, hosts)
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const { pipe, abort } = renderToPipeableStream(
      // The document frame carries the data, so the router's own script is not used.
      <ServerRouter
        context={{ ...routerContext, serverHandoffStream: undefined }}
        url={request.url}
      />,
      {
        // Nothing is sent before everything is ready, so no boundary needs to be streamed later.
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
            const html = Buffer.concat(chunks).toString()
            const page = frame.fill(html, data, {
              url: new URL(request.url),
              status: finalStatus,
            })
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
          reportError(error, asked(request))
        },
      },
    )
    // Cleared when the page is ready: a pending timer would keep every page's data in memory.
    const timer = setTimeout(() => abort(), renderMillisecondsMax)
  })
}

/** Reports errors thrown by loaders, except after the client has disconnected. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  if (!request.signal.aborted) context.get(serverCallsContext).reportError(error, asked(request))
}

function asked({ method, url }: Request): { readonly method: string; readonly path: string } {
  return { method, path: new URL(url).pathname }
}
