/**
 * For content that the server renders completely and that consists of links only: its script may load late or,
 * without a connection, never; until then the server's HTML remains.
 */
export function late<Module>(loading: Promise<Module>): Promise<Module> {
  return loading.catch(() => new Promise<never>(() => undefined))
}
