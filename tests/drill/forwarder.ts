import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Forwards connections to one port of this machine; a drill cuts and restores it. */
export class Forwarder {
  readonly port: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #target: number
  #isCut = false
  #hangs = false

  private constructor(server: Server, port: number, target: number) {
    this.#server = server
    this.port = port
    this.#target = target
  }

  static async open(port: number, target: number): Promise<Forwarder> {
    const server = createServer()
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const { port: own } = server.address() as AddressInfo
    const forwarder = new Forwarder(server, own, target)
    server.on('connection', (near) => forwarder.#join(near))
    return forwarder
  }

  /** The program behind it has ended: connections break, and new ones are refused. */
  refuse(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  /** The program behind it hangs: connections stay open and are accepted, and nothing is answered. */
  hang(): void {
    this.#hangs = true
    for (const socket of this.#sockets) socket.pause()
  }

  /** Drops all traffic without closing connections, as when a cable is pulled. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.pause()
    // Data in transit is lost, so that it does not arrive after the link is restored.
    setTimeout(() => {
      if (this.#isCut) for (const socket of this.#sockets) socket.destroy()
    }, 15_000).unref()
  }

  mend(): void {
    this.#isCut = false
    this.#hangs = false
    for (const socket of this.#sockets) socket.destroy()
    if (!this.#server.listening) this.#server.listen(this.port, '127.0.0.1')
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #join(near: Socket): void {
    if (this.#hangs) {
      this.#sockets.add(near)
      near.on('error', () => {})
      near.on('close', () => this.#sockets.delete(near))
      near.pause()
      return
    }
    const far = connect(this.#target, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
      socket.on('data', (chunk) => {
        if (!this.#isCut) other.write(chunk)
      })
    }
    if (this.#isCut) {
      near.pause()
      far.destroy()
    }
  }
}
