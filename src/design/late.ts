/**
 * For what the server's page holds whole and links alone make up: its script may come late or, without a connection, not at
 * all. What the server has sent stays then as it is.
 */
export function late<Module>(loading: Promise<Module>): Promise<Module> {
  return loading.catch(() => new Promise<never>(() => undefined))
}
