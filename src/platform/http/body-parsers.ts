/** Routes with special body parsers: forms, signed bodies and large ones. */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { bodyBytesMaxDefault } from '#contract/call.ts'
import { bodyOwnerOf } from './body-room.ts'
import type { CallContext, Implementation } from './implement.ts'
import { BodyRefused, parseJson, readText } from './json-body.ts'
import { spoolBody } from './spooled-body.ts'

/** Forms are read by the calls that declare it and by no other: a page of another site may post one anywhere. */
export function registerForm(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.route(route)
  })
}

/** Bodies as they were sent, of calls whose caller signs them. */
const sentTexts = new WeakMap<FastifyRequest, string>()

export function registerSigned(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    const parse = scope.getDefaultJsonParser('error', 'error')
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      sentTexts.set(request, String(body))
      parseJson(request, String(body), parse, done)
    })
    scope.route(route)
  })
}

/** The context of a call whose caller signs the body, with both as they came. */
export function withSigned(
  call: Implementation['call'],
  request: FastifyRequest,
  context: CallContext,
): CallContext {
  if (!call.signatureHeader || !context.arrived) return context
  const header = request.headers[call.signatureHeader]
  const signature = typeof header === 'string' ? header.slice(0, 1_000) : ''
  const signed = { text: sentTexts.get(request) ?? '', signature }
  return { ...context, arrived: { ...context.arrived, signed } }
}

/** Bodies over 64 KB are written to a file and parsed by a thread; of smaller ones only JSON is parsed in the event loop. */
export function registerLarge(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    const parse = scope.getDefaultJsonParser('error', 'error')
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', (request, payload, done) => {
      const declared = Number(request.headers['content-length'] ?? Infinity)
      const bytesMax = route.bodyLimit ?? bodyBytesMaxDefault
      if (declared > bytesMax && declared !== Infinity)
        return done(new BodyRefused('PayloadTooLarge'))
      if (declared > bodyBytesMaxDefault) {
        void spoolBody(
          payload,
          bytesMax,
          bodyOwnerOf(request.admitted?.actor ?? { kind: 'visitor' }),
        ).then(
          (body) => done(null, body),
          (error: Error) => done(error),
        )
        return
      }
      void readText(payload).then(
        (text) => parseJson(request, text, parse, done),
        (error: Error) => done(error),
      )
    })
    scope.route(route)
  })
}
