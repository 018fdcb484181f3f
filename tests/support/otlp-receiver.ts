/** A receiver of OTLP/HTTP in JSON, like a collector: it records the received spans and names of metrics. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
}

interface Sent {
  readonly resourceSpans?: { scopeSpans: { spans: ReceivedSpan[] }[] }[]
  readonly resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[]
}

export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const metrics = new Map<string, object>()
  const take = async (request: IncomingMessage): Promise<void> => {
    const { resourceSpans = [], resourceMetrics = [] } = (await json(request)) as Sent
    for (const { scopeSpans } of resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    for (const { scopeMetrics } of resourceMetrics)
      for (const scope of scopeMetrics)
        for (const metric of scope.metrics) metrics.set(metric.name, metric)
  }
  const server = createServer((request, response) => {
    void take(request).finally(() =>
      response.setHeader('content-type', 'application/json').end('{}'),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
