import type { Locale } from '#kernel/locale.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { TableFormat } from '#contract/table-format.ts'
import { invariant, fail, ok, type Result } from '#kernel/result.ts'
import { ibanHint } from '#modules/wallet/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { requireOperator, requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { tableFile } from '#platform/tables/table-file.ts'
import * as calls from '../contract.ts'
import * as fees from '../fees-contract.ts'
import * as office from '../operator-contract.ts'
import { saveMerchantAccount } from './bank-account.ts'
import { endClaim, openClaim } from './claims.ts'
import { decidePayout } from './payouts.ts'
import type { SettlementPorts } from './ports.ts'
import { presentClaim, presentPayout, presentStatement } from './present.ts'
import { readMerchantMoney, readSettlements } from './balances.ts'
import { statementPdf } from './statement-pdf.ts'
import { statementSheet } from './statement-table.ts'
import { findStatement, makeStatement, type Statement } from './statements.ts'
import { addTerms } from './agree-terms.ts'
import { addFeeTerms } from './fee-terms.ts'
import { readMerchantFees } from './merchant-fees.ts'

/** Calls about organisers' money: for owners only, and for operators. */
export function settlementRoutes(ports: SettlementPorts): readonly Implementation[] {
  return [...ownersRoutes(ports), ...operatorsRoutes(ports)]
}

function ownersRoutes(ports: SettlementPorts): readonly Implementation[] {
  return [
    implement(calls.merchantMoney, requireStaff, async (context) =>
      ok(await readMerchantMoney(context, ports, context.actor)),
    ),
    implement(calls.merchantBankAccount, requireStaff, async (context, { body }) => {
      const saved = await saveMerchantAccount(context, context.actor, body)
      if (!saved.ok) return saved
      const { iban, holderName, usableFrom } = saved.value
      return ok({ ibanHint: ibanHint(iban), holderName, usableFrom: usableFrom.toISOString() })
    }),
    implement(fees.merchantFees, requireStaff, async (context) =>
      ok(await readMerchantFees(context, context.actor)),
    ),
    implement(fees.merchantFeesChange, requireStaff, async (context, { body }) => {
      const { ownMinorMax = null, ...given } = body
      if (ownMinorMax !== null && ownMinorMax < given.ownMinorMin) return fail('FeeLimitsCrossed')
      return addFeeTerms(context, context.actor, { ...given, ownMinorMax })
    }),
    implement(calls.merchantStatementFile, requireStaff, async (context, { params, query }) => {
      const statement = await findStatement(context, params.statementId)
      // Other organisers' statements are reported as not found.
      if (statement?.merchantId !== context.actor.merchantId) return fail('NotFound')
      return fileOf(context, ports, { ...query, statement })
    }),
  ]
}

function operatorsRoutes(ports: SettlementPorts): readonly Implementation[] {
  return [
    implement(office.listSettlements, requireOperator, async (context) =>
      ok(await readSettlements(context, ports)),
    ),
    implement(office.closeStatement, requireOperator, async (context, { body }) => {
      const merchant = await findName(context, body.merchantId)
      if (merchant === null) return fail('NotFound')
      const made = await makeStatement(context, ports.readUpcoming, body)
      if (!made.ok) return made
      invariant(made.value, 'a requested statement is made or refused')
      await logOperatorAction(context, {
        action: 'settlements.close',
        subject: `merchant ${body.merchantId}`,
        detail: { statementId: made.value.id },
      })
      return ok(presentStatement(made.value))
    }),
    implement(office.decidePayout, requireOperator, async (context, { body }) => {
      if (body.decision === 'approve' && !ports.canPayOut)
        return fail('PaymentProviderNotAvailable')
      const decided = await decidePayout(context, ports.readUpcoming, body)
      return decided.ok ? ok(presentPayout(decided.value)) : decided
    }),
    implement(office.setTerms, requireOperator, (context, { body }) => addTerms(context, body)),
    implement(office.openClaim, requireOperator, async (context, { body }) => {
      const opened = await openClaim(context, body.merchantId)
      return opened.ok ? ok(presentClaim(opened.value)) : opened
    }),
    implement(office.endClaim, requireOperator, (context, { body }) => endClaim(context, body)),
    implement(office.operatorStatementFile, requireOperator, async (context, { params, query }) => {
      const statement = await findStatement(context, params.statementId)
      return statement ? fileOf(context, ports, { ...query, statement }) : fail('NotFound')
    }),
  ]
}

async function findName(
  context: Context,
  merchantId: number,
  locale: Locale = context.locale,
): Promise<string | null> {
  const row = await context.db
    .selectFrom('merchant_summary')
    .select('name')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  const name = row?.name as unknown as Readonly<Record<string, string>> | undefined
  return name?.[locale] ?? null
}

interface StatementFileQuery {
  readonly statement: Statement
  readonly format: 'pdf' | TableFormat
  readonly locale?: Locale | undefined
}

interface StatementFile {
  readonly contentType: string
  readonly content: string | Uint8Array
  readonly filename: string
}

async function fileOf(
  context: Context,
  { orderSources }: Pick<SettlementPorts, 'orderSources'>,
  { statement, format, locale = context.locale }: StatementFileQuery,
): Promise<Result<StatementFile, ErrorCode>> {
  const name = `statement-${statement.number}`
  if (format !== 'pdf') {
    const sheet = await statementSheet(context, orderSources, { statement, locale })
    return ok(tableFile(format, name, [sheet]))
  }
  const merchantName = (await findName(context, statement.merchantId, locale)) ?? ''
  const content = await statementPdf(context, { statement, merchantName, locale })
  return ok({ contentType: 'application/pdf', content, filename: `${name}.pdf` })
}
