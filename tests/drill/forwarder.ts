import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** Forwards connections to one port of this machine; a drill cuts and restores it. */
export class Forwarder {
  readonly port: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
  }

  static async open(port: number, target: number): Promise<Forwarder> {
    const server = createServer()
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const forwarder = new Forwarder(server, port)
    server.on('connection', (near) => forwarder.#join(near, target))
    return forwarder
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
    for (const socket of this.#sockets) socket.destroy()
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #join(near: Socket, target: number): void {
    const far = connect(target, '127.0.0.1')
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
