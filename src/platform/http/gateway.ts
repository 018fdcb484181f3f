import '@fastify/cookie'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Failure, type Result } from '#kernel/result.ts'
import { bodyBytesMaxDefault, type Call } from '#contract/call.ts'
import { bodyOwnerOf, BodyRoom, type BodyRules } from './body-room.ts'
import { limitWindowMilliseconds, routeOf, type CallLimits } from './call-limits.ts'
import { checkCredential, execute } from './execute.ts'
import {
  beginIdempotent,
  finishIdempotent,
  requestHash,
  type IdempotentRequest,
} from './idempotency.ts'
import type { CallContext, Implementation } from './implement.ts'
import { refusalOfKey, showsValidKey } from './key-limits.ts'
import { errorReply } from './reply.ts'
import { SpooledBody } from './spooled-body.ts'
import { sharedBytesOf } from './shared-reply.ts'
import { applyEffects } from './cookies.ts'
import { registerForm, registerLarge, registerSigned, withSigned } from './body-parsers.ts'
import { type CallerOptions, callContext, identify, localeOf } from './caller.ts'
import { askToRetry, replyOptionsOf, sendFailure, sendResult, sendShared } from './send.ts'

export interface GatewayOptions extends CallerOptions {
  readonly implementations: readonly Implementation[]
  readonly checkReplies: boolean
  readonly limits: CallLimits
  readonly bodies?: Partial<BodyRules> | undefined
}

/** Registers every implemented call as a route; paths are case-sensitive. */
export function registerCalls(app: FastifyInstance, options: GatewayOptions): void {
  app.decorateRequest('admitted', null)
  const room = new BodyRoom(options.bodies)
  for (const implementation of options.implementations) {
    const { call } = implementation
    const route: RouteOptions = {
      method: call.method,
      bodyLimit: call.bodyBytesMax ?? bodyBytesMaxDefault,
      url: routeOf(call),
      config: {
        numbersRefusals: call.numbersRefusals === true,
        rateLimit: {
          max: options.limits[call.limit],
          timeWindow: limitWindowMilliseconds,
          groupId: call.limit,
          ...(takesKeys(call) && { allowList: (request) => isOfKey(request, options) }),
        },
      },
      // After the rate limits and before the body: a caller without permission cannot send one.
      preParsing: (request, reply, payload, done) => {
        void admit(implementation, options, request, reply)
          .then((isAdmitted) => isAdmitted && watched(call, room, request, reply, payload))
          .then(
            (body) => (body ? done(null, body) : undefined),
            (error: Error) => done(error),
          )
      },
      handler: (request, reply) => answer(implementation, options, request, reply),
    }
    if (call.takesForm) registerForm(app, route)
    else if (call.signatureHeader) registerSigned(app, route)
    else if (implementation.preparation) registerLarge(app, route)
    else app.route(route)
  }
}

/** Calls of organisers' programs. What can be guessed is limited by address, whoever asks. */
function takesKeys({ credential, limit }: Call): boolean {
  return credential === 'merchant' && limit !== 'guess'
}

