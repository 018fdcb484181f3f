/** Ends this process when the one that started it ends. */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit(1))
  if (process.connected === false) process.exit(1)
}

/** Resolves with the first message from the process that started this one. */
export function messageFromParent<Message>(): Promise<Message> {
  return new Promise((resolve) => process.once('message', (message) => resolve(message as Message)))
}

/** Reports the result to the process that started this one. */
export function sendResult(result: unknown): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send({ result }, () => resolve())
    else resolve()
  })
}

/** Closes the channel to the process that started this one, which would keep this one running. */
export function leaveParent(): void {
  process.removeAllListeners('disconnect')
  if (process.connected) process.disconnect?.()
}
