/** The API key that the shop's own pages send. It identifies the channel and is not secret. */
export const webApiKey = 'demo-web'
