import type { PaymentId, UserId } from '#domain/ids.ts'
import { type ManualShop, openManualShop } from './manual-shop.ts'
import { givenUser } from './test-data.ts'

/** The account of the shop. */
export const IBAN = 'AT483200000012345864'
/** The account from which Ada pays. */
export const PAYER = 'AT611904300234573201'

type Line = { amount: string; purpose: string; day?: string; bankRef?: string }

/** Returns an account statement as CAMT. */
export const camt = (lines: readonly Line[], { iban = IBAN } = {}) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
${lines
  .map(
    ({
      amount,
      purpose,
      day = '2026-11-23',
      bankRef,
    }) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls>${bankRef ? `<Refs><AcctSvcrRef>${bankRef}</AcctSvcrRef></Refs>` : ''}<RltdPties><Dbtr><Pty><Nm>Ada</Nm></Pty></Dbtr>
<DbtrAcct><Id><IBAN>${PAYER}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${purpose}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  .join('\n')}
</Stmt></BkToCstmrStmt></Document>`

/** Returns an account statement of money that the bank took back the day after it had come. */
export const camtTakenBack = (line: Line) =>
  camt([{ ...line, day: '2026-11-24' }]).replace('<CdtDbtInd>CRDT<', '<RvslInd>true</RvslInd><CdtDbtInd>DBIT<')

/** Returns an account statement of a transfer of the shop. */
export const wentOut = (amount: string, reference: string) =>
  camt([{ amount, purpose: reference }])
    .replace('<TxDtls>', `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>`)
    .replace('<CdtDbtInd>CRDT<', '<CdtDbtInd>DBIT<')

/** Returns an account statement as the CSV of a bank. */
export const csv = (lines: readonly Line[]) =>
  [
    'Umsätze vom 01.11.2026',
    'Buchungstag;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;Verwendungszweck;Betrag;Währung',
    ...lines.map(({ amount, purpose }) => `23.11.2026;Ada;${PAYER};"${purpose}";${amount.replace('.', ',')};EUR`),
  ].join('\r\n')

/** Returns the reference that a payment shows for its bank transfer. */
export const referenceOf = ({ payment }: { payment: { instructions: { reference: string } } }) =>
  payment.instructions.reference

/** Opens a test shop paid by bank transfer, with the calls of an administrator about account statements. */
export async function openStatementShop() {
  const shop = await openManualShop()
  const admin = await givenUser(shop.db, { isAdmin: true })
  return { ...shop, admin, ...statementCalls(shop, admin) }
}

export type StatementShop = Awaited<ReturnType<typeof openStatementShop>>

function statementCalls({ ask, db }: ManualShop, admin: UserId) {
  function upload(path: string, text: string | Buffer<ArrayBuffer>) {
    const body = new FormData()
    body.set('file', new Blob([text]), 'statement.xml')
    return ask('POST', `/admin/bank-statements${path}`, { as: admin, body })
  }

  const book = async (text: string, others = '') =>
    (await upload(`?fileName=statement.xml${others && `&others=${others}`}`, text)).json()

  const openMovements = async (text = '') =>
    (await ask('GET', `/admin/bank-movements?needsSomebody=true&text=${text}`, { as: admin })).json().elements

  const end = ({ id, openAmount }: { id: number; openAmount: number }, how: string, body: object) =>
    ask('POST', `/admin/bank-movements/${id}/${how}`, { as: admin, body: { openAmount, ...body } })

  const payerIbanOf = async ({ id }: { id: PaymentId }) =>
    (
      await db
        .selectFrom('bank_movements')
        .select('payer_iban as payerIban')
        .where('payment_id', '=', id)
        .executeTakeFirstOrThrow()
    ).payerIban

  return { upload, book, openMovements, end, payerIbanOf }
}
