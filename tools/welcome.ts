import type { Config } from '#platform/config.ts'

/**
 * Prints all addresses.
 *
 * @param outside the shop's settings for the demo's fake services @param seconds the duration of the start
 */
export function printAddresses(
  config: Config,
  outside: Record<string, string>,
  seconds: number,
): void {
  const say = (line: string): void => console.log(line)
  say(`\nBileti is open (${seconds.toFixed(1)} s)\n`)
  say(`  Shop            ${config.PUBLIC_ORIGIN}   (English: ${config.PUBLIC_ORIGIN}/en)`)
  say(`  Customer        demo@bileti.example, password bileti-demo`)
  say(
    `  Operator        ${config.PUBLIC_ORIGIN}/operator   (operator@bileti.example, password bileti-operator)`,
  )
  say(
    `  Organiser       ${config.PUBLIC_ORIGIN}/merchant   (kulisa@bileti.example, password bileti-kulisa)`,
  )
  say(
    `  Door            ${config.PUBLIC_ORIGIN}/scan   (scanner@bileti.example, password bileti-scanner)`,
  )
  say(`  API             ${config.PUBLIC_ORIGIN}/docs   (keys: demo-web, demo-partner)`)
  if (outside['MAILBOX_URL']) say(`  Emails          ${outside['MAILBOX_URL']}`)
  if (outside['SMS_URL']) say(`  Phones          ${outside['SMS_URL']}`)
  if (outside['PUSH_URL']) say(`  Notifications   ${outside['PUSH_URL']}`)
  if (outside['TPAY_URL'])
    say(`  Demo bank       ${outside['TPAY_URL']}   (test cards are on its payment page)`)
  if (outside['GC_URL']) say(`  Demo card bank  ${outside['GC_URL']}   (the same test cards)`)
  if (outside['EPOINT_URL']) say(`  Demo Epoint     ${outside['EPOINT_URL']}`)
  if (outside['CITYPAY_URL']) say(`  Demo CityPay    ${outside['CITYPAY_URL']}`)
  say('\n  Ctrl+C stops everything.\n')
}
