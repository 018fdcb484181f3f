import { connect, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'

/** A network link between two programs that can be cut: open connections break, new ones fail. */
export class Link {
  readonly #targets: () => readonly number[]
  readonly #open = new Set<Socket>()
  readonly #server: Server
  #isCut = false
  #turn = 0

  private constructor(targets: () => readonly number[]) {
    this.#targets = targets
    this.#server = createServer({ pauseOnConnect: true }, (socket) => this.#join(socket))
  }

  /**
   * @param port of the listener on 127.0.0.1 @param targets ports on 127.0.0.1 that it forwards to, in turn; a port
   * without a listener is skipped
   */
  static async open(port: number, targets: () => readonly number[]): Promise<Link> {
    const link = new Link(targets)
    link.#server.listen(port, '127.0.0.1')
    await once(link.#server, 'listening')
    return link
  }

  cut(): void {
    this.#isCut = true
    for (const socket of this.#open) socket.destroy()
  }

  mend(): void {
    this.#isCut = false
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(socket: Socket): void {
    socket.on('error', () => {})
    if (this.#isCut) {
      socket.destroy()
      return
    }
    this.#track(socket)
    const targets = this.#targets()
    this.#turn += 1
    this.#lead(
      socket,
      targets.map((_, place) => targets[(place + this.#turn) % targets.length] ?? 0),
    )
  }

  #lead(socket: Socket, [port, ...others]: readonly number[]): void {
    if (port === undefined || this.#isCut) {
      socket.destroy()
      return
    }
    const far = connect(port, '127.0.0.1')
    let isJoined = false
    far.on('error', () => {
      if (!isJoined) this.#lead(socket, others)
    })
    far.on('connect', () => {
      isJoined = true
      this.#track(far)
      if (this.#isCut || socket.destroyed) far.destroy()
      socket.pipe(far)
      far.pipe(socket)
      socket.resume()
    })
    socket.on('close', () => far.destroy())
    far.on('close', () => {
      if (isJoined) socket.destroy()
    })
  }

  #track(socket: Socket): void {
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
  }
}
