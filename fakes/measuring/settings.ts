/** Settings of a shop that uses the fake on this port. */
export function measuringSettings(port: number): Record<string, string> {
  const origin = `http://127.0.0.1:${port}`
  return {
    ANALYTICS_URL: `${origin}/tag.js`,
    ERRORS_DSN: `http://demo@127.0.0.1:${port}/1`,
    FB_PIXEL_URL: `${origin}/tr`,
    GOOGLE_ADS_URL: `${origin}/pagead/conversion`,
  }
}