function isOfKey(request: FastifyRequest, options: GatewayOptions): Promise<boolean> {
  const context = callContext(request, options, { kind: 'visitor' }, 'web')
  return showsValidKey(request, {
    db: options.base.db,
    isValid: async (token) =>
      (await options.staff?.authenticate(context, token))?.apiKey !== undefined,
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's context, identified before the body is read and used by the handler afterwards. */
    admitted: CallContext | null
  }
}

/** The body of a request; a large one takes room of its caller until the reply is sent, and has to keep coming. */
function watched(
  { bodyBytesMax = 0 }: Call,
  room: BodyRoom,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
): Readable {
  const isLong = Number(request.headers['content-length'] ?? Infinity) > bodyBytesMaxDefault
  if (bodyBytesMax <= bodyBytesMaxDefault || !isLong || !request.admitted) return payload
  const leave = room.take(bodyOwnerOf(request.admitted.actor), request.ip)
  reply.raw.once('finish', leave).once('close', leave)
  return room.watch(payload)
}

/** Returns whether the caller may make the call; if not, the refusal has been sent and the body stays unread. */
async function admit(
  implementation: Implementation,
  options: GatewayOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const identified = await identify(request, options, implementation)
  const refused = identified.ok
    ? ((await refusalOfKey(options.base.db, identified.value, reply)) ??
      checkCredential(implementation.call, identified.value))
    : identified
  if (identified.ok && !refused) {
    request.admitted = { ...identified.value, isCounted: true }
    return true
  }
  if (identified.ok) applyEffects(reply, identified.value.effects, options)
  // The rest of a large body is not read.
  const isLong = Number(request.headers['content-length'] ?? 0) > bodyBytesMaxDefault
  if (isLong || request.headers['transfer-encoding'] !== undefined)
    reply.header('connection', 'close')
  sendFailure(reply, refused as Failure, localeOf(request))
  return false
}

async function answer(
  implementation: Implementation,
  options: GatewayOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const context = request.admitted
  if (!context) throw new Error(`${implementation.call.id} was reached without its credential`)
  try {
    const known = withSigned(implementation.call, request, context)
    return await answerAdmitted(implementation, options, known, request, reply)
  } finally {
    if (request.body instanceof SpooledBody) await request.body.discard()
  }
}

async function answerAdmitted(
  implementation: Implementation,
  options: GatewayOptions,
  context: CallContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = implementation.call.idempotent ? request.headers['idempotency-key'] : undefined
  if (typeof key === 'string')
    return answerOnce(implementation, options, context, request, reply, key)
  const result = await run(implementation, options, context, request)
  const shared = result.ok ? sharedBytesOf(result.value) : undefined
  // A cache that stored a cookie with the answer would give it to everybody, also the one that ends a session.
  const isStored = result.ok && (shared || implementation.call.cacheSeconds)
  if (!isStored) applyEffects(reply, context.effects, options)
  if (shared) return sendShared(implementation, request, reply, shared)
  return sendResult(implementation, reply, result, context.locale)
}

function run(
  implementation: Implementation,
  options: GatewayOptions,
  context: CallContext,
  request: FastifyRequest,
): Promise<Result<unknown, ErrorCode>> {
  const input = { params: request.params, query: request.query, body: request.body }
  return execute(implementation, context, input, options)
}

/**
 * The answer to a request with an idempotency key: the stored one when the same request was answered before, else a new one,
 * which is stored before it is sent.
 */
async function answerOnce(
  implementation: Implementation,
  options: GatewayOptions,
  context: CallContext,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
): Promise<FastifyReply> {
  // A stored answer may contain a new visitor's session, protected only by the key, so the key must be hard to guess.
  const owner = ownerOf(context)
  const leastLength = owner === null ? 16 : 1
  if (key.length < leastLength || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    return sendFailure(
      reply,
      fail('BadRequest', { fields: [{ path: 'headers.idempotency-key', message: 'Invalid' }] }),
      context.locale,
    )
  }
  // A key belongs to its sender: sessions cannot read each other's answers.
  const scope = `${implementation.call.id} ${owner ?? `visitor ${context.ip}`}`
  const hash = requestHash([request.params, request.query, request.body])
  const once = { scope, key, hash, claim: context.random.uuid() }
  const start = await beginIdempotent(context, once)
  if (start.kind === 'refused') return sendFailure(reply, start.failure, context.locale)
  if (start.kind === 'replay') {
    reply.header('idempotent-replayed', 'true')
    return reply
      .code(start.answer.status)
      .header('cache-control', 'no-store')
      .send(start.answer.body)
  }
  const result = await runOnce(implementation, options, context, request, once)
  const stored = result.ok
    ? { status: 200, body: result.value }
    : {
        status: errorReply(result, context.locale).status,
        body: errorReply(result, context.locale, replyOptionsOf(request)).body,
      }
  await finishIdempotent(context, once, stored)
  applyEffects(reply, context.effects, options)
  if (!result.ok) askToRetry(reply, result)
  return reply.code(stored.status).header('cache-control', 'no-store').send(stored.body)
}

/** Owner of the idempotency keys: a session, a person or a program; null for an unknown caller. */
function ownerOf({ actor }: CallContext): string | null {
  if (actor.kind === 'staff') return `staff ${actor.apiKey?.id ?? actor.staffId}`
  return 'sessionId' in actor ? actor.sessionId : null
}

/** An internal error frees the key before it is reported. */
async function runOnce(
  implementation: Implementation,
  options: GatewayOptions,
  context: CallContext,
  request: FastifyRequest,
  once: IdempotentRequest,
): Promise<Result<unknown, ErrorCode>> {
  try {
    return await run(implementation, options, context, request)
  } catch (error) {
    await finishIdempotent(context, once, null)
    throw error
  }
}
