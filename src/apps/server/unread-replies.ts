/**
 * Replies that wait to be read. Whoever asks and does not read would otherwise keep them in memory for as long as the
 * connection is open.
 */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '#platform/network.ts'
import { countRefusal } from '#platform/refusals.ts'

export interface ReplyRules {
  /** Unread bytes of one process, of readers that have waited for at least two checks. */
  readonly bytesMax: number
  readonly checkMilliseconds: number
  /** A reply of which nothing has been read for so long is given up. */
  readonly deadlineMilliseconds: number
  /** Replies of one connection at a time: browsers ask for one, programs that send ahead for a few. */
  readonly perConnection: number
}

const replyRules: ReplyRules = {
  bytesMax: 128 * 1024 * 1024,
  checkMilliseconds: 1_000,
  deadlineMilliseconds: 60_000,
  perConnection: 16,
}

interface Reader {
  readonly socket: Socket
  readonly replies: Set<ServerResponse>
  /** Successive checks in which something was unread. */
  checks: number
  unread: number
}

/** Disconnects readers that leave their replies unread. */
export function limitUnreadReplies(server: Server, given: Partial<ReplyRules> = {}): void {
  const rules = { ...replyRules, ...given }
  const readers = new Map<Socket, Reader>()
  server.on('request', ({ socket }, response) => {
    let reader = readers.get(socket)
    if (!reader) {
      reader = { socket, replies: new Set(), checks: 0, unread: 0 }
      readers.set(socket, reader)
      socket.once('close', () => readers.delete(socket))
    }
    const { replies } = reader
    replies.add(response)
    response.once('close', () => replies.delete(response))
    if (replies.size > rules.perConnection) giveUp(reader)
  })
  // Node counts a write that is being read as progress.
  server.setTimeout(rules.deadlineMilliseconds, (socket) => {
    const reader = readers.get(socket)
    if (!reader || reader.replies.size === 0) socket.destroy()
    // A stream that has nothing to tell stays open.
    else if (unreadOf(reader) > 0) giveUp(reader)
  })
  const timer = setInterval(() => check([...readers.values()], rules), rules.checkMilliseconds)
  timer.unref()
  server.on('close', () => clearInterval(timer))
}

function giveUp({ socket }: Reader): void {
  if (socket.destroyed) return
  countRefusal('unread-reply')
  socket.destroy()
}

function check(readers: readonly Reader[], { bytesMax }: ReplyRules): void {
  for (const reader of readers) {
    reader.unread = unreadOf(reader)
    reader.checks = reader.unread > 0 ? reader.checks + 1 : 0
  }
  makeRoom(
    readers.filter(({ checks }) => checks > 1),
    bytesMax,
  )
}

/** Bytes that the system has not taken yet, with those of replies that wait for an earlier one of their connection. */
function unreadOf({ socket, replies }: Reader): number {
  let bytes = socket.writableLength
  for (const reply of replies) if (reply.socket === null) bytes += reply.writableLength
  return bytes
}

/** Disconnects the largest readers of the network that holds the most, until what is held is below the limit. */
function makeRoom(readers: readonly Reader[], bytesMax: number): void {
  let held = sumOf(readers)
  if (held <= bytesMax) return
  const networks = Map.groupBy(readers, ({ socket }) => networkOf(socket.remoteAddress ?? ''))
  const inOrder = [...networks.values()]
    .toSorted((left, right) => sumOf(right) - sumOf(left))
    .flatMap((group) => group.toSorted((left, right) => right.unread - left.unread))
  for (const reader of inOrder) {
    if (held <= bytesMax) return
    giveUp(reader)
    held -= reader.unread
  }
}

function sumOf(readers: readonly Reader[]): number {
  return readers.reduce((sum, { unread }) => sum + unread, 0)
}
